// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_PARSE_FUNCTIONHEADER_H
#define PTX_SYNTAX_PARSE_FUNCTIONHEADER_H

#include "ptx/Syntax/Tree/SyntaxUnit.h"

namespace ptx {

/// A function without its body. Refers to the tree of the text outside of bodies.
struct FunctionHeader {
  FunctionHeader(const SyntaxUnit &unit, const Function &function)
      : unit(unit), function(function) {}

  bool isEntry() const { return unit.isEntry(function); }

  const SyntaxUnit &unit;
  const Function &function;
};

} // namespace ptx

#endif // PTX_SYNTAX_PARSE_FUNCTIONHEADER_H
