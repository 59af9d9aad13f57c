// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandViews.h"
#include "ptx/Analysis/Tensor/TensorMapLookup.h"
#include "ptx/Diagnostics/TensorMapRules.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Lint/Tensor/ReplacedFields.h"
#include "ptx/Tensor/Maps/TensorMapRules.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringLiteral;

namespace {

/// A tensor map with fields that a body replaces: its symbol and offset.
using ObjectKey = std::pair<const Symbol *, int64_t>;

/// The fields of one object that one block replaces, in source order.
struct Replacements {
  uint32_t block;
  llvm::SmallVector<const ReplacedField *, 4> fields;
};

/// Checks the tensor maps that a body modifies.
class ReplacementChecker {
public:
  explicit ReplacementChecker(BodyLintContext &context)
      : context(context), all(findReplacedFields(context.checked, context.values())) {}

  void run();

private:
  bool isReplacedElsewhere(const Replacements &block) const;
  TensorMap mapBefore(const Replacements &block);
  void check(const Replacements &block);

  BodyLintContext &context;
  std::vector<ReplacedField> all;
};

} // namespace

static bool breaks(const Violations &violations, StringLiteral rule) {
  return llvm::any_of(violations, [&](const Violation &v) { return v.rule == rule; });
}

static bool hasKnownPlace(const KnownValue &address) {
  return address.pointsTo() && address.offset.has_value();
}

/// Whether the two addresses may refer to one map.
static bool mayBeSame(const KnownValue &a, const KnownValue &b) {
  return !hasKnownPlace(a) || !hasKnownPlace(b) || (a.symbol == b.symbol && *a.offset == *b.offset);
}

/// Whether another block may replace one of the fields: then they need not be consistent here.
bool ReplacementChecker::isReplacedElsewhere(const Replacements &block) const {
  const KnownValue &object = block.fields.front()->address;
  return llvm::any_of(all, [&](const ReplacedField &other) {
    if (llvm::is_contained(block.fields, &other))
      return false;
    return mayBeSame(other.address, object) &&
           llvm::any_of(block.fields,
                        [&](const ReplacedField *own) { return own->field == other.field; });
  });
}

/// The description of the map, without the fields that the body modifies.
TensorMap ReplacementChecker::mapBefore(const Replacements &block) {
  const ReplacedField &first = *block.fields.front();
  const KnownTensorMap *known = nullptr;
  if (context.descriptions)
    known = TensorMapLookup(*context.descriptions, context.checked, context.values())
                .mapAt(first.address, first.where);
  TensorMap map = known ? known->map : TensorMap();
  for (const ReplacedField &field : all)
    if (mayBeSame(field.address, first.address))
      field.forget(map);
  return map;
}

void ReplacementChecker::check(const Replacements &block) {
  TensorMap before = mapBefore(block);
  TensorMap after = before;
  Violations alone = checkTensorMap(before);
  for (const ReplacedField *field : block.fields) {
    field->apply(after);
    TensorMap single;
    field->apply(single);
    // A value that is invalid by itself is reported by another rule.
    Violations own = checkTensorMap(single);
    alone.insert(alone.end(), own.begin(), own.end());
  }
  for (const Violation &violation : checkTensorMap(after)) {
    if (violation.kind == Violation::Kind::Suspicious || breaks(alone, violation.rule))
      continue;
    // The fields that are necessary for the violation of the rule.
    llvm::SmallVector<const ReplacedField *, 4> culprits;
    for (const ReplacedField *field : block.fields) {
      TensorMap without = after;
      field->forget(without);
      if (!breaks(checkTensorMap(without), violation.rule))
        culprits.push_back(field);
    }
    if (culprits.empty())
      continue;
    ExprId value = view::MapReplace::of(context.checked, culprits.back()->inst)->new_val();
    Diagnostic &diagnostic = context.diagnostics.emit(
        diag::ReplacedTensorMap{.range = context.unit.range(value),
                                .violation = violation.text,
                                .rule = violation.rule == "T059" ? "T140" : "T141"});
    for (const ReplacedField *field : llvm::drop_end(culprits)) {
      const Instruction &inst = context.unit[field->inst];
      diagnostic.note(context.unit.range(inst.opcode, inst.last), "replaced together with this");
    }
  }
}

void ReplacementChecker::run() {
  // A limit that no real code reaches: each map is compared with all of these.
  constexpr size_t most = 1024;
  if (all.size() > most)
    return;
  llvm::MapVector<ObjectKey, Replacements> open;
  auto flush = [&](Replacements &block) {
    if (!block.fields.empty() && !isReplacedElsewhere(block))
      check(block);
    block.fields.clear();
  };
  std::vector<uint32_t> blocks(context.unit.instructions().size());
  for (auto [i, stmt] : llvm::enumerate(context.unit.statements()))
    if (stmt.kind == StmtKind::Instruction)
      blocks[stmt.index] = context.flow().blockOf({static_cast<uint32_t>(i)});
  for (const ReplacedField &field : all) {
    if (!hasKnownPlace(field.address) || context.unit[field.inst].guard != GuardKind::None)
      continue;
    Replacements &block = open[{field.address.symbol, *field.address.offset}];
    if (block.block != blocks[field.inst.index])
      flush(block);
    block.block = blocks[field.inst.index];
    block.fields.push_back(&field);
  }
  for (auto &[key, block] : open)
    flush(block);
}

void ptx::checkReplacedTensorMap(BodyLintContext &context) {
  if (context.asyncOps().has(AsyncOp::MapReplace))
    ReplacementChecker(context).run();
}
