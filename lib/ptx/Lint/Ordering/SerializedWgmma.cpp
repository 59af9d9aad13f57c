// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/Ordering/WgmmaRegisters.h"
#include "ptx/Lint/Registers/RegisterBudget.h"

using namespace ptx;

namespace {

/// Finds products whose results do not fit in the registers together with those of the products in
/// progress.
class WideProducts {
public:
  explicit WideProducts(BodyLintContext &context)
      : context(context), sets(context), budget(registerBudget(context)) {
    // A `setmaxnreg` counts wherever it is: its number is an upper bound at every location.
    for (InstId inst : context.instructions(Action::SetRegisterCount))
      budget.count =
          std::max(budget.count,
                   static_cast<unsigned>(countSet(context, inst).value_or(RegisterBudget::most)));
  }

  /// Whether a product was reported.
  bool run() {
    followForward<PendingRegisters>(context.checked, context.flow(), *this);
    return isReported;
  }
  bool matters(InstId inst) const {
    return PendingRegisters::isChangedBy(context.asyncOps()[inst]);
  }
  void step(PendingRegisters &state, InstId inst) const { state.step(context, sets, inst); }
  void visit(const PendingRegisters &state, InstId inst);

private:
  BodyLintContext &context;
  WgmmaRegisters sets;
  RegisterBudget budget;
  bool isReported = false;
};

} // namespace

static void report(BodyLintContext &context, SourceRange range, const std::string &why,
                   const RegisterBudget &budget = {}) {
  budget.note(context.diagnostics.emit(diag::SerializedWgmma{.range = range, .why = why}));
}

void WideProducts::visit(const PendingRegisters &state, InstId inst) {
  uint64_t own = sets.resultOf(inst);
  // A single product that does not fit is reported by another rule.
  if (isReported || !own || sets.countResults(own) + registersBesideResults > budget.count)
    return;
  unsigned registers = sets.countResults(state.all() | own);
  if (registers + registersBesideResults <= budget.count)
    return;
  isReported = true;
  std::string why = "the results under way take " + std::to_string(registers) +
                    " registers, and a thread has " + std::to_string(budget.count) + ", of which " +
                    std::to_string(registersBesideResults) + " are needed for other values";
  report(context, context.unit.range(context.unit[inst].opcode), why, budget);
}

/// Whether the module defines the function, or an alias of it.
static bool isDefined(const SyntaxUnit &top, llvm::StringRef name) {
  return llvm::any_of(top.functions(),
                      [&](const Function &function) {
                        return function.hasBody() && top.text(function.name) == name;
                      }) ||
         llvm::any_of(top.directives(), [&](const Directive &directive) {
           return directive.kind == DirectiveKind::Alias &&
                  llvm::any_of(top.list(directive.operands),
                               [&](ExprId alias) { return top.source(alias) == name; });
         });
}

/// The reason why `ptxas` cannot analyze the callee; empty if it can.
static std::string obstacleOf(BodyLintContext &context, InstId call) {
  for (ExprId operand : context.unit.list(context.unit[call].operands()))
    if (context.unit[operand].kind == ExprKind::Name)
      if (const Symbol *callee = context.scope.symbol(context.scope.binding(operand));
          callee && callee->isFunction())
        return isDefined(context.module.top(), callee->name)
                   ? ""
                   : ("the same function calls `" + callee->name +
                      "`, which the module does not define")
                         .str();
  return "the same function has an indirect call";
}

/// `wgmma.mma_async` that `ptxas` serializes: in a function with a call that it cannot analyze, in
/// a called function, or if there are not enough registers for the products in progress. One
/// diagnostic for each body. (Manual 9.7.15.7)
void ptx::checkSerializedWgmma(BodyLintContext &context) {
  if (!context.function || !context.asyncOps().has(AsyncOp::WgmmaMma))
    return;
  bool isReported = false;
  context.forEach(Trait::Calls, [&](InstId inst, const InstrView &) {
    if (std::string why = obstacleOf(context, inst); !why.empty() && !isReported) {
      isReported = true;
      report(context, context.unit.range(context.unit[inst].opcode), why);
    }
  });
  if (isReported || (context.flow().isExact() && WideProducts(context).run()) || context.isEntry())
    return;
  const SyntaxUnit &top = context.module.top();
  bool hasEntry = llvm::any_of(top.functions(),
                               [&](const Function &function) { return top.isEntry(function); });
  if (hasEntry)
    report(context, top.range(context.function->name),
           ("`" + top.text(context.function->name) + "` is a function, and not an entry").str());
}
