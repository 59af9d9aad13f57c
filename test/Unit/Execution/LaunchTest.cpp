// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Launch/Launch.h"

#include "gtest/gtest.h"

using namespace ptx::execution;

TEST(Launch, CommentsTellSeveralLaunches) {
  auto launches = readLaunchComments("//@launch a block=64,2 grid=8 args={n: 0x10, m: 3}\n"
                                     ".version 9.0\n//@launch b cluster=2 dynamic-shared=1024\n");
  ASSERT_TRUE(bool(launches));
  ASSERT_EQ(launches->size(), 2u);
  EXPECT_EQ((*launches)[0].entry, "a");
  EXPECT_EQ(*(*launches)[0].block, (Extent{64, 2, 1}));
  EXPECT_EQ((*launches)[0].arguments.at("n"), 16u);
  EXPECT_EQ((*launches)[1].dynamicShared, 1024u);
}

TEST(Launch, AWrongWordIsNamedWithItsLine) {
  auto launches = readLaunchComments("\n//@launch k blocks=64\n");
  ASSERT_FALSE(bool(launches));
  EXPECT_EQ(llvm::toString(launches.takeError()),
            "line 2: `blocks` is not `block`, `cluster`, `grid`, `dynamic-shared`, `args` or "
            "`box-bytes`");
}

TEST(Launch, ARecordHasTheBytesOfABox) {
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(
      R"({"entry": "k", "block": [128, 1, 1], "grid": null,
          "tensor_maps": [{"param": "tm", "type": "bf16", "box": [64, 128]}]})");
  ASSERT_TRUE(bool(json));
  Launch launch;
  ASSERT_FALSE(bool(readLaunch(*json->getAsObject(), launch)));
  // 64 x 128 elements of 2 bytes.
  EXPECT_EQ(launch.boxes.at("tm"), 16384u);
  EXPECT_EQ(*launch.block, (Extent{128, 1, 1}));
  EXPECT_FALSE(launch.grid);
}

// The numbers that are one, or none, in 32 and 64 bits.
TEST(Launch, ACountIsPositiveAndFitsAGpu) {
  for (const char *text :
       {R"({"block": -1})", R"({"block": [4294967296, 1, 1]})", R"({"block": 4294967297})",
        R"({"grid": [0, 1, 1]})", R"({"cluster": 9223372036854775807})",
        R"({"threads": {"threadIdx.x": 0}})", R"({"threads": {"blockIdx.y": -1}})",
        R"({"dynamic_shared": -1})"}) {
    llvm::Expected<llvm::json::Value> json = llvm::json::parse(text);
    ASSERT_TRUE(bool(json));
    Launch launch;
    llvm::Error error = readLaunch(*json->getAsObject(), launch);
    EXPECT_TRUE(bool(error)) << text;
    llvm::consumeError(std::move(error));
  }
}

TEST(Launch, AVolumeDoesNotOverflow) {
  EXPECT_EQ(volume({1u << 31, 1u << 31, 4}), ~uint64_t(0));
  EXPECT_EQ(volume({3, 5, 7}), 105u);
}

TEST(Launch, ALongCommentIsRefused) {
  std::string text = "//@launch k args={" + std::string(maxLaunchText, '{') + "\n";
  auto launches = readLaunchComments(text);
  ASSERT_FALSE(bool(launches));
  EXPECT_EQ(llvm::toString(launches.takeError()), "line 1: the launch has more than 65536 bytes");
}

// A descriptor of Triton is a map, its shape in 32 bits and its strides in 64 bits.
TEST(Launch, ADescriptorIsAMapItsShapeAndItsStrides) {
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(R"({"source_args":
      [{"name": "d", "type": "tensordesc<bf16[128,64]>", "fact": "map of [M,K] bf16 box"},
       {"name": "M", "type": "i32", "fact": 512}, {"name": "K", "type": "i32", "fact": 64}],
      "ptx_params": [{"name": "p0", "type": "b8"}, {"name": "p1", "type": "u32"},
       {"name": "p2", "type": "u32"}, {"name": "p3", "type": "u64"}, {"name": "p4", "type": "u64"},
       {"name": "p5", "type": "u32"}, {"name": "p6", "type": "u32"}]})");
  ASSERT_TRUE(bool(json));
  Launch launch;
  ASSERT_FALSE(bool(readLaunch(*json->getAsObject(), launch)));
  EXPECT_EQ(launch.arguments.at("p1"), 512u);
  EXPECT_EQ(launch.arguments.at("p2"), 64u);
  EXPECT_EQ(launch.arguments.at("p3"), 64u);
  EXPECT_EQ(launch.arguments.at("p4"), 1u);
  EXPECT_EQ(launch.arguments.at("p5"), 512u);
}
