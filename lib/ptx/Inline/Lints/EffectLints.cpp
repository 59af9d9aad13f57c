// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Effects.h"
#include "ptx/Diagnostics/InlineRules.h"
#include "ptx/Inline/Lints/StatementLints.h"
#include "ptx/Sema/Instructions/InstructionText.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

static StringRef inWords(Effect effect) {
  return effect == Effect::Memory   ? "writes or orders memory"
         : effect == Effect::Varies ? "has a result that depends on more than its operands"
                                    : "has an effect";
}

/// Whether the compiler treats `statement` as a function of its inputs only. A statement without
/// outputs is volatile, and one that clobbers memory is not removed.
static bool isPure(const AsmStatement &statement) {
  return !statement.isVolatile && !statement.clobbersMemory &&
         llvm::any_of(statement.operands, [](const AsmOperand &operand) { return operand.output; });
}

void ptx::lintEffects(StatementLintContext &context) {
  bool wantsVolatile = context.isEnabled(diag::MissingVolatile::id);
  bool wantsClobber = context.isEnabled(diag::MissingMemoryClobber::id);
  if (!wantsVolatile && !wantsClobber)
    return;
  const SyntaxUnit &unit = context.unit;
  const AsmStatement *impure = nullptr, *unclobbered = nullptr; // that have a finding
  for (auto [i, inst] : llvm::enumerate(unit.instructions())) {
    SourceRange range = mnemonicRange(unit, inst);
    const AsmStatement &statement = context.fragment.statementAt(range.begin);
    if (!statement.hasOperands)
      continue;
    bool pure = wantsVolatile && &statement != impure && isPure(statement);
    bool clobbers = !wantsClobber || &statement == unclobbered || statement.clobbersMemory;
    if (!pure && clobbers)
      continue;
    Effect effect = effectOf(context.checked, InstId{static_cast<uint32_t>(i)});
    if (pure && effect != Effect::None) {
      impure = &statement;
      SourceRange place = {statement.keyword.end, statement.keyword.end};
      bool isWord = statement.effects.empty();
      std::string mnemonic = mnemonicText(unit, inst);
      StringRef word =
          statement.effectsWord.empty() ? statement.syntax->effects : statement.effectsWord;
      std::string keyword = (isWord ? word : statement.effects).str();
      Diagnostic &d =
          context.outside.emit(diag::MissingVolatile{.range = context.fragment.sourceOf(range),
                                                     .mnemonic = mnemonic,
                                                     .effect = inWords(effect),
                                                     .keyword = keyword});
      if (isWord)
        d.fix(place, " " + keyword, "insert `" + keyword + "`", Applicability::Unsafe);
      d.function = statement.function;
    }
    if (!clobbers && effect == Effect::Memory) {
      unclobbered = &statement;
      std::string mnemonic = mnemonicText(unit, inst);
      context.inside.emit(diag::MissingMemoryClobber{.range = range, .mnemonic = mnemonic});
    }
  }
}
