// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/Pages.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

using namespace ptx;

namespace {

const size_t page = sysconf(_SC_PAGESIZE);

/// Memory from the system that nobody has written to.
class FreshMemory {
public:
  explicit FreshMemory(size_t size) : size(size) {
    begin = static_cast<char *>(
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
#ifdef MADV_NOHUGEPAGE
    madvise(begin, size, MADV_NOHUGEPAGE); // whatever the system does by itself
#endif
  }
  ~FreshMemory() { munmap(begin, size); }

  llvm::MutableArrayRef<char> bytes() const { return {begin, size}; }
  /// How many of its small pages are there.
  size_t resident() const {
    std::vector<unsigned char> pages(size / page);
    EXPECT_EQ(mincore(begin, size, pages.data()), 0);
    return std::count_if(pages.begin(), pages.end(), [](unsigned char p) { return p & 1; });
  }

private:
  char *begin;
  size_t size;
};

#ifdef MADV_POPULATE_WRITE
bool canPopulate() {
  FreshMemory one(page);
  return madvise(one.bytes().data(), page, MADV_POPULATE_WRITE) == 0;
}

TEST(Pages, ArePresentOnceMade) {
  if (!canPopulate())
    GTEST_SKIP() << "the system is older than Linux 5.14";
  FreshMemory memory(8 * page);
  makePages({});
  EXPECT_EQ(memory.resident(), 0u);
  // From the middle of page 2 to the middle of page 5.
  makePages(memory.bytes().slice(2 * page + page / 2, 3 * page));
  EXPECT_EQ(memory.resident(), 4u);
}

TEST(Pages, SmallOnesAroundLargeOnesArePrepared) {
  if (!canPopulate())
    GTEST_SKIP() << "the system is older than Linux 5.14";
  FreshMemory memory(3 * largePage);
  size_t first = -reinterpret_cast<uintptr_t>(memory.bytes().data()) % largePage;
  // A page before the first border and two after the second one.
  size_t begin = first ? first - page : largePage - page;
  preparePages(memory.bytes().slice(begin, page + largePage + 2 * page));
  EXPECT_EQ(memory.resident(), 3u);
}
#endif

TEST(Pages, KeepWhatTheyHold) {
  FreshMemory memory(3 * largePage);
  for (size_t i = 0; i < memory.bytes().size(); i += page)
    memory.bytes()[i] = static_cast<char>(i / page);
  preparePages(memory.bytes());
  makePages(memory.bytes());
  for (size_t i = 0; i < memory.bytes().size(); i += page)
    ASSERT_EQ(memory.bytes()[i], static_cast<char>(i / page));
}

} // namespace
