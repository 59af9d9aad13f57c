// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Output/UnifiedDiff.h"
#include "ptx/Support/LineDiff.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <random>

using namespace ptx;
using Lines = std::vector<uint32_t>;

namespace {

std::string diff(llvm::StringRef before, llvm::StringRef after) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printUnifiedDiff(os, ColorMode::Never, "k", "formatted", before, after);
  return text;
}

/// Whether `changes`, applied to `before`, give `after`, touch no common line twice, and are
/// separated by common lines.
bool isRight(const std::vector<DiffChange> &changes, const Lines &before, const Lines &after) {
  Lines result;
  uint32_t done = 0, doneNew = 0;
  for (const DiffChange &c : changes) {
    if (c.oldBegin < done || c.oldEnd < c.oldBegin || c.newEnd < c.newBegin ||
        (&c != &changes.front() && c.oldBegin == done) || c.oldEnd > before.size() ||
        c.newEnd > after.size() || c.oldBegin - done != c.newBegin - doneNew)
      return false;
    result.insert(result.end(), before.begin() + done, before.begin() + c.oldBegin);
    result.insert(result.end(), after.begin() + c.newBegin, after.begin() + c.newEnd);
    done = c.oldEnd;
    doneNew = c.newEnd;
  }
  result.insert(result.end(), before.begin() + done, before.end());
  return result == after;
}

size_t changedLines(const std::vector<DiffChange> &changes) {
  size_t count = 0;
  for (const DiffChange &c : changes)
    count += c.oldEnd - c.oldBegin + c.newEnd - c.newBegin;
  return count;
}

/// The fewest lines to remove and add: both lengths less twice that of the longest common
/// subsequence, which the textbook table gives.
size_t fewestChanges(const Lines &a, const Lines &b) {
  std::vector<std::vector<size_t>> common(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 1; i <= a.size(); ++i)
    for (size_t j = 1; j <= b.size(); ++j)
      common[i][j] = a[i - 1] == b[j - 1] ? common[i - 1][j - 1] + 1
                                          : std::max(common[i - 1][j], common[i][j - 1]);
  return a.size() + b.size() - 2 * common[a.size()][b.size()];
}

Lines randomLines(std::mt19937 &random, size_t count, uint32_t kinds) {
  Lines lines(count);
  for (uint32_t &line : lines)
    line = random() % kinds;
  return lines;
}

TEST(DiffLines, EqualAndEmpty) {
  EXPECT_TRUE(diffLines({}, {}).empty());
  EXPECT_TRUE(diffLines({1, 2, 3}, {1, 2, 3}).empty());
  EXPECT_EQ(diffLines({}, {1, 2}), (std::vector<DiffChange>{{0, 0, 0, 2}}));
  EXPECT_EQ(diffLines({1, 2}, {}), (std::vector<DiffChange>{{0, 2, 0, 0}}));
}

TEST(DiffLines, FindsTheFewestChanges) {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    Lines a = randomLines(random, random() % 30, 1 + random() % 6);
    Lines b = randomLines(random, random() % 30, 1 + random() % 6);
    std::vector<DiffChange> changes = diffLines(a, b);
    ASSERT_TRUE(isRight(changes, a, b));
    ASSERT_EQ(changedLines(changes), fewestChanges(a, b));
  }
}

TEST(DiffLines, IsRightBeyondTheLimit) {
  std::mt19937 random(2);
  for (uint32_t kinds : {2u, 50u, 100000u}) {
    Lines a = randomLines(random, 3000, kinds);
    Lines b = randomLines(random, 2500, kinds);
    EXPECT_TRUE(isRight(diffLines(a, b), a, b)) << kinds;
  }
}

TEST(DiffLines, ScatteredChangesStaySmall) {
  // Each of 1,000 changed lines is one removed and one added, more than one round can find.
  Lines a(20000), b;
  for (uint32_t i = 0; i != a.size(); ++i)
    a[i] = i;
  b = a;
  for (uint32_t i = 0; i < b.size(); i += 20)
    b[i] += 1'000'000;
  std::vector<DiffChange> changes = diffLines(a, b);
  EXPECT_TRUE(isRight(changes, a, b));
  EXPECT_EQ(changedLines(changes), 2000u);
}

// The form is that of GNU diff -u, see "Detailed Description of Unified Format" in its manual.
TEST(UnifiedDiff, EqualTextsHaveNone) { EXPECT_EQ(diff("a\nb\n", "a\nb\n"), ""); }

TEST(UnifiedDiff, ShowsThreeLinesOfContext) {
  EXPECT_EQ(diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"),
            "--- k\toriginal\n+++ k\tformatted\n"
            "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(UnifiedDiff, JoinsChangesWhoseContextsTouch) {
  EXPECT_EQ(diff("a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n"),
            "--- k\toriginal\n+++ k\tformatted\n"
            "@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n");
  EXPECT_EQ(diff("a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n"),
            "--- k\toriginal\n+++ k\tformatted\n"
            "@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n"
            "@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n");
}

TEST(UnifiedDiff, EmptySidesCountFromTheLineBefore) {
  EXPECT_EQ(diff("", "a\n"), "--- k\toriginal\n+++ k\tformatted\n@@ -0,0 +1 @@\n+a\n");
  EXPECT_EQ(diff("a\nb\n", ""), "--- k\toriginal\n+++ k\tformatted\n@@ -1,2 +0,0 @@\n-a\n-b\n");
}

TEST(UnifiedDiff, SaysWhereTheFinalLineBreakIsMissing) {
  EXPECT_EQ(diff("a\nb", "a\nb\n"), "--- k\toriginal\n+++ k\tformatted\n"
                                    "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n");
}

} // namespace
