// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_TOOLS_HEAPPAGES_H
#define PTX_DRIVER_TOOLS_HEAPPAGES_H

#include <cstddef>

namespace ptx {

/// Makes the heap of the process keep freed memory. Only for short-lived tools: a server would keep
/// the memory of its largest document. Call once, before threads start.
void prepareHeap();

/// Populates the pages that the heap allocates next for the calling thread. Not for the main
/// thread.
void prepareHeapOfThread();

/// Populates the pages that a check of `inputBytes` bytes of input uses, or makes the heap use
/// large pages from now on if the check fills several of them. Does nothing for very large inputs,
/// and for a kind of input that it has prepared the heap for already.
void prepareHeapFor(size_t inputBytes);

} // namespace ptx

#endif // PTX_DRIVER_TOOLS_HEAPPAGES_H
