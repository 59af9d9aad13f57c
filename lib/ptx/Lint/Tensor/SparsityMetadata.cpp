// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The metadata of sparse matrices, of which each four bits tell the places of two elements. (Manual
// 9.7.14.6, 9.7.15.6.1)

#include "ptx/Diagnostics/TensorValueRules.h"
#include "ptx/Lint/LintContext.h"

#include "ptx/Analysis/OperandLookup.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// The possible values of four bits.
struct Patterns {
  uint16_t legal; ///< bit n: the pattern n
  StringRef text;
};

} // namespace

static constexpr uint16_t bits(std::initializer_list<unsigned> patterns) {
  uint16_t result = 0;
  for (unsigned pattern : patterns)
    result |= 1u << pattern;
  return result;
}
static constexpr Patterns pairOrder = {bits({0b0100, 0b1110}), "0b0100 or 0b1110"};
static constexpr Patterns increasing = {bits({0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110}),
                                        "two different places, the lower one in the lower bits"};
static constexpr Patterns different = {
    static_cast<uint16_t>(~bits({0b0000, 0b0101, 0b1010, 0b1111})), "two different places"};

static const Patterns &patternsOf(const InstrView &view) {
  if (view.has(Modifier::tf32))
    return pairOrder;
  return view.has(Modifier::sp_ordered_metadata) ? increasing : different;
}

/// The first four bits of the metadata that no element can have.
static std::optional<unsigned> illegalPattern(uint64_t metadata, const Patterns &patterns) {
  for (unsigned low = 0; low != 32; low += 4)
    if (auto pattern = static_cast<unsigned>(metadata >> low & 15);
        !(patterns.legal >> pattern & 1))
      return pattern;
  return std::nullopt;
}

static void checkMetadata(BodyLintContext &context, InstId inst, const OperandInfo &operand) {
  ExprId expr = findOperand(context.checked, inst, operand);
  KnownValue known = context.values().operand(inst, expr);
  if (!known.isConstant() || known.width() != 32)
    return;
  const Patterns &patterns = patternsOf(context.checked.signatures[inst.index]->view);
  std::optional<unsigned> pattern = illegalPattern(known.constant(), patterns);
  if (!pattern)
    return;
  std::string value = describe(known), digits = "0b";
  for (unsigned bit = 4; bit-- != 0;)
    digits += *pattern >> bit & 1 ? '1' : '0';
  Diagnostic &d = context.diagnostics.emit(diag::SparsityMetadata{.range = context.unit.range(expr),
                                                                  .value = value,
                                                                  .bits = digits,
                                                                  .expected = patterns.text,
                                                                  .rule = operand.metadataRule});
  context.values().explain(d, inst, expr);
}

void ptx::checkSparsityMetadata(BodyLintContext &context) {
  context.forEach(Trait::HasSparsityMetadata, [&](InstId inst, const InstrView &view) {
    for (const OperandInfo &operand : view.form->operands())
      if (!operand.metadataRule.empty())
        checkMetadata(context, inst, operand);
  });
}
