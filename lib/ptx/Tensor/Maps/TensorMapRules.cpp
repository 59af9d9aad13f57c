// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Maps/TensorMapRules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringLiteral;
using llvm::Twine;

std::optional<Im2colLimits> ptx::im2colLimits(uint64_t rank) {
  static constexpr Im2colLimits limits[] = {
      {-32768, 32767, 65535}, {-128, 127, 255}, {-16, 15, 31}};
  if (rank < 3 || rank > 5)
    return std::nullopt;
  return limits[rank - 3];
}

namespace {

class MapChecker {
public:
  explicit MapChecker(const TensorMap &map) : map(map), type(map.typeInfo()) {}

  Violations run() {
    rank();
    sizes();
    strides();
    address();
    box();
    elementStrides();
    interleave();
    swizzle();
    inner();
    fill();
    packedTypes();
    if (map.hasMode(isIm2col))
      im2col();
    return std::move(violations);
  }

private:
  using Kind = Violation::Kind;

  void add(Kind kind, StringLiteral rule, const Twine &text) {
    violations.push_back({kind, rule, text.str()});
  }
  bool isInterleaved() const { return map.interleave && *map.interleave != Interleave::None; }
  bool isNotInterleaved() const { return map.knownInterleave() == Interleave::None; }
  /// Whether sixteen elements of the type are padded to 16 bytes: `b4x16_p64` and the 6-bit types.
  bool isPadded() const { return type && type->isPadded(); }
  /// The required alignment of the address and the strides; 16 suffices for stores of `b6p2x16` by
  /// sm_103a.
  uint64_t alignment() const {
    bool needs32 =
        map.interleave == Interleave::B32 || (isPadded() && type->type != ElementType::B6p2x16);
    return needs32 ? 32 : 16;
  }

  void rank();
  void length(StringLiteral name, size_t actual, uint64_t expected);
  void sizes();
  void strides();
  void overlap();
  void address();
  void box();
  void elementStrides();
  void interleave();
  void swizzle();
  void inner();
  void fill();
  void packedTypes();
  void packedSwizzle(Swizzle swizzle);
  void im2col();
  void corners();
  void wideSwizzle();

  const TensorMap &map;
  const ElementTypeInfo *type;
  Violations violations;
};

} // namespace

void MapChecker::length(StringLiteral name, size_t actual, uint64_t expected) {
  if (actual != expected)
    add(Kind::Manual, "T051",
        Twine(actual) + " " + name + " for rank " + Twine(*map.rank) + "; expected " +
            Twine(expected));
}

void MapChecker::rank() {
  if (!map.rank)
    return;
  uint64_t least = map.hasMode(isIm2col) ? 3 : 1;
  if (*map.rank < least || *map.rank > 5)
    return add(Kind::Manual, "T051",
               "rank " + Twine(*map.rank) + "; expected " + Twine(least) + " to 5" +
                   (least == 3 ? " for im2col" : ""));
  if (isInterleaved() && *map.rank < 3)
    add(Kind::Manual, "T053",
        "an interleaved map of rank " + Twine(*map.rank) + "; expected 3 to 5");
  if (map.dims)
    length("sizes", map.dims->size(), *map.rank);
  if (map.strides)
    length("strides", map.strides->size(), *map.rank - 1);
  if (map.box)
    length("box sizes", map.box->size(), *map.rank);
  if (map.elementStrides)
    length("traversal strides", map.elementStrides->size(), *map.rank);
}

