// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Verify/UpdateExpected.h"
#include "ptx/Diagnostics/DiagIds.h"

#include "ptx/Check/Check.h"
#include "ptx/Driver/Verify/Verifier.h"
#include "ptx/Support/SourceBuffer.h"

#include "gtest/gtest.h"

#include <random>

using namespace ptx;

namespace {

std::unique_ptr<SourceBuffer> buffer(std::string text) {
  return SourceBuffer::fromString(std::move(text), "k.ptx");
}

CheckOptions options() {
  CheckOptions result;
  result.split = true;
  result.diagnostics.errorLimit = 0;
  return result;
}

std::string update(std::string text) {
  auto source = buffer(std::move(text));
  UpdatedText updated = updateExpectations(*source, checkSource(*source, options()));
  EXPECT_TRUE(updated.problems.empty());
  return updated.text;
}

TEST(UpdateExpected, WhatAgreesStaysByteForByte) {
  for (const char *text : {".version 8.0\n.target sm_80\n", ".version 8.0\r\n.target sm_80",
                           ".version 8.0\n.target sm_80\n; // expected-error  {{stray}}  \n",
                           ".version 8.0\n.target sm_80\n// expected-error@below {{stray}}\n;"})
    EXPECT_EQ(update(text), text);
}

TEST(UpdateExpected, BelowIsSpelledOutWhenAnExpectationInBetweenGoes) {
  EXPECT_EQ(update(".version 8.0\n.target sm_80\n"
                   "// expected-error@below {{stray}}\n"
                   "// text expected-error@below {{gone}}\n"
                   ";\n"),
            ".version 8.0\n.target sm_80\n"
            "// expected-error@+2 {{stray}}\n"
            "// text\n"
            ";\n");
}

TEST(UpdateExpected, ByteOrderMarkStaysInFront) {
  auto source = buffer("\xEF\xBB\xBF.version 8.0\n.target sm_80\n;\n");
  UpdatedText once = updateExpectations(*source, checkSource(*source, options()));
  EXPECT_TRUE(llvm::StringRef(once.text).starts_with("\xEF\xBB\xBF// expected-error {{"));
  EXPECT_EQ(update(once.text), once.text);
}

TEST(UpdateExpected, WritesInFrontOfACommentNotIntoIt) {
  EXPECT_EQ(update(".version 8.0\n.target sm_80\n/* one\n two */ ;\n"),
            ".version 8.0\n.target sm_80\n"
            "// expected-error@+2 {{stray `;`; PTX has no empty statement}} "
            "[PTX1103]\n"
            "/* one\n two */ ;\n");
}

TEST(UpdateExpected, QuotesOnlyWhatAnExpectationCanHold) {
  auto source = buffer("x\n");
  Report report;
  auto add = [&](std::string message) {
    Diagnostic &d = report.diagnostics.emplace_back();
    d.id = DiagId::SyntaxError;
    d.severity = Severity::Error;
    d.message = std::move(message);
  };
  add("ends in }}");
  add("has }} inside");
  add("a \xC3\xA9 accent");
  std::string text = updateExpectations(*source, report).text;
  EXPECT_EQ(text, "// expected-error@+3 {{a }} [PTX1101]\n"
                  "// expected-error@+2 {{ends in }}}} [PTX1101]\n"
                  "// expected-error@+1 {{has }} [PTX1101]\n"
                  "x\n");
  for (Diagnostic &d : report.diagnostics)
    d.range = {uint32_t(text.size() - 2), uint32_t(text.size() - 2)};
  EXPECT_TRUE(verify(*buffer(text), report).empty());
}

/// Lines that make modules with errors, warnings, notes, and all sorts of expectations.
const char *const lines[] = {
    ";",
    "ret; ; ret;",
    ".reg .b32; ;",
    "{",
    "}",
    "  ret; // expected-error {{stray}}",
    "\t;  // expected-error {{stray}} [PTX1103]",
    "; // expected-error {{gone}} expected-error@+1 {{stray}}",
    "// expected-error@+1 {{stray}}",
    "// expected-error@below {{stray}}",
    "// expected-error@above {{stray}}",
    "// why: expected-error@-1 {{stray}}",
    "// expected-error@4 {{stray}}",
    "// expected-warning@+1 2 {{names no variable}}",
    "// expected-note@below {{}}",
    "// text",
    "",
    ".pragma \"one",
    "two\"; ; // \xC3\xA9",
    "/* open",
    "close */ ;",
    "// -----",
    ".version 8.0 .target sm_80",
    ".visible .entry k() {",
    "@",
};

TEST(UpdateExpected, TheResultVerifiesAndStays) {
  std::mt19937 random(7);
  for (int i = 0; i < 3000; ++i) {
    std::string text = ".version 8.0\n.target sm_80\n.func f()\n{\n";
    const char *lineBreak = random() % 4 ? "\n" : "\r\n";
    for (unsigned count = random() % 12; count; --count)
      text += lines[random() % std::size(lines)] + std::string(lineBreak);
    if (random() % 4 == 0)
      text.pop_back();
    auto source = buffer(text);
    if (!parseExpectations(*source).problems.empty())
      continue; // a line beyond the file
    std::string updated = update(text);
    auto result = buffer(updated);
    Report report = checkSource(*result, options());
    ASSERT_TRUE(verify(*result, report).empty()) << text << "\n=====\n" << updated;
    ASSERT_EQ(update(updated), updated) << text;
  }
}

} // namespace
