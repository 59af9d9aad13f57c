// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_STRENGTHEN_STRENGTHEN_H
#define PTX_MEMORY_STRENGTHEN_STRENGTHEN_H

#include "ptx/Memory/Checker.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// One change of a test that can only forbid more.
struct LitmusChange {
  enum class Kind : uint8_t {
    Order, ///< the instruction gets another semantics or scope
    Fence, ///< a memory fence is put before it
    /// A fence of a proxy is put before it; `Generic` is that of aliases. That of tensor maps has a
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

/// What forbids a condition.
struct Strengthenings {
  /// Nothing has to be changed.
  bool isForbidden = false;
  /// Each forbids it, and does not without one of its changes, or with one of them weaker. The
  /// smallest first.
  std::vector<LitmusChanges> minimal;
  /// Whether `minimal` has all of one and of two changes. Otherwise it has one of more, or none.
  bool isComplete = false;
  /// How many variants of the test were decided.
  unsigned decided = 0;
};

/// `test` with changes, at most one of each kind at each instruction.
LitmusTest withChanges(const LitmusTest &test, LitmusChanges changes);
/// What the instruction becomes, or the fence before it.
std::string changeText(const LitmusTest &test, const LitmusChange &change);

/// Looks for the weakest changes that forbid the condition of `test`: of a semantics or a scope of
/// `ld`, `st`, `atom`, `red` and fences, and of `fence.acq_rel`, `fence.sc` and proxy fences that
/// are put before instructions. Fails with a text for the user.
llvm::Expected<Strengthenings> findStrengthenings(const LitmusTest &test,
                                                  const SolverFactory &factory,
                                                  const LitmusOptions &options);

/// What was found, in words and as JSON.
void printStrengthenings(llvm::raw_ostream &os, const LitmusTest &test,
                         const Strengthenings &found);
void printStrengtheningsJson(llvm::raw_ostream &os, const LitmusTest &test,
                             const Strengthenings &found);

} // namespace ptx

#endif // PTX_MEMORY_STRENGTHEN_STRENGTHEN_H
