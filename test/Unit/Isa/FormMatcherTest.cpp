// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InstructionText.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ptx;
using namespace ptx::test;

/// The syntax line of the first candidate.
static std::string syntaxOf(llvm::StringRef mnemonic) {
  MatchResult result = match(mnemonic);
  return result.matched() ? result.candidates.front().view.form->syntax.str() : "none";
}

TEST(FormMatcherTest, OpcodesAndModifiersAreFoundByTheirText) {
  EXPECT_EQ(findOpcode("and"), Opcode::and_);
  EXPECT_EQ(findOpcode("prefetchu"), Opcode::prefetchu);
  EXPECT_FALSE(findOpcode("addd"));
  EXPECT_FALSE(findOpcode(""));
  EXPECT_EQ(findModifier("L2::128B"), Modifier::L2_128B);
  EXPECT_EQ(findModifier("NaN"), Modifier::NaN);
  EXPECT_EQ(findModifier("nan"), Modifier::nan);
  EXPECT_EQ(findModifier("Nan"), Modifier::none);
  EXPECT_EQ(findModifier(""), Modifier::none);
}

TEST(FormMatcherTest, TheModifiersSelectTheForm) {
  EXPECT_EQ(syntaxOf("add.u64"), "add.type1 d, a, b");
  EXPECT_EQ(syntaxOf("add.sat.s32"), "add{.sat}.type2 d, a, b");
  EXPECT_EQ(syntaxOf("add.cc.u64"), "add.cc.type d, a, b");
  EXPECT_EQ(syntaxOf("add.rn.f32.bf16"), "add{.rnd}{.sat}.f32.atype d, a, c");
}

// `ptxas` accepts each of these.
TEST(FormMatcherTest, TheOrderIsFree) {
  for (llvm::StringRef mnemonic :
       {"add.s32.sat", "setp.u32.lt", "setp.and.lt.u32", "ld.u32.global", "cvt.u32.f32.rzi",
        "prmt.f4e.b32", "ld.nc.global.u32", "ld.sys.mmio.relaxed.u32", "min.abs.f32.xorsign",
        "shfl.b32.sync.idx", "cvta.to.u64.global", "createpolicy.fractional.b64.L2::evict_last"}) {
    MatchResult result = match(mnemonic);
    ASSERT_TRUE(result.matched()) << mnemonic.str();
    EXPECT_FALSE(result.candidates.front().manualOrder) << mnemonic.str();
  }
  EXPECT_TRUE(match("ld.relaxed.gpu.global.u32").candidates.front().manualOrder);
}

// `ptxas` rejects each of these.
TEST(FormMatcherTest, WordsThatBelongToTheNameFollowItAtOnce) {
  for (llvm::StringRef mnemonic :
       {"mul.u32.lo", "mad.u32.lo", "mad.sat.hi.s32", "mul24.u32.lo", "mad.cc.lo.u32",
        "dp2a.u32.u32.lo", "div.f32.full", "shf.wrap.l.b32", "cvta.global.to.u64",
        "cvt.sat.pack.u8.s32.b32", "createpolicy.L2::evict_last.fractional.b64"}) {
    MatchResult result = match(mnemonic);
    EXPECT_FALSE(result.matched()) << mnemonic.str();
    EXPECT_EQ(result.failure, MatchFailure::Misplaced) << mnemonic.str();
  }
}

TEST(FormMatcherTest, TheOrderOfTypesIsNotFree) {
  InstrView view = match("set.lt.u32.f32").candidates.front().view;
  EXPECT_THAT(view.modifiers,
              testing::ElementsAre(Modifier::lt, Modifier::none, Modifier::u32, Modifier::f32));
  EXPECT_FALSE(match("add.f16.f32").matched());
  // Nor is that of two eviction priorities: the second cannot be `evict_last`.
  EXPECT_TRUE(match("createpolicy.fractional.L2::evict_last.L2::evict_first.b64").matched());
  EXPECT_FALSE(match("createpolicy.fractional.L2::evict_first.L2::evict_last.b64").matched());
}

// `ptxas`: State space incorrect for instruction 'cp.async'.
TEST(FormMatcherTest, TheOrderOfStateSpacesIsNotFree) {
  EXPECT_TRUE(match("cp.async.shared.global.ca").matched());
  EXPECT_FALSE(match("cp.async.ca.global.shared").matched());
  EXPECT_TRUE(match("cp.async.bulk.global.bulk_group.shared::cta").matched());
  EXPECT_FALSE(match("cp.async.bulk.shared::cta.global.bulk_group").matched());
  EXPECT_FALSE(
      match(
          "tensormap.cp_fenceproxy.shared::cta.global.tensormap::generic.release.cta.sync.aligned")
          .matched());
}

