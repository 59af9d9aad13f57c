// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_MODEL_HANGS_H
#define PTX_MEMORY_MODEL_HANGS_H

#include "ptx/Memory/Checker.h"

namespace ptx {

/// A thread that waits for ever.
struct WaitingThread {
  uint32_t thread;
  /// The branch of a loop that goes on, or a barrier.
  const LitmusStep *step;
};

/// Whether a thread can wait for ever.
struct LitmusHang {
  /// Those that do in `execution`; none if every thread ends.
  std::vector<WaitingThread> threads;
  std::optional<Execution> execution;
  /// A loop that writes, or passes a barrier, in each pass: whether it can go on for ever is not
  /// decided.
  const LitmusStep *undecided = nullptr;
};

/// Requires that the branch of `loop` is taken only if the last pass can be repeated for ever: it
/// changes neither memory nor registers, and what it reads stays observable.
///
/// The manual says nothing of progress. Assumed is that a thread goes on if it can, and that a
/// strong write becomes observable, at some time, to reads that are morally strong with it; PTX 9.4
/// says so of accesses through different proxies, and of system scope by different addresses
/// (manual of PTX 9.4, 8.6.1).
void requireRepetition(const EventGraph &graph, Circuit &circuit, const RuntimeOrders &orders,
                       const EventGraph::OpenLoop &loop);

/// Looks for an execution in which a thread waits for ever, in a loop or at a barrier, and all
/// others end or wait, too. The condition of the test does not matter. Fails with a text for the
/// user.
llvm::Expected<LitmusHang> findHang(const LitmusTest &test, const SolverFactory &factory,
                                    const LitmusOptions &options);

/// The result, in words and as JSON.
void printHang(llvm::raw_ostream &os, const LitmusTest &test, const LitmusHang &hang,
               const LitmusOptions &options);
void printHangJson(llvm::raw_ostream &os, const LitmusTest &test, const LitmusHang &hang);

} // namespace ptx

#endif // PTX_MEMORY_MODEL_HANGS_H
