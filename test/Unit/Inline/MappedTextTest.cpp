// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/MappedText.h"

#include "gtest/gtest.h"

using namespace ptx;

/// `ab` of 10 to 12, a line feed for 12 to 14, `cd` of 14 to 16, `ef` of 30 to 32.
static MappedText sample() {
  MappedText text;
  text.append("ab", 10);
  text.appendFor("\n", {12, 14});
  text.append("c", 14);
  text.append("d", 15);
  text.append("ef", 30);
  return text;
}

TEST(MappedText, FindsTheSource) {
  MappedText text = sample();
  EXPECT_EQ(text.text(), "ab\ncdef");
  EXPECT_EQ(text.sourceOf({1, 2}), (SourceRange{11, 12}));
  EXPECT_EQ(text.sourceOf({2, 3}), (SourceRange{12, 14}));
  EXPECT_EQ(text.sourceOf({1, 5}), (SourceRange{11, 16}));
  EXPECT_EQ(text.sourceOf({4, 6}), (SourceRange{15, 31}));
}

TEST(MappedText, PutsInsertionsBehindTheByteBefore) {
  MappedText text = sample();
  EXPECT_EQ(text.sourceOf({0, 0}), (SourceRange{10, 10}));
  EXPECT_EQ(text.sourceOf({5, 5}), (SourceRange{16, 16}));
  EXPECT_EQ(text.sourceOf({7, 7}), (SourceRange{32, 32}));
  EXPECT_EQ(text.sourceOf({9, 12}), (SourceRange{32, 32}));
}

TEST(MappedText, FindsPlacesOfTheSource) {
  MappedText text = sample();
  EXPECT_EQ(text.placeOf(11), 1u);
  EXPECT_EQ(text.placeOf(12), 2u);
  EXPECT_EQ(text.placeOf(13), 2u) << "within what is spelled in another way";
  EXPECT_EQ(text.placeOf(15), 4u);
  EXPECT_EQ(text.placeOf(16), 5u) << "the end of a part";
  EXPECT_EQ(text.placeOf(32), 7u);
  EXPECT_EQ(text.placeOf(9), std::nullopt);
  EXPECT_EQ(text.placeOf(20), std::nullopt);
  EXPECT_EQ(text.placeOf(11, 3), std::nullopt) << "before the first byte that counts";
}

TEST(MappedText, EditsWhatIsInARow) {
  MappedText text = sample();
  EXPECT_TRUE(text.isEditable({3, 5}));
  EXPECT_FALSE(text.isEditable({2, 3}));
  EXPECT_FALSE(text.isEditable({4, 6}));
}

TEST(MappedText, CopiesPlaces) {
  MappedText copy;
  copy.appendFor("x", {1, 2});
  copy.append(sample(), {1, 6});
  EXPECT_EQ(copy.text(), "xb\ncde");
  EXPECT_EQ(copy.sourceOf({1, 3}), (SourceRange{11, 14}));
  EXPECT_EQ(copy.sourceOf({5, 6}), (SourceRange{30, 31}));
}
