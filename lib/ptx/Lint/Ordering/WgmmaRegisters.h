// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_ORDERING_WGMMAREGISTERS_H
#define PTX_LINT_ORDERING_WGMMAREGISTERS_H

#include "ptx/Lint/LintContext.h"

namespace ptx {

/// The registers that the `wgmma.mma_async` of a body use asynchronously: D, and A if it is in
/// registers. Each distinct vector of them is a set, known by a bit; of a body with very many the
/// first 64 are looked at. (Manual 9.7.15.5)
class WgmmaRegisters {
public:
  explicit WgmmaRegisters(BodyLintContext &context);

  /// The sets that this `wgmma.mma_async` writes and reads as D, and those that it reads as A.
  uint64_t resultOf(InstId mma) const { return uses.lookup(mma.index).result; }
  uint64_t factorOf(InstId mma) const { return uses.lookup(mma.index).factor; }
  /// The sets with the register that are some D, and those that are some A.
  uint64_t resultsWith(uint32_t reg) const { return members[reg].result; }
  uint64_t factorsWith(uint32_t reg) const { return members[reg].factor; }

  /// Whether the instruction, which is not a `wgmma.mma_async`, names a register of any set.
  bool isAccessedBy(InstId inst) const;

private:
  struct Sets {
    uint64_t result = 0;
    uint64_t factor = 0;
  };

  uint64_t setOf(ExprId vector, uint64_t Sets::*role);

  BodyLintContext &context;
  llvm::DenseMap<uint32_t, Sets> uses; // by instruction
  std::vector<Sets> members;           // by register
  std::vector<std::pair<std::vector<uint32_t>, uint64_t Sets::*>> sets;
};

} // namespace ptx

#endif // PTX_LINT_ORDERING_WGMMAREGISTERS_H
