// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Project/DiffReader.h"
#include "ptx/Driver/Output/UnifiedDiff.h"

#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <random>

using namespace ptx;

namespace {

std::string randomLines(std::mt19937 &random) {
  std::string text;
  for (unsigned i = random() % 30; i != 0; --i)
    text +=
        std::string(1, static_cast<char>('a' + random() % 4)) + (random() % 9 ? "\n" : " -- +\n");
  if (!text.empty() && random() % 3 == 0)
    text.pop_back();
  return text;
}

TEST(DiffReader, readsWhatTheWriterWrites) {
  std::mt19937 random(1);
  for (int i = 0; i != 500; ++i) {
    std::string before = randomLines(random), after = randomLines(random), text;
    llvm::raw_string_ostream os(text);
    printUnifiedDiff(os, ColorMode::Never, "b/k.ptx", "changed", before, after);
    llvm::Expected<std::vector<FileDiff>> read = readUnifiedDiff(text);
    ASSERT_TRUE(!!read) << llvm::toString(read.takeError()) << text;
    if (before == after) {
      EXPECT_TRUE(read->empty());
      continue;
    }
    ASSERT_EQ(read->size(), 1u) << text;
    EXPECT_EQ(read->front().path, "b/k.ptx"); // the same on both sides: a folder
    EXPECT_EQ(read->front().changes, diffTexts(splitLines(before), splitLines(after))) << text;
  }
}

TEST(DiffReader, endsForEveryPartOfADiff) {
  // Whatever is cut off, reading ends, with an error or without.
  constexpr llvm::StringRef text =
      "--- \"a/\\303\\244\"\n+++ \"b/\\303\\244\"\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n";
  for (size_t size = 0; size <= text.size(); ++size)
    if (llvm::Expected<std::vector<FileDiff>> read = readUnifiedDiff(text.take_front(size)); !read)
      llvm::consumeError(read.takeError());
  llvm::Expected<std::vector<FileDiff>> read = readUnifiedDiff(text);
  ASSERT_TRUE(!!read);
  EXPECT_EQ(read->front().path, "\xC3\xA4");
}

} // namespace
