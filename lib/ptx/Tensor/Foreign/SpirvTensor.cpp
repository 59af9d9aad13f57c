// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Foreign/SpirvTensor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::Twine;
using Numbers = SpirvTensorLayout::Numbers;

static llvm::Error wrongCount(size_t actual, size_t expected) {
  return llvm::createStringError(Twine(actual) + " operands; expected " + Twine(expected));
}

static llvm::Error wrongDimensions(size_t dimensions) {
  return llvm::createStringError(Twine(dimensions) + " dimensions; expected 1 to 5");
}

llvm::Expected<SpirvTensorLayout> SpirvTensorLayout::create(unsigned dimensions,
                                                            unsigned clampMode) {
  if (!dimensions || dimensions > 5)
    return wrongDimensions(dimensions);
  if (clampMode > static_cast<unsigned>(SpirvClampMode::RepeatMirrored))
    return llvm::createStringError("clamp mode " + Twine(clampMode) + "; expected 0 to 4");
  SpirvTensorLayout layout;
  layout.clampMode = static_cast<SpirvClampMode>(clampMode);
  layout.blockSize.assign(dimensions, 1);
  for (Numbers *numbers : {&layout.dimension, &layout.stride, &layout.span})
    numbers->assign(dimensions, 0);
  layout.offset.assign(dimensions, 0);
  return layout;
}

llvm::Expected<SpirvTensorLayout>
SpirvTensorLayout::setBlockSize(llvm::ArrayRef<uint32_t> sizes) const {
  if (sizes.size() != dimensions())
    return wrongCount(sizes.size(), dimensions());
  SpirvTensorLayout layout = *this;
  layout.blockSize.assign(sizes.begin(), sizes.end());
  return layout;
}

llvm::Expected<SpirvTensorLayout>
SpirvTensorLayout::setDimension(llvm::ArrayRef<uint32_t> sizes) const {
  if (sizes.size() != dimensions())
    return wrongCount(sizes.size(), dimensions());
  if (llvm::is_contained(blockSize, 0u))
    return llvm::createStringError("a block size of 0");
  SpirvTensorLayout layout = *this;
  layout.dimension.assign(sizes.begin(), sizes.end());
  layout.span = layout.dimension;
  layout.offset.assign(dimensions(), 0);
  layout.stride.back() = 1;
  for (size_t i = dimensions() - 1; i--;)
    layout.stride[i] = layout.stride[i + 1] *
                       static_cast<uint32_t>(llvm::divideCeil(sizes[i + 1], blockSize[i + 1]));
  return layout;
}

llvm::Expected<SpirvTensorLayout>
SpirvTensorLayout::setStride(llvm::ArrayRef<uint32_t> strides) const {
  if (strides.size() != dimensions())
    return wrongCount(strides.size(), dimensions());
  if (llvm::is_contained(blockSize, 0u))
    return llvm::createStringError("a block size of 0");
  for (size_t i = 0; i + 1 < dimensions(); ++i) {
    uint64_t least =
        uint64_t(strides[i + 1]) * llvm::divideCeil(dimension[i + 1], blockSize[i + 1]);
    if (strides[i] < least)
      return llvm::createStringError("stride " + Twine(strides[i]) + " of dimension " + Twine(i) +
                                     "; expected at least " + Twine(least));
  }
  SpirvTensorLayout layout = *this;
  layout.stride.assign(strides.begin(), strides.end());
  return layout;
}

llvm::Expected<SpirvTensorLayout>
SpirvTensorLayout::slice(llvm::ArrayRef<uint32_t> offsetsAndSpans) const {
  if (offsetsAndSpans.size() != 2 * dimensions())
    return wrongCount(offsetsAndSpans.size(), 2 * dimensions());
  SpirvTensorLayout layout = *this;
  for (size_t i = 0; i != dimensions(); ++i) {
    layout.offset[i] =
        static_cast<int32_t>(static_cast<uint32_t>(offset[i]) + offsetsAndSpans[2 * i]);
    layout.span[i] = offsetsAndSpans[2 * i + 1];
  }
  return layout;
}

SpirvTensorLayout SpirvTensorLayout::setClampValue(uint32_t value) const {
  SpirvTensorLayout layout = *this;
  layout.clampValue = value;
  return layout;
}

llvm::Expected<SpirvTensorView> SpirvTensorView::create(bool hasDimensions,
                                                        llvm::ArrayRef<uint32_t> permutation) {
  if (permutation.empty() || permutation.size() > 5)
    return wrongDimensions(permutation.size());
  for (uint32_t i = 0; i != permutation.size(); ++i)
    if (!llvm::is_contained(permutation, i))
      return llvm::createStringError("the permutation leaves out dimension " + Twine(i));
  SpirvTensorView view;
  view.hasDimensions = hasDimensions;
  view.permutation.assign(permutation.begin(), permutation.end());
  view.viewDimension.assign(permutation.size(), 0);
  view.viewStride.assign(permutation.size(), 0);
  return view;
}

llvm::Expected<SpirvTensorView>
SpirvTensorView::setDimension(llvm::ArrayRef<uint32_t> sizes) const {
  if (sizes.size() != permutation.size())
    return wrongCount(sizes.size(), permutation.size());
  SpirvTensorView view = *this;
  view.viewDimension.assign(sizes.begin(), sizes.end());
  view.viewStride.back() = 1;
  for (size_t i = sizes.size() - 1; i--;)
    view.viewStride[i] = view.viewStride[i + 1] * sizes[i + 1];
  return view;
}

llvm::Expected<SpirvTensorView> SpirvTensorView::setStride(llvm::ArrayRef<uint32_t> strides) const {
  if (strides.size() != permutation.size())
    return wrongCount(strides.size(), permutation.size());
  SpirvTensorView view = *this;
  view.viewStride.assign(strides.begin(), strides.end());
  return view;
}

SpirvTensorView SpirvTensorView::setClip(const std::array<uint32_t, 4> &rowAndColumn) const {
  SpirvTensorView view = *this;
  view.clip = rowAndColumn;
  return view;
}

std::optional<uint64_t> ptx::spirvClamp(SpirvClampMode mode, int64_t coordinate, uint64_t size) {
  bool isNegative = coordinate < 0;
  uint64_t c = isNegative ? 0 : static_cast<uint64_t>(coordinate);
  if (!isNegative && c < size)
    return c;
  if (!size)
    return std::nullopt;
  switch (mode) {
  case SpirvClampMode::Undefined:
  case SpirvClampMode::Constant:
    return std::nullopt;
  case SpirvClampMode::ClampToEdge:
    return isNegative ? 0 : size - 1;
  case SpirvClampMode::Repeat:
    if (isNegative)
      return std::nullopt;
    return c % size;
  case SpirvClampMode::RepeatMirrored:
    if (isNegative || size == 1 || size > UINT64_MAX / 2)
      return std::nullopt;
    c %= 2 * size - 2;
    return c >= size ? 2 * size - 2 - c : c;
  }
  return std::nullopt;
}
