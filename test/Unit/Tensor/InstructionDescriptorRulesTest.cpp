// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Descriptors/InstructionDescriptorRules.h"

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
    {MXF4, 0x88900480, 2, false, false, std::nullopt, std::nullopt, "T275"},
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
    use.isOf107 = false;
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

// K = 96 is for sm_103a and sm_107a, and with cta_group::2 for M = 256; K = 192 for sm_107f.
// (Manual of PTX 9.4, tables 48 and 53, 9.7.18.2.1.1)
TEST(InstructionDescriptorRules, K96) {
  MmaUse use;
  use.ctaGroup = 2;
  use.hasK96 = true;
  EXPECT_THAT(checkInstructionDescriptor(MXF4, 0x90900480, use), IsEmpty());
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(MXF4, 0x88900480, use)), ElementsAre("T275"));
  use.hasK96 = false;
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(MXF4, 0x90900480, use)), ElementsAre("T275"));
  use.hasK96 = std::nullopt;
  use.ctaGroup = 1;
  EXPECT_THAT(checkInstructionDescriptor(MXF4, 0x88900480, use), IsEmpty());
  use.isOf107 = false;
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(MXF4, 0x88900484, use)), ElementsAre("T275"));
  use.isOf107 = true;
  EXPECT_THAT(checkInstructionDescriptor(MXF4, 0x88901484, use), IsEmpty());
}

// K = 64 and K = 128 with one CTA for M = 128, with two for M = 256, on the family of sm_107f.
// (Manual of PTX 9.4, tables 48 and 51 to 53)
TEST(InstructionDescriptorRules, LongK) {
  MmaUse use;
  use.ctaGroup = 1;
  use.ws = false;
  use.isOf107 = true;
  const uint32_t f8 = 0x8100010, k64 = 1u << 29, m64 = 0x4100010, m256 = 0x10100010;
  EXPECT_THAT(checkInstructionDescriptor(F8F6F4, f8 | k64, use), IsEmpty());
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(F8F6F4, m64 | k64, use)), ElementsAre("T328"));
  // A transposed: E4M3 can be, E2M1 cannot.
  EXPECT_THAT(checkInstructionDescriptor(F8F6F4, f8 | k64 | 1u << 15, use), IsEmpty());
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(F8F6F4, f8 | k64 | 1u << 15 | 5u << 7, use)),
              ElementsAre("T329"));
  use.ctaGroup = 2;
  EXPECT_THAT(checkInstructionDescriptor(F8F6F4, m256 | k64, use), IsEmpty());
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(F8F6F4, f8 | k64, use)), ElementsAre("T328"));
  // MXF4: bit 3 is the upper bit, bit 31 the lower one.
  const uint32_t mxf4 = 0x10900480;
  EXPECT_THAT(checkInstructionDescriptor(MXF4, mxf4 | 8, use), IsEmpty());
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(MXF4, mxf4 | 8 | 1u << 31, use)),
              ElementsAre("T328"));
  EXPECT_TRUE(isLegal(checkInstructionDescriptor(F8F6F4, f8 | k64, use)));
  use.ctaGroup = 1;
  EXPECT_THAT(checkInstructionDescriptor(MXF4, 0x8900480 | 8, use), IsEmpty());
  use.isOf107 = false;
  use.ctaGroup = 2;
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(F8F6F4, m256 | k64, use)), ElementsAre("T256"));
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(MXF4, mxf4 | 8, use)), ElementsAre("T276"));
}

// Bits 12, 24 and 26 mean something on the family of sm_107f. (Manual of PTX 9.4, 9.7.18.4.2.1)
TEST(InstructionDescriptorRules, BitsOfSm107) {
  MmaUse use;
  use.isOf107 = true;
  const uint32_t v1 = 1u << 12, sparse = 1u << 2, lanes = 1u << 26;
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(MXF4, 0x10900480 | sparse, use)),
              ElementsAre("T330"));
  EXPECT_THAT(checkInstructionDescriptor(MXF4, 0x10900480 | sparse | v1, use), IsEmpty());
  EXPECT_THAT(checkInstructionDescriptor(MXF4, 0x10900480 | lanes, use), IsEmpty());
  EXPECT_THAT(checkInstructionDescriptor(MXF8F6F4, 0x8900000 | lanes, use), IsEmpty());
  // Scale type 2 is UE5M3, of mxf4nvf4 alone.
  EXPECT_THAT(checkInstructionDescriptor(MXF4NVF4, 0x9100480, use), IsEmpty());
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(MXF4, 0x9100480, use)), ElementsAre("T273"));
  // UE4M3 for each 32 elements.
  use.scaleVector = ScaleVector::Block32;
  EXPECT_THAT(checkInstructionDescriptor(MXF4NVF4, 0x8100480, use), IsEmpty());
  use.isOf107 = false;
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(MXF4NVF4, 0x8100480, use)), ElementsAre("T273"));
  // Reserved elsewhere, and CuTe DSL sets it for every target.
  Violations version = checkInstructionDescriptor(MXF4, 0x10900480 | sparse | v1, use);
  EXPECT_THAT(rulesOf(version), ElementsAre("T276"));
  EXPECT_TRUE(isLegal(version));
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(MXF4NVF4, 0x9100480, use)),
              ElementsAre("T276", "T273"));
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(MXF8F6F4, 0x8900000 | lanes, use)),
              ElementsAre("T276"));
}

// N depends on M. (Manual of PTX 9.4, tables 48 and 51)
TEST(InstructionDescriptorRules, Integers16) {
  MmaUse use;
  use.ctaGroup = 1;
  use.ws = false;
  const uint32_t types = 3u << 10 | 3u << 7 | 2u << 4, m64 = 4u << 24, m128 = 8u << 24;
  EXPECT_THAT(checkInstructionDescriptor(MmaKind::TI16, types | m64 | 1u << 17, use), IsEmpty());
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(MmaKind::TI16, types | m128 | 1u << 17, use)),
              ElementsAre("T332"));
  EXPECT_THAT(checkInstructionDescriptor(MmaKind::TI16, types | m128 | 2u << 17, use), IsEmpty());
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(MmaKind::TI16, m64 | 1u << 17, use)),
              ElementsAre("T258", "T259", "T259"));
  EXPECT_EQ(mmaK(MmaKind::TI16, false), 16u);
  EXPECT_EQ(mmaK(MmaKind::TI16, true), 32u);
}

// What `.decompress::lut::b` excludes. (Manual of PTX 9.4, 9.7.18.10.10.1, table 62)
TEST(InstructionDescriptorRules, Lookup) {
  MmaUse use;
  use.ctaGroup = 1;
  use.ws = false;
  use.lookup = true;
  EXPECT_THAT(checkInstructionDescriptor(F8F6F4, 0x8100010, use), IsEmpty());
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(F8F6F4, 0x8110010, use)), ElementsAre("T331"));
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(F8F6F4, 0x8100410, use)), ElementsAre("T331"));
  EXPECT_THAT(rulesOf(checkInstructionDescriptor(F8F6F4, 0x4100010, use)), ElementsAre("T331"));
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
