// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/FunctionRules.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// Whether the variable is one of a body, for arguments and results of calls.
static bool isHandedOver(const Symbol &symbol) {
  return symbol.isMemory() && symbol.space == StateSpace::Param &&
         symbol.parameter == ParameterKind::None;
}

namespace {

/// Follows the arguments and results of calls through one body.
class Placements {
public:
  explicit Placements(BodyLintContext &context)
      : context(context), unit(context.unit), scope(context.scope),
        of(scope.symbols().all().size()) {}

  void run();

private:
  /// The last access to a variable for an argument or result.
  struct State {
    uint32_t region = 0; ///< the access
    InstId store;        ///< the first access that no call has used
    InstId call;         ///< the call that returned the result
  };

  void findRegions();
  void access(const AddressUse &use);
  void call(InstId id);
  void report(InstId inst, const Symbol &symbol, bool isResult, InstId call);
  const Symbol *variable(ExprId id) const;
  SourceRange mnemonic(InstId id) const { return unit.range(unit[id].opcode); }

  BodyLintContext &context;
  const SyntaxUnit &unit;
  const BodyScope &scope;
  std::vector<State> of; // by symbol
  /// Blocks that always execute in sequence are one region.
  std::vector<uint32_t> regions; // by block
  uint32_t region = 0;
};

} // namespace

void Placements::findRegions() {
  const ControlFlow &flow = context.flow();
  regions.resize(flow.size());
  for (uint32_t block = 1; block != flow.size(); ++block) {
    llvm::ArrayRef<uint32_t> from = flow.predecessors(block), to = flow.successors(block - 1);
    bool goesOn = llvm::all_equal(from) && llvm::all_equal(to) && !from.empty() && !to.empty() &&
                  from.front() == block - 1 && to.front() == block;
    regions[block] = regions[block - 1] + !goesOn;
  }
}

/// The variable for arguments and results of calls that `id` names; null for other expressions.
const Symbol *Placements::variable(ExprId id) const {
  const Symbol *symbol = scope.symbol(scope.binding(id));
  return symbol && isHandedOver(*symbol) ? symbol : nullptr;
}

void Placements::report(InstId inst, const Symbol &symbol, bool isResult, InstId call) {
  context.diagnostics
      .emit(diag::ArgumentPlacement{.range = mnemonic(inst),
                                    .name = symbol.name,
                                    .role = isResult ? "a result" : "an argument",
                                    .place = isResult ? "after" : "before"})
      .note(mnemonic(call), "the call is here");
}

void Placements::access(const AddressUse &use) {
  if (!use.isNamed || !use.value.symbol || use.value.ref.isModule() ||
      !isHandedOver(*use.value.symbol))
    return;
  State &state = of[use.value.ref.index()];
  if (use.stores && !state.store) {
    state.store = use.inst;
    state.region = region;
  } else if (!use.stores && state.call && state.region != region) {
    report(use.inst, *use.value.symbol, true, state.call);
  }
}

void Placements::call(InstId id) {
  bool areResults = true;
  for (ExprId operand : unit.list(unit[id].operands())) {
    if (unit[operand].kind != ExprKind::Arguments) {
      areResults = false;
      continue;
    }
    for (ExprId actual : unit.list(unit[operand].list())) {
      const Symbol *symbol = variable(actual);
      if (!symbol)
        continue;
      State &state = of[scope.binding(actual).index()];
      if (!areResults && state.store && state.region != region)
        report(state.store, *symbol, false, id);
      state = {region, {}, areResults ? id : InstId()};
    }
  }
}

void Placements::run() {
  llvm::ArrayRef<AddressUse> accesses = context.addressUses();
  findRegions();
  for (uint32_t block = 0; block != regions.size(); ++block) {
    region = regions[block];
    const BasicBlock &range = context.flow()[block];
    for (uint32_t i = range.first.index; i != range.end.index; ++i) {
      const Stmt &stmt = unit.statements()[i];
      if (stmt.kind != StmtKind::Instruction)
        continue;
      const Signature *signature = context.checked.signatures[stmt.index];
      if (signature && signature->view.form->has(Trait::Calls))
        call({stmt.index});
      for (; !accesses.empty() && accesses.front().inst.index <= stmt.index;
           accesses = accesses.drop_front())
        access(accesses.front());
    }
  }
}

/// The stores of arguments must be before their call, and the loads of results after it, without
/// control flow in between. (Manual 7.1)
void ptx::checkArgumentPlacement(BodyLintContext &context) {
  bool handsOver = llvm::any_of(context.scope.symbols().all(), isHandedOver);
  if (handsOver && context.flow().isExact())
    Placements(context).run();
}
