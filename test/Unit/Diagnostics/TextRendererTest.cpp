// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Diagnostics/NameRules.h"
#include "ptx/Diagnostics/Options.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Diagnostics/Writers/Renderer.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace ptx;

namespace {

std::string rendered(OutputFormat format, std::string text, DiagnosticList list,
                     std::string name = "k.ptx", RenderOptions render = {},
                     const DiagnosticOptions &options = {}) {
  auto buffer = SourceBuffer::fromString(std::move(text), std::move(name));
  std::string result;
  llvm::raw_string_ostream os(result);
  ptx::render(format, os, *buffer, makeReport(std::move(list), options), render);
  return "\n" + result;
}

std::string text(std::string source, DiagnosticList list) {
  return rendered(OutputFormat::Text, std::move(source), std::move(list));
}

std::string concise(std::string source, DiagnosticList list) {
  return rendered(OutputFormat::Concise, std::move(source), std::move(list));
}

/// Offset of `what` in `source`.
uint32_t at(llvm::StringRef source, llvm::StringRef what) { return source.find(what); }

constexpr char kernel[] = R"(.version 9.0
.target sm_90
.visible .entry k()
{
    ret
}
)";

DiagnosticList missingSemicolon() {
  DiagnosticList list;
  uint32_t end = at(kernel, "ret") + 3;
  list.emit(diag::SyntaxError{
      .range = {end, end}, .expected = "`;`", .where = " after `ret`", .found = "`}`"});
  return list;
}

TEST(TextRenderer, ShowsMessageLineAndCaret) {
  EXPECT_EQ(text(kernel, missingSemicolon()), R"(
k.ptx:5:8: error: expected `;` after `ret`, found `}` [PTX1101]
    5 |     ret
      |        ^
)");
}

TEST(TextRenderer, ShowsWarnings) {
  DiagnosticList list;
  list.emit(diag::NonAsciiInComment{.range = {3, 4}, .byte = 0xFC});
  EXPECT_EQ(text("// \xFC", std::move(list)), R"(
k.ptx:1:4: warning: non-ASCII byte 0xFC in a comment; `ptxas` up to CUDA 13.0 rejects the file [PTX1004 non-ascii-in-comment]
    1 | // <FC>
      |    ^~~~
)");
}

TEST(TextRenderer, ShowsHighlights) {
  DiagnosticList list;
  list.emit(diag::SyntaxError{.range = {9, 10}, .expected = "a", .where = "", .found = "`,`"})
      .highlight({0, 3});
  EXPECT_EQ(text("add %r1, , %r2;", std::move(list)), R"(
k.ptx:1:10: error: expected a, found `,` [PTX1101]
    1 | add %r1, , %r2;
      | ~~~      ^
)");
}

TEST(TextRenderer, NotesFollow) {
  DiagnosticList list;
  uint32_t brace = at(kernel, "{");
  list.emit(diag::UnbalancedBrace{.range = {brace + 9, brace + 9}, .what = "the body of `k`"})
      .note({brace, brace + 1}, "`{` is here")
      .note({0, 8}, "a second\nnote");
  EXPECT_EQ(text(kernel, std::move(list)), R"(
k.ptx:5:8: error: missing `}` to close the body of `k` [PTX1104]
    5 |     ret
      |        ^
k.ptx:4:1: note: `{` is here
k.ptx:1:1: note: a second\nnote
)");
}

TEST(TextRenderer, FixesFollowNotes) {
  DiagnosticList list = missingSemicolon();
  DiagnosticList more = missingSemicolon();
  uint32_t end = at(kernel, "ret") + 3;
  list.emit(diag::EmptyStatement{.range = {0, 1}})
      .fix({end, end}, ";", "")
      .fix({end, end}, ";", "insert `;`")
      .fix({end - 3, end}, "exit", "")
      .fix({end - 3, end}, "exit", "use another instruction")
      .fix({0, 8}, "", "")
      .fix({0, 8}, "", "remove the directive")
      .note({0, 1}, "first");
  std::string result = text(kernel, std::move(list));
  EXPECT_EQ(result.substr(0, result.find("k.ptx:5:8: error")), R"(
k.ptx:1:1: error: stray `;`; PTX has no empty statement [PTX1103]
    1 | .version 9.0
      | ^
k.ptx:1:1: note: first
k.ptx:5:8: help: insert `;`
k.ptx:5:8: help: insert `;`
k.ptx:5:5: help: replace by `exit`
k.ptx:5:5: help: use another instruction: `exit`
k.ptx:1:1: help: remove this
k.ptx:1:1: help: remove the directive
)");
}

