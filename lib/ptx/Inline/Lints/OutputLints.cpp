// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Diagnostics/InlineRules.h"
#include "ptx/Inline/Lints/StatementLints.h"
#include "ptx/Sema/Instructions/InstructionText.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

/// The constraint of an operand that is declared as write-only; empty for others.
static StringRef outputConstraint(const AsmOperand &operand) {
  StringRef constraint = operand.constraint ? StringRef(*operand.constraint) : StringRef();
  return operand.output && constraint.starts_with("=") ? constraint : StringRef();
}

/// The register of an instruction's guard; `none` without one that is known.
static uint32_t guardOf(const StatementLintContext &context, const OperandRegisters &operands,
                        InstId id) {
  const Instruction &inst = context.unit[id];
  llvm::ArrayRef<RegisterAccess> all = operands.accesses()[id];
  // The guard is read before all other operands.
  bool isKnown = inst.guard != GuardKind::None && context.checked.scope.guard(id) && !all.empty();
  return isKnown ? all.front().reg : Registers::none;
}

//===-- Outputs that are not always written ---------------------------------------------------===//

namespace {

/// The outputs that have a value on every path to a location.
struct WrittenOutputs {
  /// An output that is written if a predicate is true, or if it is not.
  struct Partial {
    uint32_t output;
    uint32_t predicate;
    bool negated;
    bool operator==(const Partial &) const = default;
  };

  /// Predicates with opposite values.
  using Opposites = std::pair<uint32_t, uint32_t>;

  llvm::BitVector full;
  llvm::SmallVector<Partial, 2> partial;
  llvm::SmallVector<Opposites, 1> opposites;

  size_t size() const { return full.count() + partial.size() + opposites.size(); }
  bool meet(const WrittenOutputs &other) {
    size_t before = size();
    full &= other.full;
    llvm::erase_if(partial,
                   [&](const Partial &p) { return !llvm::is_contained(other.partial, p); });
    llvm::erase_if(opposites,
                   [&](const Opposites &o) { return !llvm::is_contained(other.opposites, o); });
    return size() != before;
  }
};

class GuardedOutputs {
public:
  GuardedOutputs(StatementLintContext &context, const OperandRegisters &operands)
      : context(context), operands(operands) {}

  void run();

private:
  void step(WrittenOutputs &state, InstId inst) const;
  std::optional<WrittenOutputs::Opposites> oppositesOf(InstId inst) const;

  StatementLintContext &context;
  const OperandRegisters &operands;
};

} // namespace

/// The predicates `p|q` of a comparison without a third operand. That of pairs of numbers has one
/// result for each. (Manual 9.7.6.2)
std::optional<WrittenOutputs::Opposites> GuardedOutputs::oppositesOf(InstId id) const {
  const FormInfo &form = *context.checked.signatures[id.index]->view.form;
  llvm::ArrayRef<RegisterAccess> all = operands.accesses()[id];
  auto isWritten = [](const RegisterAccess &a) { return a.kind == AccessKind::Written; };
  if (form.action != Action::Compare || form.operands().size() != 3 || all.size() < 2 ||
      !llvm::all_of(all.take_back(2), isWritten))
    return std::nullopt;
  return WrittenOutputs::Opposites(all.end()[-2].reg, all.end()[-1].reg);
}

void GuardedOutputs::step(WrittenOutputs &state, InstId id) const {
  const Instruction &inst = context.unit[id];
  for (const RegisterAccess &access : operands.accesses()[id]) {
    if (!access.writes())
      continue;
    uint32_t output = operands.declaration(access.reg);
    if (output == OperandRegisters::none) {
      // After this write, an earlier value of the predicate is no longer the opposite.
      llvm::erase_if(state.partial,
                     [&](const WrittenOutputs::Partial &p) { return p.predicate == access.reg; });
      llvm::erase_if(state.opposites, [&](const WrittenOutputs::Opposites &o) {
        return o.first == access.reg || o.second == access.reg;
      });
    } else if (access.kind == AccessKind::Written) {
      state.full.set(output);
    } else if (inst.guard != GuardKind::None && !state.full.test(output)) {
      uint32_t predicate = guardOf(context, operands, id);
      bool negated = inst.guard == GuardKind::Negated;
      for (auto [first, second] : state.opposites)
        if (predicate == second) {
          predicate = first;
          negated = !negated;
          break;
        }
      if (llvm::is_contained(state.partial, WrittenOutputs::Partial{output, predicate, !negated}))
        state.full.set(output);
      else
        state.partial.push_back({output, predicate, negated});
    }
  }
  if (std::optional<WrittenOutputs::Opposites> opposites = oppositesOf(id))
    state.opposites.push_back(*opposites);
}

