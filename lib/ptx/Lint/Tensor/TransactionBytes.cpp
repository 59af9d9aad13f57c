// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Analysis/Tensor/TensorMapLookup.h"
#include "ptx/Diagnostics/TensorMapRules.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;

namespace {

/// An instruction that expects bytes at an mbarrier object, or completes them.
struct Transaction {
  const ObjectUse *object;
  bool expects;
  std::optional<uint64_t> bytes;
};

/// Adds up the transactions of a body by mbarrier object.
class TransactionCounter {
public:
  explicit TransactionCounter(BodyLintContext &context) : context(context), unit(context.unit) {
    if (context.descriptions)
      lookup.emplace(*context.descriptions, context.checked, context.values());
  }

  void run();

private:
  std::optional<uint64_t> constant(InstId inst, ExprId operand);
  std::optional<uint64_t> arrivingBytes(InstId inst, const InstrView &view);
  bool runTogether(const Transaction &a, const Transaction &b) const;
  void check(llvm::ArrayRef<Transaction> list);

  BodyLintContext &context;
  const SyntaxUnit &unit;
  std::optional<TensorMapLookup> lookup;
  std::vector<Transaction> transactions;
};

} // namespace

std::optional<uint64_t> TransactionCounter::constant(InstId inst, ExprId operand) {
  if (!operand)
    return std::nullopt;
  KnownValue value = context.values().operand(inst, operand);
  return value.isConstant() ? std::optional(value.constant()) : std::nullopt;
}

/// The number of bytes that a copy completes at the mbarrier object of this CTA.
std::optional<uint64_t> TransactionCounter::arrivingBytes(InstId inst, const InstrView &view) {
  if (findOperand(context.checked, inst, AsyncRole::Mask) || view.has(Modifier::cta_group_2))
    return std::nullopt;
  if (const OperandInfo *map = operandOf(view, AsyncRole::Map); !map)
    return constant(inst, findOperand(context.checked, inst, AsyncRole::Bytes));
  const TensorCopy *copy = llvm::partition_point(
      context.tensorCopies(), [&](const TensorCopy &c) { return c.inst.index < inst.index; });
  if (!lookup || copy == context.tensorCopies().end() || copy->inst != inst)
    return std::nullopt;
  const KnownTensorMap *map = lookup->mapsOf(*copy).only();
  return map ? tensorAccessBytes(map->map, copy->access) : std::nullopt;
}

/// Whether the instructions execute equally often, in the same threads, and refer to one object:
/// they have the same block, guard and address.
bool TransactionCounter::runTogether(const Transaction &a, const Transaction &b) const {
  InstId first = a.object->inst, second = b.object->inst;
  auto isGuarded = [&](InstId inst) { return unit[inst].guard != GuardKind::None; };
  return context.conditions().areInOneBlock(first, second) &&
         unit[first].guard == unit[second].guard &&
         (!isGuarded(first) ||
          context.valueKeys().ofGuard(first) == context.valueKeys().ofGuard(second)) &&
         (areSame(*a.object, *b.object) || context.valueKeys().of(first, a.object->operand) ==
                                               context.valueKeys().of(second, b.object->operand));
}

void TransactionCounter::check(llvm::ArrayRef<Transaction> list) {
  uint64_t expected = 0, arriving = 0;
  const Transaction *last = nullptr;
  bool arrives = false;
  for (const Transaction &t : list) {
    uint64_t &sum = t.expects ? expected : arriving;
    sum = llvm::SaturatingAdd(sum, *t.bytes);
    last = t.expects ? &t : last;
    arrives |= !t.expects;
  }
  if (!last || !arrives || expected == arriving)
    return;
  Diagnostic &diagnostic = context.diagnostics.emit(diag::TransactionBytes{
      .range = unit.range(findOperand(context.checked, last->object->inst, AsyncRole::Bytes)),
      .name = describe(*last->object),
      .expected = expected,
      .arriving = arriving});
  // A single expectation with a known number gives that number.
  ExprId bytes = findOperand(context.checked, last->object->inst, AsyncRole::Bytes);
  if (*last->bytes == expected && unit[bytes].kind == ExprKind::Integer)
    diagnostic.fix(unit.range(bytes), std::to_string(arriving),
                   "replace by " + std::to_string(arriving), Applicability::Unsafe);
  for (const Transaction &t : list)
    if (!t.expects)
      diagnostic.note(context.rangeOf(t.object->inst),
                      "this brings " + std::to_string(*t.bytes) + " bytes");
}

void TransactionCounter::run() {
  for (const ObjectUse &use : context.objectUses()) {
    const InstrView &view = context.view(use.inst);
    ExprId bytes = findOperand(context.checked, use.inst, AsyncRole::Bytes);
    bool isMbarrier = groupOf(use.op) == AsyncGroup::Mbarriers;
    if (isMbarrier && !bytes)
      continue;
    if (!isMbarrier && !use.completesBytes())
      continue;
    std::optional<uint64_t> count;
    if (!use.isRemote)
      count = isMbarrier                    ? constant(use.inst, bytes)
              : use.op == AsyncOp::BulkLoad ? arrivingBytes(use.inst, view)
                                            : std::nullopt;
    transactions.push_back({&use, !use.completesBytes(), count});
  }
  llvm::BitVector seen(static_cast<unsigned>(transactions.size()));
  for (unsigned i = 0; i != transactions.size(); ++i) {
    if (seen.test(i))
      continue;
    std::vector<Transaction> together;
    bool isCertain = true;
    for (unsigned other = i; other != transactions.size(); ++other)
      if (runTogether(transactions[i], transactions[other])) {
        seen.set(other);
        together.push_back(transactions[other]);
        isCertain &= transactions[other].bytes.has_value();
      }
    // Any other instruction that may refer to the object can be part of the same phase.
    isCertain = isCertain && llvm::all_of(transactions, [&](const Transaction &other) {
                  return !canBeSame(*transactions[i].object, *other.object) ||
                         runTogether(transactions[i], other);
                });
    if (isCertain)
      check(together);
  }
}

/// The bytes that a phase expects must equal the bytes of the copies, including elements out of
/// bounds. Only certain cases are checked: an mbarrier object of the kernel itself, whose
/// transactions are all in one block. (Manual 9.7.9.27.1.2, 9.7.13.15.2)
void ptx::checkTransactionBytes(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  bool expects = ops.has(AsyncOp::MbarrierArrive) || ops.has(AsyncOp::MbarrierExpect) ||
                 ops.has(AsyncOp::MbarrierDrop);
  if (expects && ops.has(AsyncOp::BulkLoad) && !ops.has(AsyncOp::Call) && context.flow().isExact())
    TransactionCounter(context).run();
}
