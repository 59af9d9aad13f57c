// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Documents/PtxPiece.h"

using namespace ptx;
using namespace ptx::lsp;

std::vector<uint32_t> PtxPiece::unitsIn(SourceRange range) const {
  std::vector<uint32_t> numbers{0};
  for (uint32_t number = 1; number < parts.count(); ++number)
    if (SourceRange unit = parts.withHeader(number);
        unit.begin <= range.end && range.begin <= unit.end)
      numbers.push_back(number);
  return numbers;
}

std::optional<std::string> PtxPiece::written(llvm::StringRef name, uint32_t place) const {
  if (!asmFragment)
    return name.str();
  // Only the operands of the statement itself have a name in its template.
  if (std::optional<Fragment::Declaration> operand = asmFragment->operandNamed(name)) {
    if (operand->statement != &asmFragment->statementAt(place))
      return std::nullopt;
    return asmFragment->syntax().name(operand->index);
  }
  return asmFragment->escaped(name, place);
}
