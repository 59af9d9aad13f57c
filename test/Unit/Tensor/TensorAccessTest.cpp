// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Maps/TensorAccess.h"

#include "Vectors.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using Numbers = TensorMap::Numbers;
using Corner = TensorMap::Corner;

static TensorAccess access(TensorAccessKind kind, LoadMode mode, unsigned rank) {
  TensorAccess result;
  result.kind = kind;
  result.mode = mode;
  result.rank = rank;
  return result;
}

TEST(TensorAccess, RankAndMode) {
  TensorMap map;
  map.mode = MapMode::Tiled;
  map.rank = 3;
  EXPECT_THAT(rulesOf(checkTensorAccess(map, access(TensorAccessKind::Load, LoadMode::Tile, 2))),
              ElementsAre("T051"));
  EXPECT_THAT(checkTensorAccess(map, access(TensorAccessKind::Load, LoadMode::Tile, 3)), IsEmpty());
  EXPECT_THAT(rulesOf(checkTensorAccess(map, access(TensorAccessKind::Load, LoadMode::Im2col, 3))),
              ElementsAre("T052"));
  map.mode = MapMode::Im2colW;
  EXPECT_THAT(
      rulesOf(checkTensorAccess(map, access(TensorAccessKind::Load, LoadMode::Im2colW128, 3))),
      ElementsAre("T052"));
}

TEST(TensorAccess, Gather4) {
  TensorAccess gather = access(TensorAccessKind::Load, LoadMode::Gather4, 2);
  TensorMap map;
  map.box = Numbers{64, 1};
  EXPECT_THAT(checkTensorAccess(map, gather), IsEmpty());
  map.box = Numbers{64, 4};
  EXPECT_THAT(rulesOf(checkTensorAccess(map, gather)), ElementsAre("T056"));
  map.box.reset();
  map.interleave = Interleave::B32;
  EXPECT_THAT(rulesOf(checkTensorAccess(map, gather)), ElementsAre("T055"));
}

TEST(TensorAccess, FlipIsForLoads) {
  TensorMap map;
  map.swizzleMode = 3;
  map.swizzleAtomicity = 2;
  EXPECT_THAT(checkTensorAccess(map, access(TensorAccessKind::Load, LoadMode::Tile, 2)), IsEmpty());
  EXPECT_THAT(checkTensorAccess(map, access(TensorAccessKind::Prefetch, LoadMode::Tile, 2)),
              IsEmpty());
  for (TensorAccessKind kind : {TensorAccessKind::Store, TensorAccessKind::Reduce})
    EXPECT_THAT(rulesOf(checkTensorAccess(map, access(kind, LoadMode::Tile, 2))),
                ElementsAre("T060"));
}

TEST(TensorAccess, DirectionsOfTypes) {
  auto rules = [](ElementType type, TensorAccessKind kind) {
    TensorMap map;
    map.type = type;
    return rulesOf(checkTensorAccess(map, access(kind, LoadMode::Tile, 2)));
  };
  using enum ElementType;
  EXPECT_THAT(rules(B4x16, TensorAccessKind::Reduce), ElementsAre("T070"));
  EXPECT_THAT(rules(B4x16, TensorAccessKind::Store), IsEmpty());
  EXPECT_THAT(rules(B4x16P64, TensorAccessKind::Store), ElementsAre("T071"));
  EXPECT_THAT(rules(B4x16P64, TensorAccessKind::Load), IsEmpty());
  EXPECT_THAT(rules(B6p2x16, TensorAccessKind::Load), ElementsAre("T072"));
  EXPECT_THAT(rules(B6p2x16, TensorAccessKind::Store), IsEmpty());
  EXPECT_THAT(rules(B6x16P32, TensorAccessKind::Store), ElementsAre("T072"));
}

TEST(TensorAccess, FirstCoordinateOfPackedTypes) {
  TensorMap map;
  map.type = ElementType::B4x16P64;
  TensorAccess load = access(TensorAccessKind::Load, LoadMode::Tile, 2);
  load.coordinates = {64, 0};
  EXPECT_THAT(rulesOf(checkTensorAccess(map, load)), ElementsAre("T075"));
  load.coordinates = {128, 0};
  EXPECT_THAT(checkTensorAccess(map, load), IsEmpty());
  load.coordinates = {std::nullopt, 0};
  EXPECT_THAT(checkTensorAccess(map, load), IsEmpty());
}

