// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Analysis/Tensor/TensorMapLookup.h"
#include "ptx/Diagnostics/TensorMapRules.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;

namespace {

/// An instruction that expects bytes at an mbarrier object, or lets them arrive.
struct Transaction {
  InstId inst;
  bool expects;
  std::optional<uint64_t> bytes;
};

/// Adds up the transactions of a body by mbarrier object.
class TransactionCounter {
public:
  explicit TransactionCounter(BodyLintContext &context)
      : context(context), unit(context.unit),
        lookup(*context.descriptions, context.checked, context.values()) {}

  void run();

private:
  bool collect(InstId inst, const InstrView &view);
  std::optional<uint64_t> constant(InstId inst, OperandId operand);
  std::optional<uint64_t> arrivingBytes(InstId inst, const InstrView &view);
  bool runTogether(llvm::ArrayRef<Transaction> list, llvm::ArrayRef<uint32_t> blocks) const;
  void check(const Symbol &barrier, llvm::ArrayRef<Transaction> list);

  BodyLintContext &context;
  const SyntaxUnit &unit;
  TensorMapLookup lookup;
  /// In the order of their first uses, so that the messages have one.
  llvm::MapVector<std::pair<const Symbol *, int64_t>, std::vector<Transaction>> barriers;
};

} // namespace

std::optional<uint64_t> TransactionCounter::constant(InstId inst, OperandId operand) {
  ExprId id = findOperand(context.checked, inst, operand);
  if (!id)
    return std::nullopt;
  KnownValue value = context.values().operand(inst, id);
  return value.isConstant() ? std::optional(value.constant()) : std::nullopt;
}

/// The bytes that a copy brings to the mbarrier object of this CTA.
std::optional<uint64_t> TransactionCounter::arrivingBytes(InstId inst, const InstrView &view) {
  if (view.has(Modifier::multicast_cluster) || view.has(Modifier::cta_group_2))
    return std::nullopt;
  const TensorCopy *copy = llvm::partition_point(
      context.tensorCopies(), [&](const TensorCopy &c) { return c.inst.index < inst.index; });
  if (copy != context.tensorCopies().end() && copy->inst == inst) {
    const KnownTensorMap *map = lookup.mapsOf(*copy).only();
    return map ? tensorAccessBytes(map->map, copy->access) : std::nullopt;
  }
  return constant(inst, OperandId::size);
}

/// Notes what the instruction does to mbarrier objects. Returns false if it is not known to which,
/// so that nothing is certain of any.
bool TransactionCounter::collect(InstId inst, const InstrView &view) {
  bool isBarrier = groupOf(asyncOp(view)) == AsyncGroup::Mbarriers;
  bool expects = isBarrier && view.has(Modifier::expect_tx);
  bool completes = isBarrier && view.has(Modifier::complete_tx);
  if (!expects && !completes && !view.has(Modifier::mbarrier_complete_tx_bytes))
    return !view.form->has(Trait::Calls);
  ExprId operand =
      findOperand(context.checked, inst, isBarrier ? OperandId::addr : OperandId::mbar);
  if (!operand)
    return false;
  KnownValue address = context.values().operand(inst, operand);
  bool isOwn = address.pointsTo() && address.offset && !address.ref.isModule() &&
               address.object == AddressWindow::Shared;
  if (!isOwn)
    return false;
  barriers[{address.symbol, *address.offset}].push_back(
      {inst, expects, isBarrier ? constant(inst, OperandId::txCount) : arrivingBytes(inst, view)});
  return true;
}

/// Whether the instructions run equally often, in the same threads: one block, one guard.
bool TransactionCounter::runTogether(llvm::ArrayRef<Transaction> list,
                                     llvm::ArrayRef<uint32_t> blocks) const {
  auto guardOf = [&](InstId inst) {
    const Instruction &i = unit[inst];
    return i.guard == GuardKind::None ? llvm::StringRef()
                                      : unit.tokens().buffer().slice(unit.range(i.first()).begin,
                                                                     unit.range(i.opcode).begin);
  };
  InstId first = list.front().inst;
  return llvm::all_of(list, [&](const Transaction &t) {
    return t.bytes && blocks[t.inst.index] == blocks[first.index] &&
           guardOf(t.inst).rtrim() == guardOf(first).rtrim();
  });
}

void TransactionCounter::check(const Symbol &barrier, llvm::ArrayRef<Transaction> list) {
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
      .range = unit.range(findOperand(context.checked, last->inst, OperandId::txCount)),
      .name = barrier.name,
      .expected = expected,
      .arriving = arriving});
  for (const Transaction &t : list)
    if (!t.expects)
      diagnostic.note(unit.range(unit[t.inst].opcode, unit[t.inst].last),
                      "this brings " + std::to_string(*t.bytes) + " bytes");
}

void TransactionCounter::run() {
  std::vector<uint32_t> blocks(unit.instructions().size());
  for (auto [i, stmt] : llvm::enumerate(unit.statements())) {
    if (stmt.kind != StmtKind::Instruction)
      continue;
    InstId inst{stmt.index};
    const Signature *signature = context.checked.signatures[inst.index];
    if (!signature || !collect(inst, signature->view))
      return;
    blocks[inst.index] = context.flow().blockOf({static_cast<uint32_t>(i)});
  }
  for (const auto &[key, list] : barriers)
    if (runTogether(list, blocks))
      check(*key.first, list);
}

/// The bytes that a phase expects are those that the copies bring, elements out of bounds included.
/// Looked at is what is certain: an mbarrier object of the kernel's own, whose transactions are all
/// in one block. (Manual 9.7.9.27.1.2, 9.7.13.15.2)
void ptx::checkTransactionBytes(BodyLintContext &context) {
  if (context.descriptions && context.asyncOps().has(AsyncGroup::Mbarriers) &&
      !context.tensorCopies().empty())
    TransactionCounter(context).run();
}
