// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_STRENGTHEN_STRENGTHEN_H
#define PTX_MEMORY_STRENGTHEN_STRENGTHEN_H

#include "ptx/Memory/Checker.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// A change of a test that can only forbid more executions.
struct LitmusChange {
  enum class Kind : uint8_t {
    Order, ///< the instruction gets another semantics or scope
    Fence, ///< a memory fence is inserted before it
    /// A proxy fence is inserted before it; `Generic` means an alias fence. A tensormap fence has a
    /// semantics.
    ProxyFence,
  };
  Kind kind;
  uint32_t thread;
  uint32_t step; ///< the first of the instruction
  Semantics semantics = Semantics::Weak;
  MemoryScope scope = MemoryScope::Thread;
  Proxy proxy = Proxy::Generic;
};
using LitmusChanges = std::vector<LitmusChange>;

/// The changes that forbid a condition.
struct Strengthenings {
  /// Whether the condition is forbidden without changes.
  bool isForbidden = false;
  /// The minimal sets of changes, smallest first. Each forbids the condition, but not if one of its
  /// changes is removed or weakened.
  std::vector<LitmusChanges> minimal;
  /// Whether `minimal` contains all sets of one and of two changes. Otherwise it contains one
  /// larger set, or none.
  bool isComplete = false;
  /// The number of variants of the test that were decided.
  unsigned decided = 0;
};

/// `test` with `changes` applied, at most one of each kind at each instruction.
LitmusTest withChanges(const LitmusTest &test, LitmusChanges changes);
/// The changed instruction, or the fence inserted before it.
std::string changeText(const LitmusTest &test, const LitmusChange &change);

/// Finds the weakest changes that forbid the condition of `test`: changes of the semantics or scope
/// of `ld`, `st`, `atom`, `red` and fences, and insertions of `fence.acq_rel`, `fence.sc` and proxy
/// fences. Fails with a message for the user.
llvm::Expected<Strengthenings> findStrengthenings(const LitmusTest &test,
                                                  const SolverFactory &factory,
                                                  const LitmusOptions &options);

/// Prints the result as text and as JSON.
void printStrengthenings(llvm::raw_ostream &os, const LitmusTest &test,
                         const Strengthenings &found);
void printStrengtheningsJson(llvm::raw_ostream &os, const LitmusTest &test,
                             const Strengthenings &found);

} // namespace ptx

#endif // PTX_MEMORY_STRENGTHEN_STRENGTHEN_H
