// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Maps/TensorMapFile.h"

#include "Vectors.h"
#include "ptx/Tensor/Maps/TensorMapRules.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(TensorMapFile, ReadsEveryMember) {
  std::vector<NamedTensorMap> maps = parseTensorMapFile(R"({"version": 1, "maps": {"A": {
    "mode": "im2col", "type": "bf16", "rank": 4, "dims": [64, 9, 14, 64],
    "strides": [128, 1152, 16128], "address": {"align": 128}, "box": null,
    "elementStrides": [1, 1, 1, 1], "interleave": "none", "swizzle": "128B", "atomicity": "16B",
    "oob": "zero", "l2": "128B", "lower": [-1, -1], "upper": [-1, -1],
    "channelsPerPixel": 64, "pixelsPerColumn": "0x40"}}})")
                                         ->maps;
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

TEST(TensorMapFile, TakesNamesOfTheDriver) {
  TensorMap map = parseTensorMapFile(R"({"type": "CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B",
    "swizzle": "CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B",
    "interleave": "CU_TENSOR_MAP_INTERLEAVE_NONE"})")
                      ->maps.front()
                      .map;
  EXPECT_EQ(map.type, ElementType::B6x16P32);
  EXPECT_EQ(map.swizzle(), Swizzle::B128Atom32Flip8);
  EXPECT_EQ(map.interleave, Interleave::None);
}

// The invalid maps of rules T053 to T082, each beside the valid one.
TEST(TensorMapFile, ExamplesOfTheRules) {
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
    EXPECT_THAT(rulesOf(checkTensorMap(parseTensorMapFile(example.invalid)->maps.front().map)),
                Contains(example.rule));
    EXPECT_THAT(checkTensorMap(parseTensorMapFile(example.valid)->maps.front().map), IsEmpty())
        << example.valid;
  }
}

TEST(TensorMapFile, RefusesWhatIsNoMap) {
  auto failure = [](llvm::StringRef text) { return failureOf(parseTensorMapFile(text)); };
  EXPECT_EQ(failure("{"), "expected a name in double quotes");
  EXPECT_EQ(failure("[]"), "expected an object");
  EXPECT_EQ(failure(std::string(1 << 20, '[')), "brackets nest too deeply");
  EXPECT_EQ(failure(R"({"ranks": 2})"), "`ranks`: unknown member of a tensor map");
  EXPECT_EQ(failure(R"({"rank": -2})"), "`rank`: expected a number of 0 or more");
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
}

TEST(TensorMapFile, RefusesWhatIsNoFile) {
  auto failure = [](llvm::StringRef text) { return failureOf(parseTensorMapFile(text)); };
  auto kernel = [&](llvm::StringRef text) {
    return failure((R"({"maps": {"A": {}}, "kernels": {"k": )" + text + "}}").str());
  };
  EXPECT_EQ(failure(R"({"version": 2, "maps": {}})"), "`version`: expected 1");
  EXPECT_EQ(failure(R"({"maps": {}, "kernel": {}})"), "`kernel`: unknown member of the file");
  EXPECT_EQ(failure(R"({"maps": {"A": 1}})"), "`maps.A`: expected an object");
  EXPECT_EQ(failure(R"({"maps": {"A": {"l2": "1"}}})"),
            "`maps.A.l2`: expected none, 64B, 128B or 256B");
  EXPECT_EQ(kernel("1"), "`kernels.k`: expected an object");
  EXPECT_EQ(kernel(R"({"tile": {}})"), "`kernels.k.tile`: unknown member of a kernel");
  EXPECT_EQ(kernel(R"({"params": {"p": "B"}})"), "`kernels.k.params.p`: `maps` has no `B`");
  EXPECT_EQ(kernel(R"({"params": {"p": ["A", 1]}})"),
            "`kernels.k.params.p.1`: expected the name of a tensor map");
  EXPECT_EQ(kernel(R"({"globals": {"p[": "A"}})"),
            "`kernels.k.globals.p[`: expected a name such as `map`, `map+128` or `map[1]`");
  EXPECT_EQ(kernel(R"({"tiles": {"s": {"stages": 2}}})"),
            "`kernels.k.tiles.s`: expected `map`, the name of a tensor map");
  EXPECT_EQ(kernel(R"({"tiles": {"s": {"map": "B"}}})"),
            "`kernels.k.tiles.s.map`: `maps` has no `B`");
  EXPECT_EQ(kernel(R"({"cluster": [2, 0]})"),
            "`kernels.k.cluster`: expected an array of 1 to 3 numbers above 0");
}

TEST(TensorMapFile, ReadsKernels) {
  TensorMapFile file = *parseTensorMapFile(R"({"version": 1, "maps": {"A": {}, "B": {}},
    "kernels": {"gemm": {
      "params": {"0": "A", "params+128": "B", "tmaps": ["A", "B"]}, "globals": {"g": "B"},
      "tiles": {"sA": {"map": "A", "stages": 4, "stageBytes": 16384}},
      "cluster": [2, 1, 1], "block": [128]}}})");
  ASSERT_EQ(file.kernels.size(), 1u);
  const DescribedKernel &kernel = file.kernels.front();
  EXPECT_EQ(kernel.name, "gemm");
  ASSERT_EQ(kernel.parameters.size(), 4u);
  EXPECT_EQ(kernel.parameters[0].place.name, "0");
  EXPECT_FALSE(kernel.parameters[0].place.offset);
  EXPECT_EQ(kernel.parameters[1].place.offset, 128u);
  EXPECT_EQ(kernel.parameters[1].map, 1u);
  EXPECT_EQ(kernel.parameters[3].place.offset, 128u);
  EXPECT_EQ(kernel.globals.size(), 1u);
  EXPECT_EQ(kernel.tiles.front().tile.stageBytes, 16384u);
  EXPECT_EQ(kernel.cluster, (TensorMap::Numbers{2, 1, 1}));
  EXPECT_EQ(kernel.block, (TensorMap::Numbers{128}));
}

TEST(TensorMapFile, PlacesOfMaps) {
  EXPECT_EQ(parseTensorMapPlace("m[2]")->offset, 256u);
  EXPECT_EQ(parseTensorMapPlace("m+64")->offset, 64u);
  for (const char *text : {"", "+1", "m[", "m[]", "m[x]", "m+", "m+-1", "m[1", "m+99999999999"})
    EXPECT_FALSE(parseTensorMapPlace(text)) << text;
  // A map without a number represents all of an array.
  EXPECT_TRUE(parseTensorMapPlace("m")->covers(384));
  EXPECT_TRUE(parseTensorMapPlace("m")->covers(std::nullopt));
  EXPECT_FALSE(parseTensorMapPlace("m")->covers(64));
  EXPECT_FALSE(parseTensorMapPlace("m[1]")->covers(std::nullopt));
}
