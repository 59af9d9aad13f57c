// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/SplitInput.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace ptx;
using testing::ElementsAre;

namespace {

std::vector<std::string> parts(llvm::StringRef text) {
  std::vector<std::string> result;
  for (SourceRange range : splitInput(text))
    result.push_back(text.slice(range.begin, range.end).str());
  return result;
}

TEST(SplitInput, WithoutMarkerIsOnePart) {
  EXPECT_THAT(parts(""), ElementsAre(""));
  EXPECT_THAT(parts("a\nb"), ElementsAre("a\nb"));
}

TEST(SplitInput, LeavesOutTheMarkerLine) {
  EXPECT_THAT(parts("a\n// -----\nb\n"), ElementsAre("a\n", "b\n"));
  EXPECT_THAT(parts("a\n// ----- \t\r\nb\n"), ElementsAre("a\n", "b\n"));
}

TEST(SplitInput, PartsMayBeEmpty) {
  EXPECT_THAT(parts("// -----\n// -----\n"), ElementsAre("", "", ""));
  EXPECT_THAT(parts("a\n// -----"), ElementsAre("a\n", ""));
}

TEST(SplitInput, OnlyAWholeLineIsAMarker) {
  for (const char *text :
       {"a // -----\nb", " // -----\n", "// ------\n", "// ----- x\n", "//-----\n"})
    EXPECT_THAT(parts(text), ElementsAre(text));
}

} // namespace
