// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Foreign/EquivalentMap.h"
#include "ptx/Tensor/Maps/TensorMapRules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace ptx;
using llvm::Twine;

namespace {

class MapBuilder {
public:
  MapBuilder(const SpirvTensorLayout &layout, const SpirvTensorView *view, ElementType type)
      : layout(layout), view(view), type(type), order(layout.dimensions()) {
    std::iota(order.begin(), order.end(), 0u);
  }

  EquivalentMap run(uint64_t rows, uint64_t columns) {
    blocks();
    clamping();
    matrix(rows, columns);
    if (view)
      throughView(rows, columns);
    dimensions();
    Violations violations = checkTensorMap(result.map);
    result.obstacles.insert(result.obstacles.end(), violations.begin(), violations.end());
    return std::move(result);
  }

private:
  void none(const Twine &text) {
    result.obstacles.push_back({Violation::Kind::Manual, "", text.str()});
  }
  /// Whether the span is inside the tensor, so that no coordinate is clamped.
  bool isInside() const {
    for (size_t i = 0; i != layout.dimensions(); ++i)
      if (layout.offset[i] < 0 || uint64_t(layout.offset[i]) + layout.span[i] > layout.dimension[i])
        return false;
    return true;
  }

  void blocks();
  void clamping();
  void matrix(uint64_t rows, uint64_t columns);
  void throughView(uint64_t rows, uint64_t columns);
  void dimensions();

  const SpirvTensorLayout &layout;
  const SpirvTensorView *view;
  ElementType type;
  /// The dimensions of the layout, in the reverse order of the map's.
  SpirvTensorLayout::Numbers order;
  EquivalentMap result;
};

} // namespace

void MapBuilder::blocks() {
  for (auto [i, size] : llvm::enumerate(layout.blockSize))
    if (size != 1)
      none("block size " + Twine(size) + " in dimension " + Twine(i) +
           ": tensor maps have no blocks to decode");
  if (elementTypeInfo(type).isSubByte())
    none("type " + elementTypeInfo(type).name + ": components of matrices have whole bytes");
}

void MapBuilder::clamping() {
  using enum SpirvClampMode;
  static constexpr llvm::StringLiteral names[] = {"Undefined", "Constant", "ClampToEdge", "Repeat",
                                                  "RepeatMirrored"};
  if (isInside() || layout.clampMode == Undefined)
    return;
  if (layout.clampMode != Constant)
    none("clamp mode " + names[static_cast<unsigned>(layout.clampMode)] +
         " of a span that leaves the tensor: tensor maps fill what is out of bounds");
  else if (layout.clampValue)
    none("clamp value " + Twine(layout.clampValue) +
         " of a span that leaves the tensor: tensor maps fill with 0 or a NaN of their own");
}

void MapBuilder::matrix(uint64_t rows, uint64_t columns) {
  uint64_t size = 1;
  for (uint32_t span : layout.span)
    size = llvm::SaturatingMultiply<uint64_t>(size, span);
  if (size != llvm::SaturatingMultiply(rows, columns))
    none("a matrix of " + Twine(rows) + " by " + Twine(columns) + " elements for a span of " +
         Twine(size) + ": an access through a tensor map takes the whole box");
}

void MapBuilder::throughView(uint64_t rows, uint64_t columns) {
  auto [rowOffset, rowSpan, columnOffset, columnSpan] = view->clip;
  if (rowOffset || columnOffset || rowSpan < rows || columnSpan < columns)
    none("the view clips the matrix: an access through a tensor map takes the whole box");
  if (view->permutation.size() != layout.dimensions())
    return none("a view of " + Twine(view->permutation.size()) + " dimensions on a layout of " +
                Twine(layout.dimensions()));
  order = view->permutation;
  if (!view->hasDimensions)
    return;
  uint32_t packed = 1;
  for (size_t i = layout.dimensions(); i--; packed *= layout.span[i])
    if (view->viewDimension[i] != layout.span[i] || view->viewStride[i] != packed)
      return none("the view has dimensions and strides of its own, other than those of the span: "
                  "tensor maps address each element once, by its coordinates");
}

void MapBuilder::dimensions() {
  TensorMap &map = result.map;
  const ElementTypeInfo &info = elementTypeInfo(type);
  map.mode = MapMode::Tiled;
  map.type = type;
  map.rank = layout.dimensions();
  for (auto *numbers : {&map.dims, &map.strides, &map.box, &map.elementStrides})
    numbers->emplace();
  map.addressAlignment = 16;
  map.interleave = Interleave::None;
  map.swizzleMode = 0;
  map.fillsNan = false;
  uint32_t inner = order.back();
  if (layout.stride[inner] != 1)
    none("dimension " + Twine(inner) + ", which is the innermost one, has a stride of " +
         Twine(layout.stride[inner]) + " elements: that of a tensor map is packed");
  for (uint32_t i : llvm::reverse(order)) {
    result.dimensions.push_back(std::to_string(i));
    result.start.push_back(layout.offset[i]);
    map.dims->push_back(layout.dimension[i]);
    map.box->push_back(layout.span[i]);
    map.elementStrides->push_back(1);
    if (i != inner)
      map.strides->push_back(info.globalBytes(layout.stride[i]));
  }
}

EquivalentMap ptx::equivalentMap(const SpirvTensorLayout &layout, const SpirvTensorView *view,
                                 ElementType type, uint64_t rows, uint64_t columns) {
  return MapBuilder(layout, view, type).run(rows, columns);
}
