// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Maps/TensorMap.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace ptx;
using llvm::StringLiteral;
using llvm::StringRef;

static constexpr StringLiteral modeNames[] = {"tiled", "im2col", "im2col_w", "im2col_w128"};
static constexpr StringLiteral interleaveNames[] = {"none", "16B", "32B"};

/// The position of `name` among `names`, as an `Enum`.
template <typename Enum>
static std::optional<Enum> parse(llvm::ArrayRef<StringLiteral> names, StringRef name) {
  const auto *found =
      llvm::find_if(names, [&](StringRef other) { return name.equals_insensitive(other); });
  if (found == names.end())
    return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

StringLiteral ptx::mapModeName(MapMode mode) { return modeNames[static_cast<unsigned>(mode)]; }

std::optional<MapMode> ptx::parseMapMode(StringRef name) { return parse<MapMode>(modeNames, name); }

StringLiteral ptx::interleaveName(Interleave interleave) {
  return interleaveNames[static_cast<unsigned>(interleave)];
}

std::optional<Interleave> ptx::parseInterleave(StringRef name) {
  name.consume_front_insensitive("CU_TENSOR_MAP_INTERLEAVE_");
  return parse<Interleave>(interleaveNames, name);
}

std::optional<Swizzle> TensorMap::swizzle() const {
  constexpr unsigned mode128 = 3;
  if (!swizzleMode || (*swizzleMode == mode128 && !swizzleAtomicity))
    return std::nullopt;
  llvm::Expected<Swizzle> found = swizzleOf(*swizzleMode, swizzleAtomicity.value_or(0));
  if (found)
    return *found;
  llvm::consumeError(found.takeError());
  return std::nullopt;
}

std::optional<uint64_t> TensorMap::knownRank() const {
  if (rank)
    return rank;
  for (const std::optional<Numbers> *numbers : {&dims, &box, &elementStrides})
    if (*numbers)
      return (*numbers)->size();
  return std::nullopt;
}

std::optional<Interleave> TensorMap::knownInterleave() const {
  if (interleave)
    return interleave;
  std::optional<uint64_t> dimensions = knownRank();
  if (hasMode(isWide) || (dimensions && *dimensions < 3))
    return Interleave::None;
  return std::nullopt;
}

std::optional<std::pair<int64_t, int64_t>> TensorMap::boundingBox(size_t dimension) const {
  constexpr int64_t most = int64_t(1) << 47;
  if (!lower || !upper || !dims || dimension >= lower->size() || dimension >= upper->size() ||
      dimension + 1 >= dims->size())
    return std::nullopt;
  auto clamp = [=](int64_t value) { return std::clamp(value, -most, most); };
  int64_t size = std::min<uint64_t>((*dims)[dimension + 1], most);
  return std::pair(clamp((*lower)[dimension]), clamp(size - 1 + clamp((*upper)[dimension])));
}

std::optional<uint64_t> TensorMap::innerElements() const {
  if (hasMode(isIm2col))
    return channelsPerPixel;
  if (box && !box->empty())
    return box->front();
  return std::nullopt;
}
