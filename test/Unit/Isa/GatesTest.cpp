// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The recorded verdicts of `ptxas` 13.0 on gates: for each instruction of gates.tsv the first
// `.version` that takes it on the lowest target, and all targets that take it at PTX 9.0.

#include "InstructionText.h"

#include "ptx/Isa/Vocabulary/SpecialRegisters.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;

/// The versions that `ptxas` 13.0 knows.
static constexpr PtxVersion versions[] = {
    {1, 0}, {1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}, {2, 0}, {2, 1}, {2, 2}, {2, 3}, {3, 0},
    {3, 1}, {3, 2}, {4, 0}, {4, 1}, {4, 2}, {4, 3}, {5, 0}, {5, 1}, {6, 0}, {6, 1}, {6, 2},
    {6, 3}, {6, 4}, {6, 5}, {7, 0}, {7, 1}, {7, 2}, {7, 3}, {7, 4}, {7, 5}, {7, 6}, {7, 7},
    {7, 8}, {8, 0}, {8, 1}, {8, 2}, {8, 3}, {8, 4}, {8, 5}, {8, 6}, {8, 7}, {8, 8}, {9, 0}};

/// The targets that gates.tsv was made with.
static constexpr StringRef targets[] = {
    "sm_20",   "sm_30",   "sm_32",   "sm_35",   "sm_50",   "sm_53",  "sm_60",   "sm_61",   "sm_70",
    "sm_72",   "sm_75",   "sm_80",   "sm_86",   "sm_87",   "sm_88",  "sm_89",   "sm_90",   "sm_90a",
    "sm_100",  "sm_100a", "sm_100f", "sm_101a", "sm_101f", "sm_103", "sm_103a", "sm_103f", "sm_110",
    "sm_110a", "sm_110f", "sm_120",  "sm_120a", "sm_120f", "sm_121", "sm_121a", "sm_121f"};

/// Whether a special register among the operands passes.
static bool registersPass(const InstructionText &text, TargetId target, PtxVersion ptx) {
  for (StringRef operand : text.operands)
    if (auto reg = findSpecialRegister(operand.split('.').first))
      if (ptx < info(*reg).since || !satisfies(target, ptx, info(*reg).targets))
        return false;
  return true;
}

static bool passes(llvm::ArrayRef<InstructionText> texts, TargetId target, PtxVersion ptx) {
  if (ptx < info(target).since)
    return false;
  for (const InstructionText &text : texts) {
    bool any = false;
    for (const InstrView &view : candidates(text))
      any |= llvm::all_of(gatesOf(view), [&](const GateInfo *gate) {
        return gate->ptxasIgnores || gate->admits(target, ptx);
      });
    if (!any || !registersPass(text, target, ptx))
      return false;
  }
  return true;
}

/// Where `ptxas` accepts what the manual does not allow. The table follows the manual.
struct GateDifference {
  StringRef instruction;
  StringRef targetOrVersion;
  const char *manual;
};
static constexpr GateDifference gateDifferences[] = {
    {"mov.u32 %r1,%envreg3;", "2.0", "10.27: introduced in PTX ISA version 2.1"},
};

static bool isDifference(StringRef instruction, StringRef targetOrVersion) {
  return llvm::any_of(gateDifferences, [&](const GateDifference &d) {
    return d.instruction == instruction && d.targetOrVersion == targetOrVersion;
  });
}

// `ptxas` accepts mad.f32 without rounding before PTX 3.2 or for sm_1x, shfl without .sync
// before 6.4 or below sm_70, div.f32 without a modifier before 1.4.
// (Manual 9.7.3.7, 9.7.9.5, 9.7.3.8)
TEST(GatesTest, WhatWasRemovedIsThereBefore) {
  auto takes = [](StringRef text, TargetId target, PtxVersion ptx) {
    return passes(splitInstructions(text), target, ptx);
  };
  StringRef mad = "mad.f32 %f1,%f2,%f3,%f4;", shfl = "shfl.up.b32 %r1,%r2,%r3,%r4;";
  EXPECT_TRUE(takes(mad, TargetId::sm_20, {3, 1}));
  EXPECT_FALSE(takes(mad, TargetId::sm_20, {3, 2}));
  EXPECT_TRUE(takes(mad, TargetId::sm_13, {3, 2}));
  EXPECT_TRUE(takes(shfl, TargetId::sm_70, {6, 3}));
  EXPECT_FALSE(takes(shfl, TargetId::sm_70, {6, 4}));
  EXPECT_TRUE(takes(shfl, TargetId::sm_60, {6, 4}));
  EXPECT_FALSE(takes("add.ftz.f32 %f1,%f2,%f3;", TargetId::sm_13, {1, 3}));
  EXPECT_TRUE(takes("add.ftz.f32 %f1,%f2,%f3;", TargetId::sm_13, {1, 4}));
  EXPECT_TRUE(takes("div.f32 %f1,%f2,%f3;", TargetId::sm_13, {1, 3}));
  EXPECT_FALSE(takes("div.f32 %f1,%f2,%f3;", TargetId::sm_13, {1, 4}));
}

