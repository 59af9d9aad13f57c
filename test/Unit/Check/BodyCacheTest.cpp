// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/BodyCache.h"

#include "ptx/Check/Check.h"

#include "gtest/gtest.h"

using namespace ptx;

namespace {

/// A module with three entries: the bodies given.
std::string module(llvm::StringRef header, std::array<llvm::StringRef, 3> bodies) {
  std::string text = (header + "\n.target sm_80\n.address_size 64\n").str();
  for (auto [i, body] : llvm::enumerate(bodies))
    text += (".visible .entry k" + llvm::Twine(i) + "() {" + body + "}\n").str();
  return text;
}

class BodyCacheTest : public testing::Test {
protected:
  /// Checks a text. Returns how many findings there are.
  size_t check(const std::string &text) {
    auto source = SourceBuffer::fromString(text, "k.ptx");
    Workers workers(1);
    Stats stats;
    CheckRun run{workers, stats};
    run.cache = &cache;
    return checkSource(*source, {}, run).diagnostics.size();
  }

  /// Which bodies of a text need no check.
  std::string known(const std::string &text) {
    auto source = SourceBuffer::fromString(text, "k.ptx");
    Workers workers(1);
    DiagnosticList diagnostics;
    Module module(*source);
    ModuleOutline outline(module, SourceKind::Module, workers, diagnostics);
    cache.begin(outline);
    std::string result;
    for (size_t i = 0; i != outline.bodyCount(); ++i)
      result += cache.knows(i, summary) ? '+' : '-';
    return result;
  }

  BodyCache cache;
  std::unique_ptr<BodySummary> summary;
};

const llvm::StringRef version = ".version 8.0";

} // namespace

TEST_F(BodyCacheTest, BodiesThatHaveNotChangedNeedNoCheck) {
  EXPECT_EQ(check(module(version, {" ret; ", " ret;", "ret; "})), 0u);
  EXPECT_EQ(known(module(version, {" ret; ", " exit; ret;", "ret; "})), "+-+");
}

TEST_F(BodyCacheTest, ABodyWithAFindingIsCheckedAgain) {
  EXPECT_EQ(check(module(version, {" ret; ", " nosuch; ret;", "ret; "})), 1u);
  EXPECT_EQ(known(module(version, {" ret; ", " nosuch; ret;", "ret; "})), "+-+");
}

TEST_F(BodyCacheTest, ABodyThatHasMovedToAnotherEntryIsCheckedAgain) {
  check(module(version, {" ret; ", "exit;", "ret; "}));
  EXPECT_EQ(known(module(version, {"exit;", " ret; ", "ret; "})), "--+");
}

TEST_F(BodyCacheTest, NothingIsKnownUnderAnotherHeader) {
  check(module(version, {" ret; ", " ret;", "ret; "}));
  EXPECT_EQ(known(module(".version 7.0", {" ret; ", " ret;", "ret; "})), "---");
}

TEST_F(BodyCacheTest, AfterASyntaxErrorOfTheHeaderTheBodiesAreLinted) {
  // Without the version there are no lints, so that what was not found does not count.
  llvm::StringRef unused = " .reg .b32 %r; ret; ";
  check(module(".version", {unused, " ret;", "ret; "}));
  EXPECT_EQ(known(module(".version", {unused, " ret;", "ret; "})), "---");
}
