// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_PARSE_FUNCTIONHEADER_H
#define PTX_SYNTAX_PARSE_FUNCTIONHEADER_H

#include "ptx/Syntax/Tree/SyntaxUnit.h"

namespace ptx {

/// A function without its body: its node, and its parameters, which are in the same unit or in one
/// of their own (`EntryParameters`). Refers to both.
struct FunctionHeader {
  FunctionHeader(const SyntaxUnit &unit, const Function &function)
      : unit(unit), function(function), parameterUnit(unit), parameters(function.parameters) {}
  /// An entry whose parameters are all the variables of `parameters`.
  FunctionHeader(const SyntaxUnit &unit, const Function &function, const SyntaxUnit &parameters)
      : unit(unit), function(function),
        parameterUnit(parameters), parameters{
                                       0, static_cast<uint32_t>(parameters.variables().size())} {}

  bool isEntry() const { return unit.isEntry(function); }

  const SyntaxUnit &unit;
  const Function &function;
  const SyntaxUnit &parameterUnit;
  const IdRange<VarId> parameters;
};

} // namespace ptx

#endif // PTX_SYNTAX_PARSE_FUNCTIONHEADER_H