// New in PTX 9.2, for the family of sm_120f. (Manual 9.7.1.1, 9.7.9.21)
TEST(GatesTest, WhatIsNewInPtx92NeedsItsVersionAndTarget) {
  for (StringRef text :
       {"add.u8x4 %r1,%r2,%r3;", "add.sat.u32 %r1,%r2,%r3;", "max.relu.s8x4 %r1,%r2,%r3;",
        "neg.s8x4 %r1,%r2;", "cvt.rn.bf16x2.e4m3x2 %r1,%h1;"}) {
    std::vector<InstructionText> texts = splitInstructions(text);
    EXPECT_TRUE(passes(texts, TargetId::sm_120f, {9, 2})) << text.str();
    EXPECT_TRUE(passes(texts, TargetId::sm_121a, {9, 2})) << text.str();
    EXPECT_FALSE(passes(texts, TargetId::sm_120f, {9, 1})) << text.str();
    EXPECT_FALSE(passes(texts, TargetId::sm_120, {9, 2})) << text.str();
    EXPECT_FALSE(passes(texts, TargetId::sm_90a, {9, 2})) << text.str();
  }
}

// New in PTX 9.1 and 9.2, later than the recorded `ptxas`. (Manual 9.7.9.12, 9.7.9.25.4)
TEST(GatesTest, NewCopiesNeedTheirVersionAndTarget) {
  auto takes = [](StringRef text, TargetId target, PtxVersion ptx) {
    return passes(splitInstructions(text), target, ptx);
  };
  StringRef ignore = "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.ignore_oob "
                     "[%r1],[%rd1],%r2,%r3,15,[%r4];";
  StringRef wide = "st.async.shared::cluster.mbarrier::complete_tx::bytes.b128 [%r1],%rq1,[%r2];";
  for (StringRef text : {ignore, wide}) {
    EXPECT_TRUE(takes(text, TargetId::sm_90, {9, 2})) << text.str();
    EXPECT_FALSE(takes(text, TargetId::sm_90, {9, 1})) << text.str();
    EXPECT_FALSE(takes(text, TargetId::sm_89, {9, 2})) << text.str();
  }
  StringRef copy = "multimem.cp.async.bulk.global.shared::cta.bulk_group [%rd1],[%r1],%r2;";
  StringRef reduce =
      "multimem.cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1],[%r1],%r2;";
  for (StringRef text : {copy, reduce}) {
    EXPECT_TRUE(takes(text, TargetId::sm_90, {9, 1})) << text.str();
    EXPECT_FALSE(takes(text, TargetId::sm_90, {9, 0})) << text.str();
    EXPECT_FALSE(takes(text, TargetId::sm_89, {9, 1})) << text.str();
  }
  StringRef mask =
      "multimem.cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%rd1],[%r1],%r2,%h1;";
  EXPECT_TRUE(takes(mask, TargetId::sm_100, {9, 1}));
  EXPECT_FALSE(takes(mask, TargetId::sm_90, {9, 1}));
}

// The verdicts of `ptxas`: elements of 13 to 15 need PTX 8.7, swizzling of 96 bytes sm_103a.
TEST(GatesTest, AValueCanNeedAVersionAndATarget) {
  auto takes = [](StringRef text, TargetId target, PtxVersion ptx) {
    return passes(splitInstructions(text), target, ptx);
  };
  std::string element = "tensormap.replace.tile.elemtype.global.b1024.b32 [%rd1],";
  EXPECT_TRUE(takes(element + "12;", TargetId::sm_90a, {8, 3}));
  EXPECT_FALSE(takes(element + "13;", TargetId::sm_90a, {9, 0}));
  EXPECT_TRUE(takes(element + "13;", TargetId::sm_100a, {8, 7}));
  EXPECT_FALSE(takes(element + "13;", TargetId::sm_100a, {8, 6}));
  EXPECT_TRUE(takes(element + "15;", TargetId::sm_121f, {8, 8}));
  std::string swizzle = "tensormap.replace.tile.swizzle_mode.global.b1024.b32 [%rd1],";
  EXPECT_TRUE(takes(swizzle + "3;", TargetId::sm_100a, {8, 6}));
  EXPECT_FALSE(takes(swizzle + "4;", TargetId::sm_100a, {9, 0}));
  EXPECT_TRUE(takes(swizzle + "4;", TargetId::sm_103a, {8, 8}));
}

TEST(GatesTest, EveryGateThatPtxasRecordedIsReproduced) {
  unsigned rows = 0, cells = 0, lateVersions = 0, different = 0;
  for (const auto &row : readTable("gates.tsv")) {
    std::vector<InstructionText> texts = splitInstructions(row[0]);
    bool known = !texts.empty() && llvm::all_of(texts, [](const InstructionText &text) {
      return isFinished(text.mnemonic);
    });
    if (!known)
      continue;
    ++rows;
    SCOPED_TRACE(row[0]);
    llvm::SmallVector<StringRef> accepted;
    StringRef(row[3]).split(accepted, ' ', -1, false);
    for (StringRef name : targets) {
      ++cells;
      bool taken = llvm::is_contained(accepted, name) && !isDifference(row[0], name);
      different += isDifference(row[0], name);
      EXPECT_EQ(passes(texts, *findTarget(name), {9, 0}), taken) << name.str();
    }
    std::string first = "none";
    for (PtxVersion ptx : versions)
      if (first == "none" && passes(texts, *findTarget(accepted.front()), ptx))
        first = ptx.str();
    // `ptxas` accepts at 5.1 what it says needs 6.0, and what the manual introduces with 6.0.
    if (first == "6.0" && row[1] == "5.1")
      ++lateVersions;
    else if (isDifference(row[0], row[1]) && first != row[1])
      ++different;
    else
      EXPECT_EQ(first, row[1]);
    ++cells;
  }
  RecordProperty("rows", rows);
  RecordProperty("cells", cells);
  EXPECT_EQ(different, std::size(gateDifferences));
  EXPECT_NE(rows, 0u);
  EXPECT_NE(lateVersions, 0u);
}
