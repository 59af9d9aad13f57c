// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Descriptors/MatrixDescriptor.h"

#include "Vectors.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using enum MatrixUnit;

static std::string swizzleText(const MatrixDescriptor &descriptor) {
  return descriptor.swizzle ? swizzleInfo(*descriptor.swizzle).name.lower() : "none";
}

static void expectFields(const MatrixDescriptor &descriptor, Vector expected) {
  EXPECT_EQ(descriptor.startBytes, expected["start"].number());
  EXPECT_EQ(descriptor.leadingBytes, expected["LBO"].number());
  EXPECT_EQ(descriptor.strideBytes, expected["SBO"].number());
  EXPECT_EQ(descriptor.baseOffset, expected["base_offset"].number());
  EXPECT_EQ(swizzleText(descriptor), llvm::StringRef(expected["swizzle"].text()).lower());
}

static std::vector<int64_t> bitsOf(uint64_t word) {
  std::vector<int64_t> bits;
  for (unsigned bit = 0; bit != 64; ++bit)
    if (word >> bit & 1)
      bits.push_back(bit);
  return bits;
}

TEST(MatrixDescriptor, DecodesTheVectors) {
  for (Vector row : Vector::group("descriptor_decode").items()) {
    uint64_t value = row["value"].hex();
    expectFields(decodeMatrixDescriptor(Wgmma, value), row["sm90"]);
    EXPECT_EQ(bitsOf(value & bitsOutside(matrixDescriptorFields(Wgmma), 64)),
              row["sm90"]["stray"].numbers());
    MatrixDescriptor tcgen05 = decodeMatrixDescriptor(Tcgen05, value);
    expectFields(tcgen05, row["sm100"]);
    EXPECT_EQ(tcgen05.leadingIsAddress, row["sm100"]["lbo_abs"].number());
    EXPECT_EQ(int64_t(value >> 46 & 7), row["sm100"]["fixed_46_48"].number());
    EXPECT_EQ(int64_t(value >> 53 & 0xFF), row["sm100"]["fixed_53_60"].number());
    EXPECT_EQ(bitsOf(value & bitsOutside(matrixDescriptorFields(Tcgen05), 64)),
              row["sm100"]["stray"].numbers());
  }
}

// The examples of manual 9.7.15.5.1.2.1.3, which print the encodings of LBO and SBO.
TEST(MatrixDescriptor, EncodesTheVectors) {
  for (Vector row : Vector::group("wgmma_examples").items()) {
    MatrixDescriptor descriptor;
    descriptor.startBytes = 0x400;
    descriptor.leadingBytes = row["LBO_bytes"].isNull() ? 16 : row["LBO_bytes"].number();
    descriptor.strideBytes = row["SBO_bytes"].number();
    descriptor.swizzle = swizzleNamed(row["swizzle"].text());
    EXPECT_EQ(encodeDescriptorBytes(descriptor.leadingBytes), uint64_t(row["enc_LBO"].number()));
    EXPECT_EQ(encodeDescriptorBytes(descriptor.strideBytes), uint64_t(row["enc_SBO"].number()));
    uint64_t sm90 = *encodeMatrixDescriptor(Wgmma, descriptor);
    uint64_t sm100 = *encodeMatrixDescriptor(Tcgen05, descriptor);
    EXPECT_EQ(sm90, row["desc_sm90"].hex());
    EXPECT_EQ(sm100, row["desc_sm100"].hex());
    EXPECT_EQ(convertMatrixDescriptor(Wgmma, sm90), sm100);
    EXPECT_EQ(convertMatrixDescriptor(Tcgen05, sm100), sm90);
  }
}