void MapChecker::sizes() {
  if (!map.dims)
    return;
  for (auto [i, size] : llvm::enumerate(*map.dims))
    if (!size || size > uint64_t(1) << 32)
      add(Kind::Driver, "T065",
          "size " + Twine(size) + " in dimension " + Twine(i) + "; expected 1 to 2^32");
  if (map.dims->empty() || !type)
    return;
  // A row of `b6p2x16` that sm_103a stores may have 48 bytes.
  unsigned multiple = type->type == ElementType::B6p2x16 ? 64
                      : isPadded()                       ? 128
                      : type->isSubByte()                ? 2
                                                         : 1;
  if (map.dims->front() % multiple)
    add(type->isPadded() ? Kind::Manual : Kind::Driver, "T074",
        "size " + Twine(map.dims->front()) + " in dimension 0; expected a multiple of " +
            Twine(multiple) + " for " + type->name);
}

void MapChecker::strides() {
  if (!map.strides)
    return;
  for (auto [i, stride] : llvm::enumerate(*map.strides)) {
    if (stride % alignment())
      add(alignment() == 32 && isPadded() ? Kind::Manual : Kind::Driver, "T066",
          "stride of " + Twine(stride) + " bytes in dimension " + Twine(i + 1) +
              "; expected a multiple of " + Twine(alignment()));
    else if (stride >> 40)
      add(Kind::Driver, "T066",
          "stride of " + Twine(stride) + " bytes in dimension " + Twine(i + 1) +
              "; expected less than 2^40");
  }
  overlap();
}

// Overlapping rows are legal, and some programs use them on purpose. Dimensions may have any order.
void MapChecker::overlap() {
  if (!map.strides || !map.dims || !type || isInterleaved() || map.dims->empty())
    return;
  using Dimension = std::pair<uint64_t, size_t>; // the stride of a dimension and its number
  llvm::SmallVector<Dimension, 4> dimensions;
  for (auto [i, stride] : llvm::enumerate(*map.strides))
    if (i + 1 < map.dims->size() && (*map.dims)[i + 1] > 1)
      dimensions.emplace_back(stride, i + 1);
  llvm::sort(dimensions);
  uint64_t extent = type->globalBytes(map.dims->front());
  for (auto [stride, i] : dimensions) {
    if (stride < extent && stride % alignment() == 0)
      add(Kind::Suspicious, "T066",
          "stride of " + Twine(stride) + " bytes in dimension " + Twine(i) +
              ", in which one step takes " + Twine(extent) + " bytes: neighbours overlap");
    extent = llvm::SaturatingMultiply(stride, (*map.dims)[i]);
  }
}

void MapChecker::address() {
  std::optional<uint64_t> known = map.address ? map.address : map.addressAlignment;
  if (!known || *known % alignment() == 0)
    return;
  add(Kind::Manual, "T067",
      Twine(map.address ? "global address " : "global address with alignment ") + Twine(*known) +
          "; expected a multiple of " + Twine(alignment()));
}

void MapChecker::box() {
  if (!map.box || map.hasMode(isIm2col))
    return;
  for (auto [i, size] : llvm::enumerate(*map.box))
    if (!size || size > 256)
      add(Kind::Driver, "T064",
          "box size " + Twine(size) + " in dimension " + Twine(i) + "; expected 1 to 256");
}

void MapChecker::elementStrides() {
  if (!map.elementStrides)
    return;
  for (auto [i, stride] : llvm::enumerate(*map.elementStrides)) {
    if (!stride || stride > 8)
      add(Kind::Driver, "T068",
          "traversal stride " + Twine(stride) + " in dimension " + Twine(i) + "; expected 1 to 8");
    else if (i == 0 && stride != 1 && isNotInterleaved())
      add(Kind::Manual, "T068",
          "traversal stride " + Twine(stride) + " in dimension 0 without interleaving; expected 1");
  }
}

void MapChecker::interleave() {
  if (!isInterleaved())
    return;
  if (map.hasMode(isWide))
    add(Kind::Manual, "T054",
        "an interleaved map of mode " + mapModeName(*map.mode) + "; expected no interleaving");
  if (map.interleave == Interleave::B32 && map.swizzleMode && *map.swizzleMode != 1)
    add(Kind::Driver, "T061", "interleave 32B with another swizzle than 32B");
  if (type && type->bits == 6)
    add(Kind::Driver, "T077",
        "an interleaved map of type " + type->name + "; expected no interleaving");
}

