// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_ARITHMETIC_H
#define PTX_EXECUTION_ARITHMETIC_H

#include "ptx/Execution/Program.h"

namespace ptx::execution {

/// What `op` makes of its operands: integers exactly, floating-point numbers where the manual
/// defines each bit of the result; all else is unknown, with a name that is the same for the same
/// operands.
Value compute(const Operation &op, llvm::ArrayRef<Value> operands);

/// The comparison of a lane of the operands of `setp` or `set`: a predicate.
Value compare(const Operation &op, Value a, Value b, unsigned lane);

/// The result of a comparison, and, or or exclusive or another predicate. (Manual 9.7.6.2)
Value combinePredicates(const Operation &op, Value result, Value with);

/// The result of `set`.
Value compareToNumber(const Operation &op, llvm::ArrayRef<Value> operands);

/// `a` without, or with, its negation: of a predicate.
inline Value negatePredicate(Value a) { return {a.bits ^ 1, a.known}; }

/// The name of a predicate that is not known, not negated.
inline uint64_t baseName(uint64_t name) { return name & ~uint64_t(1); }

/// An operation of `atom`, `red` and the like on integers of `width` bits; unknown for others.
Value combine(const Operation &op, Value old, Value operand);

} // namespace ptx::execution

#endif // PTX_EXECUTION_ARITHMETIC_H
