// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Foreign/SpirvTensor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

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

/// OpSMod: the remainder with the sign of the divisor.
static uint64_t floorModulo(int64_t value, uint64_t divisor) {
  if (value >= 0)
    return static_cast<uint64_t>(value) % divisor;
  uint64_t remainder = (uint64_t(0) - static_cast<uint64_t>(value)) % divisor;
  return remainder ? divisor - remainder : 0;
}

std::optional<uint64_t> ptx::spirvClamp(SpirvClampMode mode, int64_t coordinate, uint64_t size) {
  if (coordinate >= 0 && static_cast<uint64_t>(coordinate) < size)
    return coordinate;
  if (!size)
    return std::nullopt;
  switch (mode) {
  case SpirvClampMode::Undefined:
  case SpirvClampMode::Constant:
    return std::nullopt;
  case SpirvClampMode::ClampToEdge:
    return coordinate < 0 ? 0 : size - 1;
  case SpirvClampMode::Repeat:
    return floorModulo(coordinate, size);
  case SpirvClampMode::RepeatMirrored:
    if (size == 1 || size > UINT64_MAX / 2)
      return std::nullopt;
    uint64_t c = floorModulo(coordinate, 2 * size - 2);
    return c >= size ? 2 * size - 2 - c : c;
  }
  return std::nullopt;
}

/// The row-major linear index of a position in the region of the matrix that the view keeps; none
/// if it is clipped.
static std::optional<uint32_t> linearIndex(const SpirvTensorView *view,
                                           const SpirvPosition &position) {
  if (!view)
    return position.row * position.columns + position.column;
  auto [rowOffset, rowSpan, columnOffset, columnSpan] = view->clip;
  if (position.row < rowOffset || position.row >= rowOffset + rowSpan ||
      position.column < columnOffset || position.column >= columnOffset + columnSpan)
    return std::nullopt;
  uint32_t width = std::min(position.columns, columnSpan);
  return (position.row - rowOffset) * width + (position.column - columnOffset);
}

/// The index in the span for `index` of the view. The extents are not 0.
static uint32_t throughView(const SpirvTensorView &view, llvm::ArrayRef<uint32_t> extents,
                            uint32_t index) {
  Numbers coordinate(extents.size(), 0);
  for (uint32_t i : llvm::reverse(view.permutation)) {
    coordinate[i] = index % extents[i];
    index /= extents[i];
  }
  uint32_t linear = 0, packed = 1;
  for (size_t i = extents.size(); i--;) {
    linear += coordinate[i] * (view.hasDimensions ? view.viewStride[i] : packed);
    packed *= extents[i];
  }
  return linear;
}

SpirvElement ptx::spirvElement(const SpirvTensorLayout &layout, const SpirvTensorView *view,
                               const SpirvPosition &position, bool isStore) {
  using Kind = SpirvElement::Kind;
  SpirvElement element;
  std::optional<uint32_t> clipped = linearIndex(view, position);
  if (!clipped) {
    element.kind = Kind::Clipped;
    return element;
  }
  uint32_t index = *clipped;
  llvm::ArrayRef<uint32_t> extents = layout.span;
  if (view && view->hasDimensions)
    extents = view->viewDimension;
  if (llvm::is_contained(layout.span, 0u) || llvm::is_contained(extents, 0u) ||
      llvm::is_contained(layout.blockSize, 0u) ||
      (view && view->permutation.size() != extents.size()))
    return element;
  if (view)
    index = throughView(*view, extents, index);

  element.coordinate.resize(layout.dimensions());
  for (size_t i = layout.dimensions(); i--;) {
    element.coordinate[i] = int64_t(index % layout.span[i]) + layout.offset[i];
    index /= layout.span[i];
  }
  SpirvClampMode mode = layout.clampMode;
  if (isStore && mode != SpirvClampMode::Undefined)
    mode = SpirvClampMode::Constant;
  for (size_t i = 0; i != layout.dimensions(); ++i) {
    std::optional<uint64_t> c = spirvClamp(mode, element.coordinate[i], layout.dimension[i]);
    if (!c) {
      if (mode == SpirvClampMode::Constant)
        element.kind = isStore ? Kind::Discarded : Kind::Fill;
      return element;
    }
    element.block.push_back(*c / layout.blockSize[i]);
    element.inBlock.push_back(*c % layout.blockSize[i]);
    element.index += element.block[i] * layout.stride[i];
  }
  element.kind = Kind::Memory;
  return element;
}