void MapChecker::swizzle() {
  if (map.swizzleMode) {
    llvm::Expected<Swizzle> pair = swizzleOf(*map.swizzleMode, map.swizzleAtomicity.value_or(0));
    if (!pair)
      add(Kind::Manual, "T059", llvm::toString(pair.takeError()));
  }
  if (map.swizzle() != Swizzle::B96)
    return;
  if (isInterleaved())
    add(Kind::Manual, "T078", "swizzle 96B of an interleaved map; expected no interleaving");
  if (isPadded())
    add(Kind::Manual, "T078", "swizzle 96B with type " + type->name);
  if (map.mode == MapMode::Im2colW128)
    add(Kind::Manual, "T058", "swizzle 96B with mode im2col_w128");
}

void MapChecker::inner() {
  std::optional<uint64_t> elements = map.innerElements();
  // The limit keeps the products below exact; larger boxes are errors in any case.
  if (!elements || *elements > 1 << 20 || !type || !isNotInterleaved())
    return;
  uint64_t bytes = type->globalBytes(*elements);
  if (bytes % 16)
    add(Kind::Manual, "T063",
        "the inner dimension of the box takes " + Twine(bytes) +
            " bytes; expected a multiple of 16");
  std::optional<Swizzle> swizzle = map.swizzle();
  if (!swizzle && map.swizzleMode == 3u)
    swizzle = Swizzle::B128;
  if (!swizzle || *swizzle == Swizzle::None)
    return;
  const SwizzleInfo &info = swizzleInfo(*swizzle);
  bool is96 = info.swizzle == Swizzle::B96;
  uint64_t shared = type->sharedBytes(*elements);
  if (shared > info.spanBytes)
    add(is96 ? Kind::Manual : Kind::Driver, is96 ? StringLiteral("T078") : StringLiteral("T062"),
        "the inner dimension of the box takes " + Twine(shared) +
            " bytes of shared memory; expected at most " + Twine(info.spanBytes) + " for swizzle " +
            info.modeName);
}

void MapChecker::fill() {
  if (map.fillsNan != true || !type || type->isFloat)
    return;
  add(type->isSubByte() ? Kind::Manual : Kind::Driver, "T069",
      "OOB-NaN fill with type " + type->name + "; expected a floating-point type");
}

void MapChecker::packedSwizzle(Swizzle swizzle) {
  using enum Swizzle;
  const SwizzleInfo &info = swizzleInfo(swizzle);
  bool isStore = type->type == ElementType::B6p2x16;
  // 64B is for 6-bit types: for stores by sm_103a, and for the family of sm_107f.
  bool legal = swizzle == None || swizzle == B128 || swizzle == B128Atom32 ||
               swizzle == B128Atom64 || (type->bits == 6 && swizzle == B64);
  if (!legal)
    add(Kind::Manual, "T076",
        "swizzle " + info.name + " with type " + type->name +
            "; expected none, or 128B with atomicity 16B, 32B or 64B");
  else if (swizzle == B64 && !isStore)
    add(Kind::Driver, "T076",
        "swizzle " + info.name + " with type " + type->name +
            ", which is for sm_107f; expected none, 128B or 128B_ATOM_32B");
  else if (swizzle == B128Atom64 && !isStore)
    add(Kind::Driver, "T076",
        "swizzle " + info.name + " with type " + type->name +
            ", which the driver refuses; expected none, 128B or 128B_ATOM_32B");
}

