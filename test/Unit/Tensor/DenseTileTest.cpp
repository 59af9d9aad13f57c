// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/DenseTile.h"

#include "Vectors.h"
#include "ptx/Tensor/Descriptors/MatrixDescriptor.h"
#include "ptx/Tensor/ElementType.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::HasSubstr;

/// The descriptor of `tile` at shared address 0x400.
static uint64_t descriptorOf(MatrixUnit unit, const DenseTile &tile, Swizzle swizzle) {
  MatrixDescriptor descriptor;
  descriptor.startBytes = 0x400;
  descriptor.leadingBytes = tile.leadingBytes;
  descriptor.strideBytes = tile.strideBytes;
  descriptor.swizzle = swizzle;
  return *encodeMatrixDescriptor(unit, descriptor);
}

TEST(DenseTile, Vectors) {
  for (Vector row : Vector::group("dense_tiles").items()) {
    Swizzle swizzle = swizzleNamed(row["swizzle"].text());
    unsigned bits = *matrixElementBits(row["type"].text());
    TileRequest request = {MatrixUnit::Wgmma,
                           Major::K,
                           swizzle,
                           bits,
                           uint64_t(row["rows"].number()),
                           uint64_t(row["cols"].number())};
    DenseTile tile = *denseTile(request);
    EXPECT_EQ(tile.layout.text(), row["layout"].text());
    EXPECT_EQ(tile.leadingBytes, uint64_t(row["LBO_bytes"].number()));
    EXPECT_EQ(tile.strideBytes, uint64_t(row["SBO_bytes"].number()));
    EXPECT_EQ(descriptorOf(MatrixUnit::Wgmma, tile, swizzle), row["desc_sm90"].hex());
    EXPECT_EQ(descriptorOf(MatrixUnit::Tcgen05, tile, swizzle), row["desc_sm100"].hex());
    EXPECT_TRUE(tile.layout.isInjective());
    for (Vector sample : row["samples"].items()) {
      std::vector<int64_t> numbers = sample.numbers();
      uint64_t linear = tile.layout.offset(numbers[0], numbers[1]) * bits / 8;
      EXPECT_EQ(swizzleAddress(swizzle, linear), uint64_t(numbers[2]));
    }
  }
}

// The worked examples of manual 9.7.15.5.1.2.1.3 whose atoms do not alias, as tiles of their
// extent.
TEST(DenseTile, WorkedExamplesOfTheManual) {
  struct Example {
    Major major;
    Swizzle swizzle;
    unsigned bits;
    uint64_t mn, k, leadingBytes, strideBytes;
    const char *layout;
  };
  constexpr Example examples[] = {
      {Major::K, Swizzle::None, 32, 16, 16, 256, 128, "((8,2),(4,4)):((4,32),(1,64))"},
      {Major::MN, Swizzle::None, 16, 16, 16, 256, 128, "((8,1,2),(8,2)):((1,8,64),(8,128))"},
      {Major::MN, Swizzle::B32, 16, 32, 16, 256, 512, "((8,2,2),(8,2)):((1,8,128),(16,256))"},
      {Major::MN, Swizzle::B64, 16, 64, 16, 512, 1024, "((8,4,2),(8,2)):((1,8,256),(32,512))"},
  };
  for (const Example &example : examples) {
    DenseTile tile = *denseTile(
        {MatrixUnit::Wgmma, example.major, example.swizzle, example.bits, example.mn, example.k});
    EXPECT_EQ(tile.layout.text(), example.layout);
    EXPECT_EQ(tile.leadingBytes, example.leadingBytes);
    EXPECT_EQ(tile.strideBytes, example.strideBytes);
    EXPECT_TRUE(tile.leadingIsUsed);
  }
}

// Four atoms of 8x16 tf32 along K, each 512 bytes: instructions of K = 8 advance by 32 bytes
// inside.
TEST(DenseTile, SeveralAtomsAlongK) {
  DenseTile tile = *denseTile({MatrixUnit::Wgmma, Major::K, Swizzle::B64, 32, 8, 64});
  EXPECT_EQ(tile.layout.text(), "((8,1),(4,4,4)):((16,128),(1,4,128))");
  EXPECT_EQ(tile.bytes, 2048u);
  EXPECT_EQ(tile.stepsPerAtom, 2u);
  EXPECT_EQ(tile.startAdvance(1), 32u);
  EXPECT_EQ(tile.startAdvance(2), 512u);
  EXPECT_EQ(tile.startAdvance(3), 544u);
  EXPECT_FALSE(tile.leadingIsUsed);
}

// 128x64 bf16, MN-major: two atoms of 64x8 along MN. K = 16 takes two atoms along K.
TEST(DenseTile, BothOrdersOfAtoms) {
  TileRequest request = {MatrixUnit::Tcgen05, Major::MN, Swizzle::B128, 16, 128, 64};
  DenseTile mnFirst = *denseTile(request);
  EXPECT_EQ(mnFirst.leadingBytes, 1024u);
  EXPECT_EQ(mnFirst.strideBytes, 2048u);
  EXPECT_EQ(mnFirst.startAdvance(1), 4096u);
  request.order = AtomOrder::KFirst;
  DenseTile kFirst = *denseTile(request);
  EXPECT_EQ(kFirst.leadingBytes, 8192u);
  EXPECT_EQ(kFirst.strideBytes, 1024u);
  EXPECT_EQ(kFirst.startAdvance(1), 2048u);
  EXPECT_TRUE(kFirst.layout.isInjective());
}

TEST(DenseTile, RefusesWhatHasNoAtoms) {
  EXPECT_EQ(failureOf(denseTile({MatrixUnit::Wgmma, Major::K, Swizzle::B128, 16, 64, 48})),
            "a tile of 64x48 is not made of whole atoms of 8x64 elements");
  EXPECT_EQ(failureOf(denseTile({MatrixUnit::Wgmma, Major::K, Swizzle::B96, 16, 64, 48})),
            "no swizzle atom is K-major with swizzle 96B");
  EXPECT_THAT(
      failureOf(denseTile({MatrixUnit::Tcgen05, Major::MN, Swizzle::B128Atom32, 32, 32, 8})),
      HasSubstr("no canonical layout"));
  EXPECT_THAT(failureOf(denseTile({MatrixUnit::Wgmma, Major::K, Swizzle::B128, 16, 1 << 20, 64})),
              HasSubstr("larger than the 256 KiB"));
  EXPECT_THAT(failureOf(denseTile({MatrixUnit::Wgmma, Major::K, Swizzle::B128, 16,
                                   uint64_t(1) << 63, uint64_t(1) << 63})),
              HasSubstr("larger than the 256 KiB"));
}