void GuardedOutputs::run() {
  const SyntaxUnit &unit = context.unit;
  llvm::ArrayRef<Fragment::Declaration> declared = context.fragment.declared();
  llvm::BitVector written(declared.size());
  bool hasGuard = false;
  for (const RegisterAccess &access : operands.accesses().all())
    if (uint32_t output = operands.declaration(access.reg);
        access.writes() && output != OperandRegisters::none) {
      written.set(output);
      hasGuard |= access.kind == AccessKind::PartlyWritten;
    }
  if (written.none())
    return;
  ControlFlow flow(context.checked);
  if ((!hasGuard && flow.size() == 1) || !flow.isExact() || !flow.reachesEnd())
    return;
  BlockInstructions insts(context.checked, flow, [](InstId) { return true; });
  auto stepOf = [&](WrittenOutputs &state, InstId inst) { step(state, inst); };
  WrittenOutputs entry{llvm::BitVector(declared.size()), {}, {}};
  ForwardDataflow<WrittenOutputs> facts(flow, insts, entry, stepOf);
  auto last = static_cast<uint32_t>(unit.statements().size()) - 1;
  std::optional<WrittenOutputs> end = facts.after(flow.blockOf(StmtId{last}), stepOf);
  if (!end)
    return;
  for (auto [i, declaration] : llvm::enumerate(declared)) {
    auto index = static_cast<uint32_t>(i);
    if (!written.test(index) || end->full.test(index) || !declaration.isPlainOutput)
      continue;
    bool isGuarded = llvm::any_of(
        end->partial, [&](const WrittenOutputs::Partial &p) { return p.output == index; });
    std::string spelled = context.fragment.spelled(declaration);
    context.outside
        .emit(diag::GuardedOutput{.range = declaration.operand().range,
                                  .name = context.fragment.syntax().name(declaration.index),
                                  .operand = spelled,
                                  .condition = isGuarded ? "the guard of what writes it is false"
                                                         : "control does not come to what writes "
                                                           "it"})
        .function = declaration.statement->function;
  }
}

void ptx::lintGuardedOutputs(StatementLintContext &context, const OperandRegisters &operands) {
  GuardedOutputs(context, operands).run();
}

//===-- Outputs that have no value yet --------------------------------------------------------===//

/// Visits the statements up to the first label: control can reach it from later statements.
void ptx::lintUnsetOutputs(StatementLintContext &context, const OperandRegisters &operands) {
  llvm::ArrayRef<Fragment::Declaration> declared = context.fragment.declared();
  llvm::BitVector isDone(declared.size()); // written, possibly written, or reported
  auto read = [&](InstId inst, const RegisterAccess &access) {
    uint32_t output = operands.declaration(access.reg);
    if (output == OperandRegisters::none || isDone.test(output) || !declared[output].isPlainOutput)
      return;
    isDone.set(output);
    std::string mnemonic = mnemonicText(context.unit, context.unit[inst]);
    std::string spelled = context.fragment.spelled(declared[output]);
    std::string name = context.fragment.syntax().name(declared[output].index);
    context.inside.emit(diag::UnsetOutput{.range = context.unit.range(access.name),
                                          .mnemonic = mnemonic,
                                          .name = name,
                                          .operand = spelled});
  };
  for (const Stmt &stmt : context.unit.statements()) {
    if (stmt.kind == StmtKind::Label)
      return;
    if (stmt.kind != StmtKind::Instruction)
      continue;
    InstId inst{stmt.index};
    for (const RegisterAccess &access : operands.accesses()[inst])
      if (access.kind == AccessKind::Read)
        read(inst, access);
    for (const RegisterAccess &access : operands.accesses()[inst])
      if (uint32_t output = operands.declaration(access.reg);
          access.writes() && output != OperandRegisters::none)
        isDone.set(output);
  }
}

