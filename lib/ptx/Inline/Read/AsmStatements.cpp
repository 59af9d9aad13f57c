// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/AsmStatements.h"

#include "ptx/Support/SourceBuffer.h"

using namespace ptx;

void AsmStatement::mapParts(llvm::function_ref<SourceRange(SourceRange)> map) {
  auto replace = [&](SourceRange &range) { range = map(range); };
  replace(keyword);
  for (SourceRange &literal : literals)
    replace(literal);
  for (AsmOperand &operand : operands) {
    replace(operand.range);
    replace(operand.constraintRange);
    replace(operand.expression);
  }
  for (AsmClobber &clobber : otherClobbers)
    replace(clobber.range);
  if (fault)
    replace(fault->range);
}

bool AsmStatement::addOperand(AsmOperand operand) {
  constexpr size_t most = 4096;
  if (operands.size() == most) {
    isBroken = true;
    excess = {"the statement has more than 4096 operands", "it"};
    return false;
  }
  operands.push_back(std::move(operand));
  return true;
}

AsmStatement ptx::wholeStatement(const SourceBuffer &source,
                                 std::optional<std::vector<AsmOperand>> operands) {
  AsmStatement statement;
  statement.range = {0, static_cast<uint32_t>(source.text().size())};
  statement.isExtended = true;
  statement.isPtx = true;
  // The declarations of the statement to the compiler are unknown, so no warning is possible.
  statement.isVolatile = true;
  statement.clobbersMemory = true;
  statement.text.append(source.text(), 0);
  statement.hasWideAddresses = operands.has_value();
  statement.hasOperands = operands.has_value();
  if (operands)
    statement.operands = std::move(*operands);
  return statement;
}
