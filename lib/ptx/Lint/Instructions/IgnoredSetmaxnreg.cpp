// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/Functions/KernelExtent.h"
#include "ptx/Lint/Registers/RegisterBudget.h"

#include "ptx/Analysis/Flow/Dataflow.h"

using namespace ptx;

namespace {

/// The last `setmaxnreg` on every path to a location; none if it depends on the path.
struct LastCount {
  InstId inst;

  bool meet(const LastCount &other) {
    bool isChanged = inst && inst != other.inst;
    if (isChanged)
      inst = {};
    return isChanged;
  }
};

/// Finds instructions that require more registers than the preceding `setmaxnreg` leaves.
class LowCounts {
public:
  LowCounts(BodyLintContext &context, unsigned atEntry) : context(context), atEntry(atEntry) {}

  void run() { followForward<LastCount>(context.checked, context.flow(), *this); }
  bool matters(InstId inst) const {
    return isSetmaxnreg(inst) || requiredRegisters(context, inst) != 0;
  }
  void step(LastCount &state, InstId inst) const {
    if (isSetmaxnreg(inst))
      state.inst = inst;
  }
  void visit(const LastCount &state, InstId inst);

private:
  bool isSetmaxnreg(InstId inst) const {
    return llvm::is_contained(context.instructions(Action::SetRegisterCount), inst);
  }

  BodyLintContext &context;
  unsigned atEntry;
  llvm::SmallVector<InstId, 4> reported;
};

} // namespace

void LowCounts::visit(const LastCount &state, InstId inst) {
  unsigned needed = requiredRegisters(context, inst);
  if (!needed || needed > atEntry || !state.inst || llvm::is_contained(reported, state.inst))
    return;
  int64_t left = countSet(context, state.inst).value_or(needed);
  // `ptxas` requires fewer registers here than in other cases: 72 for a `tcgen05.ld` with 64
  // consecutive registers.
  constexpr unsigned spared = 10;
  unsigned spare = context.asyncOps()[inst] == AsyncOp::WgmmaMma ? 0 : spared;
  if (left + spare >= needed)
    return;
  reported.push_back(state.inst);
  const Instruction &user = context.unit[inst];
  std::string why = "an instruction after it requires " + std::to_string(needed) +
                    " registers, and " + std::to_string(left) + " would be left";
  context.diagnostics
      .emit(diag::IgnoredSetmaxnreg{.range = context.unit.range(context.unit[state.inst].opcode),
                                    .why = why})
      .note(context.unit.range(user.opcode), "this instruction");
}

/// Reports a `setmaxnreg` that `ptxas` ignores: in an entry whose number of registers is unknown,
/// or if later instructions do not fit. If only the number of threads is limited, the number of
/// registers depends on the code. (Manual 9.7.19.5)
void ptx::checkIgnoredSetmaxnreg(BodyLintContext &context) {
  if (!context.isEntry())
    return;
  llvm::ArrayRef<InstId> found = context.instructions(Action::SetRegisterCount);
  if (found.empty())
    return;
  const SyntaxUnit &top = context.module.top();
  RegisterBudget budget = registerBudget(context);
  if (budget.isFixed) {
    if (context.flow().isExact())
      LowCounts(context, budget.count).run();
    return;
  }
  if (kernelExtent(top, *context.function, TokenKind::MaxNTid) ||
      kernelExtent(top, *context.function, TokenKind::ReqNTid))
    return;
  std::string why = ("entry `" + top.text(context.function->name) +
                     "` limits neither its registers nor its threads; expected `.maxnreg`, or "
                     "`.minnctapersm` with `.maxntid` or `.reqntid`")
                        .str();
  context.diagnostics.emit(diag::IgnoredSetmaxnreg{
      .range = context.unit.range(context.unit[found.front()].opcode), .why = why});
}
