// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/Catalogue/RulePages.h"
#include "ptx/Diagnostics/DiagIds.h"
#include "ptx/Diagnostics/SyntaxRules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace ptx;

namespace {

std::string page(llvm::StringRef name) {
  auto file = llvm::MemoryBuffer::getFile(RULE_PAGES_FOLDER "/" + name + ".md");
  return file ? (*file)->getBuffer().str() : "";
}

TEST(Catalog, IsInTheOrderOfIdAndCode) {
  ASSERT_FALSE(allDiagnostics().empty());
  uint16_t last = 0;
  for (auto [i, entry] : llvm::enumerate(allDiagnostics())) {
    EXPECT_EQ(entry.id, DiagId(entry.code));
    EXPECT_EQ(indexOf(entry.id), i);
    EXPECT_LT(last, entry.code);
    last = entry.code;
  }
}

TEST(Catalog, TellsWhatTheRecordSays) {
  const DiagInfo &entry = info(DiagId::NonAsciiInComment);
  EXPECT_EQ(entry.code, 1004);
  EXPECT_EQ(entry.name, "non-ascii-in-comment");
  EXPECT_EQ(entry.severity, Severity::Warning);
  EXPECT_TRUE(entry.groups.contains(DiagGroup::PtxasRejects));
  EXPECT_EQ(entry.section, "4.2");
  EXPECT_EQ(entry.ptxas, "Unexpected non-ASCII character encountered on line N");
  EXPECT_EQ(entry.message,
            "non-ASCII byte {byte} in a comment; `ptxas` up to CUDA 13.0 rejects the file");
  EXPECT_FALSE(entry.isHardError());
  EXPECT_TRUE(info(DiagId::SyntaxError).isHardError());
}

TEST(Catalog, TellsWhatTheGroupSays) {
  const DiagGroupInfo &group = allDiagnosticGroups()[unsigned(DiagGroup::PtxasRejects)];
  EXPECT_EQ(group.group, DiagGroup::PtxasRejects);
  EXPECT_EQ(group.name, "ptxas-rejects");
  EXPECT_EQ(group.underCompat, Severity::Error);
}

TEST(Catalog, CodeAsText) { EXPECT_EQ(codeText(DiagId::UnsupportedEncoding), "PTX1001"); }

TEST(Catalog, FindsByNameAndCode) {
  EXPECT_EQ(findDiagnostic("stray-brace"), DiagId::StrayBrace);
  EXPECT_EQ(findDiagnostic("PTX1004"), DiagId::NonAsciiInComment);
  EXPECT_EQ(findDiagnostic("ptx1004"), DiagId::NonAsciiInComment);
  EXPECT_EQ(findDiagnostic("1004"), DiagId::NonAsciiInComment);
}

TEST(Catalog, FindsNothingElse) {
  for (llvm::StringRef name : {"", "PTX", "PTX1000", "PTX10040", "PTX1004x", "Stray-Brace", "stray",
                               "-1004", "99999999999999999999", "ptxas-rejects"})
    EXPECT_EQ(findDiagnostic(name), std::nullopt) << name.str();
}

TEST(Catalog, FindsGroups) {
  EXPECT_EQ(findDiagnosticGroup("ptxas-rejects"), DiagGroup::PtxasRejects);
  EXPECT_EQ(findDiagnosticGroup("ptxas"), std::nullopt);
  EXPECT_EQ(findDiagnosticGroup(""), std::nullopt);
}

TEST(Emitter, PutsStringsAndNumbersIn) {
  diag::NestingTooDeep tooDeep{.range = {}, .what = "parentheses", .limit = 256};
  EXPECT_EQ(tooDeep.message(), "parentheses nested more than 256 deep");
  diag::IntegerWraps wraps{
      .range = {}, .number = "36893488147419103231", .value = 18446744073709551615ull};
  EXPECT_EQ(wraps.message(),
            "integer `36893488147419103231` does not fit in 64 bits; `ptxas` accepts "
            "it as 18446744073709551615");
}

TEST(Emitter, KeepsBracesBetweenBackticks) {
  EXPECT_EQ((diag::StrayBrace{.range = {}}.message()), "stray `}`; no `{` is open here");
  EXPECT_EQ((diag::UnbalancedBrace{.range = {}, .what = "the body of `k`"}.message()),
            "missing `}` to close the body of `k`");
}

TEST(Catalog, MakesTheMessageOfArguments) {
  diag::IntegerWraps wraps{.range = {}, .number = "36893488147419103231", .value = 9};
  EXPECT_EQ(messageOf(wraps.id, wraps.arguments()), wraps.message());
  diag::UnbalancedBrace open{.range = {}, .what = "the body of `k`"};
  EXPECT_EQ(messageOf(open.id, open.arguments()), open.message());
  EXPECT_EQ(messageOf(DiagId::StrayBrace, {}), diag::StrayBrace{.range = {}}.message());
}

TEST(Catalog, KnowsWhichArgumentsAreCode) {
  EXPECT_TRUE(isShownAsCode(info(DiagId::IntegerWraps), "number"));
  EXPECT_FALSE(isShownAsCode(info(DiagId::IntegerWraps), "value"));
}

TEST(Emitter, ShowsBytes) {
  EXPECT_EQ((diag::UnexpectedCharacter{.range = {}, .character = '\\'}.message()),
            "unexpected character `\\`");
  EXPECT_EQ((diag::UnexpectedCharacter{.range = {}, .character = 0x0B}.message()),
            "unexpected character 0x0B");
  EXPECT_EQ((diag::NonAsciiCharacter{.range = {}, .byte = 0xFF}.message()),
            "non-ASCII byte 0xFF outside a comment; PTX is ASCII text");
}

TEST(Emitter, ArgumentsCannotBreakTheLine) {
  diag::SyntaxError error{.range = {}, .expected = "`;`", .where = "", .found = "`\n\x1B[31m`"};
  EXPECT_EQ(error.message(), "expected `;`, found `\\n\\x1B[31m`");
}

TEST(RulePages, AreThoseOfTheFolder) {
  for (const DiagInfo &entry : allDiagnostics())
    EXPECT_EQ(rulePage(entry.id), page(entry.name)) << entry.name.str();
}

// A rule about the size of the input has no example that a page could hold.
TEST(RulePages, HaveHeadingSectionAndBothExamplesOrNone) {
  for (const DiagInfo &entry : allDiagnostics()) {
    llvm::StringRef text = rulePage(entry.id);
    EXPECT_TRUE(text.starts_with("# " + entry.name.str() + " [" + codeText(entry.id) + "]\n"))
        << entry.name.str();
    bool ofManual = !entry.section.empty();
    EXPECT_EQ(text.contains("\nManual section: " + entry.section.str() + "\n"), ofManual)
        << entry.name.str();
    std::string language = "ptx";
    for (const char *other : {"cuda", "llvm"})
      if (text.contains("\n## Bad\n\n```" + std::string(other) + "\n"))
        language = other;
    EXPECT_EQ(text.contains("\n## Bad\n\n```"), text.contains("\n## Good\n\n```" + language + "\n"))
        << entry.name.str();
    // The manual does not speak of `asm` statements, and a compiler judges them.
    bool isJudged = text.contains("`nvcc` 13.") || text.contains("\nLLVM 22 ");
    EXPECT_TRUE(text.contains("`ptxas` 13.") || (!ofManual && isJudged)) << entry.name.str();
  }
}

TEST(RulePages, HaveARecordEach) {
  std::error_code error;
  unsigned pages = 0;
  for (llvm::sys::fs::directory_iterator file(RULE_PAGES_FOLDER, error), end; !error && file != end;
       file.increment(error), ++pages)
    EXPECT_TRUE(findDiagnostic(llvm::sys::path::stem(file->path()))) << file->path();
  EXPECT_FALSE(error) << error.message();
  EXPECT_EQ(pages, allDiagnostics().size());
}

} // namespace
