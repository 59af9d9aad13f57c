// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Tensor/TensorMapLookup.h"
#include "ptx/Diagnostics/TensorMapRules.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Tensor/Descriptors/MatrixDescriptor.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {

/// Compares the descriptors of a body with the tiles that they refer to.
class SwizzleChecker {
public:
  explicit SwizzleChecker(BodyLintContext &context)
      : context(context), lookup(*context.descriptions, context.checked, context.values()) {}

  void check(InstId inst, MatrixUnit unit, ExprId id);

private:
  /// A copy that fills a part of a variable. `map` is null if the map is uncertain or has no
  /// swizzle.
  struct Filling {
    const KnownTensorMap *map;
    std::optional<int64_t> offset;
    std::optional<int64_t> bytes;
  };

  void findFillings();
  void checkBase(InstId inst, ExprId id, Swizzle swizzle, const KnownValue &descriptor);
  const KnownTensorMap *mapOf(InstId inst, const KnownValue &descriptor);
  SymbolRef findOnlyTile() const;
  const KnownTensorMap *mapAtAddress(InstId inst, uint64_t start);

  /// Eight rows of 16 bytes.
  static constexpr uint64_t leastMatrix = 128;

  BodyLintContext &context;
  TensorMapLookup lookup;
  std::optional<SymbolRef> onlyTile;
  bool knowsFillings = false;
  bool isUncertain = false; ///< not all fillings are known
  llvm::DenseMap<const Symbol *, llvm::SmallVector<Filling, 4>> fillings; ///< by variable
};

} // namespace

/// Finds the destinations of copies. A copy to an unknown address may fill anything.
void SwizzleChecker::findFillings() {
  knowsFillings = true;
  for (const TensorCopy &copy : context.tensorCopies()) {
    if (copy.access.kind != TensorAccessKind::Load)
      continue;
    KnownValue target = context.values().operand(copy.inst, copy.shared);
    if (!target.symbol) {
      isUncertain = true;
      return;
    }
    const KnownTensorMap *map = lookup.mapsOf(copy).only();
    Filling filling{map && map->map.swizzleMode ? map : nullptr, target.offset, std::nullopt};
    if (std::optional<uint64_t> bytes =
            map ? tensorAccessBytes(map->map, copy.access) : std::nullopt)
      filling.bytes = static_cast<int64_t>(std::min<uint64_t>(*bytes, INT64_MAX));
    fillings[target.symbol].push_back(filling);
  }
}

/// The map that filled the tile in which the descriptor starts; null if uncertain.
const KnownTensorMap *SwizzleChecker::mapOf(InstId inst, const KnownValue &descriptor) {
  uint32_t where = context.unit.range(context.unit[inst].opcode).begin;
  if (const KnownTile *tile = context.descriptions->tile(DescribedName::of(descriptor.ref), where))
    return tile->map;
  const KnownTensorMap *result = nullptr;
  if (!knowsFillings)
    findFillings();
  if (isUncertain)
    return nullptr;
  // A limit that no real code reaches: each descriptor is compared with all copies.
  constexpr size_t most = 512;
  auto found = fillings.find(descriptor.symbol);
  if (found == fillings.end() || found->second.size() > most)
    return nullptr;
  for (const Filling &filling : found->second) {
    if (!filling.map)
      return nullptr;
    bool isElsewhere = filling.offset && descriptor.offset && filling.bytes &&
                       (*descriptor.offset < *filling.offset ||
                        *descriptor.offset - *filling.offset >= *filling.bytes);
    if (isElsewhere)
      continue;
    const TensorMap &map = filling.map->map;
    if (result && (result->map.swizzleMode != map.swizzleMode ||
                   result->map.swizzleAtomicity != map.swizzleAtomicity))
      return nullptr;
    result = filling.map;
  }
  return result;
}

/// The only shared variable of the kernel that is large enough for a matrix; none if there is no
/// such variable, or if there may be another.
SymbolRef SwizzleChecker::findOnlyTile() const {
  if (!context.isEntry() || context.uses(Trait::Calls))
    return {};
  auto isCandidate = [](const Symbol &symbol) {
    return symbol.isMemory() && symbol.space == StateSpace::Shared &&
           (!symbol.isDefinedHere() || symbol.bytes == 0 || symbol.bytes >= leastMatrix);
  };
  if (llvm::any_of(context.scope.moduleNames().all(), isCandidate))
    return {};
  SymbolRef only;
  for (auto [i, symbol] : llvm::enumerate(context.scope.symbols().all())) {
    if (!isCandidate(symbol))
      continue;
    if (only || !symbol.isDefinedHere() || symbol.bytes < leastMatrix)
      return {};
    only = SymbolRef::ofBody(static_cast<uint32_t>(i));
  }
  return only;
}

