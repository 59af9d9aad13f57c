// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_OBSERVER_H
#define PTX_EXECUTION_OBSERVER_H

#include "ptx/Execution/Program.h"

namespace ptx::execution {

class Machine;

/// Follows an execution, and knows the meaning of some unknown values. With an observer, a warp
/// executes up to its next jump back before the next warp continues.
class Observer {
public:
  virtual ~Observer() = default;

  /// A parameter of the entry; none if it has the value of the launch.
  virtual std::optional<Value> argument(uint64_t offset, unsigned bytes) = 0;
  /// The result of an operation; none if it is the same as without an observer.
  virtual std::optional<Value> compute(const Operation &op, llvm::ArrayRef<Value> operands) = 0;
  virtual std::optional<Value> compare(const Operation &op, Value a, Value b) = 0;
  /// `pack` joins parts of `width` bits, the lowest first, and `unpack` returns one of them; none
  /// if the result is the same as without an observer.
  virtual std::optional<Value> pack(llvm::ArrayRef<Value> parts, unsigned width) = 0;
  virtual std::optional<Value> unpack(Value whole, unsigned part, unsigned width) = 0;
  /// Before each round of the warps. Returns false to end the execution.
  virtual bool beginRound(Machine &machine) = 0;
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_OBSERVER_H
