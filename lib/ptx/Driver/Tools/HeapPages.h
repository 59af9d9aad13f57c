// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_TOOLS_HEAPPAGES_H
#define PTX_DRIVER_TOOLS_HEAPPAGES_H

#include <cstddef>

namespace ptx {

/// Has the heap of the process keep what is given back to it. For tools that end: a server would
/// keep what a large document once needed. To be called once, before there are threads.
void prepareHeap();

/// Gets the pages of what the heap hands out next to the calling thread, which is not the first
/// one.
void prepareHeapOfThread();

/// Gets the pages that a check of so many bytes of input fills, or has the heap use large pages
/// from here on if it fills some of them. Tiny inputs are skipped: the call would cost
/// more than the page faults that it saves.
void prepareHeapFor(size_t inputBytes);

} // namespace ptx

#endif // PTX_DRIVER_TOOLS_HEAPPAGES_H
