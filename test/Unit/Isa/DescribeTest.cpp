// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Reference/Describe.h"

#include "ptx/Isa/Forms/Availability.h"
#include "ptx/Isa/Forms/OpenForm.h"

#include "llvm/ADT/STLExtras.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ptx;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

static Description described(llvm::StringRef mnemonic) {
  llvm::Expected<Description> description = describe(mnemonic);
  EXPECT_TRUE(static_cast<bool>(description)) << mnemonic.str();
  return description ? std::move(*description) : Description();
}

static std::string errorOf(llvm::StringRef mnemonic) {
  llvm::Expected<Description> description = describe(mnemonic);
  return description ? "" : llvm::toString(description.takeError());
}

static std::vector<std::string> syntaxesOf(llvm::StringRef mnemonic) {
  std::vector<std::string> result;
  for (const InstructionDescription &instruction : described(mnemonic).instructions)
    for (const DescribedForm &form : instruction.forms)
      result.push_back(form.syntax);
  return result;
}

/// "label: text"
static std::vector<std::string> linesOf(const std::vector<DescriptionRow> &rows) {
  std::vector<std::string> result;
  for (const DescriptionRow &row : rows)
    result.push_back(row.label + ": " + row.text);
  return result;
}

TEST(DescribeTest, GivenModifiersSelectForms) {
  EXPECT_THAT(syntaxesOf("mul.wide"), ElementsAre("mul.wide.type d, a, b"));
  EXPECT_THAT(syntaxesOf("mul.f64"), ElementsAre("mul{.rnd}.f64 d, a, b"));
  // An optional modifier that is there has no braces any more.
  EXPECT_THAT(syntaxesOf("mul.f64.rz"), ElementsAre("mul.rz.f64 d, a, b"));
}

// Rounding to an integer needs a floating-point source, and a result of the same type if that is
// no integer; `.ftz` requires `.f32`. (Manual 9.7.9.21)
TEST(DescribeTest, RulesNarrowWhatIsOpen) {
  EXPECT_THAT(syntaxesOf("cvt.rni.f64"), ElementsAre("cvt.rni{.sat}.dtype.f64 d, a"));
  EXPECT_THAT(syntaxesOf("cvt.rzi.u8.f16"), ElementsAre("cvt.rzi{.sat}.u8.f16 d, a"));
}

TEST(DescribeTest, WhatStaysOpenIsListed) {
  Description description = described("cvt.pack.u8");
  ASSERT_EQ(description.instructions.size(), 1u);
  const InstructionDescription &pack = description.instructions.front();
  EXPECT_EQ(pack.instruction->section, "9.7.9.22");
  EXPECT_EQ(pack.forms.front().syntax, "cvt.pack.sat.u8.s32.b32 d, a, b, c");
  EXPECT_THAT(linesOf(pack.needs), ElementsAre(": PTX 6.5 and `sm_72` or higher"));
  EXPECT_THAT(linesOf(pack.operands), ElementsAre("`d`: written: register, `.s32` or wider",
                                                  "`a`: register or immediate, `.s32` or wider",
                                                  "`b`: register or immediate, `.s32` or wider",
                                                  "`c`: register or immediate, `.b32` or wider"));
}

TEST(DescribeTest, EqualLinesOfSeveralFormsAreOne) {
  const InstructionDescription pack = described("cvt.pack").instructions.front();
  ASSERT_EQ(pack.forms.size(), 2u);
  auto rows = [&](llvm::StringRef label) {
    std::vector<std::vector<unsigned>> forms;
    for (const DescriptionRow &row : pack.operands)
      if (row.label == label)
        forms.push_back(row.forms);
    return forms;
  };
  EXPECT_THAT(rows("`a`"), ElementsAre(ElementsAre(1, 2)));
  EXPECT_THAT(rows("`c`"), ElementsAre(ElementsAre(2)));
}

TEST(DescribeTest, AVectorIsAsLongAsItsModifierSays) {
  auto operands = [](llvm::StringRef mnemonic) {
    return linesOf(described(mnemonic).instructions.front().operands);
  };
  EXPECT_THAT(operands("ld.global.v4.f32"),
              Contains("`d`: written: vector of 4: register, `.f32` or wider"));
  EXPECT_THAT(
      operands("ld.global.f32"),
      Contains(
          "`d`: written: alone, or in a vector as long as `.vec` says: register, `.f32` or wider"));
}

// Of the cases of an operand those are there that can still count. (Manual 9.7.9.25.5.2)
TEST(DescribeTest, WhatDependsOnModifiersSaysOnWhich) {
  auto operands = [](llvm::StringRef mnemonic) {
    return linesOf(described(mnemonic).instructions.front().operands);
  };
  EXPECT_THAT(operands("cp.async.bulk.tensor.2d.tile.shared::cta"),
              Contains("`tensorCoords`: vector of 2: integer register or immediate, `.s32`"));
  EXPECT_THAT(operands("cp.async.bulk.tensor.im2col.shared::cta"),
              Contains("`tensorCoords`: vector of 3: integer register or immediate, `.s32`, with "
                       "`.3d`"));
}

