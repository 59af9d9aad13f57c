// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_FLOW_UNIFORMITY_H
#define PTX_ANALYSIS_FLOW_UNIFORMITY_H

#include "ptx/Analysis/Flow/RegisterAccesses.h"

namespace ptx {

/// The registers that certainly have a distinct value in each thread of a warp: `%laneid`, `%tid.x`
/// or a lane mask, and values computed only from them and constants by injective instructions, in a
/// register with a single definition. A register that may be equal in all threads does not count.
/// (`%tid.x` is uniform if the CTA is one thread wide, but no such code is written for that case.)
class Uniformity {
public:
  Uniformity(const CheckedUnit &checked, Registers &registers, const RegisterAccesses &accesses);

  /// The name of the special register from which the operand is derived; empty if there is none.
  llvm::StringRef sourceOf(ExprId operand) const;
  /// The same for a predicate that results from a comparison of such a value with a constant for
  /// equality: it differs between the threads of a warp.
  llvm::StringRef sourceOfPredicate(Binding predicate) const;

private:
  static constexpr uint32_t none = ~0u;
  static constexpr uint32_t several = ~0u - 1;

  /// The one instruction that writes the register, with its operands.
  const Signature *writerOf(Binding name, llvm::ArrayRef<ExprId> &operands) const;
  bool isConstant(ExprId operand) const;

  const CheckedUnit &checked;
  const SyntaxUnit &unit;
  Registers &registers;
  std::vector<uint32_t> writers; // by register: the instruction
};

} // namespace ptx

#endif // PTX_ANALYSIS_FLOW_UNIFORMITY_H
