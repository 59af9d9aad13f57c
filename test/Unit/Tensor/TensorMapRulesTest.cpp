// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Maps/TensorMapRules.h"

#include "Vectors.h"

#include "gmock/gmock.h"

#include <functional>

using namespace ptx;
using namespace ptx::test;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using Numbers = TensorMap::Numbers;
using Corner = TensorMap::Corner;

/// A legal map of a bf16 matrix: 4096 x 4096, boxes of 64 x 128, 128B swizzling.
static TensorMap legalMap() {
  TensorMap map;
  map.mode = MapMode::Tiled;
  map.type = ElementType::BF16;
  map.rank = 2;
  map.dims = Numbers{4096, 4096};
  map.strides = Numbers{8192};
  map.address = 0x10000;
  map.box = Numbers{64, 128};
  map.elementStrides = Numbers{1, 1};
  map.interleave = Interleave::None;
  map.swizzleMode = 3;
  map.swizzleAtomicity = 0;
  map.fillsNan = true;
  return map;
}

/// The same for im2col of rank 4: images of 14 x 9 and 64 channels.
static TensorMap legalIm2col(MapMode mode) {
  TensorMap map = legalMap();
  map.mode = mode;
  map.rank = 4;
  map.dims = Numbers{64, 9, 14, 64};
  map.strides = Numbers{128, 1152, 16128};
  map.box.reset();
  map.elementStrides = Numbers{1, 1, 1, 1};
  bool wide = isWide(mode);
  map.lower = wide ? Corner{-1} : Corner{-1, -1};
  map.upper = wide ? Corner{-1} : Corner{-1, -1};
  map.channelsPerPixel = 64;
  map.pixelsPerColumn = 64;
  return map;
}

namespace {
struct Case {
  const char *rule;
  std::function<void(TensorMap &)> change;
};
} // namespace

static void expectRules(const TensorMap &legal, llvm::ArrayRef<Case> cases) {
  EXPECT_THAT(checkTensorMap(legal), IsEmpty());
  for (const Case &testCase : cases) {
    TensorMap map = legal;
    testCase.change(map);
    EXPECT_THAT(rulesOf(checkTensorMap(map)), Contains(testCase.rule)) << testCase.rule;
  }
}

TEST(TensorMapRules, NothingIsKnown) { EXPECT_THAT(checkTensorMap({}), IsEmpty()); }

// Planes of 1024 bytes, in which rows of 64 bytes follow each other; the dimensions are exchanged.
TEST(TensorMapRules, DimensionsMayComeInAnyOrder) {
  TensorMap map = legalMap();
  map.rank = 3;
  map.dims = Numbers{32, 4, 16};
  map.strides = Numbers{1024, 64};
  map.box = Numbers{32, 4, 16};
  map.elementStrides = Numbers{1, 1, 1};
  map.swizzleMode = 0;
  map.swizzleAtomicity.reset();
  EXPECT_THAT(checkTensorMap(map), IsEmpty());
  map.strides = Numbers{1008, 64};
  EXPECT_THAT(rulesOf(checkTensorMap(map)), ElementsAre("T066"));
}

// Each case is one limit of cuTensorMapEncodeTiled or of the manual.
TEST(TensorMapRules, Tiled) {
  expectRules(legalMap(),
              {
                  {"T051", [](TensorMap &m) { m.rank = 6; }},
                  {"T051", [](TensorMap &m) { m.rank = 3; }},
                  {"T053", [](TensorMap &m) { m.interleave = Interleave::B16; }},
                  {"T059", [](TensorMap &m) { m.swizzleMode = 2, m.swizzleAtomicity = 1; }},
                  {"T059", [](TensorMap &m) { m.swizzleMode = 0, m.swizzleAtomicity = 1; }},
                  {"T062", [](TensorMap &m) { m.box = Numbers{128, 8}; }},
                  {"T062", [](TensorMap &m) { m.swizzleMode = 2; }},
                  {"T063", [](TensorMap &m) { m.box = Numbers{12, 8}; }},
                  {"T064", [](TensorMap &m) { m.box = Numbers{64, 512}; }},
                  {"T064", [](TensorMap &m) { m.box = Numbers{64, 0}; }},
                  {"T065", [](TensorMap &m) { m.dims = Numbers{64, 0}; }},
                  {"T065", [](TensorMap &m) { m.dims = Numbers{64, (uint64_t(1) << 32) + 1}; }},
                  {"T066", [](TensorMap &m) { m.strides = Numbers{8200}; }},
                  {"T066", [](TensorMap &m) { m.strides = Numbers{uint64_t(1) << 40}; }},
                  {"T066", [](TensorMap &m) { m.strides = Numbers{4096}; }}, // rows overlap
                  {"T067", [](TensorMap &m) { m.address = 0x1008; }},
                  {"T068", [](TensorMap &m) { m.elementStrides = Numbers{2, 1}; }},
                  {"T068", [](TensorMap &m) { m.elementStrides = Numbers{1, 9}; }},
                  {"T068", [](TensorMap &m) { m.elementStrides = Numbers{1, 0}; }},
                  {"T069", [](TensorMap &m) { m.type = ElementType::U16; }},
                  {"T078", [](TensorMap &m) { m.swizzleMode = 4; }}, // 128 bytes for 96B
              });
}

