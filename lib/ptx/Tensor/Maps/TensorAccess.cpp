// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Maps/TensorAccess.h"

#include "ptx/Tensor/Maps/TensorMapRules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringLiteral;
using llvm::StringRef;
using llvm::Twine;

StringLiteral ptx::loadModeName(LoadMode mode) {
  static constexpr StringLiteral names[] = {".tile",   ".tile::gather4", ".tile::scatter4",
                                            ".im2col", ".im2col::w",     ".im2col::w::128"};
  return names[static_cast<unsigned>(mode)];
}

LoadMode ptx::loadModeOf(MapMode mode) {
  static constexpr LoadMode modes[] = {LoadMode::Tile, LoadMode::Im2col, LoadMode::Im2colW,
                                       LoadMode::Im2colW128};
  return modes[static_cast<unsigned>(mode)];
}

/// The maps that `mode` supports.
static MapMode mapModeOf(LoadMode mode) {
  switch (mode) {
  case LoadMode::Tile:
  case LoadMode::Gather4:
  case LoadMode::Scatter4:
    break;
  case LoadMode::Im2col:
    return MapMode::Im2col;
  case LoadMode::Im2colW:
    return MapMode::Im2colW;
  case LoadMode::Im2colW128:
    return MapMode::Im2colW128;
  }
  return MapMode::Tiled;
}

static bool writesGlobal(const TensorAccess &access) {
  return access.kind == TensorAccessKind::Store || access.kind == TensorAccessKind::Reduce;
}

StringLiteral ptx::loadModeName(const TensorAccess &access) {
  if (writesGlobal(access) && access.mode == LoadMode::Im2col)
    return ".im2col_no_offs";
  if (writesGlobal(access) && access.mode == LoadMode::Im2colW)
    return ".im2col_no_offs::w";
  return loadModeName(access.mode);
}

/// Whether the instruction gives four rows for one dimension.
static bool hasFourRows(LoadMode mode) {
  return mode == LoadMode::Gather4 || mode == LoadMode::Scatter4;
}

namespace {

/// The element types that a reduction supports. (Manual 9.7.9.27.1.3)
struct Reduction {
  StringLiteral name;
  std::initializer_list<ElementType> types;
};

class AccessChecker {
public:
  AccessChecker(const TensorMap &map, const TensorAccess &access)
      : map(map), access(access), type(map.typeInfo()) {}

  Violations run() {
    shape();
    mode();
    direction();
    if (type)
      elements();
    if (access.kind == TensorAccessKind::Reduce)
      reduction();
    coordinates();
    if (isIm2col(mapModeOf(access.mode)))
      im2col();
    sharedAddress();
    return std::move(violations);
  }

private:
  using Kind = Violation::Kind;

  void add(StringLiteral rule, const Twine &text, Kind kind = Kind::Manual) {
    violations.push_back({kind, rule, text.str()});
  }
  bool writesGlobal() const { return ::writesGlobal(access); }
  /// Coordinate `i` of the instruction, if it exists and is constant.
  std::optional<int64_t> coordinate(size_t i) const {
    return i < access.coordinates.size() ? access.coordinates[i] : std::nullopt;
  }

  void shape();
  void mode();
  void direction();
  void elements();
  void paddedStore();
  void reduction();
  void coordinates();
  void im2col();
  void imageOffsets();
  void wideOffsets();
  void boundingBox();
  void sharedAddress();

  const TensorMap &map;
  const TensorAccess &access;
  const ElementTypeInfo *type;
  Violations violations;
};

} // namespace

void AccessChecker::shape() {
  std::optional<uint64_t> rank = map.knownRank();
  if (rank && *rank != access.rank)
    add("T051", "rank " + Twine(*rank) + ", and ." + Twine(access.rank) + "d takes rank " +
                    Twine(access.rank));
  if (!hasFourRows(access.mode))
    return;
  StringRef name = loadModeName(access);
  if (map.interleave && *map.interleave != Interleave::None)
    add("T055", name + " with an interleaved map; expected no interleaving");
  if (map.box && map.box->size() == 2 && map.box->back() != 1)
    add("T056", name + " with box size " + Twine(map.box->back()) + " in dimension 1; expected 1");
}

void AccessChecker::mode() {
  if (map.mode && *map.mode != mapModeOf(access.mode))
    return add("T052", loadModeName(access) + " with a tensor map of mode " +
                           mapModeName(*map.mode) + "; expected " +
                           mapModeName(mapModeOf(access.mode)));
  if (map.mode)
    return; // the check of the map covers the rest
  bool wide = isWide(mapModeOf(access.mode));
  std::optional<Swizzle> swizzle = map.swizzle();
  if (wide && map.swizzleMode == 0u)
    add("T057", loadModeName(access) + " without swizzling; expected 64B or 128B");
  if (wide && swizzle == Swizzle::B128Atom32Flip8)
    add("T057", loadModeName(access) + " with swizzle 128B_ATOM_32B_FLIP_8B");
  if (access.mode == LoadMode::Im2colW128 && swizzle == Swizzle::B96)
    add("T058", "swizzle 96B with .im2col::w::128");
}

