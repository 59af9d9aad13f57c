// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Documents/PtxPiece.h"

using namespace ptx;
using namespace ptx::lsp;

const Index &PtxPiece::index() const {
  if (!names)
    names = std::make_unique<Index>(checked);
  return *names;
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
