// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_OPERANDS_OPERANDREPORT_H
#define PTX_SEMA_OPERANDS_OPERANDREPORT_H

#include "ptx/Sema/Operands/OperandMatcher.h"

#include <string>

namespace ptx {

/// The diagnostic for an operand that does not match, and its texts.
struct OperandReport {
  enum class Rule : uint8_t { Kind, Type, Vector, Space, Range } rule;
  /// Descriptions of the operand and of the expected operands.
  std::string observed;
  std::string expected;

  bool operator==(const OperandReport &) const = default;
};

/// The report of a problem of operand `operand`, which is at position `place` of the signature.
OperandReport describeProblem(const BodyScope &scope, const Signature &signature,
                              const Signature::Place &place, ExprId operand,
                              const OperandProblem &problem);

} // namespace ptx

#endif // PTX_SEMA_OPERANDS_OPERANDREPORT_H