TEST(MatrixDescriptor, EncodesWhatItDecodes) {
  for (MatrixUnit unit : {Wgmma, Tcgen05})
    for (const SwizzleInfo &info : allSwizzles()) {
      std::optional<unsigned> code = swizzleCode(unit, info.swizzle);
      if (!code)
        continue;
      MatrixDescriptor descriptor{0x3FFF0, 0x2AAA0, 0x15550, 5, unit == Tcgen05, info.swizzle};
      uint64_t value = *encodeMatrixDescriptor(unit, descriptor);
      MatrixDescriptor back = decodeMatrixDescriptor(unit, value);
      EXPECT_EQ(back.startBytes, descriptor.startBytes);
      EXPECT_EQ(back.leadingBytes, descriptor.leadingBytes);
      EXPECT_EQ(back.strideBytes, descriptor.strideBytes);
      EXPECT_EQ(back.baseOffset, descriptor.baseOffset);
      EXPECT_EQ(back.leadingIsAddress, descriptor.leadingIsAddress);
      EXPECT_EQ(back.swizzle, descriptor.swizzle);
    }
}

TEST(MatrixDescriptor, RefusesWhatNoFieldHolds) {
  auto failure = [](MatrixUnit unit, MatrixDescriptor descriptor) {
    return failureOf(encodeMatrixDescriptor(unit, descriptor));
  };
  EXPECT_EQ(failure(Wgmma, {0x408, 16, 1024, 0, false, Swizzle::B128}),
            "start address 1032 is not a multiple of 16");
  EXPECT_EQ(failure(Wgmma, {0x40000, 16, 1024, 0, false, Swizzle::B128}),
            "start address 262144 is not below 256 KiB");
  EXPECT_EQ(failure(Wgmma, {0, 16, 1024, 8, false, Swizzle::B128}), "base offset 8 is above 7");
  EXPECT_EQ(failure(Wgmma, {0, 16, 1024, 0, false, Swizzle::B128Atom32}),
            "swizzle 128B_ATOM_32B has no code in a descriptor of wgmma");
  EXPECT_THAT(failure(Wgmma, {0, 16, 1024, 0, true, Swizzle::B128}),
              HasSubstr("LBO is an address"));
  EXPECT_FALSE(convertMatrixDescriptor(Tcgen05, 0x2000404000010040));
}

namespace {
struct Judged {
  uint64_t value;
  std::vector<std::string> rules;
};
} // namespace

// Values that the rules' own examples have, each legal one beside an illegal one.
TEST(MatrixDescriptor, RulesOfWgmma) {
  const Judged rows[] = {
      {0x4000004000010040, {}},       {0x4000404000010040, {"T188"}}, // bit 46 is tcgen05's
      {0x0000004000010040, {}},       {0x0002004000010040, {"T192"}}, {0x0000001000080040, {}},
      {0x0000000000000040, {"T194"}}, {0x4000001000010040, {"T196"}}, // SBO 256 for atoms of 1024
  };
  for (const Judged &row : rows)
    EXPECT_EQ(rulesOf(checkMatrixDescriptor(Wgmma, row.value)), row.rules) << std::hex << row.value;
}

TEST(MatrixDescriptor, RulesOfTcgen05) {
  const Judged rows[] = {
      {0x4000404000010040, {}},       {0x4000004000010040, {"T278"}},
      {0x4040404000010040, {"T279"}}, {0x5000404000010040, {"T279"}},
      {0x400040400001C040, {"T279"}}, {0x2000404000010040, {}},
      {0x6000404000010040, {"T280"}}, {0xA000404000010040, {"T280"}},
      {0xE000404000010040, {"T280"}}, {0x0000404000010040, {}},
      {0x0002404000010040, {"T281"}}, {0x4010404000010040, {}},
      {0x8010404000010040, {"T283"}}, {0x4012404000010040, {"T283"}},
  };
  for (const Judged &row : rows)
    EXPECT_EQ(rulesOf(checkMatrixDescriptor(Tcgen05, row.value)), row.rules)
        << std::hex << row.value;
}

