// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/InstructionDescriptorRules.h"

#include "Vectors.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using enum MmaKind;

namespace {
/// A descriptor, the instruction that takes it, and the rule that it breaks, empty for none.
struct Row {
  MmaKind kind;
  uint32_t value;
  unsigned ctaGroup;
  bool ws;
  bool sparse;
  std::optional<ScaleVector> scaleVector;
  std::optional<Swizzle> swizzleA;
  const char *rule;
};
} // namespace

// The examples of rules T256 to T276, each legal one before those that break the rule.
static const Row rows[] = {
    {F16, 0x8100010, 1, false, false, std::nullopt, std::nullopt, ""},
    {F16, 0x8100050, 1, false, false, std::nullopt, std::nullopt, "T256"},
    {F16, 0x8900010, 1, false, false, std::nullopt, std::nullopt, "T256"},
    {F16, 0x28100010, 1, false, false, std::nullopt, std::nullopt, "T256"},
    {I8, 0x81004a8, 1, false, false, std::nullopt, std::nullopt, ""},
    {F16, 0x8100018, 1, false, false, std::nullopt, std::nullopt, "T257"},
    {F16, 0x48100010, 1, false, false, std::nullopt, std::nullopt, "T257"},
    {F16, 0x8100000, 1, false, false, std::nullopt, std::nullopt, ""},
    {F16, 0x8100020, 1, false, false, std::nullopt, std::nullopt, "T258"},
    {F16, 0x8100480, 1, false, false, std::nullopt, std::nullopt, "T258"},
    {TF32, 0x8100900, 1, false, false, std::nullopt, std::nullopt, "T258"},
    {I8, 0x8100010, 1, false, false, std::nullopt, std::nullopt, "T258"},
    {F16, 0x8100490, 1, false, false, std::nullopt, std::nullopt, ""},
    {F16, 0x8100910, 1, false, false, std::nullopt, std::nullopt, "T259"},
    {F8F6F4, 0x8100910, 1, false, false, std::nullopt, std::nullopt, "T259"},
    {F8F6F4, 0x8100310, 1, false, false, std::nullopt, std::nullopt, "T259"},
    {TF32, 0x8100010, 1, false, false, std::nullopt, std::nullopt, "T259"},
    {MXF4, 0x8901680, 1, false, false, std::nullopt, std::nullopt, "T259"},
    {F16, 0x8100410, 1, false, false, std::nullopt, std::nullopt, "T260"},
    {F16, 0x10100010, 2, false, false, std::nullopt, std::nullopt, ""},
    {F16, 0x10100010, 1, false, false, std::nullopt, std::nullopt, "T261"},
    {F16, 0x4100010, 2, false, false, std::nullopt, std::nullopt, "T261"},
    {F16, 0x6100010, 1, false, false, std::nullopt, std::nullopt, "T261"},
    {F16, 0x2100010, 1, false, false, std::nullopt, std::nullopt, "T261"},
    {F16, 0x10100010, 1, true, false, std::nullopt, std::nullopt, "T261"},
    {MXF4, 0x8900480, 1, false, false, std::nullopt, std::nullopt, ""},
    {MXF4, 0x10900480, 1, false, false, std::nullopt, std::nullopt, "T262"},
    {MXF4, 0x900480, 1, false, false, std::nullopt, std::nullopt, "T262"},
    {MXF4, 0x8900484, 2, false, true, std::nullopt, std::nullopt, "T262"},
    {F16, 0x8400010, 1, false, false, std::nullopt, std::nullopt, ""},
    {F16, 0x8420010, 1, false, false, std::nullopt, std::nullopt, "T263"},
    {F16, 0x8000010, 1, false, false, std::nullopt, std::nullopt, "T263"},
    {F16, 0x8060010, 2, false, false, std::nullopt, std::nullopt, "T263"},
    {I8, 0x80c0020, 1, false, false, std::nullopt, std::nullopt, ""},
    {I8, 0x80a0020, 1, false, false, std::nullopt, std::nullopt, "T264"},
    {I8, 0x80c0020, 2, false, false, std::nullopt, std::nullopt, "T264"},
    {F16, 0x8100010, 1, true, false, std::nullopt, std::nullopt, ""},
    {F16, 0x80c0010, 1, true, false, std::nullopt, std::nullopt, "T265"},
    {F16, 0x8400014, 1, true, true, std::nullopt, std::nullopt, "T265"},
    {F16, 0x8100014, 1, false, true, std::nullopt, std::nullopt, ""},
    {F16, 0x8100014, 1, false, false, std::nullopt, std::nullopt, "T266"},
    {F16, 0x8100010, 1, false, true, std::nullopt, std::nullopt, "T266"},
    {F16, 0x8100015, 1, false, true, std::nullopt, std::nullopt, ""},
    {F16, 0x8100011, 1, false, false, std::nullopt, std::nullopt, "T267"},
    {F8F6F4, 0x8100015, 1, false, true, std::nullopt, std::nullopt, "T267"},
    {MXF4, 0x8900481, 1, false, false, std::nullopt, std::nullopt, "T276"},
    {I8, 0x8100020, 1, false, false, std::nullopt, std::nullopt, ""},
    {I8, 0x8102020, 1, false, false, std::nullopt, std::nullopt, "T268"},
    {MXF4, 0x8908480, 1, false, false, std::nullopt, std::nullopt, "T269"},
    {TF32, 0x8108910, 1, false, false, std::nullopt, Swizzle::B128Atom32, ""},
    {TF32, 0x8108910, 1, false, false, std::nullopt, Swizzle::B128, "T270"},
    {F16, 0x8108010, 1, false, false, std::nullopt, Swizzle::B128Atom32, "T270"},
    {F8F6F4, 0x8101690, 1, false, false, std::nullopt, std::nullopt, ""},
    {F8F6F4, 0x8109690, 1, false, false, std::nullopt, std::nullopt, "T271"},
    {F8F6F4, 0x8050010, 1, false, false, std::nullopt, std::nullopt, ""},
    {F8F6F4, 0x8030010, 1, false, false, std::nullopt, std::nullopt, "T272"},
    {F8F6F4, 0x100d0010, 2, false, false, std::nullopt, std::nullopt, "T272"},
    {MXF4, 0x8100480, 1, false, false, std::nullopt, std::nullopt, "T273"},
    {MXF4NVF4, 0x8100480, 1, false, false, ScaleVector::X2, std::nullopt, "T273"},
    {MXF4, 0x48900480, 1, false, false, std::nullopt, std::nullopt, ""},
    {MXF4, 0x28900480, 1, false, false, std::nullopt, std::nullopt, "T274"},
    {MXF4, 0x89004b0, 1, false, false, std::nullopt, std::nullopt, "T274"},
    {MXF4NVF4, 0x48900480, 1, false, false, ScaleVector::X4, std::nullopt, "T274"},
    {MXF4, 0x90900480, 2, false, false, ScaleVector::Block32, std::nullopt, ""},
    {MXF4, 0x88900480, 1, false, false, std::nullopt, std::nullopt, "T275"},
    {MXF4, 0x9900480, 1, false, false, std::nullopt, std::nullopt, "T276"},
    {MXF4, 0x89004c0, 1, false, false, std::nullopt, std::nullopt, "T276"},
    {MXF8F6F4, 0x88900000, 1, false, false, std::nullopt, std::nullopt, "T276"},
};

