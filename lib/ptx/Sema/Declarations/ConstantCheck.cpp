// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Declarations/ConstantCheck.h"
#include "ptx/Diagnostics/DeclarationRules.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using Kind = Constant::Kind;

std::string ptx::constantText(const Constant &value) {
  if (value.kind == Kind::Unsigned)
    return std::to_string(value.bits);
  if (value.kind == Kind::Signed)
    return std::to_string(value.asSigned());
  llvm::SmallString<32> text;
  llvm::APFloat(value.asDouble()).toString(text);
  return text.str().str();
}

/// `-0f3F800000` is `0fBF800000`.
static void suggestNegated(const SyntaxUnit &unit, ExprId operation, Diagnostic &d) {
  const Expr &e = unit[operation];
  if (e.kind != ExprKind::Unary || e.op() != TokenKind::Minus)
    return;
  constexpr uint64_t sign = 0x8000'0000;
  constexpr unsigned digits = 8;
  std::string negated =
      "0f" + llvm::utohexstr(unit[e.child()].floatBits() ^ sign, /*LowerCase=*/false, digits);
  d.note(unit.range(operation), "write `" + negated + "`");
  d.fix(unit.range(operation), negated, "replace by `" + negated + "`");
}

static void reportFault(const SyntaxUnit &unit, const ConstantResult &result,
                        DiagnosticList &diagnostics) {
  SourceRange range = unit.range(result.blamed);
  llvm::StringRef text = unit.source(result.blamed);
  switch (result.fault) {
  case ConstantFault::IntegerExpected:
    diagnostics.emit(diag::IntegerConstantExpected{.range = range, .expression = text});
    return;
  case ConstantFault::MixedTypes:
    diagnostics.emit(diag::ConstantTypesMixed{.range = range, .expression = text});
    return;
  case ConstantFault::CastType: {
    TokenId type = unit[result.blamed].token;
    diagnostics.emit(diag::ConstantCast{.range = unit.range(type), .type = unit.text(type)});
    return;
  }
  case ConstantFault::DivisionByZero:
    diagnostics.emit(diag::DivisionByZero{.range = range, .divisor = text});
    return;
  case ConstantFault::SingleOperand: {
    Diagnostic &d = diagnostics.emit(diag::SingleInExpression{.range = range, .literal = text});
    suggestNegated(unit, result.operation, d);
    return;
  }
  case ConstantFault::NotConstant: // a name, which is checked elsewhere
    return;
  }
}

static void reportRejected(const SyntaxUnit &unit, const ConstantResult &result,
                           DiagnosticList &diagnostics) {
  bool isQuotient = result.rejected == RejectedConstant::QuotientOverflow;
  diagnostics.emit(diag::RejectedConstant{
      .range = unit.range(result.rejectedPart),
      .expression = unit.source(result.rejectedPart),
      .problem = isQuotient ? "overflows, and `ptxas` crashes on it"
                            : "is a floating-point alternative of `?:`, where `ptxas` wants an "
                              "integer"});
}

std::optional<Constant> ptx::checkConstant(const SyntaxUnit &unit, ExprId id, ConstantUse use,
                                           ConstantRules rules, DiagnosticList &diagnostics) {
  ConstantResult result = evaluateConstant(unit, id, rules);
  if (result.value && use == ConstantUse::Integer && !result.value->isInteger()) {
    result.value.reset();
    result.fault = ConstantFault::IntegerExpected;
    result.blamed = id;
  }
  if (result.rejected != RejectedConstant::None)
    reportRejected(unit, result, diagnostics);
  if (!result.value) {
    reportFault(unit, result, diagnostics);
    return std::nullopt;
  }
  if (rules == ConstantRules::Ptxas || !isConstantOperation(unit[id].kind) ||
      result.rejected != RejectedConstant::None)
    return result.value;
  std::optional<Constant> theirs = evaluate(unit, id, ConstantRules::Ptxas);
  if (theirs && theirs->bits != result.value->bits)
    diagnostics.emit(diag::ConstantValueDiffers{.range = unit.range(id),
                                                .expression = unit.source(id),
                                                .manual = constantText(*result.value),
                                                .ptxas = constantText(*theirs)});
  return result.value;
}
