// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Diagnostics/DiagArguments.h"
#include "ptx/Diagnostics/DiagIds.h"
#include "ptx/Diagnostics/DirectiveRules.h"
#include "ptx/Diagnostics/SyntaxRules.h"

#include "gtest/gtest.h"

using namespace ptx;

namespace {

TEST(DiagnosticList, EmitFillsFromTheRecord) {
  DiagnosticList list;
  list.setEntry("k");
  list.emit(diag::UnbalancedBrace{.range = {4, 5}, .what = "the body of `k`"});
  ASSERT_EQ(list.size(), 1u);
  const Diagnostic d = list.items().front();
  EXPECT_EQ(d.id, DiagId::UnbalancedBrace);
  EXPECT_EQ(d.severity, Severity::Error);
  EXPECT_EQ(d.range, (SourceRange{4, 5}));
  EXPECT_EQ(d.message, "missing `}` to close the body of `k`");
  EXPECT_EQ(d.argument(diag::UnbalancedBraceArgument::what), "the body of `k`");
  EXPECT_EQ(d.entry, "k");
}

TEST(DiagnosticList, EmitReturnsWhatCanBeCompleted) {
  DiagnosticList list;
  list.emit(diag::StrayBrace{.range = {1, 2}})
      .highlight({3, 4})
      .note({5, 6}, "here")
      .fix({1, 2}, "", "remove it");
  const Diagnostic d = list.items().front();
  ASSERT_EQ(d.highlights.size(), 1u);
  EXPECT_EQ(d.highlights[0], (SourceRange{3, 4}));
  ASSERT_EQ(d.notes.size(), 1u);
  EXPECT_EQ(d.notes[0], (Note{{5, 6}, "here"}));
  ASSERT_EQ(d.fixes.size(), 1u);
  EXPECT_EQ(d.fixes[0], (FixIt{{1, 2}, "", "remove it"}));
}

TEST(DiagnosticList, EntryHoldsUntilItChanges) {
  DiagnosticList list;
  list.emit(diag::StrayBrace{});
  list.setEntry("k");
  list.emit(diag::StrayBrace{});
  list.emit(diag::StrayBrace{});
  list.setEntry("");
  list.emit(diag::StrayBrace{});
  std::vector<std::string> entries;
  for (const Diagnostic &d : list.items())
    entries.push_back(d.entry);
  EXPECT_EQ(entries, (std::vector<std::string>{"", "k", "k", ""}));
}

TEST(DiagnosticList, WarningsAreNotErrors) {
  DiagnosticList list;
  EXPECT_TRUE(list.empty());
  EXPECT_FALSE(list.hasErrors());
  list.emit(diag::NonAsciiInComment{.range = {}, .byte = 0xE9});
  EXPECT_FALSE(list.hasErrors());
  EXPECT_FALSE(list.empty());
  list.emit(diag::StrayBrace{});
  EXPECT_TRUE(list.hasErrors());
}

TEST(DiagnosticList, AppendKeepsTheOrder) {
  DiagnosticList a, b;
  a.emit(diag::StrayBrace{.range = {9, 9}});
  b.emit(diag::EmptyStatement{.range = {1, 1}});
  b.emit(diag::StrayBrace{.range = {2, 2}});
  a.append(std::move(b));
  std::vector<uint32_t> begins;
  for (const Diagnostic &d : a.items())
    begins.push_back(d.range.begin);
  EXPECT_EQ(begins, (std::vector<uint32_t>{9, 1, 2}));
}

TEST(DiagnosticList, AppendBringsErrorsAlong) {
  DiagnosticList a, b;
  b.emit(diag::StrayBrace{});
  a.append(std::move(b));
  EXPECT_TRUE(a.hasErrors());
  EXPECT_EQ(a.size(), 1u);
}

TEST(DiagnosticList, TakeLeavesItAsNew) {
  DiagnosticList list;
  list.setEntry("k");
  list.emit(diag::StrayBrace{});
  EXPECT_EQ(list.take().size(), 1u);
  EXPECT_TRUE(list.empty());
  EXPECT_FALSE(list.hasErrors());
  list.emit(diag::StrayBrace{});
  EXPECT_EQ(list.items().front().entry, "");
}

TEST(DiagnosticList, KeepsOnlySoManyOfOneRule) {
  DiagnosticList list;
  for (uint32_t i = 0; i < DiagnosticList::maxPerId + 3; ++i)
    list.emit(diag::StrayBrace{.range = {i, i + 1}}).note({}, "not lost on the way");
  list.emit(diag::EmptyStatement{});
  EXPECT_EQ(list.size(), DiagnosticList::maxPerId + 1) << "another rule has its own count";
  EXPECT_EQ(list.omitted(DiagId::StrayBrace), 3u);
  EXPECT_EQ(list.omitted(DiagId::EmptyStatement), 0u);
  EXPECT_EQ(list.items()[0].notes.size(), 1u);
  EXPECT_EQ(list.items().back().notes.size(), 0u);
}

TEST(DiagnosticList, OmissionsCountAsErrorsAndAreAppended) {
  DiagnosticList full, sum;
  for (uint32_t i = 0; i < DiagnosticList::maxPerId + 3; ++i)
    full.emit(diag::StrayBrace{});
  sum.emit(diag::StrayBrace{});
  sum.append(std::move(full));
  EXPECT_EQ(sum.omitted(DiagId::StrayBrace), 4u);
  EXPECT_EQ(sum.size(), DiagnosticList::maxPerId) << "the limit holds for all together";
  sum.emit(diag::StrayBrace{});
  EXPECT_EQ(sum.omitted(DiagId::StrayBrace), 5u) << "it is full already";
}

TEST(DiagnosticList, RestatedOnesAreOfTheNewKind) {
  DiagnosticList list;
  for (uint32_t i = 0; i < DiagnosticList::maxPerId + 2; ++i)
    list.emit(diag::StrayBrace{.range = {i, i + 1}}).note({0, 1}, "here");
  for (size_t i = 0; i != list.size(); ++i)
    list.restate(i, diag::SecondTarget{.range = {}, .name = "sm_90"});
  EXPECT_FALSE(list.hasErrors());
  EXPECT_EQ(list.omitted(DiagId::StrayBrace), 0u);
  EXPECT_EQ(list.omitted(DiagId::SecondTarget), 2u);
  const Diagnostic last = list.items().back();
  EXPECT_EQ(last.id, DiagId::SecondTarget);
  EXPECT_EQ(last.range.begin, DiagnosticList::maxPerId - 1);
  EXPECT_EQ(last.notes.size(), 1u);
}

} // namespace