void MapChecker::packedTypes() {
  if (!isPadded())
    return;
  std::optional<uint64_t> elements = map.innerElements();
  bool mayHave64 = type->type == ElementType::B6p2x16;
  if (elements && *elements != 128 && !(mayHave64 && *elements == 64))
    add(Kind::Manual, "T073",
        "an inner box size of " + Twine(*elements) + " with type " + type->name +
            "; expected 128 elements, " + Twine(type->globalBytes(128)) + " bytes");
  if (std::optional<Swizzle> swizzle = map.swizzle(); swizzle && !map.hasMode(isWide))
    packedSwizzle(*swizzle);
}

void MapChecker::corners() {
  if (!map.rank)
    return;
  bool wide = map.hasMode(isWide);
  std::optional<Im2colLimits> limits = im2colLimits(wide ? 3 : *map.rank);
  if (!limits || *map.rank < 3)
    return;
  size_t spatial = wide ? 1 : *map.rank - 2;
  for (const auto &[name, corner] :
       {std::pair("lower", &map.lower), std::pair("upper", &map.upper)}) {
    if (!*corner)
      continue;
    if ((*corner)->size() != spatial)
      add(Kind::Manual, "T080",
          Twine((*corner)->size()) + " values of the " + name + " corner; expected " +
              Twine(spatial));
    for (int64_t value : **corner)
      if (value < limits->leastCorner || value > limits->mostCorner)
        add(Kind::Manual, "T080",
            Twine(name) + " corner " + Twine(value) + "; expected " + Twine(limits->leastCorner) +
                " to " + Twine(limits->mostCorner));
  }
  static constexpr StringLiteral names[] = {"W", "H", "D"};
  for (size_t i = 0; i != spatial; ++i) {
    std::optional<std::pair<int64_t, int64_t>> box = map.boundingBox(i);
    if (box && box->first > box->second)
      add(Kind::Driver, "T081",
          "the bounding box goes from " + Twine(box->first) + " to " + Twine(box->second) + " in " +
              names[i] + ", which is empty");
  }
}

void MapChecker::wideSwizzle() {
  if (map.swizzleMode == 0u)
    return add(Kind::Manual, "T057",
               "no swizzle with mode " + mapModeName(*map.mode) +
                   "; expected 64B, 128B or 128B_ATOM_32B");
  std::optional<Swizzle> swizzle = map.swizzle();
  if (!swizzle)
    return;
  if (*swizzle == Swizzle::B128Atom32Flip8)
    return add(Kind::Manual, "T057",
               "swizzle 128B_ATOM_32B_FLIP_8B with mode " + mapModeName(*map.mode) +
                   "; expected 64B, 128B or 128B_ATOM_32B");
  using enum Swizzle;
  bool isPacked = isPadded();
  bool fits = *swizzle == B128 || *swizzle == B128Atom32 || (*swizzle == B64 && !isPacked);
  if (!fits && !(*swizzle == B96 && *map.mode == MapMode::Im2colW128))
    add(Kind::Driver, isPacked ? StringLiteral("T076") : StringLiteral("T057"),
        "swizzle " + swizzleInfo(*swizzle).name + " with mode " + mapModeName(*map.mode) +
            (isPacked ? " and type " + type->name.str() : std::string()) +
            ", which cuTensorMapEncodeIm2colWide refuses; expected " + (isPacked ? "" : "64B, ") +
            "128B or 128B_ATOM_32B");
}

void MapChecker::im2col() {
  corners();
  if (map.hasMode(isWide))
    wideSwizzle();
  if (map.channelsPerPixel && (!*map.channelsPerPixel || *map.channelsPerPixel > 256))
    add(Kind::Driver, "T082",
        Twine(*map.channelsPerPixel) + " channels per pixel; expected 1 to 256");
  if (map.mode == MapMode::Im2colW128)
    return;
  if (map.pixelsPerColumn && (!*map.pixelsPerColumn || *map.pixelsPerColumn > 1024))
    add(Kind::Driver, "T082",
        Twine(*map.pixelsPerColumn) + " pixels per column; expected 1 to 1024");
}

Violations ptx::checkTensorMap(const TensorMap &map) { return MapChecker(map).run(); }
