// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/ReportWriter.h"

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Diagnostics/Options.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Diagnostics/Writers/FileReference.h"
#include "ptx/Diagnostics/Writers/Utf16Columns.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace ptx;

namespace {

constexpr OutputFormat documents[] = {OutputFormat::Json, OutputFormat::Sarif,
                                      OutputFormat::Gitlab};

/// A report about `text`, with one stray brace at `range`, which has a note and a fix that are as
/// odd as can be.
std::string written(OutputFormat format, std::string text, std::string name, SourceRange range) {
  auto buffer = SourceBuffer::fromString(std::move(text), std::move(name));
  DiagnosticList list;
  list.emit(diag::StrayBrace{.range = range})
      .note({UINT32_MAX, 0}, "a\nb\x01\xFF]]>")
      .fix({1, 0}, "\xFF", "put \xFF");
  std::string result;
  llvm::raw_string_ostream os(result);
  auto writer = makeReportWriter(format, os, {});
  writer->add(*buffer, makeReport(std::move(list), DiagnosticOptions()));
  writer->addUnreadable("no\xFFne,:%\n.ptx", "bec\xFF%use\n");
  writer->finish();
  return result;
}

std::string empty(OutputFormat format) {
  std::string result;
  llvm::raw_string_ostream os(result);
  makeReportWriter(format, os, {})->finish();
  return result;
}

TEST(ReportWriter, WritesValidJsonOfAnything) {
  for (OutputFormat format : documents)
    for (SourceRange range : {SourceRange{0, 1}, {3, 1}, {UINT32_MAX, UINT32_MAX}}) {
      std::string text = written(format, "\xF0\x9F\x98\x80}\xFF\n", "a\xFF \"\n.ptx", range);
      auto value = llvm::json::parse(text);
      EXPECT_TRUE(static_cast<bool>(value)) << llvm::toString(value.takeError()) << text;
    }
}

TEST(ReportWriter, EscapesWorkflowCommands) {
  std::string text = written(OutputFormat::Github, "}%\n", "a,b:c%\n.ptx", {0, 1});
  EXPECT_EQ(text.find("::error file=a%2Cb%3Ac%25%0A.ptx,line=1,endLine=1,col=1,endColumn=1,"), 0u);
  EXPECT_EQ(llvm::StringRef(text).count('\n'), 2u) << text;
}

TEST(ReportWriter, EscapesXml) {
  std::string text = written(OutputFormat::Junit, "}", "<&\">.ptx", {0, 1});
  EXPECT_NE(text.find("name=\"&lt;&amp;&quot;&gt;.ptx\""), std::string::npos) << text;
  EXPECT_EQ(text.find('\xFF'), std::string::npos);
}

TEST(ReportWriter, WritesEmptyDocuments) {
  for (OutputFormat format : documents)
    EXPECT_TRUE(static_cast<bool>(llvm::json::parse(empty(format)))) << empty(format);
  EXPECT_EQ(empty(OutputFormat::Gitlab), "[]\n");
  EXPECT_EQ(empty(OutputFormat::Github), "");
  EXPECT_EQ(empty(OutputFormat::Ptxas), "");
  EXPECT_EQ(empty(OutputFormat::Junit),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites name=\"ptxkit\" tests=\"0\" failures=\"0\" errors=\"0\">\n"
            "  <testsuite name=\"ptxkit\" tests=\"0\" failures=\"0\" errors=\"0\">\n"
            "  </testsuite>\n"
            "</testsuites>\n");
}

TEST(FileReference, IsRelativeBelowTheFolder) {
  EXPECT_EQ(referencePath("k.ptx", "/w"), "k.ptx");
  EXPECT_EQ(referencePath("./a/../k.ptx", "/w"), "k.ptx");
  EXPECT_EQ(referencePath("/w/a/k.ptx", "/w"), "a/k.ptx");
  EXPECT_EQ(referencePath("/wide/k.ptx", "/w"), "/wide/k.ptx");
  EXPECT_EQ(referencePath("../k.ptx", "/w/x"), "/w/k.ptx");
  EXPECT_EQ(referencePath("/k.ptx", "/"), "k.ptx");
}

TEST(FileReference, IsAUri) { // RFC 3986, 2.1, 2.3 and 4.2; RFC 8089
  EXPECT_EQ(referenceUri("a b/c.ptx", "/w"), "a%20b/c.ptx");
  EXPECT_EQ(referenceUri("a:b%.ptx", "/w"), "a%3Ab%25.ptx");
  EXPECT_EQ(referenceUri("\xC3\xA9~_-.ptx", "/w"), "%C3%A9~_-.ptx");
  EXPECT_EQ(referenceUri("/tmp/k#.ptx", "/w"), "file:///tmp/k%23.ptx");
}

TEST(Utf16Columns, CountUnits) {
  // One byte, two bytes, three, four: one unit each but for the last, which is a surrogate pair.
  auto buffer = SourceBuffer::fromString("\na\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z\n", "k.ptx");
  Utf16Columns columns(*buffer);
  auto column = [&](uint32_t offset) { return columns.lineColumn(offset).column; };
  EXPECT_EQ(column(0), 1u);
  EXPECT_EQ(column(1), 1u);
  EXPECT_EQ(column(2), 2u);
  EXPECT_EQ(column(4), 3u);
  EXPECT_EQ(column(7), 4u);
  EXPECT_EQ(column(11), 6u);
  EXPECT_EQ(columns.lineColumn(UINT32_MAX), (LineColumn{3, 1}));
}

TEST(Utf16Columns, CountAcrossBlocks) {
  std::string text; // 3 bytes each, so that a character lies across the edge of a block
  for (unsigned i = 0; i != 10000; ++i)
    text += "\xE2\x82\xAC";
  auto buffer = SourceBuffer::fromString(text, "k.ptx");
  Utf16Columns columns(*buffer);
  for (uint32_t i : {0, 1365, 1366, 2730, 9999})
    EXPECT_EQ(columns.lineColumn(3 * i), (LineColumn{1, i + 1}));
}

} // namespace
