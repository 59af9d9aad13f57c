// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Reference/Words.h"

#include "llvm/ADT/STLExtras.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ptx;
using testing::Contains;

static const FormInfo &formOf(llvm::StringRef syntax) {
  return *llvm::find_if(allForms(), [&](const FormInfo &form) { return form.syntax == syntax; });
}

static std::vector<std::string> rulesOf(llvm::StringRef syntax) {
  std::vector<std::string> result;
  for (const RuleInfo &rule : formOf(syntax).rules())
    result.push_back(describeRule(formOf(syntax), rule));
  return result;
}

/// Conditions and needs of the gates.
static std::vector<std::string> gatesOf(llvm::StringRef syntax) {
  std::vector<std::string> result;
  for (const GateInfo &gate : formOf(syntax).gates())
    result.push_back(describeCondition(formOf(syntax), gate.condition) + ": " +
                     describeGateNeeds(gate));
  return result;
}

TEST(WordsTest, ATargetSetIsDescribedByItsMembers) {
  EXPECT_EQ(describeTargets(TargetSetId::AllTargets), "any target");
  EXPECT_EQ(describeTargets(TargetSetId::sm_90_up), "`sm_90` or higher");
  EXPECT_EQ(describeTargets(TargetSetId::sm_1x), "`sm_13` or lower");
  EXPECT_EQ(describeTargets(TargetSetId::StochasticRounding), "`sm_100a`, `sm_103a` or `sm_107a`");
  EXPECT_EQ(describeTargets(TargetSetId::PackedBytes_9_2),
            "`sm_120f` or `sm_107f` or higher in the same family");
}

// The members of NarrowFloat: three a-targets since 8.6 and 8.7, three families since 8.8, of which
// the a-targets are members. (Manual 9.7.9.21)
TEST(WordsTest, ATargetSetIsDescribedForOneVersion) {
  EXPECT_EQ(describeTargets(TargetSetId::NarrowFloat, {8, 6}), "`sm_100a`");
  EXPECT_EQ(describeTargets(TargetSetId::NarrowFloat, {8, 7}), "`sm_100a` or `sm_120a`");
  EXPECT_EQ(describeTargets(TargetSetId::NarrowFloat, {9, 2}),
            "`sm_100f`, `sm_110f` or `sm_120f` or higher in the same family");
  EXPECT_EQ(describeTargets(TargetSetId::PackedBytes_9_2, {9, 2}),
            "`sm_120f` or higher in the same family");
  EXPECT_EQ(describeTargets(TargetSetId::Fp8, {9, 0}), "`sm_89` or higher");
  EXPECT_EQ(describeTargets(TargetSetId::StochasticRounding, {7, 0}),
            "`sm_100a`, `sm_103a` or `sm_107a`");
}

TEST(WordsTest, AGateSaysWhatItNeeds) {
  auto needs = [](PtxVersion version, TargetSetId targets, bool closes = false) {
    return describeGateNeeds({0, version, targets, closes, false, false});
  };
  EXPECT_EQ(needs({8, 1}, TargetSetId::AllTargets), "PTX 8.1");
  EXPECT_EQ(needs({1, 0}, TargetSetId::DoublePrecision), "`sm_13` or higher");
  EXPECT_EQ(needs({7, 8}, TargetSetId::sm_90_up), "PTX 7.8 and `sm_90` or higher");
  EXPECT_EQ(needs({8, 7}, TargetSetId::StochasticRounding),
            "PTX 8.7 for `sm_100a`, or PTX 8.8 for `sm_103a`, or PTX 9.4 for `sm_107a`");
  EXPECT_EQ(needs({6, 4}, TargetSetId::sm_70_up, true),
            "not in PTX 6.4 or later for `sm_70` or higher");
  EXPECT_EQ(needs({3, 0}, TargetSetId::AllTargets, true), "not in PTX 3.0 or later");
}

TEST(WordsTest, ConditionsNameWhatIsThere) {
  EXPECT_THAT(gatesOf("add{.sat}.type2 d, a, b"),
              Contains("`.u16x2` or `.s16x2`: PTX 8.0 and `sm_90` or higher"));
  // A word with two places is told apart by the place's name.
  EXPECT_THAT(gatesOf("cvt.frnd{.ftz}{.sat}.dtype.atype d, a"),
              Contains("`.f64` as `.dtype` or `.f64` as `.atype`: `sm_13` or higher"));
  EXPECT_THAT(
      gatesOf("atom{.sem}{.scope}{.space}.cas.type d, [a], b, c"),
      testing::IsSupersetOf({"`.scope`: PTX 5.0 and `sm_60` or higher",
                             "no `.space`: PTX 2.0 and `sm_20` or higher",
                             "`.b128` and `.sys`: PTX 8.4", ": PTX 1.1 and `sm_11` or higher"}));
}

TEST(WordsTest, RulesAreSentences) {
  EXPECT_THAT(
      rulesOf("cvt{.irnd}{.ftz}{.sat}.dtype.atype d, a"),
      testing::IsSupersetOf({"`.irnd` requires `.bf16`, `.f16`, `.f32` or `.f64` as `.atype`",
                             "`.ftz` requires `.f32` as `.dtype` or `.f32` as `.atype`",
                             "`.sat` and `.u8` as `.dtype` exclude `.u8` as `.atype`"}));
  EXPECT_THAT(rulesOf("cvt.frnd2{.relu}{.satfinite}{.pzo}.f16.f32 d, a"),
              Contains("requires `.relu`, `.satfinite` or `.pzo`"));
  EXPECT_THAT(rulesOf("st.async{.weak}{.ss}.completion_mechanism{.vec}.type [a], b, [mbar]"),
              Contains("`.b128` excludes `.vec`"));
  // Eight of twelve types, said by the other four.
  EXPECT_THAT(
      rulesOf("cvt{.irnd}{.ftz}{.sat}.dtype.atype d, a"),
      Contains("`.dtype` other than `.bf16`, `.f16`, `.f32` or `.f64` with `.bf16`, `.f16`, "
               "`.f32` or `.f64` as `.atype` requires `.irnd`"));
  EXPECT_THAT(rulesOf("cvt.rn.bf16x2.ue8m0x2 d, a"), testing::IsEmpty());
}

TEST(WordsTest, TypesAreListed) {
  EXPECT_EQ(describeTypes(info(TypeId::b64).heldBy), "`.b64`, `.u64`, `.s64` or `.f64`");
  EXPECT_EQ(describeTypes(info(TypeId::bf16).heldBy), "`.b16`");
  EXPECT_EQ(describeTypes(0), "");
}

// Manual 9.7.9.26: `.elemtype` is 13 to 15 since PTX 8.7, for fewer targets.
TEST(WordsTest, AConditionCanBeAboutAConstant) {
  EXPECT_THAT(gatesOf("tensormap.replace.tile.field3{.ss}.b1024.b32 [addr], new_val"),
              Contains(testing::StartsWith(
                  "`.elemtype` and operand `new_val` 13, 14 or 15: PTX 8.7 for `sm_100a`")));
}
