// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Module/FunctionHeaders.h"
#include "ptx/Diagnostics/DirectiveRules.h"
#include "ptx/Diagnostics/FunctionRules.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Sema/Declarations/Constant.h"
#include "ptx/Sema/Module/Prototype.h"
#include "ptx/Syntax/Lex/GrammarWords.h"
#include "ptx/Syntax/Tree/Literals.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// Checks one header.
class FunctionHeaderChecker {
public:
  FunctionHeaderChecker(const FunctionHeader &header, DiagnosticList &diagnostics,
                        GateReport &gates)
      : unit(header.unit), function(header.function), prototype(header), diagnostics(diagnostics),
        gates(gates), keyword(unit.tokens().kind(function.keyword.index)) {}

  void run();

private:
  void checkParameter(const Symbol &parameter, bool isLast);
  void checkSize(const Symbol &parameter, bool isLast);
  void checkResults();
  void checkDirectives();
  void checkControlRegisters(const Directive &directive);

  bool isEntry() const { return keyword == TokenKind::Entry; }

  const SyntaxUnit &unit;
  const Function &function;
  Prototype prototype;
  DiagnosticList &diagnostics;
  GateReport &gates;
  TokenKind keyword;
};

} // namespace

/// Whether an array can be without a size: it represents all further arguments. (Manual 11.2.2)
void FunctionHeaderChecker::checkSize(const Symbol &parameter, bool isLast) {
  if (!Prototype::isIncomplete(parameter))
    return;
  StringRef rule = parameter.space != StateSpace::Param ? "only an array in `.param` can be so"
                   : parameter.parameter == ParameterKind::Return ? "a result has one"
                   : isEntry() ? "each parameter of an entry has one"
                   : !isLast   ? "only the last parameter of a function can be so"
                               : "";
  if (rule.empty())
    gates.use(Feature::UnsizedParameter, parameter.range);
  else
    diagnostics.emit(diag::UnsizedParameter{
        .range = parameter.declaration, .name = parameter.name, .rule = rule});
}

void FunctionHeaderChecker::checkParameter(const Symbol &parameter, bool isLast) {
  const SyntaxUnit &unit = *parameter.unit;
  const Variable &variable = unit[parameter.variable];
  if (keyword != TokenKind::CallPrototype)
    checkNeeds(unit, variable, isEntry() && function.hasBody(), diagnostics, gates);
  bool isParam = parameter.space == StateSpace::Param;
  if (const StateSpaceInfo &of = info(parameter.space); !(isEntry() ? of.ofEntry : of.ofFunction)) {
    diagnostics.emit(
        diag::ParameterSpace{.range = unit.range(variable.space),
                             .name = parameter.name,
                             .observed = info(parameter.space).word,
                             .expected = isEntry() ? "`.param`" : "`.param` or `.reg`"});
    return;
  }
  if (isParam)
    gates.use(isEntry() ? Feature::EntryParameters : Feature::FunctionParameters,
              unit.range(variable.space));
  checkSize(parameter, isLast);
  if (keyword != TokenKind::Func)
    return;
  if (parameter.name == "_")
    diagnostics.emit(diag::UnnamedParameter{.range = parameter.range});
  if (variable.ptr)
    diagnostics.emit(diag::PointerAttribute{.range = unit.range(variable.ptr)});
}

/// (Manual 11.2.2)
void FunctionHeaderChecker::checkResults() {
  llvm::ArrayRef<Symbol> results = prototype.results();
  if (results.size() < 2)
    return;
  for (const Symbol &result : results)
    if (result.space == StateSpace::Param) {
      diagnostics.emit(diag::SeveralResults{.range = result.declaration, .count = results.size()});
      return;
    }
}

/// An example of the manual has 14. (Manual 11.4.9)
void FunctionHeaderChecker::checkControlRegisters(const Directive &directive) {
  constexpr uint64_t mostOfPtxas = 11;
  for (ExprId value : unit.list(directive.operands))
    if (std::optional<Constant> number = evaluate(unit, value, ConstantRules::Manual);
        number && usedCount(number->bits) > mostOfPtxas)
      diagnostics.emit(diag::PtxasSyntax{.range = unit.range(value),
                                         .what = "`.abi_preserve_control` above 11"});
}

