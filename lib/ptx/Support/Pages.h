// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_PAGES_H
#define PTX_SUPPORT_PAGES_H

#include "llvm/ADT/ArrayRef.h"

// A program gets memory a page at a time, by an exception when it first writes to the page. That
// costs 0.1 us to 0.5 us on a bare machine and up to 10 us on a virtual one, where a page may be
// all that a small part of a check needs. Here the system is asked for many pages by one call. All
// of it is advice: where the system does not follow it, nothing but the time differs.

namespace ptx {

/// The size of a large page in bytes, and what its address is a multiple of.
inline constexpr size_t largePage = 2 << 20;

/// Asks for large pages for those of `bytes` that fill them. They come when first written to.
void useLargePages(llvm::MutableArrayRef<char> bytes);

/// Gets the pages of `bytes`, which are about to be written. What they hold stays as it is.
void makePages(llvm::MutableArrayRef<char> bytes);

/// Gets the pages of `bytes`, which are about to be written: large ones where `bytes` fills them,
/// which come when first written to, and small ones around them, at once.
void preparePages(llvm::MutableArrayRef<char> bytes);

} // namespace ptx

#endif // PTX_SUPPORT_PAGES_H
