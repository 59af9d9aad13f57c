// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Diagnostics/Options.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Diagnostics/Writers/Renderer.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace ptx;

namespace {

std::string jsonl(std::string text, DiagnosticList list, std::string name = "k.ptx") {
  auto buffer = SourceBuffer::fromString(std::move(text), std::move(name));
  std::string result;
  llvm::raw_string_ostream os(result);
  renderJsonl(os, *buffer, makeReport(std::move(list), DiagnosticOptions()));
  return result;
}

TEST(JsonlRenderer, WritesExactlyTheKeysInOrder) {
  DiagnosticList list;
  list.emit(diag::UnbalancedBrace{.range = {4, 6}, .what = "`k`"});
  EXPECT_EQ(
      jsonl("one\ntwo\n", std::move(list)),
      R"({"file":"k.ptx","line":2,"column":1,"endLine":2,"endColumn":3,)"
      R"("severity":"error","code":"PTX1104","name":"unbalanced-brace",)"
      R"("message":"missing `}` to close `k`","arguments":{"what":"`k`"},"entry":null,"notes":[],"fixes":[]})"
      "\n"
      R"({"file":"k.ptx","summary":true,"version":1,"errors":1,"warnings":0,"errorsNotShown":0,)"
      R"("warningsNotShown":0,"truncated":false})"
      "\n");
}

TEST(JsonlRenderer, WritesNotesFixesAndEntry) {
  DiagnosticList list;
  list.setEntry("k");
  list.emit(diag::NonAsciiInComment{.range = {0, 5}, .byte = 0x80})
      .note({4, 7}, "here")
      .note({1, 1}, "there")
      .fix({4, 4}, ";", "insert it");
  EXPECT_EQ(
      jsonl("one\ntwo\n", std::move(list)),
      R"({"file":"k.ptx","line":1,"column":1,"endLine":2,"endColumn":2,)"
      R"("severity":"warning","code":"PTX1004","name":"non-ascii-in-comment",)"
      R"("message":"non-ASCII byte 0x80 in a comment; `ptxas` up to CUDA 13.0 rejects the file",)"
      R"("arguments":{"byte":"0x80"},)"
      R"("entry":"k","notes":[)"
      R"({"line":2,"column":1,"endLine":2,"endColumn":4,"message":"here"},)"
      R"({"line":1,"column":2,"endLine":1,"endColumn":2,"message":"there"}],)"
      R"("fixes":[{"line":2,"column":1,"endLine":2,"endColumn":1,"replacement":";",)"
      R"("description":"insert it","safe":true}]})"
      "\n"
      R"({"file":"k.ptx","summary":true,"version":1,"errors":0,"warnings":1,"errorsNotShown":0,)"
      R"("warningsNotShown":0,"truncated":false})"
      "\n");
}

TEST(JsonlRenderer, WritesOneLineEach) {
  DiagnosticList list;
  list.emit(diag::StrayBrace{.range = {0, 1}}).note({0, 1}, "two\nlines");
  list.emit(diag::StrayBrace{.range = {1, 2}});
  std::string result = jsonl("}}", std::move(list), "a\nb.ptx");
  EXPECT_EQ(llvm::count(result, '\n'), 3); // and the summary
  EXPECT_TRUE(llvm::StringRef(result).contains(R"("file":"a\nb.ptx")"));
  EXPECT_TRUE(llvm::StringRef(result).contains(R"("message":"two\nlines")"));
}

TEST(JsonlRenderer, EscapesQuotesAndKeepsUtf8) {
  DiagnosticList list;
  list.emit(diag::PreprocessorLine{.range = {0, 1}, .line = "#define \"\\ \xC3\xA9"});
  EXPECT_TRUE(llvm::StringRef(jsonl("#", std::move(list)))
                  .contains("preprocessor line `#define \\\"\\\\ \xC3\xA9`"));
}

TEST(JsonlRenderer, ReplacesWhatIsNotUtf8) {
  DiagnosticList list;
  list.setEntry("k\xFF");
  list.emit(diag::StrayBrace{.range = {0, 1}})
      .note({0, 1}, "a\xFFz")
      .fix({0, 1}, "\xC3", "\xED\xA0\x80");
  std::string lines = jsonl("}", std::move(list), "\x80.ptx");
  auto value = llvm::json::parse(llvm::StringRef(lines).split('\n').first);
  ASSERT_TRUE(static_cast<bool>(value)) << llvm::toString(value.takeError());
  const llvm::json::Object &object = *value->getAsObject();
  EXPECT_EQ(object.getString("file"), "\xEF\xBF\xBD.ptx");
  EXPECT_EQ(object.getString("fileBytes"), "802e707478");
  EXPECT_EQ(object.getString("entry"), "k\xEF\xBF\xBD");
  const llvm::json::Object &note = *object.getArray("notes")->front().getAsObject();
  EXPECT_EQ(note.getString("message"), "a\xEF\xBF\xBDz");
  EXPECT_TRUE(object.getArray("fixes")->front().getAsObject()->getString("replacement"));
}

TEST(JsonlRenderer, ClampsRanges) {
  DiagnosticList list;
  list.emit(diag::StrayBrace{.range = {UINT32_MAX, UINT32_MAX}});
  list.emit(diag::StrayBrace{.range = {1, 0}});
  std::string result = jsonl("ab", std::move(list));
  auto [first, second] = llvm::StringRef(result).split('\n');
  EXPECT_TRUE(first.contains(R"("line":1,"column":2,"endLine":1,"endColumn":2,)"));
  EXPECT_TRUE(second.contains(R"("line":1,"column":3,"endLine":1,"endColumn":3,)"));
}

} // namespace
