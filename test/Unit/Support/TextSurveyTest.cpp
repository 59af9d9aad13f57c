// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/TextSurvey.h"

#include "gtest/gtest.h"

#include <string>

using namespace ptx;
using llvm::StringRef;

namespace {

TextSurvey surveyOf(StringRef text) { return TextSurvey(text, text); }

/// At each place of blocks that are compared at once, and of what is left after them.
TEST(TextSurveyTest, FindsTheFirstUnusualByte) {
  for (size_t size : {1, 15, 16, 63, 64, 65, 200})
    for (size_t at = 0; at != size; ++at)
      for (char unusual : {'\0', '\x80', '\xFF'}) {
        std::string text(size, '\x7F');
        EXPECT_EQ(surveyOf(text).firstUnusual, TextSurvey::none);
        text[at] = unusual;
        EXPECT_EQ(surveyOf(text).firstUnusual, at);
        text.back() = '\0';
        EXPECT_EQ(surveyOf(text).firstUnusual, at);
      }
}

TEST(TextSurveyTest, FindsMarks) {
  for (size_t before : {0, 1, 50, 60, 64, 130}) {
    std::string blanks(before, ' ');
    TextSurvey suppression = surveyOf(blanks + "// ptx-check: ignore-file");
    EXPECT_TRUE(suppression.mayHaveSuppressions);
    EXPECT_FALSE(suppression.mayHaveDescriptions);
    TextSurvey description = surveyOf(blanks + "//@tensormap {}");
    EXPECT_FALSE(description.mayHaveSuppressions);
    EXPECT_TRUE(description.mayHaveDescriptions);
  }
}

TEST(TextSurveyTest, LeavesOutWhatIsNoMark) {
  TextSurvey survey = surveyOf("L1: @%p1 bra L1; // ptx-check ignore: /@");
  EXPECT_FALSE(survey.mayHaveSuppressions);
  EXPECT_FALSE(survey.mayHaveDescriptions);
}

/// However a text is cut in parts, a mark in two of them is not lost, nor is the first byte.
TEST(TextSurveyTest, AddsParts) {
  StringRef text = "a // ptx-check: b\n//@c\x80 d\x80";
  for (size_t cut = 0; cut <= text.size(); ++cut) {
    TextSurvey survey(text, text.drop_front(cut));
    survey.add(TextSurvey(text, text.take_front(cut)));
    EXPECT_TRUE(survey.mayHaveSuppressions) << cut;
    EXPECT_TRUE(survey.mayHaveDescriptions) << cut;
    EXPECT_EQ(survey.firstUnusual, text.find('\x80')) << cut;
  }
}

} // namespace
