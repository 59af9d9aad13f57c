// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_OPERANDS_OPERANDPHRASES_H
#define PTX_SEMA_OPERANDS_OPERANDPHRASES_H

#include "ptx/Sema/Operands/OperandMatcher.h"

#include <string>

namespace ptx {

/// What an operand is, in words: "the register `%r1`", "a vector of 2", "the number 3".
std::string describeOperand(const BodyScope &scope, ExprId id);

/// The type of a register or of the component of one, as a message shows it: ".v2 .f32".
std::string observedType(const BodyScope &scope, ExprId id);

/// Whether an operand is a vector, and of how many: "a vector of 2", "a scalar".
std::string observedLength(const BodyScope &scope, ExprId id);

/// The registers of one of the types, in words: "a 32-bit integer register". `wider`: also those
/// wider than `type`.
std::string describeRegisters(TypeSet types, bool wider, std::optional<TypeId> type);

/// What an operand can be, in words: "a 32-bit integer register or an integer".
std::string describeExpected(const ExpectedOperand &expected);

/// What an element of a vector of `count` can be, in words.
std::string describeElement(const ExpectedOperand &expected, unsigned count);

/// The vectors that an operand can be, in words: "a vector of 2, a vector of 4 or a scalar".
std::string expectedLengths(const OperandShape &shape);

/// The state spaces that an address can be in, in words.
std::string describeSpaces(const InstrView &view, const OperandInfo &operand);

/// The values that an immediate can have, of which `observed` is none: "0 to 31".
std::string describeRange(const OperandShape &shape, int64_t observed);

/// "operand 2", "operands 2 and 3", "operands 1 to 4" of numbers from 0.
std::string operandNumbers(llvm::ArrayRef<unsigned> numbers);

/// The selectors `b[0-3] h0` in words: "`.b0`, `.b1`, `.b2`, `.b3` or `.h0`".
std::string describeSelectors(llvm::StringRef patterns);

} // namespace ptx

#endif // PTX_SEMA_OPERANDS_OPERANDPHRASES_H
