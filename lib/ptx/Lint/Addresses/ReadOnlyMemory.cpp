// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Read-only memory: parameters of entries, `.unified` variables, and memory that is read by
// `ld.global.nc` and `ld.proxy::readonly`.

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

/// The parameters of an entry are read-only. A write to an address that names one is an error.
/// (Manual 5.1.6.1)
void ptx::checkWrittenParameter(BodyLintContext &context) {
  for (const AddressUse &use : context.addressUses()) {
    bool isParameter = use.value.pointsTo() && use.value.symbol->parameter == ParameterKind::Entry;
    if (use.isNamed || !use.stores || !isParameter || use.isInWrongWindow())
      continue;
    context.explain(
        context.diagnostics.emit(diag::WrittenParameter{.range = context.unit.range(use.address),
                                                        .address = context.unit.source(use.address),
                                                        .name = use.value.symbol->name}),
        use);
  }
}

/// Whether the variable is declared with the attribute `.unified`.
static bool isUnified(const Symbol &symbol) {
  if (symbol.space != StateSpace::Global || !symbol.variable.valid())
    return false;
  const SyntaxUnit &unit = *symbol.unit;
  for (DirectiveId id : unit[symbol.variable].qualifiers)
    if (unit[id].kind == DirectiveKind::Attribute)
      for (ExprId attribute : unit.list(unit[id].operands))
        if (unit.text(unit[attribute].token) == ".unified")
          return true;
  return false;
}

/// A `.unified` variable is read-only, and loads from it must have `.unified` in their address.
/// (Manual 5.4.8)
void ptx::checkUnifiedAccess(BodyLintContext &context) {
  auto report = [&](const AddressUse &use, StringRef rule) {
    const Symbol &symbol = *use.value.symbol;
    context.diagnostics
        .emit(diag::UnifiedAccess{
            .range = context.unit.range(use.address), .name = symbol.name, .rule = rule})
        .note(symbol.range, "declared here");
  };
  for (const AddressUse &use : context.addressUses()) {
    if (!use.isNamed || !isUnified(*use.value.symbol))
      continue;
    const InstrView &view = context.checked.signatures[use.inst.index]->view;
    llvm::ArrayRef<ExprId> operands = context.unit.list(context.unit[use.inst].operands());
    bool saysSo = llvm::any_of(
        operands, [&](ExprId id) { return context.unit[id].kind == ExprKind::Qualified; });
    if (use.stores)
      report(use, "it can only be read");
    else if (view.form->action == Action::Load && !saysSo)
      report(use, "a load of it takes `.unified` after the address");
  }
}

namespace {

/// Finds non-coherent loads of memory that an earlier store may have written.
class NoncoherentLoads {
public:
  explicit NoncoherentLoads(BodyLintContext &context) : context(context), unit(context.unit) {}

  void check();

  // The interface required by `followForward`.
  bool matters(InstId inst) const {
    return storeAt.contains(inst.index) || loadAt.contains(inst.index);
  }
  void step(FactsOnSomeWay &state, InstId inst) const {
    if (auto store = storeAt.find(inst.index); store != storeAt.end())
      state.bits |= uint64_t(1) << store->second;
  }
  void visit(const FactsOnSomeWay &state, InstId inst) const;

private:
  /// Bytes of a variable that an instruction reads or writes.
  struct Access {
    InstId inst;
    ExprId operand;
    KnownValue value;
    uint32_t bytes;
  };
  using Index = llvm::DenseMap<uint32_t, uint32_t>; // by instruction

  template <class Test>
  void collect(InstId inst, std::vector<Access> &list, Index &index, Test test);
  bool byReadonlyProxy(InstId inst) const {
    return context.checked.signatures[inst.index]->view.has(Modifier::proxy_readonly);
  }
  static bool overlap(const Access &a, const Access &b) {
    return a.value.ref == b.value.ref && *a.value.offset < *b.value.offset + b.bytes &&
           *b.value.offset < *a.value.offset + a.bytes;
  }

  BodyLintContext &context;
  const SyntaxUnit &unit;
  std::vector<Access> loads, stores;
  Index loadAt, storeAt;
};

} // namespace

/// The name in an address, without any offset.
static ExprId baseOf(const SyntaxUnit &unit, ExprId operand) {
  if (unit[operand].kind == ExprKind::Address)
    operand = unit.list(unit[operand].list()).front();
  return unit[operand].kind == ExprKind::Offset ? unit[operand].lhs() : operand;
}

/// Lists the bytes in `.global` that `inst` accesses by the operand for which `test` holds, if they
/// are known.
template <class Test>
void NoncoherentLoads::collect(InstId inst, std::vector<Access> &list, Index &index, Test test) {
  const Signature &signature = *context.checked.signatures[inst.index];
  for (auto [place, operand] : llvm::zip(signature.places, unit.list(unit[inst].operands()))) {
    if (!test(*signature.operands[place.first].info))
      continue;
    const Symbol *symbol = context.scope.symbol(context.scope.binding(baseOf(unit, operand)));
    bool isNamed = symbol && symbol->isMemory();
    if (!isNamed && !context.addressPrefilter().canPointToVariable(baseOf(unit, operand)))
      continue;
    KnownValue value = context.values().address(inst, operand);
    if (!value.pointsTo() || !value.offset || value.symbol->space != StateSpace::Global)
      continue;
    index[inst.index] = static_cast<uint32_t>(list.size());
    list.push_back({inst, operand, std::move(value), accessedBytes(signature)});
  }
}

void NoncoherentLoads::check() {
  constexpr size_t mostStores = 64;
  auto add = [&](InstId inst) {
    collect(inst, loads, loadAt,
            [](const OperandInfo &operand) { return (operand.kinds & OperandKind::address) != 0; });
  };
  context.forEach(Trait::LoadsUnwritten, [&](InstId inst, const InstrView &) { add(inst); });
  // Loads are frequent. Loads of earlier versions have no proxy.
  if (context.platform.version >= PtxVersion{9, 4})
    for (InstId inst : context.instructions(Action::Load))
      if (byReadonlyProxy(inst))
        add(inst);
  if (loads.empty())
    return;
  for (Action action : {Action::Store, Action::Atomic, Action::Reduction})
    for (InstId inst : context.instructions(action))
      collect(inst, stores, storeAt, [](const OperandInfo &operand) { return operand.stores; });
  if (stores.empty() || stores.size() > mostStores || !context.flow().isExact())
    return;
  followForward<FactsOnSomeWay>(context.checked, context.flow(), *this);
}

void NoncoherentLoads::visit(const FactsOnSomeWay &state, InstId inst) const {
  auto found = loadAt.find(inst.index);
  if (found == loadAt.end())
    return;
  const Access &load = loads[found->second];
  for (auto [i, store] : llvm::enumerate(stores)) {
    if (!(state.bits >> i & 1) || !overlap(load, store))
      continue;
    const Instruction &writer = unit[store.inst];
    context.diagnostics
        .emit(diag::NoncoherentLoad{.range = unit.range(load.operand),
                                    .instruction = byReadonlyProxy(inst) ? "ld.proxy::readonly"
                                                                         : "ld.global.nc",
                                    .name = load.value.symbol->name})
        .note(unit.range(writer.opcode, writer.last), "written here");
    return;
  }
}

/// `ld.global.nc` and the readonly proxy require memory that is not written while the kernel runs.
/// (Manual 9.7.9.9, and of PTX 9.4, 9.7.10.8)
void ptx::checkNoncoherentLoad(BodyLintContext &context) { NoncoherentLoads(context).check(); }
