// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Verifier.h"
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

} // namespace