/// (Manual 11.4.6, 11.4.8, 11.4.9)
void FunctionHeaderChecker::checkDirectives() {
  DirectiveSet seen = 0;
  for (DirectiveId id : function.directives) {
    TokenId token = unit[id].keyword;
    const DirectiveInfo *directive = directiveOf(unit.tokens().kind(token.index));
    if (!directive || !directive->canBe(DirectivePlace::FunctionHeader))
      continue;
    // `checkDirectiveGates` checks directives that entries can have, too.
    if (!directive->canBe(DirectivePlace::EntryHeader))
      gates.use(directive->feature, unit.range(token));
    if (directive->zero == Zero::Rejected)
      for (ExprId value : unit.list(unit[id].operands))
        if (std::optional<Constant> number = evaluate(unit, value, ConstantRules::Manual);
            number && usedCount(number->bits) == 0)
          diagnostics.emit(diag::ZeroCount{.range = unit.range(value), .name = unit.text(token)});
    if (directive->id == DirectiveWord::AbiPreserveControl)
      checkControlRegisters(unit[id]);
    if (directive->canBe(DirectivePlace::EntryHeader) && !function.hasBody())
      diagnostics.emit(
          diag::DirectiveOfDeclaration{.range = unit.range(token), .name = unit.text(token)});
    if (!directive->repeats && seen & directiveBit(directive->id))
      diagnostics.emit(
          diag::RepeatedDirective{.range = unit.range(token), .directive = unit.text(token)});
    else if (directive->id == DirectiveWord::NoReturn && !prototype.results().empty())
      diagnostics.emit(diag::NoreturnResult{.range = unit.range(token)})
          .note(prototype.results().front().declaration, "the result is declared here");
    seen |= directiveBit(directive->id);
  }
}

void FunctionHeaderChecker::run() {
  for (const Symbol &result : prototype.results())
    checkParameter(result, false);
  llvm::ArrayRef<Symbol> parameters = prototype.parameters();
  for (const Symbol &parameter : parameters)
    checkParameter(parameter, &parameter == &parameters.back());
  checkResults();
  // The directives of an entry are checked together elsewhere.
  if (!isEntry())
    checkDirectives();
  else if (!function.hasBody())
    gates.use(Feature::EntryPrototype, unit.range(function.keyword));
  for (DirectiveId id : function.attributes)
    gates.use(Feature::FunctionAttribute, unit.range(unit[id].keyword));
}

void ptx::checkFunctionHeader(const FunctionHeader &header, DiagnosticList &diagnostics,
                              GateReport &gates) {
  FunctionHeaderChecker(header, diagnostics, gates).run();
}

void ptx::checkNeeds(const SyntaxUnit &unit, const Variable &variable, bool isRead,
                     DiagnosticList &diagnostics, GateReport &gates) {
  if (variable.ptr)
    gates.use(Feature::Ptr, unit.range(variable.ptr));
  if (gates.platform().independentTextures || !variable.type.valid() ||
      unit.text(variable.type) != ".samplerref")
    return;
  SourceRange range = unit.range(variable.type);
  bool isSingle = false;
  for (DeclaratorId id : variable.declarators)
    isSingle |= unit[id].dimensions.count == 0;
  if (isSingle && isRead)
    diagnostics.emit(diag::SamplerNeedsMode{.range = range});
  else
    diagnostics.emit(diag::UncheckedSampler{.range = range});
}

bool ptx::isCheckedWithBody(const SyntaxUnit &unit, const Function &function) {
  return unit.isEntry(function) && function.body != Id<BodyTag>::none;
}

void ptx::checkLinkage(const SymbolTable &symbols, GateReport &gates) {
  for (const Symbol &symbol : symbols.all()) {
    if (symbol.linkage != Linkage::Weak && symbol.linkage != Linkage::Common)
      continue;
    const SyntaxUnit &unit = *symbol.unit;
    TokenId token =
        symbol.isFunction() ? unit[symbol.function].linkage : unit[symbol.variable].linkage;
    gates.use(symbol.linkage == Linkage::Weak ? Feature::Weak : Feature::Common, unit.range(token));
  }
}
