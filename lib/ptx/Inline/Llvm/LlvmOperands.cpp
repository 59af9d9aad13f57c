// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Llvm/LlvmOperands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringRef;

/// The number in the argument `i32 16` of LLVM.
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

/// The prefix before the letters of `constraint`.
static StringRef modifiersOf(StringRef constraint) {
  return constraint.drop_back(llvmSyntax.letters(constraint).size());
}

void ptx::readLlvmConstraints(AsmStatement &statement, const MappedText &constraints) {
  StringRef rest = constraints.text();
  for (uint32_t at = 0; at < constraints.size();) {
    StringRef text = rest.take_until([](char c) { return c == ','; });
    uint32_t end = at + static_cast<uint32_t>(text.size());
    StringRef word = text.trim(); // blanks are no constraints
    auto first = at + static_cast<uint32_t>(word.empty() ? 0 : word.begin() - text.begin());
    SourceRange place = constraints.sourceOf({first, first + static_cast<uint32_t>(word.size())});
    at = end + 1;
    rest = rest.drop_front(std::min(text.size() + 1, rest.size()));
    text = word;
    if (text.starts_with("~")) {
      statement.clobbersMemory |= text == "~{memory}";
      if (text != "~{memory}")
        statement.otherClobbers.push_back({place, text.str()});
      continue;
    }
    AsmOperand operand;
    operand.range = operand.constraintRange = place;
    operand.output = text.starts_with("=");
    operand.constraint = text.str();
    if (!statement.addOperand(std::move(operand)))
      return;
  }
}

bool ptx::assignLlvmValues(AsmStatement &statement, StringRef source, const LlvmValues &values) {
  llvm::ArrayRef<SourceRange> arguments = values.arguments;
  llvm::SmallVector<AsmOperand *> direct; // the outputs that are results
  bool hasAll = true;
  for (AsmOperand &operand : statement.operands) {
    StringRef text = *operand.constraint;
    if (text.starts_with("!")) {
      operand.constraint.reset(); // a label of `callbr`
    } else if (operand.output && !modifiersOf(text).contains('*')) {
      direct.push_back(&operand);
    } else if (arguments.empty()) {
      hasAll = false;
    } else {
      operand.expression = arguments.front();
      arguments = arguments.drop_front();
      StringRef letters = llvmSyntax.letters(text);
      if (letters == "n" || letters == "i")
        operand.value = numberIn(source.slice(operand.expression.begin, operand.expression.end));
    }
  }
  for (auto [i, operand] : llvm::enumerate(direct))
    operand->expression = direct.size() > 1 && direct.size() == values.results.size()
                              ? values.results[i]
                              : values.result;
  return hasAll && arguments.empty();
}

void ptx::readLlvmOperands(AsmStatement &statement, StringRef source, SourceRange range,
                           const LlvmValues &values) {
  MappedText constraints;
  constraints.append(source.slice(range.begin, range.end), range.begin);
  readLlvmConstraints(statement, constraints);
  statement.isBroken |= !assignLlvmValues(statement, source, values);
}
