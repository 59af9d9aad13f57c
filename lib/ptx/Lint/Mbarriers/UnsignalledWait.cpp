// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {

/// Finds waits for the first phase of an mbarrier object that no arrival can complete: the wait is
/// reachable from the start of the entry, and arrivals are only reachable after waits that never
/// return. The first phase has parity 0; a wait for the preceding phase, with parity 1, returns at
/// once. (Manual 9.7.13.15.5, 9.7.13.15.16)
class FirstPhases {
public:
  explicit FirstPhases(BodyLintContext &context)
      : context(context), unit(context.unit), reaching(context.values().definitions()) {}

  void run();

private:
  using SourceId = ReachingDefinitions::SourceId;
  using Waits = llvm::SmallVector<const ObjectUse *, 16>;

  bool isCandidate(const ObjectUse &use) const;
  bool canArrive(const ObjectUse &wait, bool anywhere) const;
  void findReached();
  void passBlock(uint32_t block, llvm::SmallVectorImpl<uint32_t> &open);
  bool isZeroAtFirst(const ObjectUse &wait);
  bool isZero(SourceId id, llvm::SmallDenseSet<SourceId, 8> &seen, bool &isFound);
  bool isZeroOperand(InstId inst, ExprId operand, llvm::SmallDenseSet<SourceId, 8> &seen,
                     bool &isFound);
  std::optional<uint64_t> numberWhileBlocked(InstId inst, ExprId operand, unsigned depth) const;
  std::optional<uint64_t> numberWhileBlocked(SourceId id, unsigned depth) const;
  void report(const ObjectUse &wait, const Waits &all) const;

  BodyLintContext &context;
  const SyntaxUnit &unit;
  ReachingDefinitions &reaching;
  Waits blocked;
  llvm::BitVector reached; // by instruction
  llvm::BitVector blocks;
};

} // namespace

bool FirstPhases::isCandidate(const ObjectUse &use) const {
  const OperandInfo *phase = operandOf(context.view(use.inst), AsyncRole::Phase);
  return use.op == AsyncOp::MbarrierWait && use.isKnown() && !use.isRemote && phase &&
         phase->id == OperandId::phaseParity &&
         llvm::any_of(context.objectUses(), [&](const ObjectUse &other) {
           return other.op == AsyncOp::MbarrierInit && canBeSame(other, use);
         });
}

/// Whether some reachable arrival may be at the object of the wait.
bool FirstPhases::canArrive(const ObjectUse &wait, bool anywhere) const {
  return llvm::any_of(context.objectUses(), [&](const ObjectUse &use) {
    return use.arrives() && canBeSame(use, wait) && (anywhere || reached.test(use.inst.index));
  });
}

/// The value of the operand while the waits of `blocked` do not return; none if unknown.
std::optional<uint64_t> FirstPhases::numberWhileBlocked(InstId inst, ExprId operand,
                                                        unsigned depth) const {
  if (std::optional<Constant> constant = context.scope.constant(operand))
    return constant->isInteger() ? std::optional(constant->bits) : std::nullopt;
  if (unit[operand].kind == ExprKind::Unary && unit[operand].op() == TokenKind::Not) {
    std::optional<uint64_t> value = numberWhileBlocked(inst, unit[operand].child(), depth);
    return value ? std::optional(~*value & 1) : std::nullopt;
  }
  uint32_t reg =
      unit[operand].kind == ExprKind::Name ? context.registers().find(operand) : Registers::none;
  return reg == Registers::none ? std::nullopt
                                : numberWhileBlocked(reaching.before(inst, reg), depth);
}

