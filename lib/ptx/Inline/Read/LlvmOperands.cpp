// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/LlvmOperands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringRef;

/// The number that LLVM writes for the argument `i32 16`.
static std::optional<std::string> numberIn(StringRef argument) {
  StringRef type = argument.take_until(llvm::isSpace);
  StringRef value = argument.drop_front(argument.find_last_of(" \t\n") + 1);
  unsigned width;
  int64_t number;
  if (!type.consume_front("i") || type.getAsInteger(10, width) || width < 2 || width > 64 ||
      value.getAsInteger(10, number))
    return std::nullopt;
  return std::to_string(llvm::SignExtend64(static_cast<uint64_t>(number), width));
}

void ptx::readLlvmOperands(AsmStatement &statement, StringRef source, SourceRange range,
                           const LlvmValues &values) {
  llvm::ArrayRef<SourceRange> arguments = values.arguments;
  llvm::SmallVector<size_t> direct; // the outputs that are results
  StringRef rest = source.slice(range.begin, range.end);
  for (uint32_t at = range.begin; at < range.end;) {
    StringRef text = rest.take_until([](char c) { return c == ','; });
    SourceRange place{at, at + static_cast<uint32_t>(text.size())};
    at = place.end + 1;
    rest = rest.drop_front(std::min(text.size() + 1, rest.size()));
    if (text.starts_with("~")) {
      statement.clobbersMemory |= text == "~{memory}";
      if (text != "~{memory}")
        statement.otherClobbers.push_back({place, text.str()});
      continue;
    }
    AsmOperand operand;
    operand.range = operand.constraintRange = place;
    operand.constraint = text.str();
    operand.output = text.starts_with("=");
    StringRef letters = llvmSyntax.letters(text);
    bool isIndirect = text.drop_back(letters.size()).contains('*');
    if (text.starts_with("!")) {
      operand.constraint.reset(); // a label of `callbr`
    } else if (operand.output && !isIndirect) {
      direct.push_back(statement.operands.size());
    } else if (arguments.empty()) {
      statement.isBroken = true;
    } else {
      operand.expression = arguments.front();
      arguments = arguments.drop_front();
      if (letters == "n" || letters == "i")
        operand.value = numberIn(source.slice(operand.expression.begin, operand.expression.end));
    }
    statement.operands.push_back(std::move(operand));
  }
  statement.isBroken |= !arguments.empty();
  for (auto [i, index] : llvm::enumerate(direct))
    statement.operands[index].expression =
        direct.size() > 1 && direct.size() == values.results.size() ? values.results[i]
                                                                    : values.result;
}
