// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diff/Diff.h"
#include "ptx/Support/SourceBuffer.h"

#include "gtest/gtest.h"

using namespace ptx;

namespace {

/// A module that was read and checked.
struct Side {
  explicit Side(std::string text) : source(SourceBuffer::fromString(std::move(text), "k.ptx")) {
    CheckOptions options;
    options.lints = false;
    options.sema = recordingUses(options.sema);
    Workers workers(1);
    Stats stats;
    checked = checkPasses(*source, options, {.workers = workers, .stats = stats, .uses = &uses},
                          Trees::Kept);
  }
  DiffInput input() const { return {*source, &checked, uses}; }

  std::unique_ptr<SourceBuffer> source;
  GatedUses uses;
  CheckedSource checked;
};

} // namespace

static std::string moduleWith(const std::string &body) {
  return ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
         ".reg .b32 %r<9>;\n.reg .f32 %f<9>;\n.reg .b64 %rd<9>;\n" +
         body + "ret;\n}\n";
}

static size_t placesOf(const std::string &before, const std::string &after) {
  Side a(moduleWith(before)), b(moduleWith(after));
  return diffModules(a.input(), b.input()).places();
}

TEST(Diff, IgnoresConsistentNames) {
  EXPECT_EQ(placesOf("mov.u32 %r1, %tid.x;\nadd.u32 %r2, %r1, %r1;\nst.shared.u32 [%r1], %r2;\n",
                     "mov.u32 %r7, %tid.x;\nadd.u32 %r3, %r7, %r7;\nst.shared.u32 [%r7], %r3;\n"),
            0u);
}

TEST(Diff, ReportsAnInconsistentName) {
  EXPECT_EQ(placesOf("mov.u32 %r1, %tid.x;\nadd.u32 %r2, %r1, %r1;\nst.shared.u32 [%r1], %r2;\n",
                     "mov.u32 %r7, %tid.x;\nadd.u32 %r3, %r7, %r7;\nst.shared.u32 [%r3], %r7;\n"),
            1u);
}

TEST(Diff, ReportsAnotherTypeOfARegister) {
  Side a(moduleWith("ld.shared.b32 %r1, [%rd1];\nst.shared.b32 [%rd1+4], %r1;\n"));
  Side b(moduleWith("ld.shared.b32 %f1, [%rd1];\nst.shared.b32 [%rd1+4], %f1;\n"));
  ModuleDiff diff = diffModules(a.input(), b.input());
  ASSERT_EQ(diff.functions.size(), 1u);
  ASSERT_EQ(diff.functions[0].items.size(), 1u);
  EXPECT_EQ(diff.functions[0].items[0].what, "register `%r1`");
  EXPECT_EQ(diff.functions[0].items[0].before, ".b32");
  EXPECT_EQ(diff.functions[0].items[0].after, ".f32");
  EXPECT_EQ(diff.places(), 1u);
}

TEST(Diff, WhatFollowsFromAChangeIsNoChange) {
  Side a(moduleWith("mov.u32 %r1, %tid.x;\nadd.s32 %r2, %r1, 1;\nshl.b32 %r3, %r2, 2;\n"
                    "st.shared.u32 [%r3], %r2;\n"));
  Side b(moduleWith("mov.u32 %r1, %tid.x;\nadd.s32 %r5, %r1, 7;\nshl.b32 %r6, %r5, 2;\n"
                    "st.shared.u32 [%r6], %r5;\n"));
  ModuleDiff diff = diffModules(a.input(), b.input());
  EXPECT_EQ(diff.places(), 1u);
  EXPECT_EQ(diff.functions[0].changed, 1u);
}

/// Bodies whose lines are all of one shape.
static uint64_t stepsFor(uint32_t size) {
  std::string before, after;
  for (uint32_t i = 0; i != size; ++i) {
    std::string one = std::to_string(i * 7 % 9), other = std::to_string(i * 5 % 9);
    before += "add.u32 %r" + one + ", %r" + other + ", %r1;\n";
    after += "add.u32 %r" + other + ", %r" + one + ", %r2;\n";
  }
  Side a(moduleWith(before)), b(moduleWith(after));
  return diffModules(a.input(), b.input()).steps;
}

TEST(Diff, TakesLinearTimeForAnyInput) { EXPECT_LT(stepsFor(8'000), 6 * stepsFor(2'000)); }
