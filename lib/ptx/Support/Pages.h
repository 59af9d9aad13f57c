// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_PAGES_H
#define PTX_SUPPORT_PAGES_H

#include "llvm/ADT/ArrayRef.h"

// The first write to a page of memory causes a page fault. It takes 0.1 us to 0.5 us on a physical
// machine and up to 10 us on a virtual one. These functions request many pages by one call. They
// are hints: if the system ignores them, only the time differs.

namespace ptx {

/// The size and alignment of a large page in bytes.
inline constexpr size_t largePage = 2 << 20;

/// Requests large pages for the parts of `bytes` that fill them. They are allocated on the first
/// write.
void useLargePages(llvm::MutableArrayRef<char> bytes);

/// Allocates the pages of `bytes`, which are about to be written. Their contents do not change.
void makePages(llvm::MutableArrayRef<char> bytes);

/// Prepares the pages of `bytes`, which are about to be written. Large pages, where `bytes` fills
/// them, are allocated on the first write. The small pages around them are allocated immediately.
void preparePages(llvm::MutableArrayRef<char> bytes);

} // namespace ptx

#endif // PTX_SUPPORT_PAGES_H
