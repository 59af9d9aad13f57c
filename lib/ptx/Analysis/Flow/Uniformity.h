// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_FLOW_UNIFORMITY_H
#define PTX_ANALYSIS_FLOW_UNIFORMITY_H

#include "ptx/Analysis/Flow/RegisterAccesses.h"

namespace ptx {

/// Which registers certainly have another value in each thread of a warp: `%laneid`, `%tid.x` or
/// a mask of lanes, and what is computed only from them by instructions that keep differences, with
/// constants, in a register that one instruction writes. A register that may be the same in all
/// threads is none.
/// (`%tid.x` is the same where the CTA is one thread wide, which no such code is for.)
class Uniformity {
public:
  Uniformity(const CheckedUnit &checked, Registers &registers, const RegisterAccesses &accesses);

  /// The name of the special register that the operand follows; empty if it is not known to.
  llvm::StringRef sourceOf(ExprId operand) const;
  /// The same of a predicate that compares such a value for equality with a constant, so that not
  /// all threads of a warp agree.
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
