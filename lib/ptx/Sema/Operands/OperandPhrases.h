// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_OPERANDS_OPERANDPHRASES_H
#define PTX_SEMA_OPERANDS_OPERANDPHRASES_H

#include "ptx/Sema/Operands/OperandMatcher.h"

#include <string>

namespace ptx {

/// A description of an operand: "the register `%r1`", "a vector of 2", "the number 3".
std::string describeOperand(const BodyScope &scope, ExprId id);

/// The type of a register or of its component, in the words of a message: ".v2 .f32".
std::string observedType(const BodyScope &scope, ExprId id);

/// The shape of an operand: "a vector of 2", "a scalar".
std::string observedLength(const BodyScope &scope, ExprId id);

/// A description of the registers of the types: "a 32-bit integer register". `wider`: include
/// registers wider than `type`.
std::string describeRegisters(TypeSet types, bool wider, std::optional<TypeId> type);

/// A description of the possible operands: "a 32-bit integer register or an integer".
std::string describeExpected(const ExpectedOperand &expected);

/// A description of the possible elements of a vector with `count` elements.
std::string describeElement(const ExpectedOperand &expected, unsigned count);

/// A description of the possible vectors: "a vector of 2, a vector of 4 or a scalar".
std::string expectedLengths(const OperandShape &shape);

/// A description of the possible state spaces of an address.
std::string describeSpaces(const InstrView &view, const OperandInfo &operand);

/// The legal values of an immediate, if `observed` is not one of them: "0 to 31".
std::string describeRange(const OperandShape &shape, int64_t observed);

/// "operand 2", "operands 2 and 3", "operands 1 to 4" for indices from 0.
std::string operandNumbers(llvm::ArrayRef<unsigned> numbers);

/// The selectors `b[0-3] h0` in words: "`.b0`, `.b1`, `.b2`, `.b3` or `.h0`".
std::string describeSelectors(llvm::StringRef patterns);

} // namespace ptx

#endif // PTX_SEMA_OPERANDS_OPERANDPHRASES_H
