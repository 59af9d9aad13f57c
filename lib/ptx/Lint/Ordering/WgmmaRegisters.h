// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_ORDERING_WGMMAREGISTERS_H
#define PTX_LINT_ORDERING_WGMMAREGISTERS_H

#include "ptx/Lint/LintContext.h"

#include <array>

namespace ptx {

/// The registers that the `wgmma.mma_async` of a body use asynchronously: D, and A if it is in
/// registers. Each distinct vector of them is a set, identified by a bit. Only the first 64 sets of
/// a body are checked. (Manual 9.7.15.5)
class WgmmaRegisters {
public:
  explicit WgmmaRegisters(BodyLintContext &context);

  /// The sets that this `wgmma.mma_async` reads and writes as D, and the sets that it reads as A.
  uint64_t resultOf(InstId mma) const { return uses.lookup(mma.index).result; }
  uint64_t factorOf(InstId mma) const { return uses.lookup(mma.index).factor; }
  /// The sets with this register that are used as D, and the sets that are used as A.
  uint64_t resultsWith(uint32_t reg) const { return members[reg].result; }
  uint64_t factorsWith(uint32_t reg) const { return members[reg].factor; }

  /// The number of distinct registers that are used as D in `sets`.
  unsigned countResults(uint64_t sets) const;

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

/// The sets of registers that are pending on every path to a location, by the maximum number of
/// wgmma-groups committed after their `wgmma.mma_async`. A state of `ForwardDataflow`. (Manual
/// 9.7.15.7.3)
class PendingRegisters {
public:
  /// Whether the instruction can change the pending sets.
  static bool isChangedBy(AsyncOp op);
  void step(BodyLintContext &context, const WgmmaRegisters &sets, InstId inst);
  bool meet(const PendingRegisters &other);
  /// All sets that are pending.
  uint64_t all() const { return within.back(); }

private:
  static constexpr unsigned maxGroups = 8;

  void start(uint64_t sets);
  void commit();
  void wait(uint64_t groups);

  /// Bit s of `within[n]`: set s is pending, and at most n groups were committed since.
  std::array<uint64_t, maxGroups> within = {};
};

} // namespace ptx

#endif // PTX_LINT_ORDERING_WGMMAREGISTERS_H