//===-- Outputs that are written too early ----------------------------------------------------===//

namespace {

class EarlyClobbers {
public:
  EarlyClobbers(StatementLintContext &context, const OperandRegisters &operands)
      : context(context), operands(operands), reported(context.fragment.declared().size()) {}

  void run();

private:
  /// An output that has a new value in the current block.
  struct Early {
    uint32_t output;
    InstId writer;
    uint32_t copyOf; ///< the register that has the same value, or `none`
  };

  void read(InstId inst, const RegisterAccess &access);
  void write(InstId inst, const RegisterAccess &access);
  bool canRunBoth(InstId a, InstId b) const;
  const AsmOperand &operand(uint32_t declaration) const {
    return context.fragment.declared()[declaration].operand();
  }

  StatementLintContext &context;
  const OperandRegisters &operands;
  llvm::SmallVector<Early, 4> early;
  llvm::BitVector reported; // outputs
};

} // namespace

/// Whether an instruction runs after another certainly has run in some case: their guards are
/// equal, or one has none.
bool EarlyClobbers::canRunBoth(InstId a, InstId b) const {
  const Instruction &first = context.unit[a], &second = context.unit[b];
  if (first.guard == GuardKind::None || second.guard == GuardKind::None)
    return true;
  uint32_t predicate = guardOf(context, operands, a);
  return first.guard == second.guard && predicate != Registers::none &&
         predicate == guardOf(context, operands, b);
}

void EarlyClobbers::read(InstId inst, const RegisterAccess &access) {
  uint32_t input = operands.declaration(access.reg);
  if (input == OperandRegisters::none || operand(input).output)
    return;
  const AsmSyntax &syntax = context.fragment.syntax();
  StringRef letters = operand(input).letters(syntax);
  for (const Early &e : early) {
    // Operands of different types never share a register; a register that the compiler shares
    // anyway is skipped.
    if (reported.test(e.output) || e.copyOf == access.reg ||
        letters != operand(e.output).letters(syntax) || !canRunBoth(e.writer, inst))
      continue;
    reported.set(e.output);
    const Fragment::Declaration &in = context.fragment.declared()[input];
    const Fragment::Declaration &out = context.fragment.declared()[e.output];
    std::string mnemonic = mnemonicText(context.unit, context.unit[inst]);
    std::string spelled = context.fragment.spelled(in);
    std::string name = context.fragment.syntax().name(out.index);
    Diagnostic &d =
        context.inside.emit(diag::EarlyClobber{.range = context.unit.range(access.name),
                                               .mnemonic = mnemonic,
                                               .name = context.fragment.syntax().name(in.index),
                                               .operand = spelled,
                                               .output = name,
                                               .constraint = *operand(e.output).constraint});
    d.note(mnemonicRange(context.unit, context.unit[e.writer]), "`" + name + "` is written here");
  }
}

void EarlyClobbers::write(InstId inst, const RegisterAccess &access) {
  uint32_t output = operands.declaration(access.reg);
  if (output == OperandRegisters::none)
    return;
  llvm::erase_if(early, [&](const Early &e) { return e.output == output; });
  StringRef constraint = outputConstraint(operand(output));
  if (constraint.empty() || constraint.contains('&'))
    return;
  llvm::ArrayRef<RegisterAccess> all = operands.accesses()[inst];
  bool isCopy = context.checked.signatures[inst.index]->view.form->action == Action::Move &&
                access.kind == AccessKind::Written && all.size() == 2 &&
                all.front().kind == AccessKind::Read;
  early.push_back({output, inst, isCopy ? all.front().reg : OperandRegisters::none});
}

/// Visits each block separately: control flow between them is uncertain.
void EarlyClobbers::run() {
  for (uint32_t i = 0; i != context.unit.statements().size(); ++i) {
    const Stmt &stmt = context.unit.statements()[i];
    if (stmt.kind == StmtKind::Label)
      early.clear();
    if (stmt.kind != StmtKind::Instruction)
      continue;
    InstId inst{stmt.index};
    for (const RegisterAccess &access : operands.accesses()[inst])
      if (access.writes())
        write(inst, access);
      else
        read(inst, access);
  }
}

void ptx::lintEarlyClobbers(StatementLintContext &context, const OperandRegisters &operands) {
  EarlyClobbers(context, operands).run();
}
