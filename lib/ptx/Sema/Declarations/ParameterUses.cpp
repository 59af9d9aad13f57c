// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Declarations/ParameterUses.h"
#include "ptx/Diagnostics/FunctionRules.h"
#include "ptx/Isa/Platform/Features.h"
#include "ptx/Isa/Platform/Releases.h"
#include "ptx/Sema/Names/SymbolWords.h"

using namespace ptx;
using llvm::StringRef;

/// The expression that names the variable of an address, without any offset.
static ExprId baseOf(const SyntaxUnit &unit, ExprId id) {
  for (;;) {
    const Expr &e = unit[id];
    switch (e.kind) {
    case ExprKind::Qualified:
      id = e.child();
      break;
    case ExprKind::Address:
      id = unit.list(e.list()).front();
      break;
    case ExprKind::Offset:
      id = e.lhs();
      break;
    default:
      return id;
    }
  }
}

/// The variable in `.param` that `id` names, or null.
static const Symbol *parameterOf(const BodyScope &scope, ExprId id) {
  const Symbol *symbol = scope.symbol(scope.binding(id));
  bool is = symbol && symbol->isMemory() && symbol->space == StateSpace::Param;
  return is ? symbol : nullptr;
}

/// `::entry` is for parameters of entries, `::func` for all others. For parameters of functions,
/// `ptxas` accepts `::entry` as well. (Manual 5.1.6)
static bool checkQualifier(const Symbol &symbol, const InstrView &view, SourceRange range,
                           DiagnosticList &diagnostics) {
  bool ofEntry = symbol.parameter == ParameterKind::Entry;
  if (!view.has(ofEntry ? Modifier::param_func : Modifier::param_entry))
    return true;
  StringRef observed = ofEntry ? "a parameter of an entry" : "not a parameter of an entry";
  StringRef expected = ofEntry ? ".param::entry" : ".param::func";
  bool isRejected = (ofEntry || symbol.parameter == ParameterKind::None) &&
                    knows(view.release, PtxasChange::ParameterQualifiers);
  Diagnostic &d =
      isRejected
          ? diagnostics.emit(diag::WrongParameterQualifier{
                .range = range, .name = symbol.name, .observed = observed, .expected = expected})
          : diagnostics.emit(diag::ParameterQualifier{
                .range = range, .name = symbol.name, .observed = observed, .expected = expected});
  noteDeclared(symbol, symbol.name, d);
  return !isRejected;
}

/// The same for an address in a register, which can only point to parameters of the entry if it is
/// in an entry.
static bool checkQualifierOfRegister(const BodyScope &scope, ExprId base, const InstrView &view,
                                     DiagnosticList &diagnostics) {
  const Symbol *symbol = scope.symbol(scope.binding(base));
  if (!view.has(Modifier::param_func) || !symbol || !symbol->isRegister() ||
      !knows(view.release, PtxasChange::ParameterQualifiers))
    return true;
  diagnostics.emit(
      diag::WrongParameterQualifier{.range = scope.unit.range(base),
                                    .name = scope.unit.source(base),
                                    .observed = "the address of a parameter of an entry",
                                    .expected = ".param::entry"});
  return false;
}

/// Loads and stores: operand `index` is the address.
static bool checkAccess(const BodyScope &scope, const Instruction &inst, const InstrView &view,
                        ExprId address, bool writes, bool inEntry, PtxVersion version,
                        DiagnosticList &diagnostics) {
  ExprId base = baseOf(scope.unit, address);
  const Symbol *symbol = parameterOf(scope, base);
  if (!symbol)
    return !inEntry || checkQualifierOfRegister(scope, base, view, diagnostics);
  SourceRange range = scope.unit.range(scope.unit.firstToken(base));
  bool isResult = symbol->parameter == ParameterKind::Return;
  bool isInput = symbol->parameter != ParameterKind::None && !isResult;
  if (writes ? isInput : isResult) {
    noteDeclared(*symbol, symbol->name,
                 diagnostics.emit(diag::ParameterAccess{
                     .range = range,
                     .name = symbol->name,
                     .observed = writes ? "a parameter, which can only be read"
                                        : "a result, which can only be written"}));
    return false;
  }
  if (!checkQualifier(*symbol, view, range, diagnostics))
    return false;
  // The calling convention determines the storage of the variable. (Manual 7.1) In the first
  // versions, the parameters of an entry are declared in its body. (Manual 11.2.1)
  bool isArgument =
      symbol->parameter == ParameterKind::None && info(Feature::EntryParameters).since <= version;
  if (isArgument && inst.guard != GuardKind::None) {
    diagnostics.emit(
        diag::GuardedArgument{.range = scope.unit.range(inst.first(), inst.guardRegister()),
                              .name = symbol->name,
                              .action = writes ? "written" : "read"});
    return false;
  }
  return true;
}

/// Checks `mov` and `cvta` of a name. An argument of a call has no address, and in some versions a
/// parameter of an entry has none. (Manual 5.1.6.4, 6.4.4)
static bool checkAddress(const BodyScope &scope, ExprId id, DiagnosticList &diagnostics,
                         GateReport &gates) {
  const SyntaxUnit &unit = scope.unit;
  if (unit[id].kind != ExprKind::Name)
    return true;
  const Symbol *named = scope.symbol(scope.binding(id));
  if (named && named->kind == SymbolKind::Entry)
    return gates.use(Feature::EntryAddress, unit.range(id));
  const Symbol *symbol = parameterOf(scope, id);
  if (!symbol)
    return true;
  if (symbol->parameter == ParameterKind::Return)
    return gates.use(Feature::ResultAddress, unit.range(id));
  if (symbol->parameter != ParameterKind::None)
    return true;
  noteDeclared(
      *symbol, symbol->name,
      diagnostics.emit(diag::ParameterAddress{.range = unit.range(id), .name = symbol->name}));
  return false;
}

namespace {
enum class Use : uint8_t { None, Read, Written, Address };
}

static Use useBy(Action action) {
  switch (action) {
  case Action::Load:
    return Use::Read;
  case Action::Store:
    return Use::Written;
  case Action::Move:
  case Action::ConvertAddress:
    return Use::Address;
  default:
    return Use::None;
  }
}

bool ptx::canUseParameter(Action action) { return useBy(action) != Use::None; }

bool ptx::checkParameterUse(const BodyScope &scope, bool inEntry, const Instruction &inst,
                            const InstrView &view, DiagnosticList &diagnostics, GateReport &gates) {
  llvm::ArrayRef<ExprId> operands = scope.unit.list(inst.operands());
  PtxVersion version = gates.platform().version;
  switch (useBy(view.form->action)) {
  case Use::Read:
    return checkAccess(scope, inst, view, operands[1], false, inEntry, version, diagnostics);
  case Use::Written:
    return checkAccess(scope, inst, view, operands[0], true, inEntry, version, diagnostics);
  case Use::Address:
    return checkAddress(scope, operands[1], diagnostics, gates);
  case Use::None:
    break;
  }
  return true;
}
