// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_MODEL_HANGS_H
#define PTX_MEMORY_MODEL_HANGS_H

#include "ptx/Memory/Checker.h"

namespace ptx {

/// A thread that waits forever.
struct WaitingThread {
  uint32_t thread;
  /// The branch of an infinite loop, or a barrier.
  const LitmusStep *step;
};

/// Whether a thread can wait forever.
struct LitmusHang {
  /// The threads that wait forever in `execution`; empty if every thread terminates.
  std::vector<WaitingThread> threads;
  std::optional<Execution> execution;
  /// A loop that writes or executes a barrier in each pass. It is not decided whether it can be
  /// infinite.
  const LitmusStep *undecided = nullptr;
};

/// Requires that the branch of `loop` is taken only if the last pass can be repeated forever: it
/// changes neither memory nor registers, and the values that it reads stay observable.
///
/// The manual does not define progress. We assume that a thread continues if it can, and that a
/// strong write eventually becomes observable to reads that are morally strong with it. PTX 9.4
/// guarantees the latter for accesses through different proxies, and for system scope through
/// different addresses (manual of PTX 9.4, 8.6.1).
void requireRepetition(const EventGraph &graph, Circuit &circuit, const RuntimeOrders &orders,
                       const EventGraph::OpenLoop &loop);

/// Finds an execution in which a thread waits forever, in a loop or at a barrier, and all others
/// terminate or wait as well. Ignores the condition of the test. Fails with a message for the user.
llvm::Expected<LitmusHang> findHang(const LitmusTest &test, const SolverFactory &factory,
                                    const LitmusOptions &options);

/// Prints the result as text and as JSON.
void printHang(llvm::raw_ostream &os, const LitmusTest &test, const LitmusHang &hang,
               const LitmusOptions &options);
void printHangJson(llvm::raw_ostream &os, const LitmusTest &test, const LitmusHang &hang);

} // namespace ptx

#endif // PTX_MEMORY_MODEL_HANGS_H