void AccessChecker::direction() {
  if (writesGlobal() && map.swizzle() == Swizzle::B128Atom32Flip8)
    add("T060", "swizzle 128B_ATOM_32B_FLIP_8B of a copy to global memory; expected one from it");
  if (access.kind != TensorAccessKind::Load || access.isSm120a != true)
    return;
  if (type && type->isSubByte())
    add("T079", "type " + type->name + " loaded on sm_120a, which has no sub-byte types there");
  if (map.swizzleAtomicity && *map.swizzleAtomicity != 0)
    add("T079", "a swizzle atomicity other than 16B on sm_120a");
}

/// Restrictions for stores of b6p2x16 that only sm_103a and the family of sm_107f support; the
/// check of the map does not include them. (Manual of PTX 9.4, 9.7.10.28.5.1)
void AccessChecker::paddedStore() {
  if (access.storesHalfRows != false)
    return;
  if (map.innerElements() == uint64_t(64))
    add("T073", "an inner box size of 64 elements with type b6p2x16; expected 128, except on "
                "sm_103a and sm_107f");
  if (map.dims && !map.dims->empty() && map.dims->front() % 128)
    add("T074", "size " + Twine(map.dims->front()) +
                    " in dimension 0; expected a multiple of 128 for b6p2x16, except on sm_103a "
                    "and sm_107f");
  if (map.swizzle() == Swizzle::B64)
    add("T076",
        "swizzle 64B with type b6p2x16; expected none or 128B, except on sm_103a and sm_107f");
}

void AccessChecker::elements() {
  if (access.kind == TensorAccessKind::Reduce && type->isSubByte())
    add("T070", "a reduction of type " + type->name + "; sub-byte types cannot be reduced");
  else if (writesGlobal() && !type->canStore)
    add(type->type == ElementType::B4x16P64 ? StringLiteral("T071") : StringLiteral("T072"),
        "type " + type->name + " stored to global memory; it can only be loaded");
  else if (!writesGlobal() && !type->canLoad)
    add("T072", "type " + type->name + " loaded from global memory; it can only be stored");
  if (!type->isPadded())
    return;
  if (type->type == ElementType::B6p2x16)
    paddedStore();
  else if (type->bits == 6 && map.swizzle() == Swizzle::B64 && access.isOf107 == false)
    add("T076",
        "swizzle 64B with type " + type->name + "; expected none or 128B, except on sm_107f");
  bool hasHalfRows = type->type == ElementType::B6p2x16 && access.storesHalfRows != false;
  unsigned multiple = hasHalfRows ? 64 : 128;
  if (std::optional<int64_t> first = coordinate(0); first && *first % multiple)
    add("T075", "the first coordinate is " + Twine(*first) + "; expected a multiple of " +
                    Twine(multiple) + " for " + type->name);
}

void AccessChecker::reduction() {
  using enum ElementType;
  static const Reduction reductions[] = {
      {"add", {U32, S32, U64, F32, F32Ftz, F16, BF16}},
      {"min", {U32, S32, U64, S64, F16, BF16}},
      {"max", {U32, S32, U64, S64, F16, BF16}},
      {"inc", {U32}},
      {"dec", {U32}},
      {"and", {U32, S32, U64, S64}},
      {"or", {U32, S32, U64, S64}},
      {"xor", {U32, S32, U64, S64}},
  };
  if (!type || type->isSubByte())
    return;
  for (const Reduction &known : reductions)
    if (known.name == access.reduction && !llvm::is_contained(known.types, type->type))
      add("T088", "reduction ." + known.name + " of type " + type->name);
}

void AccessChecker::coordinates() {
  // Scattered rows can be outside. (Manual of PTX 9.4, 9.7.10.28.5.1)
  bool mayBeOutside = access.mode == LoadMode::Scatter4 && access.isOf107 != false;
  if (!writesGlobal() || mayBeOutside)
    return;
  for (auto [i, value] : llvm::enumerate(access.coordinates))
    if (value && *value < 0)
      add("T045", "coordinate " + Twine(i) + " of a copy to global memory is " + Twine(*value) +
                      "; expected 0 or more");
}

void AccessChecker::imageOffsets() {
  std::optional<Im2colLimits> limits = im2colLimits(access.rank);
  if (!limits)
    return;
  for (auto [i, offset] : llvm::enumerate(access.offsets))
    if (offset && (*offset < 0 || static_cast<uint64_t>(*offset) > limits->mostOffset))
      add("T023", "im2col offset " + Twine(i) + " is " + Twine(*offset) + "; expected 0 to " +
                      Twine(limits->mostOffset));
}

void AccessChecker::wideOffsets() {
  int64_t halos = access.mode == LoadMode::Im2colW ? 512 : 32;
  const auto &values = access.offsets;
  if (!values.empty() && values[0] && (*values[0] < 0 || *values[0] >= halos))
    add("T024", "wHalo is " + Twine(*values[0]) + "; expected 0 to " + Twine(halos - 1));
  if (values.size() > 1 && values[1] && (*values[1] < 0 || *values[1] >= 32))
    add("T025", "wOffset is " + Twine(*values[1]) + "; expected 0 to 31");
}

