// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Maps/TiledBox.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;

static constexpr uint64_t mostElements = uint64_t(1) << 32;

static bool isExtent(uint64_t value) { return value && value <= mostElements; }

llvm::Expected<TiledBox> TiledBox::create(llvm::ArrayRef<uint64_t> dims,
                                          llvm::ArrayRef<uint64_t> box,
                                          llvm::ArrayRef<uint64_t> elementStrides,
                                          llvm::ArrayRef<int64_t> start) {
  size_t rank = dims.size();
  if (!rank || rank > 5)
    return llvm::createStringError("a tensor of " + llvm::Twine(rank) +
                                   " dimensions; expected 1 to 5");
  if (box.size() != rank || elementStrides.size() != rank || start.size() != rank)
    return llvm::createStringError(llvm::Twine(box.size()) + " box sizes, " +
                                   llvm::Twine(elementStrides.size()) + " traversal strides and " +
                                   llvm::Twine(start.size()) + " coordinates for a tensor of " +
                                   llvm::Twine(rank) + " dimensions");
  if (!llvm::all_of(dims, isExtent) || !llvm::all_of(box, isExtent) ||
      !llvm::all_of(elementStrides, isExtent))
    return llvm::createStringError("a size or stride is 0 or more than 2^32");
  if (!llvm::all_of(start, [](int64_t value) { return llvm::isInt<32>(value); }))
    return llvm::createStringError("a coordinate does not fit 32 bits");

  TiledBox result;
  result.dims.assign(dims.begin(), dims.end());
  result.steps.assign(elementStrides.begin(), elementStrides.end());
  result.start.assign(start.begin(), start.end());
  for (auto [extent, step] : llvm::zip_equal(box, elementStrides))
    result.taken.push_back(llvm::divideCeil(extent, step));
  return result;
}

uint64_t TiledBox::size() const {
  uint64_t size = 1;
  for (uint64_t count : taken)
    size = llvm::SaturatingMultiply(size, count);
  return size;
}

TensorCoordinates TiledBox::coordinates(uint64_t index) const {
  TensorCoordinates coordinates;
  for (auto [count, step, first] : llvm::zip_equal(taken, steps, start)) {
    coordinates.push_back(first + static_cast<int64_t>(index % count * step));
    index /= count;
  }
  return coordinates;
}

bool TiledBox::isInside(llvm::ArrayRef<int64_t> coordinates) const {
  return llvm::all_of(llvm::zip_equal(coordinates, dims), [](const auto &pair) {
    auto [coordinate, size] = pair;
    return coordinate >= 0 && static_cast<uint64_t>(coordinate) < size;
  });
}

llvm::Expected<std::vector<TiledBox>> ptx::fourRowBoxes(llvm::ArrayRef<uint64_t> dims,
                                                        uint64_t rowElements, int64_t column,
                                                        const std::array<int64_t, 4> &rows) {
  std::vector<TiledBox> boxes;
  for (int64_t row : rows) {
    llvm::Expected<TiledBox> box = TiledBox::create(dims, {rowElements, 1}, {1, 1}, {column, row});
    if (!box)
      return box.takeError();
    boxes.push_back(std::move(*box));
  }
  return boxes;
}
