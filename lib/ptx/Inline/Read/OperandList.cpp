// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/OperandList.h"

using namespace ptx;
using llvm::StringRef;

llvm::Expected<std::vector<AsmOperand>> ptx::parseOperands(StringRef list) {
  llvm::SmallVector<StringRef, 8> words;
  if (!list.trim().empty())
    list.split(words, ',');
  std::vector<AsmOperand> operands;
  for (StringRef word : words) {
    word = word.trim();
    std::string expected = "%" + std::to_string(operands.size());
    StringRef name = word.split(':').first;
    StringRef constraint = word.contains(':') ? word.split(':').second : word;
    if (word.contains(':') && name != expected)
      return llvm::createStringError("`" + name + "` in the list of --operands; expected `" +
                                     expected + "`");
    AsmOperand operand;
    operand.output = constraint.starts_with("=") || constraint.starts_with("+");
    operand.constraint = constraint.str();
    if (operand.letters(cudaSyntax).empty())
      return llvm::createStringError("no constraint for `" + expected +
                                     "` in the list of --operands; expected one such as `=r`");
    operands.push_back(std::move(operand));
  }
  return operands;
}