// The manual has semantics and scope as options of their own; `ptxas` wants both or neither.
TEST(FormMatcherTest, ARuleThatPtxasAloneHasForbidsNothing) {
  MatchResult result = match("multimem.st.release.u32");
  ASSERT_TRUE(result.matched());
  const InstrView &view = result.candidates.front().view;
  EXPECT_TRUE(llvm::any_of(view.form->rules(), [&](const RuleInfo &rule) {
    return rule.undocumented && fulfils(view, rule.condition) && !fulfils(view, rule.implied);
  }));
}

// The manual's values of tensor map fields and copy sizes. (Manual 9.7.9.26, 9.7.9.25.3.1)
TEST(FormMatcherTest, AConditionReadsConstants) {
  InstrView view = match("tensormap.replace.tile.elemtype.b1024.b32").candidates.front().view;
  size_t gates = gatesOf(view).size();
  view.constants = {std::nullopt, 12};
  EXPECT_EQ(gatesOf(view).size(), gates);
  view.constants = {std::nullopt, 13};
  EXPECT_EQ(gatesOf(view).size(), gates + 1);

  InstrView copy = match("cp.async.ca.shared.global").candidates.front().view;
  auto breaksARule = [&](int64_t size) {
    copy.constants = {std::nullopt, std::nullopt, size};
    return llvm::any_of(copy.form->rules(), [&](const RuleInfo &rule) {
      return fulfils(copy, rule.condition) && !fulfils(copy, rule.implied);
    });
  };
  EXPECT_FALSE(breaksARule(8));
  EXPECT_TRUE(breaksARule(12));
}

// Coordinates are as many as dimensions, or a column and four rows; offsets two fewer. (Manual
// 9.7.9.25.5.2)
TEST(FormMatcherTest, TheDimensionsGiveTheLengthOfVectors) {
  auto lengths = [](llvm::StringRef mnemonic) {
    InstrView view = match(mnemonic).candidates.front().view;
    std::vector<unsigned> result;
    for (const OperandInfo &operand : view.form->operands())
      if (operand.name == "tensorCoords" || operand.name == "im2colInfo")
        result.push_back(shapeOf(view, operand).elements);
    return result;
  };
  std::string load = ".shared::cta.global.mbarrier::complete_tx::bytes";
  EXPECT_THAT(lengths("cp.async.bulk.tensor.4d.im2col" + load), testing::ElementsAre(4, 2));
  EXPECT_THAT(lengths("cp.async.bulk.tensor.5d.im2col::w" + load), testing::ElementsAre(5, 2));
  EXPECT_EQ(lengths("cp.async.bulk.tensor.2d.tile::gather4" + load).front(), 5u);
  EXPECT_FALSE(match("cp.async.bulk.tensor.2d.im2col" + load).matched());
}

TEST(FormMatcherTest, BothWordsOfAPairOrNone) {
  EXPECT_TRUE(match("min.xorsign.abs.f32").matched());
  MatchResult result = match("min.xorsign.f32");
  EXPECT_EQ(result.failure, MatchFailure::Missing);
  EXPECT_EQ(result.nearest->slots()[result.place].name, "abs");
}

TEST(FormMatcherTest, AnEqualModifierIsReportedAsRepeated) {
  MatchResult result = match("add.sat.sat.s32");
  ASSERT_TRUE(result.matched());
  EXPECT_EQ(result.repeated, 1);
  EXPECT_EQ(match("add.sat.s32").repeated, MatchResult::noWord);
  // `ptxas`: Duplicate .ftz modifier.
  MatchResult twice = match("add.ftz.ftz.f32");
  EXPECT_EQ(twice.failure, MatchFailure::Conflict);
  EXPECT_EQ(twice.word, 1);
  EXPECT_EQ(twice.other, 0);
}

TEST(FormMatcherTest, TheCauseOfAFailureIsNarrow) {
  MatchResult unknown = match("add.sta.s32");
  EXPECT_EQ(unknown.failure, MatchFailure::UnknownModifier);
  EXPECT_EQ(unknown.word, 0);

  MatchResult nowhere = match("abs.relu.s32");
  EXPECT_EQ(nowhere.failure, MatchFailure::NotAllowed);
  EXPECT_EQ(nowhere.word, 0);

  MatchResult together = match("sub.sat.u32");
  EXPECT_EQ(together.failure, MatchFailure::NotTogether);
  EXPECT_EQ(together.word, 0);
  EXPECT_EQ(together.other, 1);

  MatchResult conflict = match("add.rn.rz.f32");
  EXPECT_EQ(conflict.failure, MatchFailure::Conflict);
  EXPECT_EQ(conflict.word, 1);
  EXPECT_EQ(conflict.other, 0);

  MatchResult missing = match("mul.u32");
  EXPECT_EQ(missing.failure, MatchFailure::Missing);
  EXPECT_EQ(missing.nearest->slots()[missing.place].name, "mode");

  MatchResult noType = match("add.sat");
  EXPECT_EQ(noType.failure, MatchFailure::Missing);
  EXPECT_TRUE(noType.nearest->slots()[noType.place].type);

  EXPECT_EQ(match("setp.lo.s32").failure, MatchFailure::RuleBroken);
  EXPECT_EQ(match("setp.lt.b32").failure, MatchFailure::RuleBroken);
  EXPECT_EQ(match("ld.shared.L2::128B.u32").failure, MatchFailure::RuleBroken);
}