// The product has 64 rows and 8 to 256 columns, spread over 128 threads. (Manual 9.7.15.5.2)
TEST(DescribeTest, VeryManyLengthsAreOneLine) {
  const InstructionDescription all = described("wgmma.mma_async").instructions.front();
  EXPECT_THAT(linesOf(all.operands),
              Contains("`d`: written: vector of 4 to 128, as `.shape` says: register, `.f32`"));
  const InstructionDescription one = described("wgmma.mma_async.m64n64k16").instructions.front();
  EXPECT_THAT(linesOf(one.operands), Contains("`d`: written: vector of 32: register, `.f32`"));
}

TEST(DescribeTest, GatesThatOthersImplyAreLeftOut) {
  // `.f16x2` of add needs PTX 4.2 and sm_53, `.scope` of a vector atom PTX 8.1 and sm_90, which is
  // more than the 5.0 and sm_60 of any `.scope`. `.noftz` is left open. (Manual 9.7.4.1, 9.7.13.5)
  EXPECT_THAT(linesOf(described("atom.gpu.add.v2.f32").instructions.front().needs),
              ElementsAre(": PTX 8.1 and `sm_90` or higher", ": `.noftz`: PTX 9.4"));
  EXPECT_THAT(linesOf(described("activemask").instructions.front().needs),
              ElementsAre(": PTX 6.2 and `sm_30` or higher"));
}

TEST(DescribeTest, TheLongestNameCounts) {
  EXPECT_EQ(described("cvt.pack").instructions.front().instruction->name, "cvt.pack");
  Description cvt = described("cvt");
  EXPECT_EQ(cvt.instructions.front().instruction->name, "cvt");
  ASSERT_EQ(cvt.others.size(), 1u);
  EXPECT_EQ(cvt.others.front()->name, "cvt.pack");
  // No instruction is called mbarrier.
  Description mbarrier = described("mbarrier");
  EXPECT_THAT(mbarrier.instructions, IsEmpty());
  EXPECT_GT(mbarrier.others.size(), 5u);
}

TEST(DescribeTest, AMistakeIsExplained) {
  EXPECT_EQ(errorOf("vct"), "unknown instruction `vct`; did you mean `cvt`?");
  EXPECT_EQ(errorOf("wobble"), "unknown instruction `wobble`; --list-instructions shows all");
  EXPECT_EQ(errorOf("mbarrier.tset_wait"),
            "unknown instruction `mbarrier.tset_wait`; did you mean `mbarrier.test_wait`?");
  EXPECT_EQ(errorOf("cvt.f16x3"), "`cvt` has no modifier or type `.f16x3`; did you mean `.f16x2`?");
  EXPECT_EQ(errorOf("tcgen05.wait"), "`tcgen05` has no modifier or type `.wait`; expected "
                                     "`.wait::ld` or `.wait::st`");
  EXPECT_EQ(errorOf("cvt.wide"), "`cvt` has no modifier or type `.wide`; see --describe cvt");
  EXPECT_EQ(errorOf("ld.ca.relaxed"),
            "no form is `ld.ca.relaxed`: `.ca` cannot be combined with `.relaxed`");
  EXPECT_EQ(errorOf("cvt.sat.u8.u8"), "no form is `cvt.sat.u8.u8`: `.sat` and `.u8` as `.dtype` "
                                      "exclude `.u8` as `.atype`");
  EXPECT_EQ(errorOf(""), "unknown instruction ``; --list-instructions shows all");
  EXPECT_EQ(errorOf("cvt."), "`cvt` has no modifier or type `.`; see --describe cvt");
}

// Each has the `.version` and target of the manual's section.
TEST(DescribeTest, TheFirstVersionAndTargetAreThoseOfTheLeastForm) {
  auto first = [](llvm::StringRef name) {
    Availability a = firstAvailable(*described(name).instructions.front().instruction);
    return a.version.str() + " " + info(a.target).name.str();
  };
  EXPECT_EQ(first("activemask"), "6.2 sm_30");
  EXPECT_EQ(first("cvt.pack"), "6.5 sm_72");
  EXPECT_EQ(first("st.bulk"), "8.6 sm_100");
  EXPECT_EQ(first("and"), "1.0 sm_10");
}

TEST(DescribeTest, EveryInstructionIsDescribed) {
  EXPECT_EQ(sortedInstructions().size(), allInstructions().size());
  unsigned forms = 0;
  for (const InstructionInfo *instruction : sortedInstructions()) {
    SCOPED_TRACE(instruction->name.str());
    InstructionDescription description = describe(*instruction);
    forms += description.forms.size();
    EXPECT_TRUE(llvm::any_of(described(instruction->name).instructions,
                             [&](auto &found) { return found.instruction == instruction; }));
    EXPECT_THAT(description.needs, Not(IsEmpty()));
    for (const auto *rows : {&description.modifiers, &description.operands, &description.rules,
                             &description.needs, &description.registers})
      for (const DescriptionRow &row : *rows) {
        EXPECT_THAT(row.text, Not(IsEmpty())) << row.label;
        EXPECT_EQ(llvm::count(row.text, '`') % 2, 0) << row.text;
        EXPECT_THAT(row.text, Not(testing::HasSubstr("  "))) << row.text;
      }
  }
  EXPECT_EQ(forms, allForms().size());
}