TEST(TextRenderer, NamesTheEntryWhereItChanges) {
  DiagnosticList list;
  for (const char *entry : {"", "a", "a", "b", "", "b"}) {
    list.setEntry(entry);
    uint32_t begin = list.size();
    list.emit(diag::StrayBrace{.range = {begin, begin}});
  }
  EXPECT_EQ(text("\n\n\n\n\n\n", std::move(list)), R"(
k.ptx:1:1: error: stray `}`; no `{` is open here [PTX1105]
k.ptx: in entry `a`:
k.ptx:2:1: error: stray `}`; no `{` is open here [PTX1105]
k.ptx:3:1: error: stray `}`; no `{` is open here [PTX1105]
k.ptx: in entry `b`:
k.ptx:4:1: error: stray `}`; no `{` is open here [PTX1105]
k.ptx:5:1: error: stray `}`; no `{` is open here [PTX1105]
k.ptx: in entry `b`:
k.ptx:6:1: error: stray `}`; no `{` is open here [PTX1105]
)");
}

TEST(TextRenderer, LineNumbersOfSixDigitsShiftBothLines) {
  DiagnosticList list;
  list.emit(diag::StrayBrace{.range = {100'000, 100'001}});
  EXPECT_EQ(text(std::string(100'000, '\n') + "}", std::move(list)), R"(
k.ptx:100001:1: error: stray `}`; no `{` is open here [PTX1105]
100001 | }
       | ^
)");
}

TEST(TextRenderer, LongLinesAreWindows) {
  DiagnosticList list;
  list.emit(diag::StrayBrace{.range = {500, 501}});
  RenderOptions options;
  options.width = 40;
  EXPECT_EQ(rendered(OutputFormat::Text, std::string(1000, 'x').replace(500, 1, "}"),
                     std::move(list), "k.ptx", options),
            R"(
k.ptx:1:501: error: stray `}`; no `{` is open here [PTX1105]
    1 | ...xxxxxxxxxxx}xxxxxxxxxxxxxxxxxxxxxx...
      |               ^
)");
}

TEST(TextRenderer, SaysWhatIsNotShown) {
  auto result = [](unsigned errors, unsigned warnings) {
    DiagnosticList list;
    for (unsigned i = 0; i < errors; ++i)
      list.emit(diag::StrayBrace{.range = {i, i}});
    for (unsigned i = 0; i < warnings; ++i)
      list.emit(diag::NonAsciiInComment{.range = {1000 + i, 1000}, .byte = 0x80});
    DiagnosticOptions options;
    options.errorLimit = 1;
    std::string all = rendered(OutputFormat::Text, std::string(2000, '\n'), std::move(list),
                               "k.ptx", {}, options);
    return all.substr(all.find('\n', 1) + 1);
  };
  EXPECT_EQ(result(1, 0), "");
  EXPECT_EQ(result(2, 0), "k.ptx: note: 1 more error not shown\n");
  EXPECT_EQ(result(3, 0), "k.ptx: note: 2 more errors not shown\n");
  EXPECT_EQ(result(1, 1), "k.ptx: note: 1 more warning not shown\n");
  EXPECT_EQ(result(3, 2), "k.ptx: note: 2 more errors and 2 more warnings not shown\n");
}

TEST(TextRenderer, ColoursOnlyWhenAsked) {
  for (ColorMode mode : {ColorMode::Auto, ColorMode::Never})
    EXPECT_EQ(rendered(OutputFormat::Text, kernel, missingSemicolon(), "k.ptx", {.color = mode})
                  .find('\x1B'),
              std::string::npos)
        << "a string is not a terminal";
}

TEST(TextRenderer, ColoursOfTheParts) {
  std::string result = rendered(OutputFormat::Text, kernel, missingSemicolon(), "k.ptx",
                                {.color = ColorMode::Always});
  // SGR codes of ECMA-48: 1 bold, 31 red, 32 green, 0 reset; LLVM writes 0;1;3x for bold colours.
  EXPECT_EQ(result, "\n\x1B[1mk.ptx:5:8:\x1B[0m \x1B[0;1;31merror:\x1B[0m "
                    "\x1B[1mexpected `;` after `ret`, found `}`\x1B[0m [PTX1101]\n"
                    "    5 |     ret\n"
                    "      | \x1B[0;1;32m       ^\x1B[0m\n");
}

TEST(TextRenderer, FileNameIsMadePrintable) {
  EXPECT_EQ(rendered(OutputFormat::Concise, kernel, missingSemicolon(), "a\nb\x1B.ptx"),
            "\na\\nb\\x1B.ptx:5:8: error: expected `;` after `ret`, found `}` [PTX1101]\n");
}

TEST(TextRenderer, OffsetsBehindTheEndAreClamped) {
  DiagnosticList list;
  list.emit(diag::StrayBrace{.range = {UINT32_MAX, UINT32_MAX}})
      .note({UINT32_MAX, 0}, "here")
      .fix({UINT32_MAX, 0}, "x", "");
  EXPECT_EQ(text("}", std::move(list)), R"(
k.ptx:1:2: error: stray `}`; no `{` is open here [PTX1105]
    1 | }
      |  ^
k.ptx:1:2: note: here
k.ptx:1:2: help: insert `x`
)");
}