std::optional<uint64_t> FirstPhases::numberWhileBlocked(SourceId id, unsigned depth) const {
  const ValueSource source = reaching[id];
  if (source.kind != ValueSource::Definition || depth == 0 ||
      !context.checked.signatures[source.inst.index])
    return std::nullopt;
  if (llvm::any_of(blocked, [&](const ObjectUse *wait) { return wait->inst == source.inst; }))
    return 0;
  llvm::ArrayRef<ExprId> operands = unit.list(unit[source.inst].operands());
  const InstrView &view = context.view(source.inst);
  auto value = [&](size_t i) {
    return i < operands.size() ? numberWhileBlocked(source.inst, operands[i], depth - 1)
                               : std::nullopt;
  };
  switch (view.form->action) {
  case Action::Move:
    return value(1);
  case Action::BitNot:
    return value(1) ? std::optional(~*value(1) & 1) : std::nullopt;
  case Action::Select:
    return value(3) ? value(*value(3) & 1 ? 1 : 2) : std::nullopt;
  case Action::Compare:
    if (operands.size() == 3 && value(1) && value(2) &&
        (view.has(Modifier::eq) || view.has(Modifier::ne)))
      return (*value(1) == *value(2)) == view.has(Modifier::eq);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

/// Records the reachable code in a block and after it.
void FirstPhases::passBlock(uint32_t block, llvm::SmallVectorImpl<uint32_t> &open) {
  constexpr unsigned deepest = 8;
  llvm::ArrayRef<Stmt> statements = unit.statements();
  InstId last;
  for (uint32_t i = context.flow()[block].first.index; i != context.flow()[block].end.index; ++i)
    if (statements[i].kind == StmtKind::Instruction) {
      last = {statements[i].index};
      reached.set(last.index);
    }
  llvm::ArrayRef<uint32_t> next = context.flow().successors(block);
  std::optional<uint64_t> guard;
  bool branches = last && context.checked.signatures[last.index] &&
                  context.view(last).form->has(Trait::Branches) &&
                  unit[last].guard != GuardKind::None && next.size() == 2;
  if (branches)
    guard = numberWhileBlocked(reaching.before(last, context.registers().ofGuard(last)), deepest);
  for (auto [number, to] : llvm::enumerate(next)) {
    bool isTaken = number == 0;
    bool holds = guard && ((*guard & 1) != 0) == (unit[last].guard == GuardKind::Plain);
    if ((guard && isTaken != holds) || blocks.test(to))
      continue;
    blocks.set(to);
    open.push_back(to);
  }
}

void FirstPhases::findReached() {
  reached.clear();
  reached.resize(static_cast<unsigned>(unit.instructions().size()));
  blocks.clear();
  blocks.resize(context.flow().size());
  llvm::SmallVector<uint32_t> open{0};
  blocks.set(0);
  while (!open.empty())
    passBlock(open.pop_back_val(), open);
}

bool FirstPhases::isZeroOperand(InstId inst, ExprId operand, llvm::SmallDenseSet<SourceId, 8> &seen,
                                bool &isFound) {
  if (std::optional<Constant> constant = context.scope.constant(operand)) {
    isFound = true;
    return constant->isInteger() && constant->bits == 0;
  }
  uint32_t reg =
      unit[operand].kind == ExprKind::Name ? context.registers().find(operand) : Registers::none;
  return reg != Registers::none && isZero(reaching.before(inst, reg), seen, isFound);
}

/// Whether the value is always 0, from the values that can be computed before the waits return.
bool FirstPhases::isZero(SourceId id, llvm::SmallDenseSet<SourceId, 8> &seen, bool &isFound) {
  constexpr unsigned most = 32;
  if (!seen.insert(id).second)
    return true;
  if (seen.size() > most)
    return false;
  const ValueSource source = reaching[id];
  switch (source.kind) {
  case ValueSource::Definition: {
    if (!reached.test(source.inst.index))
      return true;
    if (!context.checked.signatures[source.inst.index])
      return false;
    llvm::ArrayRef<ExprId> operands = unit.list(unit[source.inst].operands());
    Action action = context.view(source.inst).form->action;
    auto zero = [&](size_t i) { return isZeroOperand(source.inst, operands[i], seen, isFound); };
    if (action == Action::Move && operands.size() == 2)
      return zero(1);
    return action == Action::Select && operands.size() == 4 && zero(1) && zero(2);
  }
  case ValueSource::Undefined:
  case ValueSource::Unknown:
    return false;
  default: {
    llvm::SmallVector<SourceId> alternatives;
    reaching.appendAlternatives(id, alternatives);
    return llvm::all_of(alternatives, [&](SourceId one) {
      // A register without a value on a path that is never taken is ignored.
      return reaching[one].kind == ValueSource::Undefined || isZero(one, seen, isFound);
    });
  }
  }
}

bool FirstPhases::isZeroAtFirst(const ObjectUse &wait) {
  bool isFound = false;
  llvm::SmallDenseSet<SourceId, 8> seen;
  ExprId parity = findOperand(context.checked, wait.inst, AsyncRole::Phase);
  return isZeroOperand(wait.inst, parity, seen, isFound) && isFound;
}

void FirstPhases::report(const ObjectUse &wait, const Waits &all) const {
  bool isAnywhere = canArrive(wait, true);
  Diagnostic &d = context.diagnostics.emit(
      diag::UnsignalledWait{.range = unit.range(wait.operand),
                            .object = describe(wait),
                            .where = isAnywhere ? " before this wait is over" : ""});
  for (const ObjectUse &use : context.objectUses()) {
    if (isAnywhere && use.arrives() && canBeSame(use, wait)) {
      d.note(context.rangeOf(use.inst), "this arrives, but only after such a wait");
      break;
    }
    if (!isAnywhere && use.op == AsyncOp::BulkLoad && canBeSame(use, wait)) {
      d.note(context.rangeOf(use.inst), "this brings bytes, which are no arrival");
      break;
    }
  }
  for (const ObjectUse *other : all)
    if (isAnywhere && !canBeSame(*other, wait)) {
      d.note(context.rangeOf(other->inst), "this waits forever in turn");
      break;
    }
}

void FirstPhases::run() {
  for (const ObjectUse &use : context.objectUses()) {
    if (use.arrives() && !use.isKnown())
      return;
    if (isCandidate(use))
      blocked.push_back(&use);
  }
  if (blocked.empty())
    return;
  for (bool isChanged = true; isChanged;) {
    findReached();
    size_t before = blocked.size();
    llvm::erase_if(blocked, [&](const ObjectUse *wait) {
      return reached.test(wait->inst.index) && (canArrive(*wait, false) || !isZeroAtFirst(*wait));
    });
    isChanged = blocked.size() != before;
  }
  Waits found;
  llvm::copy_if(blocked, std::back_inserter(found),
                [&](const ObjectUse *wait) { return reached.test(wait->inst.index); });
  // Of waits that depend on each other, one is reported; of waits for one object, the first.
  auto expectsBytes = [&](const ObjectUse &wait) {
    return llvm::any_of(context.objectUses(), [&](const ObjectUse &use) {
      return use.op == AsyncOp::BulkLoad && canBeSame(use, wait);
    });
  };
  llvm::stable_sort(found, [&](const ObjectUse *a, const ObjectUse *b) {
    return !expectsBytes(*a) && expectsBytes(*b);
  });
  bool isCycleTold = false;
  Waits told;
  for (const ObjectUse *wait : found) {
    bool isCycle = canArrive(*wait, true);
    if ((isCycle && (isCycleTold || !told.empty())) ||
        llvm::any_of(told, [&](const ObjectUse *other) { return canBeSame(*other, *wait); }))
      continue;
    isCycleTold |= isCycle;
    told.push_back(wait);
    report(*wait, found);
  }
}

void ptx::checkUnsignalledWait(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (ops.has(AsyncOp::MbarrierWait) && ops.has(AsyncOp::MbarrierInit) && context.isWhole())
    FirstPhases(context).run();
}
