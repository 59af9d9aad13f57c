// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_LANEFUNCTIONS_H
#define PTX_EXECUTION_LANEFUNCTIONS_H

#include "ptx/Isa/Forms/IntegerFunctions.h"

namespace ptx::execution {

struct Operation;

/// The frequent operations, which are computed for all lanes at once if their operands are known.
/// Their results are those of `compute` and `compare`.
enum class LaneFunction : uint8_t {
  None,
  Copy,
  Add,
  Subtract,
  Multiply,
  MultiplyHigh,
  MultiplyWide,
  MultiplyAdd,
  MultiplyAddWide,
  Minimum,
  Maximum,
  And,
  Or,
  Xor,
  Not,
  ShiftLeft,
  ShiftRight,
  Select,
  Convert,
  Compare,
  AddFloat,
  SubtractFloat,
  MultiplyFloat,
  FusedMultiplyAdd,
  CompareFloat,
};

/// The function of an operation with data; `None` if no function has its modifiers and types.
LaneFunction laneFunctionOf(const Operation &op, unsigned operands);

/// The operands of a function in `count` lanes.
struct LaneOperands {
  const uint64_t *a, *b, *c;
  unsigned count;
};

/// Computes `out`. False if a result is a NaN; the lanes are then computed one by one.
bool computeLanes(const Operation &op, const LaneOperands &in, uint64_t *out);

} // namespace ptx::execution

#endif // PTX_EXECUTION_LANEFUNCTIONS_H
