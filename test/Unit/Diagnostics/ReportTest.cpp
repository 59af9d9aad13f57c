// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Report.h"
#include "ptx/Diagnostics/DiagIds.h"
#include "ptx/Diagnostics/SyntaxRules.h"

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Diagnostics/Options.h"

#include "gtest/gtest.h"

using namespace ptx;

namespace {

void error(DiagnosticList &list, uint32_t begin) {
  list.emit(diag::StrayBrace{.range = {begin, begin + 1}});
}

void warning(DiagnosticList &list, uint32_t begin) {
  list.emit(diag::NonAsciiInComment{.range = {begin, begin + 1}, .byte = 0xE9});
}

/// `E` or `W` and the offset of each diagnostic that is shown.
std::string shown(const Report &report) {
  std::string text;
  for (const Diagnostic &d : report.diagnostics) {
    text += d.severity == Severity::Error ? 'E' : 'W';
    text += std::to_string(d.range.begin) + " ";
  }
  return text;
}

TEST(Report, OfNothingIsEmpty) {
  Report report = makeReport(DiagnosticList(), DiagnosticOptions());
  EXPECT_TRUE(report.diagnostics.empty());
  EXPECT_EQ(report.errors + report.warnings + report.errorsNotShown + report.warningsNotShown, 0u);
}

TEST(Report, IsSortedByPosition) {
  DiagnosticList list;
  error(list, 30);
  warning(list, 10);
  error(list, 20);
  Report report = makeReport(std::move(list), DiagnosticOptions());
  EXPECT_EQ(shown(report), "W10 E20 E30 ");
  EXPECT_EQ(report.errors, 2u);
  EXPECT_EQ(report.warnings, 1u);
}

TEST(Report, KeepsTheOrderAtOnePosition) {
  DiagnosticList list;
  list.emit(diag::SyntaxError{.range = {5, 9}, .expected = "a", .where = "", .found = "b"});
  list.emit(diag::EmptyStatement{.range = {5, 6}});
  list.emit(diag::StrayBrace{.range = {5, 7}});
  Report report = makeReport(std::move(list), DiagnosticOptions());
  ASSERT_EQ(report.diagnostics.size(), 3u);
  EXPECT_EQ(report.diagnostics[0].id, DiagId::SyntaxError);
  EXPECT_EQ(report.diagnostics[1].id, DiagId::EmptyStatement);
  EXPECT_EQ(report.diagnostics[2].id, DiagId::StrayBrace);
}

TEST(Report, DropsExactDuplicates) {
  DiagnosticList list;
  error(list, 5);
  warning(list, 5);
  error(list, 5);
  error(list, 6);
  Report report = makeReport(std::move(list), DiagnosticOptions());
  EXPECT_EQ(shown(report), "E5 W5 E6 ");
  EXPECT_EQ(report.errors, 2u);
}

TEST(Report, KeepsWhatDiffersInAnyPart) {
  DiagnosticList list;
  diag::UnbalancedBrace one{.range = {5, 5}, .what = "a block"};
  list.emit(one);
  list.emit(one).highlight({1, 2});
  list.emit(one).note({1, 2}, "here");
  list.emit(one).note({1, 2}, "there");
  list.emit(one).fix({5, 5}, ";", "");
  list.emit(diag::UnbalancedBrace{.range = {5, 6}, .what = "a block"});
  list.emit(diag::UnbalancedBrace{.range = {5, 5}, .what = "a body"});
  list.setEntry("k");
  list.emit(one);
  EXPECT_EQ(makeReport(std::move(list), DiagnosticOptions()).diagnostics.size(), 8u);
}

TEST(Report, MapsSeveritiesAndDropsTheIgnored) {
  DiagnosticList list;
  error(list, 1);
  warning(list, 2);
  list.emit(diag::IntegerWraps{.range = {3, 4}, .number = "1", .value = 1});
  DiagnosticOptions options;
  llvm::cantFail(options.addWarningFlag("error=non-ascii-in-comment"));
  llvm::cantFail(options.addWarningFlag("no-integer-wraps"));
  Report report = makeReport(std::move(list), options);
  EXPECT_EQ(shown(report), "E1 E2 ");
  EXPECT_EQ(report.errors, 2u);
  EXPECT_EQ(report.warnings, 0u);
}

TEST(Report, ShowsNothingAfterTheLimit) {
  DiagnosticList list;
  for (uint32_t begin : {1, 3, 5, 7})
    error(list, begin);
  for (uint32_t begin : {2, 4, 6})
    warning(list, begin);
  DiagnosticOptions options;
  options.errorLimit = 2;
  Report report = makeReport(std::move(list), options);
  EXPECT_EQ(shown(report), "E1 W2 E3 ");
  EXPECT_EQ(report.errors, 4u);
  EXPECT_EQ(report.warnings, 3u);
  EXPECT_EQ(report.errorsNotShown, 2u);
  EXPECT_EQ(report.warningsNotShown, 2u);
}

TEST(Report, LimitAppliesAfterSorting) {
  DiagnosticList list;
  error(list, 9);
  error(list, 1);
  DiagnosticOptions options;
  options.errorLimit = 1;
  EXPECT_EQ(shown(makeReport(std::move(list), options)), "E1 ");
}

TEST(Report, AsManyErrorsAsTheLimitAreAllShown) {
  DiagnosticList list;
  error(list, 1);
  error(list, 2);
  DiagnosticOptions options;
  options.errorLimit = 2;
  Report report = makeReport(std::move(list), options);
  EXPECT_EQ(shown(report), "E1 E2 ");
  EXPECT_EQ(report.errorsNotShown, 0u);
}

TEST(Report, DefaultLimitIs100AndZeroIsNone) {
  for (uint32_t limit : {100u, 0u}) {
    DiagnosticList list;
    for (uint32_t i = 0; i < 150; ++i)
      error(list, i);
    DiagnosticOptions options;
    if (limit == 0)
      options.errorLimit = 0;
    Report report = makeReport(std::move(list), options);
    EXPECT_EQ(report.diagnostics.size(), limit ? 100u : 150u);
    EXPECT_EQ(report.errorsNotShown, limit ? 50u : 0u);
  }
}

TEST(Report, WarningsHaveNoLimit) {
  DiagnosticList list;
  for (uint32_t i = 0; i < 150; ++i)
    warning(list, i);
  EXPECT_EQ(makeReport(std::move(list), DiagnosticOptions()).diagnostics.size(), 150u);
}

TEST(Report, CountsWhatTheListOmitted) {
  DiagnosticList list;
  for (uint32_t i = 0; i < DiagnosticList::maxPerId + 5; ++i) {
    error(list, i);
    warning(list, i);
  }
  DiagnosticOptions options;
  options.errorLimit = 0;
  llvm::cantFail(options.addWarningFlag("no-non-ascii-in-comment"));
  Report report = makeReport(std::move(list), options);
  EXPECT_EQ(report.diagnostics.size(), DiagnosticList::maxPerId);
  EXPECT_EQ(report.errors, DiagnosticList::maxPerId + 5);
  EXPECT_EQ(report.errorsNotShown, 5u);
  EXPECT_EQ(report.warnings, 0u) << "omitted and ignored";
  EXPECT_EQ(report.warningsNotShown, 0u);
}

} // namespace