TEST(TensorMapRules, OverlappingRowsAreLegal) {
  TensorMap map = legalMap();
  map.strides = Numbers{4096};
  EXPECT_TRUE(isLegal(checkTensorMap(map)));
}

TEST(TensorMapRules, Interleaved) {
  TensorMap legal = legalMap();
  legal.rank = 3;
  legal.dims = Numbers{16, 9, 8};
  legal.strides = Numbers{32, 288};
  legal.box = Numbers{16, 4, 1};
  legal.elementStrides = Numbers{2, 1, 1};
  legal.interleave = Interleave::B32;
  legal.swizzleMode = 1;
  expectRules(legal, {
                         {"T061", [](TensorMap &m) { m.swizzleMode = 0; }},
                         {"T066", [](TensorMap &m) { m.strides = Numbers{48, 288}; }},
                         {"T067", [](TensorMap &m) { m.address = 0x1010; }},
                         {"T077", [](TensorMap &m) { m.type = ElementType::B6x16P32; }},
                         {"T078",
                          [](TensorMap &m) {
                            m.interleave = Interleave::B16;
                            m.swizzleMode = 4;
                          }},
                     });
}

TEST(TensorMapRules, PackedTypes) {
  TensorMap legal = legalMap();
  legal.type = ElementType::B6x16P32;
  legal.strides = Numbers{4096};
  legal.box = Numbers{128, 8};
  legal.fillsNan = false;
  expectRules(legal, {
                         {"T066", [](TensorMap &m) { m.strides = Numbers{4112}; }},
                         {"T067", [](TensorMap &m) { m.address = 0x1010; }},
                         {"T069", [](TensorMap &m) { m.fillsNan = true; }},
                         {"T073", [](TensorMap &m) { m.box = Numbers{64, 8}; }},
                         {"T074", [](TensorMap &m) { m.dims = Numbers{200, 8}; }},
                         {"T076", [](TensorMap &m) { m.swizzleMode = 2; }},
                         {"T076", [](TensorMap &m) { m.swizzleAtomicity = 2; }},
                         {"T076", [](TensorMap &m) { m.swizzleAtomicity = 3; }}, // the driver
                         {"T078", [](TensorMap &m) { m.swizzleMode = 4; }},
                     });
  legal.type = ElementType::B4x16;
  expectRules(legal, {{"T074", [](TensorMap &m) { m.dims = Numbers{201, 8}; }}});
}

// sm_103a stores b6p2x16 with looser limits, which a map alone cannot rule out.
TEST(TensorMapRules, StoredPackedType) {
  TensorMap map = legalMap();
  map.type = ElementType::B6p2x16;
  map.dims = Numbers{4032, 8};
  map.strides = Numbers{3024};
  map.address = 0x1010;
  map.box = Numbers{64, 8};
  map.swizzleMode = 2;
  map.fillsNan = false;
  EXPECT_THAT(checkTensorMap(map), IsEmpty());
}