/// The map that filled the tile at the address `start` of shared memory; null if uncertain.
const KnownTensorMap *SwizzleChecker::mapAtAddress(InstId inst, uint64_t start) {
  if (!onlyTile)
    onlyTile = findOnlyTile();
  const Symbol *symbol = context.scope.symbol(*onlyTile);
  // Memory beyond the variable may be dynamic shared memory of the launch.
  if (!symbol || start > symbol->bytes - leastMatrix)
    return nullptr;
  const KnownTile *tile = context.descriptions->tile(
      DescribedName::of(*onlyTile), context.unit.range(context.unit[inst].opcode).begin);
  return tile ? tile->map : nullptr;
}

/// T193: the base offset follows from the start of the tile, which a comment may describe for the
/// register with the descriptor.
void SwizzleChecker::checkBase(InstId inst, ExprId id, Swizzle swizzle,
                               const KnownValue &descriptor) {
  const SyntaxUnit &unit = context.unit;
  constexpr unsigned firstBit = 49, bits = 3;
  llvm::KnownBits field = descriptor.bits.extractBits(bits, firstBit);
  SymbolRef ref = context.scope.binding(id);
  if (unit[id].kind != ExprKind::Name || !ref || ref.isSpecial() || !field.isConstant())
    return;
  const KnownTile *tile = context.descriptions->tile(
      DescribedName::of(ref, unit.text(unit[id].token)), unit.range(unit[inst].opcode).begin);
  if (!tile || !tile->base)
    return;
  uint64_t offset = field.getConstant().getZExtValue();
  unsigned expected = swizzleBaseOffset(swizzle, *tile->base);
  if (offset == expected)
    return;
  Diagnostic &diagnostic =
      context.diagnostics.emit(diag::TileBaseOffset{.range = unit.range(id),
                                                    .offset = offset,
                                                    .base = *tile->base,
                                                    .swizzle = swizzleInfo(swizzle).name,
                                                    .expected = expected});
  context.values().explain(diagnostic, inst, id);
}

void SwizzleChecker::check(InstId inst, MatrixUnit unit, ExprId id) {
  KnownValue descriptor = context.values().operand(inst, id);
  std::optional<Swizzle> swizzle = knownSwizzle(unit, descriptor);
  if (swizzle)
    checkBase(inst, id, *swizzle, descriptor);
  if (!swizzle || descriptor.loaded)
    return;
  const KnownTensorMap *known = nullptr;
  if (descriptor.symbol)
    known = mapOf(inst, descriptor);
  else if (descriptor.isConstant())
    known = mapAtAddress(inst, decodeMatrixDescriptor(unit, descriptor.constant()).startBytes);
  if (!known || !known->map.swizzleMode)
    return;
  const TensorMap &map = known->map;
  const SwizzleInfo &info = swizzleInfo(*swizzle);
  bool agrees = info.mode == *map.swizzleMode &&
                (info.isNone() || !map.swizzleAtomicity || info.atomicity == *map.swizzleAtomicity);
  if (agrees)
    return;
  llvm::Expected<Swizzle> filled = swizzleOf(*map.swizzleMode, map.swizzleAtomicity.value_or(0));
  std::string filledName = filled ? swizzleInfo(*filled).name.str() : "another swizzle";
  if (!filled)
    llvm::consumeError(filled.takeError());
  Diagnostic &diagnostic = context.diagnostics.emit(
      diag::TileSwizzle{.range = context.unit.range(id),
                        .said = info.name,
                        .name = known->name,
                        .filled = filledName,
                        .rule = unit == MatrixUnit::Wgmma ? "T191" : "T089"});
  context.values().explain(diagnostic, inst, id);
  diagnostic.note(known->range, known->origin());
}

/// The swizzle of a descriptor must match the tensor map that filled the tile. (Manual 5.5.7,
/// 9.7.15.5.1.2.2, 9.7.16.4.1)
void ptx::checkTileSwizzle(BodyLintContext &context) {
  if (!context.descriptions || !context.uses(Trait::HasMatrixDescriptor))
    return;
  SwizzleChecker checker(context);
  context.forEach(Trait::HasMatrixDescriptor, [&](InstId inst, const InstrView &view) {
    if (asyncOp(view) == AsyncOp::TensorCopy)
      return;
    bool isWgmma = asyncOp(view) == AsyncOp::WgmmaMma;
    for (ExprId descriptor : matrixDescriptors(context.checked, inst))
      checker.check(inst, isWgmma ? MatrixUnit::Wgmma : MatrixUnit::Tcgen05, descriptor);
  });
}
