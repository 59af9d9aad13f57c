// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/TensorMapJson.h"

#include "Vectors.h"
#include "ptx/Tensor/TensorMapRules.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(TensorMapJson, ReadsEveryMember) {
  std::vector<NamedTensorMap> maps = *parseTensorMaps(R"({"version": 1, "maps": {"A": {
    "mode": "im2col", "type": "bf16", "rank": 4, "dims": [64, 9, 14, 64],
    "strides": [128, 1152, 16128], "address": {"align": 128}, "box": null,
    "elementStrides": [1, 1, 1, 1], "interleave": "none", "swizzle": "128B", "atomicity": "16B",
    "oob": "zero", "l2": "128B", "lower": [-1, -1], "upper": [-1, -1],
    "channelsPerPixel": 64, "pixelsPerColumn": "0x40"}}})");
  ASSERT_EQ(maps.size(), 1u);
  EXPECT_EQ(maps[0].name, "A");
  const TensorMap &map = maps[0].map;
  EXPECT_EQ(map.mode, MapMode::Im2col);
  EXPECT_EQ(map.type, ElementType::BF16);
  EXPECT_EQ(map.rank, 4u);
  EXPECT_EQ(map.dims, (TensorMap::Numbers{64, 9, 14, 64}));
  EXPECT_EQ(map.strides, (TensorMap::Numbers{128, 1152, 16128}));
  EXPECT_EQ(map.addressAlignment, 128u);
  EXPECT_FALSE(map.box);
  EXPECT_EQ(map.interleave, Interleave::None);
  EXPECT_EQ(map.swizzle(), Swizzle::B128);
  EXPECT_EQ(map.fillsNan, false);
  EXPECT_EQ(map.lower, (TensorMap::Corner{-1, -1}));
  EXPECT_EQ(map.pixelsPerColumn, 64u);
  EXPECT_THAT(checkTensorMap(map), IsEmpty());
}

TEST(TensorMapJson, TakesNamesOfTheDriver) {
  TensorMap map = parseTensorMaps(R"({"type": "CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B",
    "swizzle": "CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B",
    "interleave": "CU_TENSOR_MAP_INTERLEAVE_NONE"})")
                      ->front()
                      .map;
  EXPECT_EQ(map.type, ElementType::B6x16P32);
  EXPECT_EQ(map.swizzle(), Swizzle::B128Atom32Flip8);
  EXPECT_EQ(map.interleave, Interleave::None);
}