// Manual 9.7.9.27.1.1, the restrictions for sm_103a and b6p2x16; of PTX 9.4, 9.7.10.28.5.1, for
// sm_107f.
TEST(TensorAccess, StoresOfHalfRows) {
  TensorMap map;
  map.type = ElementType::B6p2x16;
  map.box = Numbers{64, 8};
  map.dims = Numbers{64, 8};
  map.swizzleMode = 2;
  TensorAccess store = access(TensorAccessKind::Store, LoadMode::Tile, 2);
  store.coordinates = {64, 0};
  EXPECT_THAT(checkTensorAccess(map, store), IsEmpty());
  store.storesHalfRows = true;
  EXPECT_THAT(checkTensorAccess(map, store), IsEmpty());
  store.storesHalfRows = false;
  EXPECT_THAT(rulesOf(checkTensorAccess(map, store)), ElementsAre("T073", "T074", "T076", "T075"));
}

// Manual of PTX 9.4, 9.7.10.28.5.1.
TEST(TensorAccess, FamilyOfSm107f) {
  TensorMap map;
  map.type = ElementType::B6x16P32;
  map.swizzleMode = 2;
  TensorAccess load = access(TensorAccessKind::Load, LoadMode::Tile, 2);
  EXPECT_THAT(checkTensorAccess(map, load), IsEmpty());
  load.isOf107 = true;
  EXPECT_THAT(checkTensorAccess(map, load), IsEmpty());
  load.isOf107 = false;
  EXPECT_THAT(rulesOf(checkTensorAccess(map, load)), ElementsAre("T076"));
  TensorAccess store = access(TensorAccessKind::Store, LoadMode::Scatter4, 2);
  store.coordinates = {0, -1, 0, 1, 2};
  store.isOf107 = true;
  EXPECT_THAT(checkTensorAccess(TensorMap(), store), IsEmpty());
  store.isOf107 = false;
  EXPECT_THAT(rulesOf(checkTensorAccess(TensorMap(), store)), ElementsAre("T045"));
}

TEST(TensorAccess, Sm120a) {
  TensorMap map;
  map.type = ElementType::B4x16;
  TensorAccess load = access(TensorAccessKind::Load, LoadMode::Tile, 2);
  EXPECT_THAT(checkTensorAccess(map, load), IsEmpty());
  load.isSm120a = true;
  EXPECT_THAT(rulesOf(checkTensorAccess(map, load)), ElementsAre("T079"));
  map.type = ElementType::U8;
  EXPECT_THAT(checkTensorAccess(map, load), IsEmpty());
  map.swizzleMode = 3, map.swizzleAtomicity = 1;
  EXPECT_THAT(rulesOf(checkTensorAccess(map, load)), ElementsAre("T079"));
}

TEST(TensorAccess, Reductions) {
  auto rules = [](ElementType type, llvm::StringRef operation) {
    TensorMap map;
    map.type = type;
    TensorAccess reduce = access(TensorAccessKind::Reduce, LoadMode::Tile, 2);
    reduce.reduction = operation;
    return rulesOf(checkTensorAccess(map, reduce));
  };
  using enum ElementType;
  EXPECT_THAT(rules(F32, "min"), ElementsAre("T088"));
  EXPECT_THAT(rules(F16, "min"), IsEmpty());
  EXPECT_THAT(rules(F32, "add"), IsEmpty());
  EXPECT_THAT(rules(S64, "add"), ElementsAre("T088"));
  EXPECT_THAT(rules(U32, "inc"), IsEmpty());
  EXPECT_THAT(rules(U64, "inc"), ElementsAre("T088"));
  EXPECT_THAT(rules(F16, "xor"), ElementsAre("T088"));
}

TEST(TensorAccess, Im2colCoordinates) {
  TensorMap map;
  map.mode = MapMode::Im2col;
  map.rank = 4;
  map.dims = Numbers{64, 9, 14, 64};
  map.lower = Corner{0, 0};
  map.upper = Corner{-2, -2};
  TensorAccess load = access(TensorAccessKind::Load, LoadMode::Im2col, 4);
  load.coordinates = {0, 4, 7, 7};
  load.offsets = {2, 2};
  EXPECT_THAT(checkTensorAccess(map, load), IsEmpty());
  load.coordinates = {0, 7, 4, 7};
  EXPECT_THAT(rulesOf(checkTensorAccess(map, load)), ElementsAre("T083"));
  EXPECT_EQ(checkTensorAccess(map, load)[0].text,
            "coordinate W is 7, outside of the bounding box, which goes from 0 to 6");
  load.coordinates = {0, std::nullopt, 7, 7};
  EXPECT_THAT(checkTensorAccess(map, load), IsEmpty());
  load.offsets = {256, 0};
  EXPECT_THAT(rulesOf(checkTensorAccess(map, load)), ElementsAre("T023"));
}