TEST(TensorMapRules, Im2col) {
  expectRules(legalIm2col(MapMode::Im2col),
              {
                  {"T051", [](TensorMap &m) { m.rank = 2; }},
                  {"T062", [](TensorMap &m) { m.channelsPerPixel = 128; }},
                  {"T063", [](TensorMap &m) { m.channelsPerPixel = 12; }},
                  {"T080", [](TensorMap &m) { m.lower = Corner{-129, 0}; }},
                  {"T080", [](TensorMap &m) { m.upper = Corner{0, 128}; }},
                  {"T080", [](TensorMap &m) { m.lower = Corner{0}; }},
                  {"T081", [](TensorMap &m) { m.lower = Corner{2, 0}, m.upper = Corner{-7, 0}; }},
                  {"T082", [](TensorMap &m) { m.channelsPerPixel = 512; }},
                  {"T082", [](TensorMap &m) { m.pixelsPerColumn = 2048; }},
              });
}

TEST(TensorMapRules, CornersOfEachRank) {
  TensorMap map;
  map.mode = MapMode::Im2col;
  for (auto [rank, least] : {std::pair(3, -32768), {4, -128}, {5, -16}}) {
    map.rank = rank;
    map.lower = Corner(rank - 2, least);
    EXPECT_THAT(checkTensorMap(map), IsEmpty());
    map.lower = Corner(rank - 2, least - 1);
    EXPECT_THAT(rulesOf(checkTensorMap(map)), Contains("T080"));
    map.upper = Corner(rank - 2, -least - 1);
    map.lower.reset();
    EXPECT_THAT(checkTensorMap(map), IsEmpty());
    map.upper = Corner(rank - 2, -least);
    EXPECT_THAT(rulesOf(checkTensorMap(map)), Contains("T080"));
    map.upper.reset();
  }
}

TEST(TensorMapRules, WideModes) {
  expectRules(legalIm2col(MapMode::Im2colW),
              {
                  {"T054", [](TensorMap &m) { m.interleave = Interleave::B16; }},
                  {"T057", [](TensorMap &m) { m.swizzleMode = 0; }},
                  {"T057", [](TensorMap &m) { m.swizzleAtomicity = 2; }},
                  {"T057", [](TensorMap &m) { m.swizzleAtomicity = 3; }}, // the driver
                  {"T080", [](TensorMap &m) { m.lower = Corner{0, 0}; }},
              });
  expectRules(legalIm2col(MapMode::Im2colW128),
              {{"T058", [](TensorMap &m) { m.swizzleMode = 4; }}});
  TensorMap map = legalIm2col(MapMode::Im2colW128);
  map.pixelsPerColumn = 0; // not used
  EXPECT_THAT(checkTensorMap(map), IsEmpty());
}

// Nothing is concluded from what is not known, except that a rank below 3 is not interleaved.
TEST(TensorMapRules, PartlyKnownMaps) {
  TensorMap map;
  map.elementStrides = Numbers{2, 1};
  EXPECT_THAT(rulesOf(checkTensorMap(map)), ElementsAre("T068"));
  map.elementStrides = Numbers{2, 1, 1};
  EXPECT_THAT(checkTensorMap(map), IsEmpty());
  map.swizzleMode = 3; // of an atomicity not known
  EXPECT_THAT(checkTensorMap(map), IsEmpty());
}

TEST(TensorMapRules, Texts) {
  TensorMap map = legalMap();
  map.box = Numbers{128, 8};
  EXPECT_EQ(checkTensorMap(map)[0].text,
            "the inner dimension of the box takes 256 bytes of shared memory; expected at most 128 "
            "for swizzle 128B");
  map = legalMap();
  map.swizzleMode = 2, map.swizzleAtomicity = 1, map.box.reset();
  EXPECT_EQ(checkTensorMap(map)[0].text,
            "swizzle mode 64B with atomicity 32B; expected atomicity 16B");
}

TEST(TensorMapRules, HostileNumbers) {
  TensorMap map = legalMap();
  map.rank = UINT64_MAX;
  map.dims = Numbers(5, UINT64_MAX);
  map.strides = Numbers(9, UINT64_MAX);
  map.box = Numbers{UINT64_MAX, UINT64_MAX};
  map.elementStrides = Numbers{};
  EXPECT_FALSE(isLegal(checkTensorMap(map)));
  map = legalIm2col(MapMode::Im2col);
  map.lower = Corner{INT64_MIN, INT64_MAX};
  map.upper = Corner{INT64_MIN, INT64_MAX};
  map.dims = Numbers(4, UINT64_MAX);
  EXPECT_FALSE(isLegal(checkTensorMap(map)));
}
