// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Tensor/TensorMapLookup.h"
#include "ptx/Diagnostics/TensorMapRules.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Lint/Tensor/ReplacedFields.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// Compares the tensor copies of one body with the maps that they use.
class MismatchChecker {
public:
  explicit MismatchChecker(BodyLintContext &context)
      : context(context), unit(context.unit),
        lookup(*context.descriptions, context.checked, context.values()) {
    forgetReplaced();
  }

  void check(const TensorCopy &copy);

private:
  void forgetReplaced();
  Violations violationsOf(const TensorCopy &copy, const KnownTensorMap &known);
  void room(const TensorCopy &copy, const TensorMap &map, Violations &out);
  SourceRange modifier(const TensorCopy &copy, StringRef prefix) const;
  SourceRange placeOf(const TensorCopy &copy, StringRef rule) const;

  BodyLintContext &context;
  const SyntaxUnit &unit;
  TensorMapLookup lookup;
  /// The maps with replaced fields, without those fields.
  llvm::DenseMap<const KnownTensorMap *, TensorMap> replaced;
};

} // namespace

/// Other rules report errors that do not require a description: T023 to T025, T037, T045.
static bool needsNoMap(StringRef rule) {
  return llvm::is_contained({"T023", "T024", "T025", "T037", "T045"}, rule);
}

/// T086: the shared variable, or its stage, must be large enough for the whole box.
void MismatchChecker::room(const TensorCopy &copy, const TensorMap &map, Violations &out) {
  std::optional<uint64_t> bytes = tensorAccessBytes(map, copy.access);
  if (!bytes || !copy.shared)
    return;
  KnownValue address = context.values().operand(copy.inst, copy.shared);
  if (!address.pointsTo() || !address.offset || *address.offset < 0 || !address.symbol->bytes)
    return;
  uint64_t offset = *address.offset;
  uint64_t room = address.symbol->bytes - std::min(address.symbol->bytes, offset);
  StringRef where = "`";
  if (const KnownTile *tile = lookup.tileOf(copy.inst, copy.shared);
      tile && tile->stageBytes && *tile->stageBytes) {
    uint64_t rest = *tile->stageBytes - offset % *tile->stageBytes;
    where = rest < room ? "a stage of `" : where;
    room = std::min(room, rest);
  }
  if (*bytes > room)
    out.push_back({Violation::Kind::Manual, "T086",
                   ("the box takes " + llvm::Twine(*bytes) + " bytes, and " + where +
                    address.symbol->name + "` has room for " + llvm::Twine(room))
                       .str()});
}

void MismatchChecker::forgetReplaced() {
  for (const ReplacedField &field : findReplacedFields(context.checked, context.values()))
    if (const KnownTensorMap *known = lookup.mapAt(field.address, field.where);
        known && field.where > known->range.begin)
      field.forget(replaced.try_emplace(known, known->map).first->second);
}

Violations MismatchChecker::violationsOf(const TensorCopy &copy, const KnownTensorMap &known) {
  auto changed = replaced.find(&known);
  const TensorMap &map = changed == replaced.end() ? known.map : changed->second;
  Violations violations = checkTensorAccess(map, copy.access);
  llvm::erase_if(violations, [](const Violation &v) { return needsNoMap(v.rule); });
  // The other checks have no meaning for a map of another kind.
  auto wrongKind = llvm::find_if(violations, [](const Violation &v) { return v.rule == "T052"; });
  if (wrongKind != violations.end())
    return {*wrongKind};
  room(copy, map, violations);
  return violations;
}

/// The modifier of the instruction with the prefix `prefix`; the tensor map operand if there is
/// none.
SourceRange MismatchChecker::modifier(const TensorCopy &copy, StringRef prefix) const {
  const Instruction &inst = unit[copy.inst];
  for (uint32_t i = 1; i <= inst.modifierCount; ++i)
    if (TokenId token{inst.opcode.index + i}; unit.text(token).starts_with(prefix))
      return unit.range(token);
  return unit.range(copy.map);
}

/// The part of the instruction that contradicts the map.
SourceRange MismatchChecker::placeOf(const TensorCopy &copy, StringRef rule) const {
  if (rule == "T051")
    return modifier(copy, "." + std::to_string(copy.access.rank) + "d");
  if (llvm::is_contained({"T052", "T055", "T056", "T057", "T058", "T084"}, rule))
    return modifier(copy, loadModeName(copy.access));
  if (rule == "T088")
    return modifier(copy, "." + copy.access.reduction.str());
  if (rule == "T075" || rule == "T083")
    return unit.range(copy.coordinates);
  if ((rule == "T085" || rule == "T086") && copy.shared)
    return unit.range(copy.shared);
  return unit.range(copy.map);
}

void MismatchChecker::check(const TensorCopy &copy) {
  ReachingMaps reaching = lookup.mapsOf(copy);
  std::vector<Violations> found;
  for (const KnownTensorMap *map : reaching.maps)
    found.push_back(violationsOf(copy, *map));
  // If no map that reaches the copy matches, the copy is wrong on every path.
  bool isSure = reaching.isExact && llvm::none_of(found, [](const auto &v) { return v.empty(); });
  for (auto [map, violations] : llvm::zip(reaching.maps, found))
    for (const Violation &violation : violations) {
      SourceRange range = placeOf(copy, violation.rule);
      Diagnostic &diagnostic =
          isSure ? context.diagnostics.emit(diag::TensorMapMismatch{.range = range,
                                                                    .name = map->name,
                                                                    .violation = violation.text,
                                                                    .rule = violation.rule})
                 : context.diagnostics.emit(diag::PossibleMapMismatch{.range = range,
                                                                      .name = map->name,
                                                                      .violation = violation.text,
                                                                      .rule = violation.rule});
      diagnostic.note(map->range, map->origin());
    }
}

void ptx::checkTensorMapMismatch(BodyLintContext &context) {
  if (!context.descriptions || context.tensorCopies().empty())
    return;
  MismatchChecker checker(context);
  for (const TensorCopy &copy : context.tensorCopies())
    checker.check(copy);
}
