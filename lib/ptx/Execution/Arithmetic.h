// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_ARITHMETIC_H
#define PTX_EXECUTION_ARITHMETIC_H

#include "ptx/Execution/Program.h"

namespace ptx::execution {

/// The name of an operation with its modifiers, as a part of the names of its unknown results.
uint64_t nameOfOperation(const Operation &op);

/// The result of `op`: exact for integers, and for floating-point numbers if the manual defines
/// each bit. Otherwise unknown, with a name that is equal for equal operands.
Value compute(const Operation &op, llvm::ArrayRef<Value> operands);

/// The comparison of a lane of the operands of `setp` or `set`: a predicate.
Value compare(const Operation &op, Value a, Value b, unsigned lane);

/// The combination of the result of a comparison with a predicate by `.and`, `.or` or `.xor`.
/// (Manual 9.7.6.2)
Value combinePredicates(const Operation &op, Value result, Value with);

/// The result of `set`.
Value compareToNumber(const Operation &op, llvm::ArrayRef<Value> operands);

/// The negation of the predicate `a`.
inline Value negatePredicate(Value a) { return {a.bits ^ 1, a.known}; }

/// The name of an unknown predicate without its negation.
inline uint64_t baseName(uint64_t name) { return name & ~uint64_t(1); }

/// The result of an operation such as `atom` or `red` on integers; unknown for other operations.
/// `isGlobal`: in global memory.
Value combine(const Operation &op, Value old, Value operand, bool isGlobal = false);

} // namespace ptx::execution

#endif // PTX_EXECUTION_ARITHMETIC_H
