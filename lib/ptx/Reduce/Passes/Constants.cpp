// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

#include "llvm/ADT/bit.h"

using namespace ptx;

static void addInteger(SourceRange range, uint64_t value, ChangeList &changes) {
  if (value > 0)
    changes.replace(range, "0");
  if (value > 1)
    changes.replace(range, "1");
  // A size or a count may have to be large. Numbers below this limit are simple enough.
  constexpr uint64_t small = 64;
  for (unsigned bits = llvm::bit_width(value) / 2; bits > 0 && value > small; bits /= 2)
    changes.replace(range, std::to_string(value >> bits));
}

/// Zero in the notation of the literal.
static llvm::StringRef zeroOf(Notation notation) {
  switch (notation) {
  case Notation::FloatBits32:
    return "0f00000000";
  case Notation::FloatBits64:
    return "0d0000000000000000";
  default:
    return "0.0";
  }
}

/// The literals of directives are essential properties of a module, and another pass handles the
/// numbers of registers.
static bool isOfDirective(const SyntaxUnit &unit, TokenId token) {
  return llvm::any_of(unit.directives(), [&](const Directive &directive) {
    return (directive.kind == DirectiveKind::Version ||
            directive.kind == DirectiveKind::AddressSize) &&
           directive.first.index <= token.index && token.index <= directive.last.index;
  });
}

void ptx::findConstants(const Subject &subject, ChangeList &changes) {
  for (const SyntaxUnit *unit : subject.units())
    for (const Expr &expression : unit->expressions()) {
      SourceRange range = unit->range(expression.token);
      bool isInteger = expression.kind == ExprKind::Integer;
      if ((!isInteger && expression.kind != ExprKind::Float) ||
          isOfDirective(*unit, expression.token))
        continue;
      if (isInteger)
        addInteger(range, expression.integerValue(), changes);
      else if (expression.floatBits() != 0)
        changes.replace(range, zeroOf(expression.notation()));
    }
}
