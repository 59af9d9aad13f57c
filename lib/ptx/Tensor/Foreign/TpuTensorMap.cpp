// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Foreign/EquivalentMap.h"
#include "ptx/Tensor/Maps/TensorMapRules.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace ptx;
using llvm::Twine;

namespace {

/// A candidate for a dimension of the map.
struct Dimension {
  std::string name;
  uint64_t size;
  uint64_t strideBytes;
};

} // namespace

static constexpr uint64_t strideUnit = 16;
static constexpr uint64_t mostBox = 256;

static void none(EquivalentMap &result, const Twine &text) {
  result.obstacles.push_back({Violation::Kind::Manual, "", text.str()});
}

/// The dimensions of the channels: one if each channel is in a separate NPU; two if they fill all
/// NPUs.
static std::vector<Dimension> channelDimensions(const TpuTensor &tensor, uint64_t unitBytes,
                                                EquivalentMap &result) {
  uint64_t channels = tensor.shape.c;
  uint64_t strideBytes = tensor.strides.c * unitBytes;
  if (!tensor.machine)
    return {{"C", channels, strideBytes}};
  uint64_t npus = tensor.machine->npus, npuBytes = tensor.machine->npuBytes;
  uint64_t first = tensor.address / npuBytes;
  if (first + channels <= npus)
    return {{"C", channels, npuBytes}};
  if (first)
    none(result, "channels that begin in NPU " + Twine(first) +
                     " and wrap around: no stride leads from NPU " + Twine(npus - 1) +
                     " to the next block of NPU 0");
  else if (channels % npus)
    none(result, Twine(channels) + " channels in " + Twine(npus) +
                     " NPUs: the map's last row of channels would hold " +
                     Twine(npus - channels % npus) + " that the tensor does not have");
  return {{"C mod " + std::to_string(npus), npus, npuBytes},
          {"C div " + std::to_string(npus), llvm::divideCeil(channels, npus), strideBytes}};
}

/// Joins two adjacent dimensions without a gap if no map can have their stride.
static void mergeDimensions(std::vector<Dimension> &dimensions) {
  for (size_t i = 0; i + 1 < dimensions.size();) {
    Dimension &inner = dimensions[i];
    const Dimension &outer = dimensions[i + 1];
    if (outer.strideBytes % strideUnit == 0 ||
        outer.strideBytes != inner.strideBytes * inner.size) {
      ++i;
      continue;
    }
    inner.name = outer.name + inner.name;
    inner.size *= outer.size;
    dimensions.erase(dimensions.begin() + i + 1);
  }
}

EquivalentMap ptx::equivalentMap(const TpuTensor &tensor) {
  EquivalentMap result;
  uint64_t unitBytes = elementTypeInfo(tensor.type).globalBytes(1);
  std::vector<Dimension> dimensions = {
      {"W", tensor.shape.w, tensor.strides.w * unitBytes},
      {"H", tensor.shape.h, tensor.strides.h * unitBytes},
  };
  for (Dimension &dimension : channelDimensions(tensor, unitBytes, result))
    dimensions.push_back(std::move(dimension));
  dimensions.push_back({"N", tensor.shape.n, tensor.strides.n * unitBytes});
  // The stride of a dimension of size 1 has no meaning.
  std::erase_if(dimensions, [](const Dimension &dimension) { return dimension.size == 1; });
  if (dimensions.empty())
    dimensions.push_back({"W", 1, unitBytes});
  mergeDimensions(dimensions);
  if (dimensions.front().strideBytes != unitBytes)
    none(result, "dimension " + dimensions.front().name + ", which is the innermost one, has a " +
                     "stride of " + Twine(dimensions.front().strideBytes / unitBytes) +
                     " elements: that of a tensor map is packed");

  TensorMap &map = result.map;
  map.mode = MapMode::Tiled;
  map.type = tensor.type;
  map.rank = dimensions.size();
  map.address = tensor.address;
  map.interleave = Interleave::None;
  map.swizzleMode = 0;
  map.fillsNan = false;
  for (auto *numbers : {&map.dims, &map.strides, &map.box, &map.elementStrides})
    numbers->emplace();
  for (const Dimension &dimension : dimensions) {
    bool isInner = &dimension == &dimensions.front();
    uint64_t box = std::min(dimension.size, mostBox);
    result.dimensions.push_back(dimension.name);
    result.start.push_back(0);
    map.dims->push_back(dimension.size);
    // Elements beyond the dimension are filled.
    map.box->push_back(isInner ? llvm::alignTo(box, strideUnit / unitBytes) : box);
    map.elementStrides->push_back(1);
    if (!isInner)
      map.strides->push_back(dimension.strideBytes);
  }
  Violations violations = checkTensorMap(map);
  result.obstacles.insert(result.obstacles.end(), violations.begin(), violations.end());
  return result;
}
