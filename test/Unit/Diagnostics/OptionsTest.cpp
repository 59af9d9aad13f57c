// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Options.h"
#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/DiagIds.h"

#include "gtest/gtest.h"

using namespace ptx;

namespace {

// Warnings of the group `ptxas-rejects`, a warning of no group, and an error of none.
constexpr DiagId grouped = DiagId::NonAsciiInComment;
constexpr DiagId groupedToo = DiagId::FloatUnderflow;
constexpr DiagId alone = DiagId::IntegerWraps;
constexpr DiagId hard = DiagId::SyntaxError;

DiagnosticOptions options(std::initializer_list<llvm::StringRef> flags) {
  DiagnosticOptions result;
  for (llvm::StringRef flag : flags)
    llvm::cantFail(result.addWarningFlag(flag));
  return result;
}

std::string errorOf(llvm::StringRef flag) {
  return llvm::toString(DiagnosticOptions().addWarningFlag(flag));
}

TEST(Options, WithoutFlagsTheCatalogueCounts) {
  for (const DiagInfo &entry : allDiagnostics())
    EXPECT_EQ(options({}).severity(entry.id), entry.severity);
}

TEST(Options, NoNameTurnsOff) {
  auto o = options({"no-integer-wraps"});
  EXPECT_EQ(o.severity(alone), Severity::Ignored);
  EXPECT_EQ(o.severity(grouped), Severity::Warning);
}

TEST(Options, CodeStandsForTheName) {
  EXPECT_EQ(options({"no-PTX1009"}).severity(alone), Severity::Ignored);
  EXPECT_EQ(options({"error=ptx1009"}).severity(alone), Severity::Error);
}

TEST(Options, GroupStandsForItsMembers) {
  auto o = options({"no-ptxas-rejects"});
  EXPECT_EQ(o.severity(grouped), Severity::Ignored);
  EXPECT_EQ(o.severity(groupedToo), Severity::Ignored);
  EXPECT_EQ(o.severity(alone), Severity::Warning);
  EXPECT_EQ(options({"error=ptxas-rejects"}).severity(groupedToo), Severity::Error);
}

TEST(Options, GroupsHaveTheMembersOfGroupsInThem) {
  // `unused-label` is in `unused`, which is in `extra`.
  EXPECT_EQ(options({}).severity(DiagId::UnusedLabel), Severity::Ignored);
  EXPECT_EQ(options({"unused"}).severity(DiagId::UnusedLabel), Severity::Warning);
  EXPECT_EQ(options({"extra"}).severity(DiagId::UnusedLabel), Severity::Warning);
  EXPECT_EQ(options({"extra", "no-unused"}).severity(DiagId::UnusedLabel), Severity::Ignored);
  EXPECT_EQ(options({"extra", "no-unused"}).severity(DiagId::ConstantPredicate), Severity::Warning);
}

TEST(Options, EverythingIsAllWarnings) {
  auto everything = options({"everything"});
  auto none = options({"none"});
  for (const DiagInfo &entry : allDiagnostics()) {
    bool isError = entry.severity == Severity::Error;
    EXPECT_EQ(everything.severity(entry.id), isError ? Severity::Error : Severity::Warning);
    EXPECT_EQ(none.severity(entry.id), isError ? Severity::Error : Severity::Ignored);
  }
}

TEST(Options, AllHasWhatIsOnByDefault) {
  for (llvm::StringRef group : {"all", "compiler"}) {
    auto o = options({"none", group});
    for (const DiagInfo &entry : allDiagnostics()) {
      if (entry.severity == Severity::Warning) {
        EXPECT_EQ(o.severity(entry.id), Severity::Warning) << entry.name.str();
      }
    }
  }
}

TEST(Options, LaterFlagWins) {
  EXPECT_EQ(options({"no-integer-wraps", "integer-wraps"}).severity(alone), Severity::Warning);
  EXPECT_EQ(options({"integer-wraps", "no-integer-wraps"}).severity(alone), Severity::Ignored);
  EXPECT_EQ(options({"no-ptxas-rejects", "float-underflow"}).severity(groupedToo),
            Severity::Warning);
  EXPECT_EQ(options({"float-underflow", "no-ptxas-rejects"}).severity(groupedToo),
            Severity::Ignored);
}

TEST(Options, ErrorMakesWarningsErrors) {
  auto o = options({"error"});
  EXPECT_EQ(o.severity(grouped), Severity::Error);
  EXPECT_EQ(o.severity(alone), Severity::Error);
  EXPECT_EQ(options({"error", "no-error"}).severity(alone), Severity::Warning);
}

TEST(Options, ErrorRevivesNothing) {
  EXPECT_EQ(options({"error", "no-integer-wraps"}).severity(alone), Severity::Ignored);
  EXPECT_EQ(options({"no-integer-wraps", "error"}).severity(alone), Severity::Ignored);
}

TEST(Options, ErrorNameTurnsOnAndMakesAnError) {
  auto o = options({"no-integer-wraps", "error=integer-wraps"});
  EXPECT_EQ(o.severity(alone), Severity::Error);
  EXPECT_EQ(o.severity(grouped), Severity::Warning);
  EXPECT_EQ(options({"error=integer-wraps", "no-integer-wraps"}).severity(alone),
            Severity::Ignored);
}

TEST(Options, NoErrorNameExceptsFromError) {
  auto before = options({"no-error=integer-wraps", "error"});
  EXPECT_EQ(before.severity(alone), Severity::Warning);
  EXPECT_EQ(before.severity(grouped), Severity::Error);
  auto after = options({"error", "no-error=integer-wraps"});
  EXPECT_EQ(after.severity(alone), Severity::Warning);
  EXPECT_EQ(after.severity(grouped), Severity::Error);
}

TEST(Options, NoErrorNameDoesNotTurnOn) {
  EXPECT_EQ(options({"no-integer-wraps", "no-error=integer-wraps"}).severity(alone),
            Severity::Ignored);
}

TEST(Options, NoWarningsHidesWarningsAndNoErrors) {
  auto o = options({"error=float-underflow"});
  o.noWarnings = true;
  EXPECT_EQ(o.severity(alone), Severity::Ignored);
  EXPECT_EQ(o.severity(groupedToo), Severity::Error);
  EXPECT_EQ(o.severity(hard), Severity::Error);
}

TEST(Options, NoWarningsLeavesErrorNothingToRaise) {
  auto o = options({"error"});
  o.noWarnings = true;
  EXPECT_EQ(o.severity(alone), Severity::Ignored);
}

TEST(Options, CompatRaisesWhatPtxasRejects) {
  DiagnosticOptions o;
  o.ptxasCompat = true;
  EXPECT_EQ(o.severity(grouped), Severity::Error);
  EXPECT_EQ(o.severity(groupedToo), Severity::Error);
  EXPECT_EQ(o.severity(alone), Severity::Warning);
  EXPECT_EQ(o.severity(hard), Severity::Error);
}

TEST(Options, FlagsWinOverCompat) {
  auto o = options({"no-non-ascii-in-comment", "no-error=float-underflow"});
  o.ptxasCompat = true;
  EXPECT_EQ(o.severity(grouped), Severity::Ignored);
  EXPECT_EQ(o.severity(groupedToo), Severity::Warning);
}

TEST(Options, HardErrorsStay) {
  auto o = options({"no-ptxas-rejects", "no-error"});
  o.noWarnings = true;
  EXPECT_EQ(o.severity(hard), Severity::Error);
}

TEST(Options, HardErrorCannotBeNamed) {
  EXPECT_EQ(errorOf("no-syntax-error"),
            "`-Wno-syntax-error` changes nothing: `syntax-error` is an error always");
  EXPECT_EQ(errorOf("error=PTX1101"),
            "`-Werror=PTX1101` changes nothing: `syntax-error` is an error always");
}

TEST(Options, UnknownNameIsAnError) {
  EXPECT_EQ(errorOf("spelling"), "unknown warning `-Wspelling`");
  EXPECT_EQ(errorOf(""), "unknown warning `-W`");
  EXPECT_EQ(errorOf("error="), "unknown warning `-Werror=`");
  EXPECT_EQ(errorOf("no-"), "unknown warning `-Wno-`");
}

TEST(Options, UnknownNameNearAKnownOneGetsASuggestion) {
  EXPECT_EQ(errorOf("interger-wraps"),
            "unknown warning `-Winterger-wraps`; did you mean `-Winteger-wraps`?");
  EXPECT_EQ(errorOf("no-integer-wrap"),
            "unknown warning `-Wno-integer-wrap`; did you mean `-Wno-integer-wraps`?");
  EXPECT_EQ(errorOf("no-error=ptxas-reject"),
            "unknown warning `-Wno-error=ptxas-reject`; did you mean `-Wno-error=ptxas-rejects`?");
}

TEST(Options, SuggestionIsNotAHardError) {
  EXPECT_EQ(errorOf("sintax-error"), "unknown warning `-Wsintax-error`");
}

TEST(Options, UnknownNameChangesNothing) {
  DiagnosticOptions o;
  llvm::consumeError(o.addWarningFlag("no-integer-wrap"));
  EXPECT_EQ(o.severity(alone), Severity::Warning);
}

} // namespace
