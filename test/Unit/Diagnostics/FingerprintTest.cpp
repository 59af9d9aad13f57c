// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Fingerprint.h"

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Support/SourceBuffer.h"

#include "gtest/gtest.h"

#include <set>

using namespace ptx;

namespace {

/// The statement where `^` is in `text`.
std::string statement(std::string text, bool linesEnd = false) {
  size_t offset = text.find('^');
  text.erase(offset, 1);
  return statementText(text, static_cast<uint32_t>(offset), linesEnd);
}

/// The fingerprint of a stray brace at each `^` of `text`, in entry `entry`.
std::vector<std::string> fingerprints(std::string text, llvm::StringRef entry = "k") {
  DiagnosticList list;
  list.setEntry(entry);
  for (size_t at = text.find('^'); at != std::string::npos; at = text.find('^')) {
    text.erase(at, 1);
    auto offset = static_cast<uint32_t>(at);
    list.emit(diag::StrayBrace{.range = {offset, offset + 1}});
  }
  auto buffer = SourceBuffer::fromString(std::move(text), "k.ptx");
  Fingerprints names(*buffer);
  std::vector<std::string> result;
  for (const Diagnostic &d : list.take())
    result.push_back(names.next(d));
  return result;
}

TEST(StatementText, GoesFromSemicolonToSemicolon) {
  EXPECT_EQ(statement("ret; add ^a, b; ret;"), "add a, b;");
  EXPECT_EQ(statement("ret; ^add a, b; ret;"), "add a, b;");
  EXPECT_EQ(statement("ret; add a, b^; ret;"), "add a, b;");
  EXPECT_EQ(statement("^add a"), "add a");
  EXPECT_EQ(statement("add a^"), "add a");
  EXPECT_EQ(statement("^"), "");
}

TEST(StatementText, EndsAtBracesThatEndTheirLine) {
  EXPECT_EQ(statement(".entry k()\n{\n  add ^a;\n}"), "add a;");
  EXPECT_EQ(statement(".entry k() { // body\n  add ^a;\n}"), "add a;");
  EXPECT_EQ(statement("mma {a, b},\n  {c}, ^d;"), "mma {a, b}, {c}, d;");
  EXPECT_EQ(statement("ret;\n ^}\nret;"), "}");
}

TEST(StatementText, LeavesOutLayoutAndComments) {
  EXPECT_EQ(statement("ret; add\t^a, // b; c\r\n   /* d;\n */ e;"), "add a, e;");
  EXPECT_EQ(statement("/* ; */ add ^a;"), "add a;");
  EXPECT_EQ(statement("add/**/^a;"), "add a;");
}

TEST(StatementText, EndsAtLinesOnRequest) {
  EXPECT_EQ(statement("one\ntwo ^three\nfour", true), "two three");
  EXPECT_EQ(statement("one\ntwo ^three\nfour"), "one two three four");
}

TEST(StatementText, HasALimitEitherWay) {
  std::string half(5000, 'x');
  EXPECT_EQ(statement(half + "^" + half).size(), 4000u);
  // What begins inside of a comment is not read as code.
  std::string comment = "/* " + std::string(1000, '\n') + "a;\n" + std::string(1500, 'b') + " */\n";
  EXPECT_EQ(statement(comment + "add ^a;"), "add a;");
}

TEST(Fingerprints, StayWhereOtherLinesChange) {
  auto before = fingerprints("add a;\nmul ^b;\n");
  EXPECT_EQ(before, fingerprints("\n\nsub a;\nsub b;\n  mul   ^b; // why\nret;"));
  EXPECT_NE(before, fingerprints("add a;\nmul ^c;\n"));
  EXPECT_NE(before, fingerprints("add a;\nmul ^b;\n", "other"));
}

TEST(Fingerprints, AreUnique) {
  auto all = fingerprints("add ^a; add ^a; mul ^a; add ^^a;");
  EXPECT_EQ(std::set(all.begin(), all.end()).size(), 5u);
  // The first of several is the same whether or not others follow.
  EXPECT_EQ(all.front(), fingerprints("add ^a;").front());
}

TEST(Fingerprints, AreOfThisAlgorithm) {
  // XXH3 with 64 bits of "stray-brace\0k\0\0add a;\0" and "0", as the xxhash library computes it.
  EXPECT_EQ(fingerprints("add ^a;").front(), "2c845aa18b26a11e");
}

TEST(Fingerprints, AreOfDiagnosticsOutsideOfTheText) {
  auto buffer = SourceBuffer::fromString("add", "k.ptx");
  DiagnosticList list;
  list.emit(diag::StrayBrace{.range = {UINT32_MAX, UINT32_MAX}});
  Fingerprints names(*buffer);
  EXPECT_EQ(names.next(list.take().front()).size(), 16u);
}

} // namespace
