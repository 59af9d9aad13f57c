// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/InterleavedTensor.h"

#include "Vectors.h"

#include "gtest/gtest.h"

using namespace ptx;
using namespace ptx::test;

// Manual 5.5.6: C8 utilizes 16 bytes assuming 2 bytes per channel.
TEST(InterleavedTensor, SlicesOf16Bytes) {
  InterleavedChannels channels = *interleavedChannels(Interleave::B16, ElementType::F16, 20);
  EXPECT_EQ(channels.perSlice, 8u);
  EXPECT_EQ(channels.slices, 3u);
  EXPECT_EQ(channels.padding(20), 4u);
  EXPECT_EQ(channels.slice(17), 2u);
  EXPECT_EQ(channels.byteInSlice(17), 2u);
}

TEST(InterleavedTensor, SlicesOf32Bytes) {
  InterleavedChannels channels = *interleavedChannels(Interleave::B32, ElementType::BF16, 16);
  EXPECT_EQ(channels.perSlice, 16u);
  EXPECT_EQ(channels.slices, 1u);
  EXPECT_EQ(channels.padding(16), 0u);
}

// Manual 5.5.7, figure 25: a tensor of 1x2x10x10xC16 with 2 bytes a channel has two slices of 32
// bytes, and the second one begins behind 10 x 10 of them.
TEST(InterleavedTensor, ExampleOfTheManual) {
  InterleavedChannels channels = *interleavedChannels(Interleave::B32, ElementType::F16, 32);
  EXPECT_EQ(channels.perSlice, 16u);
  EXPECT_EQ(channels.slices, 2u);
  EXPECT_EQ(interleavedOffset(channels, {10, 10}, 0, 16, {0, 0}), 10 * 10 * 32u);
}

// NC/8HWC8 of 2x20x3x5: (((n * 3 + slice) * 3 + h) * 5 + w) * 16 + (c mod 8) * 2.
TEST(InterleavedTensor, Offsets) {
  InterleavedChannels channels = *interleavedChannels(Interleave::B16, ElementType::F16, 20);
  EXPECT_EQ(interleavedOffset(channels, {5, 3}, 0, 0, {0, 0}), 0u);
  EXPECT_EQ(interleavedOffset(channels, {5, 3}, 0, 1, {0, 0}), 2u);
  EXPECT_EQ(interleavedOffset(channels, {5, 3}, 0, 0, {1, 0}), 16u);
  EXPECT_EQ(interleavedOffset(channels, {5, 3}, 0, 8, {0, 0}), 240u);
  EXPECT_EQ(interleavedOffset(channels, {5, 3}, 1, 17, {4, 2}),
            (((1 * 3 + 2) * 3 + 2) * 5 + 4) * 16 + 2u);
}

TEST(InterleavedTensor, RefusesWhatHasNoSlices) {
  EXPECT_EQ(failureOf(interleavedChannels(Interleave::None, ElementType::F16, 8)),
            "a tensor without interleaving has no slices");
  EXPECT_EQ(failureOf(interleavedChannels(Interleave::B16, ElementType::B4x16, 8)),
            "no slices are known for type b4x16");
  EXPECT_EQ(failureOf(interleavedChannels(Interleave::B16, ElementType::F16, 0)),
            "a tensor without channels");
}
