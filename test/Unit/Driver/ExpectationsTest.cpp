// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Project/Expectations.h"
#include "ptx/Diagnostics/DiagIds.h"

#include "ptx/Support/SourceBuffer.h"

#include "gtest/gtest.h"

using namespace ptx;
using Place = Expectation::Place;

namespace {

ExpectationList parse(std::string text) {
  return parseExpectations(*SourceBuffer::fromString(std::move(text), "k.ptx"));
}

Expectation parseOne(std::string text) {
  ExpectationList list = parse(std::move(text));
  EXPECT_EQ(list.problems.size(), 0u);
  EXPECT_EQ(list.expectations.size(), 1u);
  return list.expectations.empty() ? Expectation() : list.expectations[0];
}

TEST(Expectations, AllParts) {
  const std::string line = "// expected-warning@+2 3 {{some text}} [PTX1103] more";
  Expectation e = parseOne("\n" + line + "\n\n\n");
  EXPECT_EQ(e.severity, Severity::Warning);
  EXPECT_EQ(e.place, Place::Relative);
  EXPECT_EQ(e.line, 2u);
  EXPECT_EQ(e.target, 4u);
  EXPECT_EQ(e.count, 3u);
  EXPECT_EQ(e.text, "some text");
  EXPECT_FALSE(e.isRegex);
  EXPECT_EQ(e.code, DiagId::EmptyStatement);
  EXPECT_EQ(e.range, (SourceRange{1 + 3, uint32_t(1 + line.find(" more"))}));
  EXPECT_EQ(e.placeRange, (SourceRange{1 + 19, 1 + 22}));
}

TEST(Expectations, PartsThatMayBeLeftOut) {
  Expectation e = parseOne("x // expected-note{{}}");
  EXPECT_EQ(e.severity, Severity::Note);
  EXPECT_EQ(e.target, 1u);
  EXPECT_EQ(e.count, 1u);
  EXPECT_EQ(e.text, "");
  EXPECT_FALSE(e.code);
  EXPECT_TRUE(e.placeRange.empty());
}

TEST(Expectations, OnlyBehindASlashSlash) {
  EXPECT_TRUE(parse("expected-error {{x}}\n/* expected-error {{x}} */\n").expectations.empty());
  EXPECT_EQ(parse("// a // expected-error {{x}} expected-error {{y}}").expectations.size(), 2u);
}

TEST(Expectations, TextMayEndInABrace) {
  EXPECT_EQ(parseOne("// expected-error {{missing `}`}}").text, "missing `}`");
  EXPECT_EQ(parseOne("// expected-error {{missing }}}").text, "missing }");
  EXPECT_EQ(parseOne("// expected-error {{a}} {{b}}").text, "a");
}

TEST(Expectations, AboveAndBelowSkipExpectations) {
  ExpectationList list = parse("one\n"
                               "// expected-error@above {{x}}\n"
                               "// expected-error@below {{x}}\n"
                               "// expected-error@above {{x}}\n"
                               "five\n");
  ASSERT_EQ(list.expectations.size(), 3u);
  EXPECT_EQ(list.expectations[0].target, 1u);
  EXPECT_EQ(list.expectations[1].target, 5u);
  EXPECT_EQ(list.expectations[2].target, 1u);
}

TEST(Expectations, LinesBeyondTheFileAreProblems) {
  EXPECT_EQ(parse("// expected-error@-1 {{x}}").problems.size(), 1u);
  EXPECT_EQ(parse("// expected-error@+1 {{x}}").problems.size(), 1u);
  EXPECT_EQ(parse("// expected-error@0 {{x}}").problems.size(), 1u);
  EXPECT_EQ(parse("// expected-error@4294967296 {{x}}").problems.size(), 1u);
  EXPECT_EQ(parse("// expected-error@below {{x}}").problems.size(), 1u);
  EXPECT_EQ(parse("// expected-error@+1 {{x}}\n").problems.size(), 0u);
}

TEST(Expectations, ProseIsNoProblem) {
  EXPECT_TRUE(
      parse("// the expected-value, expected- and an expected-looking {x}").problems.empty());
}

TEST(Expectations, TextIsPartOfTheMessage) {
  Expectation e = parseOne("// expected-error {{b.d}}");
  EXPECT_TRUE(e.accepts("ab.de", DiagId::EmptyStatement));
  EXPECT_FALSE(e.accepts("abcde", DiagId::EmptyStatement));
  e.code = DiagId::StrayBrace;
  EXPECT_FALSE(e.accepts("ab.de", DiagId::EmptyStatement));
}

TEST(Expectations, RegularExpressionsAmongLiterals) {
  Expectation e = parseOne("// expected-error-re {{a.b{{[0-9]+|x}}c{{$}}}}");
  EXPECT_EQ(e.text, "a.b{{[0-9]+|x}}c{{$}}");
  EXPECT_TRUE(e.accepts("::a.b12c", DiagId::EmptyStatement));
  EXPECT_TRUE(e.accepts("a.bxc", DiagId::EmptyStatement));
  EXPECT_FALSE(e.accepts("a.bc", DiagId::EmptyStatement));
  EXPECT_FALSE(e.accepts("aXb1c", DiagId::EmptyStatement));
  EXPECT_FALSE(e.accepts("a.b1c ", DiagId::EmptyStatement));
}

TEST(Expectations, MalformedOnesSayWhere) {
  ExpectationList list = parse("a\n  // expected-error no text");
  ASSERT_EQ(list.problems.size(), 1u);
  EXPECT_EQ(list.problems[0].offset, 2u + 5u);
  EXPECT_TRUE(list.expectations.empty());
}

TEST(Expectations, PrefixesAreWholeWords) {
  auto count = [](std::string text, std::vector<std::string> prefixes) {
    auto source = SourceBuffer::fromString(std::move(text), "k.ptx");
    return parseExpectations(*source, {.prefixes = std::move(prefixes)}).expectations.size();
  };
  EXPECT_EQ(count("// sm_90-error {{a}} sm-error {{b}}", {"sm_90"}), 1u);
  EXPECT_EQ(count("// sm_90-error {{a}} sm-error {{b}}", {"sm", "sm_90"}), 2u);
  EXPECT_EQ(count("// a-b-error {{a}}", {"a", "a-b"}), 1u);
  EXPECT_EQ(count("// unexpected-error {{a}} x_expected-error {{a}}", {"expected"}), 0u);
  EXPECT_EQ(count("//expected-error {{a}}expected-error {{b}}", {"expected"}), 2u);
  EXPECT_EQ(count("// expected-error {{a}}", {"sm"}), 0u);
}

TEST(Expectations, NoDiagnostics) {
  ExpectationList list = parse("// expected-no-diagnostics\n");
  ASSERT_EQ(list.expectations.size(), 1u);
  EXPECT_TRUE(list.expectations[0].forbidsAll);
  EXPECT_TRUE(list.problems.empty());
  EXPECT_EQ(parse("// expected-no-diagnostics\n// expected-error {{a}}").problems.size(), 1u);
}

} // namespace