void AccessChecker::boundingBox() {
  static constexpr StringLiteral names[] = {"W", "H", "D"};
  bool wide = isWide(mapModeOf(access.mode));
  for (size_t i = 0; i != (wide ? 1 : std::size(names)); ++i) {
    std::optional<int64_t> position = coordinate(i + 1);
    std::optional<std::pair<int64_t, int64_t>> box = map.boundingBox(i);
    if (position && box && (*position > box->second || (!wide && *position < box->first)))
      add("T083", Twine("coordinate ") + names[i] + " is " + Twine(*position) +
                      ", outside of the bounding box, which goes from " + Twine(box->first) +
                      " to " + Twine(box->second));
  }
}

void AccessChecker::im2col() {
  if (isWide(mapModeOf(access.mode)))
    wideOffsets();
  else
    imageOffsets();
  boundingBox();
  if (!writesGlobal())
    return;
  bool staysInside =
      llvm::all_of(map.lower.value_or(TensorMap::Corner()), [](int64_t low) { return low >= 0; }) &&
      llvm::all_of(map.upper.value_or(TensorMap::Corner()), [](int64_t up) { return up <= 0; });
  if (!staysInside)
    add("T084",
        "a bounding box that leaves the tensor, for a copy to global memory; expected lower "
        "corners of 0 or more and upper corners of 0 or less");
}

void AccessChecker::sharedAddress() {
  if (!access.sharedAddress || access.kind == TensorAccessKind::Prefetch)
    return;
  uint64_t address = *access.sharedAddress;
  if (address % 16)
    add("T037", "the shared address is " + Twine(address) + "; expected a multiple of 16");
  std::optional<Swizzle> swizzle = map.swizzle();
  if (!swizzle)
    return;
  const SwizzleInfo &info = swizzleInfo(*swizzle);
  if (info.atomBytes > 16 && address % info.atomBytes)
    add("T085", "the shared address is " + Twine(address) + "; expected a multiple of " +
                    Twine(info.atomBytes) + " for swizzle " + info.name);
}

Violations ptx::checkTensorAccess(const TensorMap &map, const TensorAccess &access) {
  return AccessChecker(map, access).run();
}

/// The number of rows, along the inner dimension, in a box of a tiled map.
static uint64_t tiledRows(const TensorMap &map) {
  uint64_t rows = 1;
  for (size_t i = 1; i < map.box->size(); ++i) {
    uint64_t step = 1;
    if (map.elementStrides && i < map.elementStrides->size())
      step = std::max<uint64_t>((*map.elementStrides)[i], 1);
    rows = llvm::SaturatingMultiply(rows, llvm::divideCeil((*map.box)[i], step));
  }
  return rows;
}

/// The number of pixels of an im2col access.
static std::optional<uint64_t> pixels(const TensorMap &map, const TensorAccess &access) {
  bool is128 = access.mode == LoadMode::Im2colW128;
  if (!is128 && !map.pixelsPerColumn)
    return std::nullopt;
  // Writes to global memory have no halo. (Manual of PTX 9.4, 5.5.5.3)
  if (access.mode == LoadMode::Im2col || (access.mode == LoadMode::Im2colW && writesGlobal(access)))
    return map.pixelsPerColumn;
  if (access.offsets.empty() || !access.offsets[0] || *access.offsets[0] < 0)
    return std::nullopt;
  uint64_t halo = *access.offsets[0];
  return is128 ? llvm::SaturatingMultiplyAdd<uint64_t>(4, halo, 128)
               : llvm::SaturatingAdd(*map.pixelsPerColumn, halo);
}

std::optional<uint64_t> ptx::tensorAccessBytes(const TensorMap &map, const TensorAccess &access) {
  const ElementTypeInfo *type = map.typeInfo();
  bool tiled = mapModeOf(access.mode) == MapMode::Tiled;
  if (!type || (tiled ? !map.box || map.box->empty() : !map.channelsPerPixel))
    return std::nullopt;
  uint64_t rowElements = tiled ? map.box->front() : *map.channelsPerPixel;
  // Only interleaved tensors can have a traversal stride in dimension 0.
  if (tiled && map.interleave.value_or(Interleave::None) != Interleave::None &&
      map.elementStrides && !map.elementStrides->empty())
    rowElements = llvm::divideCeil(rowElements, std::max<uint64_t>(map.elementStrides->front(), 1));
  std::optional<uint64_t> rows = tiled ? tiledRows(map) : pixels(map, access);
  if (!rows || rowElements > UINT32_MAX)
    return std::nullopt;
  uint64_t boxes = hasFourRows(access.mode) ? 4 : 1;
  return llvm::SaturatingMultiply(llvm::SaturatingMultiply(*rows, boxes),
                                  type->sharedBytes(rowElements));
}