// "The first element can be outside of the Bounding Box ... only on the left side".
TEST(TensorAccess, WideCoordinates) {
  TensorMap map;
  map.mode = MapMode::Im2colW;
  map.dims = Numbers{128, 9, 7, 64};
  map.lower = Corner{0};
  map.upper = Corner{0};
  TensorAccess load = access(TensorAccessKind::Load, LoadMode::Im2colW, 4);
  load.coordinates = {0, -3, 2, 7};
  load.offsets = {511, 31};
  EXPECT_THAT(checkTensorAccess(map, load), IsEmpty());
  load.coordinates = {0, 9, 2, 7};
  EXPECT_THAT(rulesOf(checkTensorAccess(map, load)), ElementsAre("T083"));
  load.coordinates = {0, 3, 2, 7};
  load.offsets = {512, 32};
  EXPECT_THAT(rulesOf(checkTensorAccess(map, load)), ElementsAre("T024", "T025"));
  map.mode = MapMode::Im2colW128;
  load.mode = LoadMode::Im2colW128;
  load.offsets = {32, 0};
  EXPECT_THAT(rulesOf(checkTensorAccess(map, load)), ElementsAre("T024"));
}

TEST(TensorAccess, StoresStayInside) {
  TensorMap map;
  map.mode = MapMode::Im2col;
  map.lower = Corner{0};
  map.upper = Corner{0};
  TensorAccess store = access(TensorAccessKind::Store, LoadMode::Im2col, 3);
  EXPECT_THAT(checkTensorAccess(map, store), IsEmpty());
  map.lower = Corner{-1};
  EXPECT_THAT(rulesOf(checkTensorAccess(map, store)), ElementsAre("T084"));
  store.coordinates = {0, -1, 0};
  EXPECT_THAT(rulesOf(checkTensorAccess(map, store)), Contains("T045"));
}

TEST(TensorAccess, SharedAddresses) {
  TensorMap map;
  map.swizzleMode = 3;
  map.swizzleAtomicity = 3;
  TensorAccess load = access(TensorAccessKind::Load, LoadMode::Tile, 2);
  load.sharedAddress = 1024;
  EXPECT_THAT(checkTensorAccess(map, load), IsEmpty());
  load.sharedAddress = 1024 + 16;
  EXPECT_THAT(rulesOf(checkTensorAccess(map, load)), ElementsAre("T085"));
  load.sharedAddress = 1024 + 8;
  EXPECT_THAT(rulesOf(checkTensorAccess(map, load)), ElementsAre("T037", "T085"));
}

TEST(TensorAccess, BytesOfTiledAccesses) {
  TensorMap map;
  map.type = ElementType::F32;
  map.box = Numbers{32, 256};
  TensorAccess load = access(TensorAccessKind::Load, LoadMode::Tile, 2);
  EXPECT_EQ(tensorAccessBytes(map, load), 32768u);
  map.elementStrides = Numbers{1, 3};
  EXPECT_EQ(tensorAccessBytes(map, load), 86u * 128);
  map.elementStrides.reset();
  map.box = Numbers{32, 1};
  load.mode = LoadMode::Gather4;
  EXPECT_EQ(tensorAccessBytes(map, load), 512u);
  map.type = ElementType::B6x16P32;
  map.box = Numbers{128, 8};
  load.mode = LoadMode::Tile;
  EXPECT_EQ(tensorAccessBytes(map, load), 8u * 128);
  map.box.reset();
  EXPECT_FALSE(tensorAccessBytes(map, load));
}

// The worked examples of manual 5.5.5.3, with two bytes an element.
TEST(TensorAccess, BytesOfIm2colAccesses) {
  TensorMap map;
  map.type = ElementType::F16;
  map.channelsPerPixel = 64;
  map.pixelsPerColumn = 128;
  TensorAccess load = access(TensorAccessKind::Load, LoadMode::Im2colW, 4);
  EXPECT_FALSE(tensorAccessBytes(map, load));
  load.offsets = {2, 0};
  EXPECT_EQ(tensorAccessBytes(map, load), 16640u);
  load.mode = LoadMode::Im2colW128;
  EXPECT_EQ(tensorAccessBytes(map, load), 17408u);
  load.mode = LoadMode::Im2col;
  EXPECT_EQ(tensorAccessBytes(map, load), 16384u);
}