TEST(InstructionDescriptorRules, Examples) {
  for (const Row &row : rows) {
    MmaUse use;
    use.ctaGroup = row.ctaGroup;
    use.ws = row.ws;
    use.sparse = row.sparse;
    use.scaleVector = row.scaleVector;
    use.swizzleA = row.swizzleA;
    std::vector<std::string> rules = rulesOf(checkInstructionDescriptor(row.kind, row.value, use));
    if (*row.rule)
      EXPECT_THAT(rules, Contains(row.rule)) << std::hex << row.value;
    else
      EXPECT_THAT(rules, IsEmpty()) << std::hex << row.value;
  }
}

// What no instruction of the kind could have so is wrong whatever the instruction is.
TEST(InstructionDescriptorRules, WithoutTheInstruction) {
  EXPECT_THAT(checkInstructionDescriptor(F16, 0x10100010), IsEmpty()); // M 256: cta_group::2
  EXPECT_THAT(checkInstructionDescriptor(F16, 0x2100010), IsEmpty());  // M 32: .ws
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(F16, 0x6100010)), ElementsAre("T261")); // M 96
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(F16, 0x8420010)), ElementsAre("T263")); // N 264
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(MXF4, 0x900480)), ElementsAre("T262")); // M 0
}

TEST(InstructionDescriptorRules, Texts) {
  MmaUse use;
  use.ctaGroup = 1;
  use.ws = false;
  EXPECT_EQ(checkInstructionDescriptor(F16, 0x10100010, use)[0].text,
            "M is 256; expected 64 or 128 with cta_group::1");
  EXPECT_EQ(checkInstructionDescriptor(I8, 0x80a0020, use)[0].text,
            "N is 40; expected 8, 24 or a multiple of 16 up to 256 with cta_group::1");
  EXPECT_EQ(checkInstructionDescriptor(F8F6F4, 0x8100310, use)[0].text,
            "the type of A is code 6; kind::f8f6f4 takes 0 (e4m3), 1 (e5m2), 3 (e2m3), 4 (e3m2), 5 "
            "(e2m1)");
  EXPECT_EQ(checkInstructionDescriptor(F16, 0x8100410, use)[0].text,
            "A is f16 and B is bf16; the manual has inputs of one type");
}