// The manual has `.v8` for 32-bit types; `ptxas` accepts narrower ones too.
TEST(FormMatcherTest, ARuleThatPtxasDoesNotCheckForbidsNothing) {
  MatchResult result = match("ld.v8.b8");
  ASSERT_TRUE(result.matched());
  const InstrView &view = result.candidates.front().view;
  EXPECT_TRUE(llvm::any_of(view.form->rules(), [&](const RuleInfo &rule) {
    return rule.ptxasIgnores && fulfils(view, rule.condition) && !fulfils(view, rule.implied);
  }));
  EXPECT_FALSE(match("ld.v8.b64").matched());
}

TEST(FormMatcherTest, ChecksAreNamed) {
  const FormInfo &form = *match("vmad.s32.s32.s32").candidates.front().view.form;
  ASSERT_EQ(form.checks().size(), 1u);
  EXPECT_EQ(summary(form.checks().front()),
            "either the product of the first two sources or the third is negated, not both");
}

/// The syntax line of the only candidate whose operands fit.
static std::string lineOf(llvm::StringRef text) {
  std::vector<InstrView> found = candidates(splitInstructions(text).front());
  return found.size() == 1 ? found.front().form->syntax.str() : "none";
}

// Manual 9.7.12.5.
TEST(FormMatcherTest, ACallHasResultsAndArgumentsInParentheses) {
  EXPECT_EQ(lineOf("call.uni (r), f, (a, b);"), "call{.uni} (ret-param), func{, (param-list)}");
  EXPECT_EQ(lineOf("call f;"), "call{.uni} func{, (param-list)}");
  EXPECT_EQ(lineOf("call f, a;"), "none");
  // Operands alone do not tell a list of targets from a prototype.
  EXPECT_EQ(candidates({"call", {"f", "(a)", "p"}}).size(), 2u);
}

// Manual 9.7.18.1.
TEST(FormMatcherTest, SelectorsAndSignsSelectAForm) {
  EXPECT_EQ(lineOf("vadd.s32.u32.s32 %r1, %r2.b0, %r3.h1;"),
            "vadd.dtype.atype.btype{.sat} d, a{.asel}, b{.bsel}");
  EXPECT_EQ(lineOf("vadd.s32.u32.s32 %r1.h0, %r2.b0, %r3.h1, %r4;"),
            "vadd.dtype.atype.btype{.sat} d.dsel, a{.asel}, b{.bsel}, c");
  EXPECT_EQ(lineOf("vadd.s32.u32.s32 %r1.h0, %r2, %r3;"), "none");
  EXPECT_EQ(lineOf("vadd.s32.u32.s32.min %r1.h0, %r2, %r3, %r4;"), "none");
  EXPECT_EQ(lineOf("vadd.s32.u32.s32 %r1, -%r2, %r3;"), "none");
  EXPECT_NE(lineOf("vmad.s32.u32.s32 %r1, -%r2, %r3, %r4;"), "none");
  EXPECT_EQ(lineOf("vmad.s32.u32.s32.po %r1, -%r2, %r3, %r4;"), "none");
}

TEST(FormMatcherTest, OverlongInstructionsMatchNothing) {
  std::string mnemonic = "add";
  for (int i = 0; i < 1000; ++i)
    mnemonic += ".sat";
  EXPECT_FALSE(match(mnemonic).matched());
}

TEST(FormMatcherTest, AGateNamesTheModifiersThatItIsAbout) {
  auto features = [](llvm::StringRef mnemonic) {
    InstrView view = match(mnemonic).candidates.front().view;
    std::vector<std::string> result;
    for (const GateInfo *gate : gatesOf(view))
      result.push_back(featureText(view, *gate));
    return result;
  };
  EXPECT_THAT(features("add.s32"), testing::IsEmpty());
  EXPECT_THAT(features("add.sat.u16x2"), testing::ElementsAre("add.u16x2", "add.sat.u16x2"));
  EXPECT_THAT(features("cvta.to.shared::cluster.u64"),
              testing::ElementsAre("cvta.to", "cvta.to.shared::cluster"));
  // Where a whole form has a gate: what sets it apart from the others.
  EXPECT_THAT(features("cvt.rn.satfinite.e4m3x2.f16x2"), testing::ElementsAre("cvt.e4m3x2.f16x2"));
  EXPECT_THAT(features("vote.all.pred"), testing::Contains("vote.all.pred"));
  EXPECT_THAT(features("wgmma.fence.sync.aligned"), testing::ElementsAre("wgmma.fence"));
}