TEST(MatrixDescriptor, RulesThatDependOnTheUse) {
  MatrixUse use;
  use.isSm103a = false;
  EXPECT_THAT(rulesOf(checkMatrixDescriptor(Tcgen05, 0x4010404000010040, use)),
              ElementsAre("T282"));
  use.isSm103a = true;
  EXPECT_THAT(checkMatrixDescriptor(Tcgen05, 0x4010404000010040, use), IsEmpty());
  use.major = Major::MN;
  EXPECT_THAT(rulesOf(checkMatrixDescriptor(Tcgen05, 0x4010404000010040, use)),
              ElementsAre("T283"));
  EXPECT_THAT(checkMatrixDescriptor(Tcgen05, 0x2000404000010040, use), IsEmpty());
  use.major = Major::K;
  EXPECT_THAT(rulesOf(checkMatrixDescriptor(Tcgen05, 0x2000404000010040, use)),
              ElementsAre("T285"));
}

TEST(MatrixDescriptor, SaysWhatItTakesForADescriptorOfTheOtherUnit) {
  EXPECT_EQ(checkMatrixDescriptor(Tcgen05, 0x4000004000010040)[0].text,
            "bits 46-48 are 0b000; expected 0b001, without which this reads like a descriptor of "
            "wgmma");
  EXPECT_EQ(checkMatrixDescriptor(Wgmma, 0x4000404000010040)[0].text,
            "bit 46 of no field is set; expected 0; descriptors of tcgen05 have such bits");
}

namespace {

/// The value `value` of which only the bits of `known` are known.
llvm::KnownBits partly(uint64_t value, uint64_t known) {
  llvm::KnownBits bits(64);
  bits.One = llvm::APInt(64, value & known);
  bits.Zero = llvm::APInt(64, ~value & known);
  return bits;
}

} // namespace

TEST(MatrixDescriptor, TellsWhatIsWrongWhateverOtherBitsAre) {
  constexpr uint64_t legal = 0x4000404000010040, all = ~uint64_t(0), bit46 = uint64_t(1) << 46;
  EXPECT_THAT(checkMatrixDescriptor(Tcgen05, partly(legal, all)), IsEmpty());
  EXPECT_THAT(checkMatrixDescriptor(Tcgen05, partly(0, 0)), IsEmpty());
  // Bit 46 is 0, and nothing else is known; then it is the only bit that is not known.
  EXPECT_EQ(checkMatrixDescriptor(Tcgen05, partly(0, bit46)).front().text,
            "bit 46 is 0; expected 0b001 in bits 46-48");
  EXPECT_THAT(checkMatrixDescriptor(Tcgen05, partly(legal, all & ~bit46)), IsEmpty());
  // Codes 1 and 3 of the swizzle: one of them is legal.
  EXPECT_THAT(checkMatrixDescriptor(Tcgen05, partly(0x2000404000010040, all & ~(bit46 << 16))),
              IsEmpty());
  // Bit 15 is of no field.
  EXPECT_EQ(rulesOf(checkMatrixDescriptor(Tcgen05, partly(0x8000, 0x8000))),
            std::vector<std::string>{"T279"});
}

// Of the family of sm_107f start addresses have a bit more, and blocks of 48 bytes two halves.
// (Manual of PTX 9.4, 9.7.18.4.1)
TEST(MatrixDescriptor, FamilyOfSm107f) {
  MatrixUse use;
  const uint64_t high = 0x4000404000014040, half = 0x4020404000010040;
  EXPECT_EQ(decodeMatrixDescriptor(Tcgen05, high).startBytes, 0x40400u);
  EXPECT_THAT(checkMatrixDescriptor(Tcgen05, high, use), IsEmpty());
  EXPECT_THAT(checkMatrixDescriptor(Tcgen05, half, use), IsEmpty());
  use.isOf107 = false;
  EXPECT_THAT(rulesOf(checkMatrixDescriptor(Tcgen05, high, use)), ElementsAre("T279"));
  EXPECT_THAT(rulesOf(checkMatrixDescriptor(Tcgen05, half, use)), ElementsAre("T279"));
  use.isOf107 = true;
  use.isLookedUp = false;
  EXPECT_THAT(rulesOf(checkMatrixDescriptor(Tcgen05, half, use)), ElementsAre("T333"));
}