/// `count` errors of one kind, each at the start of its line of `source`; `name` makes the `i`th
/// name.
DiagnosticList undeclared(std::string &source, size_t count,
                          llvm::function_ref<std::string(size_t)> name) {
  DiagnosticList list;
  for (size_t i = 0; i != count; ++i) {
    uint32_t begin = source.size();
    std::string text = name(i);
    source += text + ";\n";
    list.emit(diag::UnknownName{.range = {begin, begin + 1}, .name = text});
  }
  return list;
}

TEST(TextRenderer, TellsSimilarFindingsInOneLine) {
  std::string source;
  DiagnosticList list =
      undeclared(source, 7, [](size_t i) { return "%r" + std::to_string(i + 98); });
  EXPECT_EQ(text(source, std::move(list)), R"(
k.ptx:1:1: error: `%r98` is not declared [PTX2001]
    1 | %r98;
      | ^
k.ptx:2:1: error: `%r99` is not declared [PTX2001]
    2 | %r99;
      | ^
k.ptx:3:1: error: `%r100` is not declared [PTX2001]
    3 | %r100;
      | ^
k.ptx:4:1: note: 4 more of this kind, in lines 4 to 7
)");
}

TEST(TextRenderer, ShowsFourSimilarFindings) {
  std::string source;
  DiagnosticList list = undeclared(source, 4, [](size_t i) { return "%r" + std::to_string(i); });
  EXPECT_FALSE(llvm::StringRef(text(source, std::move(list))).contains("more of this kind"));
}

TEST(TextRenderer, ShowsFindingsOfOtherNames) {
  std::string source;
  DiagnosticList list = undeclared(source, 7, [](size_t i) { return std::string(i + 1, 'a'); });
  EXPECT_FALSE(llvm::StringRef(text(source, std::move(list))).contains("more of this kind"));
}

TEST(TextRenderer, ListsLinesAsRangesAndCountsTheLast) {
  std::string source;
  // Names of two kinds take turns from line 6 on: the third `%r` is in line 3, the fourth in
  // line 4.
  DiagnosticList list = undeclared(source, 24, [](size_t i) {
    bool second = i > 5 && i % 2;
    return (second ? std::string(i, 'b') : "%r" + std::to_string(i));
  });
  std::string shown = text(source, std::move(list));
  EXPECT_TRUE(llvm::StringRef(shown).contains("k.ptx:4:1: note: 12 more of this kind, in lines 4 "
                                              "to 7, 9, 11, 13, 15, 17, 19, 21 and 1 other\n"))
      << shown;
}

TEST(ConciseRenderer, WritesALineForEach) {
  DiagnosticList list = missingSemicolon();
  list.setEntry("k");
  list.emit(diag::StrayBrace{.range = {0, 1}}).note({0, 1}, "not here").fix({0, 1}, "", "nor this");
  EXPECT_EQ(concise(kernel, std::move(list)), R"(
k.ptx:1:1: error: stray `}`; no `{` is open here [PTX1105]
k.ptx:5:8: error: expected `;` after `ret`, found `}` [PTX1101]
)");
}

TEST(ConciseRenderer, SaysWhatIsNotShown) {
  DiagnosticList list = missingSemicolon();
  list.emit(diag::StrayBrace{.range = {0, 1}});
  DiagnosticOptions options;
  options.errorLimit = 1;
  EXPECT_EQ(rendered(OutputFormat::Concise, kernel, std::move(list), "k.ptx", {}, options), R"(
k.ptx:1:1: error: stray `}`; no `{` is open here [PTX1105]
k.ptx: note: 1 more error not shown
)");
}

// Programs that read the format get it through a pipe, where `Auto` means none.
TEST(ConciseRenderer, ColoursOnRequest) {
  auto concise = [](ColorMode color) {
    return rendered(OutputFormat::Concise, kernel, missingSemicolon(), "k.ptx", {.color = color});
  };
  EXPECT_NE(concise(ColorMode::Always).find('\x1B'), std::string::npos);
  EXPECT_EQ(concise(ColorMode::Auto).find('\x1B'), std::string::npos);
  EXPECT_EQ(concise(ColorMode::Never).find('\x1B'), std::string::npos);
}

TEST(Renderer, NothingToSayIsSilence) {
  for (OutputFormat format : {OutputFormat::Text, OutputFormat::Concise, OutputFormat::Jsonl})
    EXPECT_EQ(rendered(format, kernel, DiagnosticList()), "\n");
}

TEST(Renderer, FindsFormats) {
  EXPECT_EQ(findOutputFormat("text"), OutputFormat::Text);
  EXPECT_EQ(findOutputFormat("concise"), OutputFormat::Concise);
  EXPECT_EQ(findOutputFormat("jsonl"), OutputFormat::Jsonl);
  EXPECT_EQ(findOutputFormat("ptxas"), OutputFormat::Ptxas);
  EXPECT_EQ(findOutputFormat("yaml"), std::nullopt);
  EXPECT_EQ(findOutputFormat(""), std::nullopt);
}

} // namespace
