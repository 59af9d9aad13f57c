// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Tools/HeapPages.h"

#include "ptx/Support/Pages.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Alignment.h"

#include <array>
#include <cstdlib>
#include <mutex>
#ifdef __GLIBC__
#include <malloc.h>
#include <unistd.h>
#endif

using namespace ptx;

#ifdef __GLIBC__
// The step by which the heap grows with large pages. It is address space, not memory.
constexpr size_t largeStep = 64 << 20;
constexpr size_t smallStep = 1 << 20;

/// Populates the pages of the next allocations of the heap, up to \p bytes.
static void makeNext(size_t bytes) {
  if (auto *next = static_cast<char *>(malloc(bytes))) {
    makePages({next, bytes});
    free(next);
  }
}

/// Makes the heap continue in memory with large pages.
static void goOnInLargePages() {
  // The filler is never written and ends directly before a large page, since the system creates no
  // large page where a small one exists. With the padding, the heap then owns the whole step, if
  // the system grants it.
  auto *end = static_cast<char *>(sbrk(0));
  size_t skipped =
      llvm::offsetToAlignment(reinterpret_cast<uintptr_t>(end), llvm::Align(largePage));
  constexpr size_t header = 64;
  size_t piece = skipped + mallinfo2().keepcost;
  if (piece <= header)
    return;
  mallopt(M_MMAP_THRESHOLD, 8 << 20);
  mallopt(M_TOP_PAD, largeStep);
  [[maybe_unused]] static void *volatile filler; // or the compiler removes it
  filler = malloc(piece - header);
  mallopt(M_TOP_PAD, smallStep);
  auto *newEnd = static_cast<char *>(sbrk(0));
  if (newEnd > end)
    useLargePages({end, newEnd});
  // Populate the first large page now, while other threads may be busy: the heap writes the
  // remaining size after the allocated block. makePages would block allocations of other threads
  // meanwhile.
  void *volatile inFirst = malloc(largePage / 2);
  free(inFirst);
}

void ptx::prepareHeap() {
  mallopt(M_MMAP_THRESHOLD, smallStep);
  mallopt(M_TRIM_THRESHOLD, 4 * largeStep);
}

void ptx::prepareHeapOfThread() {
  // The heap of a thread grows only by the missing amount. Each time, the system changes the memory
  // map of the process, and other threads wait. Therefore it grows once, in pieces below the
  // threshold for separate mappings.
  constexpr size_t bodies = 768 << 10, piece = 960 << 10;
  std::array<void *, 4> pieces;
  for (void *&each : pieces)
    each = malloc(piece);
  llvm::for_each(pieces, free);
  makeNext(bodies);
}

void ptx::prepareHeapFor(size_t inputBytes) {
  // Data that grows with a very large input is mapped separately, and grows in place.
  constexpr size_t leastForLarge = 128 << 10, mostForLarge = 64 << 20;
  static std::once_flag once;
  if (inputBytes >= leastForLarge && inputBytes < mostForLarge)
    std::call_once(once, goOnInLargePages);
}

void ptx::returnFreeHeap() { malloc_trim(0); }
#else
void ptx::prepareHeap() {}
void ptx::prepareHeapOfThread() {}
void ptx::prepareHeapFor(size_t) {}
void ptx::returnFreeHeap() {}
#endif
