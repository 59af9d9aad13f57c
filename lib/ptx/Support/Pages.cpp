// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/Pages.h"

#include "llvm/Support/Alignment.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Process.h"

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

using namespace ptx;

using Bytes = llvm::MutableArrayRef<char>;

static uintptr_t addressOf(const char *byte) { return reinterpret_cast<uintptr_t>(byte); }

void ptx::useLargePages([[maybe_unused]] Bytes bytes) {
#ifdef MADV_HUGEPAGE
  uintptr_t begin = llvm::alignTo(addressOf(bytes.begin()), largePage);
  uintptr_t end = llvm::alignDown(addressOf(bytes.end()), largePage);
  if (begin < end)
    madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

void ptx::makePages([[maybe_unused]] Bytes bytes) {
#ifdef MADV_POPULATE_WRITE
  uintptr_t page = llvm::sys::Process::getPageSizeEstimate();
  uintptr_t begin = llvm::alignDown(addressOf(bytes.begin()), page);
  if (!bytes.empty())
    madvise(reinterpret_cast<void *>(begin), addressOf(bytes.end()) - begin, MADV_POPULATE_WRITE);
#endif
}

void ptx::preparePages(Bytes bytes) {
  size_t head = llvm::offsetToAlignment(addressOf(bytes.begin()), llvm::Align(largePage));
  size_t tail = addressOf(bytes.end()) % largePage;
  if (head + tail >= bytes.size())
    return makePages(bytes);
  makePages(bytes.take_front(head));
  useLargePages(bytes.drop_front(head).drop_back(tail));
  makePages(bytes.take_back(tail));
}
