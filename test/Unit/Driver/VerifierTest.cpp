// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Verify/Verifier.h"
#include "ptx/Diagnostics/DiagIds.h"

#include "ptx/Support/SourceBuffer.h"

#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace ptx;

namespace {

/// An error of a rule with a message of our own.
Diagnostic error(uint32_t offset, std::string message, DiagId id = DiagId::SyntaxError) {
  Diagnostic d{};
  d.id = id;
  d.severity = Severity::Error;
  d.range = {offset, offset};
  d.message = std::move(message);
  return d;
}

std::string problems(std::string text, Report report) {
  auto source = SourceBuffer::fromString(std::move(text), "k.ptx");
  std::string result;
  llvm::raw_string_ostream os(result);
  printProblems(os, *source, verify(*source, report));
  return result;
}

TEST(Verifier, AgreementIsNoProblem) {
  EXPECT_EQ(problems("", {}), "");
  EXPECT_EQ(problems("x // expected-error {{one}}", {.diagnostics = {error(0, "one")}}), "");
}

TEST(Verifier, MoreSpecificExpectationsChooseFirst) {
  // In the order of the text the short one would take "ab" and leave nothing to the long one.
  EXPECT_EQ(problems("// expected-error {{a}} expected-error {{ab}}",
                     {.diagnostics = {error(0, "ab"), error(0, "a")}}),
            "");
  EXPECT_EQ(problems("// expected-error {{a}} expected-error {{a}} [PTX1103]",
                     {.diagnostics = {error(0, "a", DiagId::EmptyStatement), error(0, "a")}}),
            "");
  EXPECT_EQ(problems("// expected-error-re {{a{{.*}}}} expected-error {{a}}",
                     {.diagnostics = {error(0, "a"), error(0, "a")}}),
            "");
}

TEST(Verifier, NotesCount) {
  Diagnostic d = error(0, "one");
  d.note({2, 2}, "two");
  EXPECT_EQ(problems("a\nb\n// expected-error@1 {{one}} expected-note@2 {{two}} [PTX1101]",
                     {.diagnostics = {d}}),
            "");
  EXPECT_EQ(problems("a\nb\n// expected-error@1 {{one}}", {.diagnostics = {d}}),
            "k.ptx:2:1: error: unexpected note: two [PTX1101]\n");
}

TEST(Verifier, MessagesAreComparedAsTheyAreShown) {
  EXPECT_EQ(problems("// expected-error {{tab \\t}}", {.diagnostics = {error(0, "tab \t")}}), "");
}

TEST(Verifier, HiddenDiagnosticsAreAProblem) {
  Report report;
  report.errorsNotShown = 2;
  EXPECT_EQ(problems("", report), "k.ptx:1:1: error: too many diagnostics: 2 were not compared\n");
}

TEST(Verifier, TellsOneOfEachAsOne) {
  EXPECT_EQ(problems("x // expected-error {{b}}", {.diagnostics = {error(0, "a")}}),
            "k.ptx:1:1: error: expected error {{b}}, got error {{a}} [PTX1101]\n");
  // The same severity goes first, whatever the order; what is left over is told alone.
  EXPECT_EQ(problems("x // expected-note {{c}} expected-error {{b}} [PTX1103]",
                     {.diagnostics = {error(0, "a"), error(1, "d"), error(2, "e")}}),
            "k.ptx:1:1: error: expected error {{b}} [PTX1103], got error {{a}} [PTX1101]\n"
            "k.ptx:1:2: error: expected note {{c}}, got error {{d}} [PTX1101]\n"
            "k.ptx:1:3: error: unexpected error: e [PTX1101]\n");
  // On different lines they have nothing to do with each other.
  EXPECT_EQ(problems("x\n// expected-error {{b}}", {.diagnostics = {error(0, "a")}}),
            "k.ptx:1:1: error: unexpected error: a [PTX1101]\n"
            "k.ptx:2:4: error: expected error not found on line 2: b\n");
}

TEST(Verifier, CountsInWords) {
  EXPECT_EQ(problems("x // expected-error 2 {{a}}", {.diagnostics = {error(0, "a")}}),
            "k.ptx:1:6: error: expected 2 errors on line 1, found 1: a\n");
  EXPECT_EQ(problems("x // expected-warning 3 {{a}}", {}),
            "k.ptx:1:6: error: expected 3 warnings on line 1, found none: a\n");
}

TEST(Verifier, IgnoresKinds) {
  auto source = SourceBuffer::fromString("x // expected-note {{b}}", "k.ptx");
  Diagnostic d = error(0, "a");
  d.note({0, 0}, "b").note({0, 0}, "c");
  Report report{.diagnostics = {d}};
  EXPECT_EQ(verify(*source, report, {.ignored = {Severity::Note}}).size(), 1u);
  EXPECT_EQ(verify(*source, report, {.ignored = {Severity::Error, Severity::Note}}).size(), 0u);
  EXPECT_EQ(verify(*source, {}, {.ignored = {Severity::Note}}).size(), 1u); // expected, not found
}

} // namespace