// K = 96 is for sm_103a, dense, M = 256 and cta_group::2. (Table 44, 9.7.16.2.1.1)
TEST(InstructionDescriptorRules, K96) {
  MmaUse use;
  use.ctaGroup = 2;
  use.isSm103a = true;
  EXPECT_THAT(checkInstructionDescriptor(MXF4, 0x90900480, use), IsEmpty());
  use.isSm103a = false;
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(MXF4, 0x90900480, use)), ElementsAre("T275"));
  use.isSm103a = std::nullopt;
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(MXF4, 0x88900480, use)), ElementsAre("T275"));
}

// Rule T277: a descriptor of kind::f16 for kind::mxf4.
TEST(InstructionDescriptorRules, MixedUpFormats) {
  EXPECT_FALSE(isLegal(checkInstructionDescriptor(MXF4, 0x8100010)));
  EXPECT_THAT(kindsThatTake(0x8100010, /*blockScaled=*/false), ElementsAre(F16, F8F6F4));
  EXPECT_THAT(kindsThatTake(0x8900480, /*blockScaled=*/true),
              ElementsAre(MXF8F6F4, MXF4, MXF4NVF4));
  EXPECT_THAT(kindsThatTake(0x8900480, /*blockScaled=*/false), IsEmpty());
}

TEST(InstructionDescriptorRules, TellsWhatIsWrongWhateverOtherBitsAre) {
  auto partly = [](uint32_t value, uint32_t known) {
    llvm::KnownBits bits(32);
    bits.One = llvm::APInt(32, value & known);
    bits.Zero = llvm::APInt(32, ~value & known);
    return bits;
  };
  EXPECT_THAT(checkInstructionDescriptor(F16, partly(0, 0)), IsEmpty());
  // M 96: bits 24-28 are 6; N, the types and all else may be anything.
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(F16, partly(0x6000000, 0x1F000000))),
              ElementsAre("T261"));
  EXPECT_THAT(checkInstructionDescriptor(F16, partly(0x6000000, 0x0F000000)), IsEmpty());
  // A reserved bit that is set.
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(F16, partly(0x40, 0x40))), ElementsAre("T256"));
}
