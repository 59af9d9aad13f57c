// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_THREADS_THREADTEXT_H
#define PTX_LINT_THREADS_THREADTEXT_H

#include "llvm/ADT/BitVector.h"

#include <string>

namespace ptx {

/// The warps with a thread in the set, as a set of their first threads.
llvm::BitVector warpsOf(const llvm::BitVector &threads);

/// A set of threads of a CTA, as shown in messages: "thread 0", "lane 0 of each warp", "threads 0
/// to 127", "96 threads".
std::string describeThreads(const llvm::BitVector &threads);

} // namespace ptx

#endif // PTX_LINT_THREADS_THREADTEXT_H