// The invalid maps of rules T053 to T082, each beside the valid one.
TEST(TensorMapJson, ExamplesOfTheRules) {
  struct Example {
    const char *rule;
    const char *invalid;
    const char *valid;
  };
  constexpr Example examples[] = {
      {"T053", R"({"rank": 2, "interleave": "16B"})", R"({"rank": 3, "interleave": "16B"})"},
      {"T054", R"({"mode": "im2col_w", "rank": 4, "interleave": "16B", "swizzle": "128B"})",
       R"({"mode": "im2col_w", "rank": 4, "interleave": "none", "swizzle": "128B"})"},
      {"T057", R"({"mode": "im2col_w", "rank": 4, "swizzle": "none"})",
       R"({"mode": "im2col_w", "rank": 4, "swizzle": "64B"})"},
      {"T058", R"({"mode": "im2col_w128", "rank": 4, "swizzle": "96B"})",
       R"({"mode": "im2col_w128", "rank": 4, "swizzle": "128B"})"},
      {"T059", R"({"swizzle": "64B", "atomicity": "32B"})",
       R"({"swizzle": "128B", "atomicity": "32B"})"},
      {"T061", R"({"rank": 3, "interleave": "32B", "swizzle": "none"})",
       R"({"rank": 3, "interleave": "32B", "swizzle": "32B"})"},
      {"T062", R"({"type": "f16", "box": [128, 8], "swizzle": "128B"})",
       R"({"type": "f16", "box": [64, 8], "swizzle": "128B"})"},
      {"T063", R"({"type": "f16", "box": [12, 8]})", R"({"type": "f16", "box": [16, 8]})"},
      {"T064", R"({"type": "u8", "box": [64, 512]})", R"({"type": "u8", "box": [64, 256]})"},
      {"T065", R"({"dims": [64, 0]})", R"({"dims": [64, 4294967296]})"},
      {"T066", R"({"type": "f32", "dims": [50, 9], "strides": [200]})",
       R"({"type": "f32", "dims": [50, 9], "strides": [208]})"},
      {"T067", R"({"address": "0x1008"})", R"({"address": "0x1010"})"},
      {"T068", R"({"elementStrides": [2, 1]})", R"({"elementStrides": [1, 2]})"},
      {"T069", R"({"type": "u16", "oob": "nan"})", R"({"type": "bf16", "oob": "nan"})"},
      {"T073", R"({"type": "b6x16_p32", "box": [64, 8]})",
       R"({"type": "b6x16_p32", "box": [128, 8]})"},
      {"T074", R"({"type": "b4x16_p64", "dims": [200, 8]})",
       R"({"type": "b4x16_p64", "dims": [256, 8]})"},
      {"T076", R"({"type": "b6x16_p32", "swizzle": "64B"})",
       R"({"type": "b6x16_p32", "swizzle": "128B"})"},
      {"T077", R"({"type": "b6x16_p32", "interleave": "16B", "rank": 3})",
       R"({"type": "b6x16_p32", "interleave": "none", "rank": 3})"},
      {"T078", R"({"type": "f16", "box": [64, 8], "swizzle": "96B"})",
       R"({"type": "f16", "box": [48, 8], "swizzle": "96B"})"},
      {"T080", R"({"mode": "im2col", "rank": 5, "lower": [-17, 0, 0]})",
       R"({"mode": "im2col", "rank": 5, "lower": [-16, 0, 0]})"},
      {"T081", R"({"mode": "im2col", "rank": 3, "dims": [64, 4, 8], "lower": [2], "upper": [-2]})",
       R"({"mode": "im2col", "rank": 3, "dims": [64, 9, 8], "lower": [0], "upper": [-2]})"},
      {"T082", R"({"mode": "im2col", "rank": 3, "pixelsPerColumn": 2048})",
       R"({"mode": "im2col", "rank": 3, "pixelsPerColumn": 1024})"},
  };
  for (const Example &example : examples) {
    EXPECT_THAT(rulesOf(checkTensorMap(parseTensorMaps(example.invalid)->front().map)),
                Contains(example.rule));
    EXPECT_THAT(checkTensorMap(parseTensorMaps(example.valid)->front().map), IsEmpty())
        << example.valid;
  }
}

TEST(TensorMapJson, RefusesWhatIsNoMap) {
  auto failure = [](llvm::StringRef text) { return failureOf(parseTensorMaps(text)); };
  EXPECT_NE(failure("{"), "");
  EXPECT_EQ(failure("[]"), "expected an object");
  EXPECT_EQ(failure(std::string(1 << 20, '[')), "brackets nest too deeply");
  EXPECT_EQ(failure(R"({"\"[[[[[[[[[[[[[[[[[[[[": 1})"),
            "unknown member `\"[[[[[[[[[[[[[[[[[[[[` of a tensor map");
  EXPECT_EQ(failure(R"({"ranks": 2})"), "unknown member `ranks` of a tensor map");
  EXPECT_EQ(failure(R"({"rank": -2})"), "`rank`: expected a number that is not negative");
  EXPECT_EQ(failure(R"({"dims": [1, "x"]})"), "`dims`: expected an array of at most 5 numbers");
  EXPECT_EQ(failure(R"({"dims": [1, 1, 1, 1, 1, 1]})"),
            "`dims`: expected an array of at most 5 numbers");
  EXPECT_EQ(failure(R"({"type": "i8"})"), "`type`: expected an element type, such as bf16");
  EXPECT_EQ(failure(R"({"mode": "tile"})"),
            "`mode`: expected tiled, im2col, im2col_w or im2col_w128");
  EXPECT_THAT(failure(R"({"swizzle": "48B"})"), HasSubstr("unknown swizzle mode `48B`"));
  EXPECT_EQ(failure(R"({"atomicity": "8B"})"),
            "`atomicity`: expected 16B, 32B, 32B+8B-flip or 64B");
  EXPECT_EQ(failure(R"({"oob": "one"})"), "`oob`: expected zero or nan");
  EXPECT_EQ(failure(R"({"address": {"align": "x"}})"), "`address`: expected {\"align\": <bytes>}");
  EXPECT_EQ(failure(R"({"version": 2, "maps": {}})"), "`version`: expected 1");
  EXPECT_EQ(failure(R"({"maps": {"A": 1}})"), "map `A`: expected an object");
  EXPECT_EQ(failure(R"({"maps": {"A": {"l2": "1"}}})"),
            "map `A`: `l2`: expected none, 64B, 128B or 256B");
}
