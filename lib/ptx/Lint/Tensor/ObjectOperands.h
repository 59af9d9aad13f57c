// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_TENSOR_OBJECTOPERANDS_H
#define PTX_LINT_TENSOR_OBJECTOPERANDS_H

#include "ptx/Lint/LintContext.h"

namespace ptx {

/// What an operand's address has to be a multiple of.
struct ObjectRule {
  llvm::StringLiteral instruction; ///< its name, or with a dot at the end how it begins
  OperandId operand;
  uint32_t unit; ///< bytes
  llvm::StringLiteral what;
  llvm::StringLiteral rule;
  uint32_t bytes = 0; ///< the size of the object, or 0 if it has none of its own
};

/// The address of an object that an instruction works on, and what is known of it.
struct ObjectOperand {
  InstId inst;
  ExprId address;
  KnownValue value;
  const ObjectRule &rule;

  /// Whether no address of which `value` is known is a multiple of the unit.
  bool isMisaligned() const;
};

/// Calls `visit` for each operand in the body that is the address of an object: an mbarrier object,
/// a tensor map, what an asynchronous copy reads or writes, a row of a matrix.
void forEachObject(BodyLintContext &context, llvm::function_ref<void(const ObjectOperand &)> visit);

} // namespace ptx

#endif // PTX_LINT_TENSOR_OBJECTOPERANDS_H
