// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Numbers in addresses that are out of their range. (Manual 6.4.1)

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;

/// Calls `visit` with the expression in the brackets of each address.
template <class Visit> static void forEachAddress(const SyntaxUnit &unit, Visit visit) {
  for (const Expr &e : unit.expressions())
    if (e.kind == ExprKind::Address && e.list().count != 0)
      visit(unit.list(e.list()).front());
}

static std::string textOf(const Constant &value) {
  return value.kind == Constant::Kind::Signed ? std::to_string(value.asSigned())
                                              : std::to_string(value.bits);
}

/// A number that is added to a register or a variable is a signed 32-bit number.
void ptx::checkWideOffset(BodyLintContext &context) {
  const SyntaxUnit &unit = context.unit;
  forEachAddress(unit, [&](ExprId id) {
    if (unit[id].kind != ExprKind::Offset)
      return;
    std::optional<Constant> offset = context.scope.constant(unit[id].rhs());
    if (offset && offset->isInteger() && !llvm::isInt<32>(offset->asSigned()))
      context.diagnostics.emit(
          diag::WideOffset{.range = unit.range(unit[id].rhs()), .offset = textOf(*offset)});
  });
}

/// A constant address is an unsigned 32-bit number; `ptxas` uses the low 32 bits of larger ones.
void ptx::checkImmediateAddress(BodyLintContext &context) {
  const SyntaxUnit &unit = context.unit;
  forEachAddress(unit, [&](ExprId id) {
    ExprKind kind = unit[id].kind;
    if (kind == ExprKind::Name || kind == ExprKind::Offset)
      return;
    std::optional<Constant> address = context.scope.constant(id);
    if (address && address->isInteger() && !llvm::isUInt<32>(address->bits))
      context.diagnostics.emit(
          diag::ImmediateAddress{.range = unit.range(id), .value = textOf(*address)});
  });
}
