// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Foreign/TpuMemory.h"

#include "Vectors.h"

#include "gtest/gtest.h"

// The worked examples of the OKKernel guide with its own numbers. It has four NPUs throughout.

using namespace ptx;
using namespace ptx::test;

static constexpr uint64_t npus = 4;

static void expectPlace(const TpuPlace &place, uint64_t npu, uint64_t offset) {
  EXPECT_EQ(place.npu, npu);
  EXPECT_EQ(place.offset, offset);
}

static void expectStrides(const TpuStrides &strides, uint64_t n, uint64_t c, uint64_t h,
                          uint64_t w) {
  EXPECT_EQ(strides.n, n);
  EXPECT_EQ(strides.c, c);
  EXPECT_EQ(strides.h, h);
  EXPECT_EQ(strides.w, w);
}

// "Let X = 4 and S = 1024 ... A = 340, B = 1472, C = 2300 and D = 3088": A = Q * S + R.
TEST(TpuExamples, Addresses) {
  TpuMachine machine = {npus, 1024};
  expectPlace(*splitTpuAddress(machine, 340), 0, 340);
  expectPlace(*splitTpuAddress(machine, 1472), 1, 1472 - 1024);
  expectPlace(*splitTpuAddress(machine, 2300), 2, 2300 - 2 * 1024);
  expectPlace(*splitTpuAddress(machine, 3088), 3, 3088 - 3 * 1024);
  // "A valid address of tensor in local memory is in [0, X * S - 1]."
  expectPlace(*splitTpuAddress(machine, 4095), 3, 1023);
  EXPECT_NE(failureOf(splitTpuAddress(machine, 4096)), "");
}

/// The NPU and the block row of channel c, for features of one element each.
static TpuPlace featureOf(uint64_t first, uint64_t n, uint64_t c) {
  return tpuElement(npus, first, {100, 1, 0, 0}, {n, c, 0, 0});
}

// "C = X - 1 and the tensor starts at NPU 0": nothing is in NPU X - 1, and (1, 0) is in NPU 0.
TEST(TpuExamples, FewerChannelsThanNpus) {
  EXPECT_EQ(tpuChannelsPerNpu(npus, 0, npus - 1), 1u);
  for (uint64_t c = 0; c != npus - 1; ++c)
    EXPECT_EQ(featureOf(0, 0, c).npu, c);
  EXPECT_EQ(featureOf(0, 1, 0).npu, 0u);
}

// "C = X - 1 and the tensor starts at NPU 1": nothing is in NPU 0.
TEST(TpuExamples, FewerChannelsFromNpu1On) {
  EXPECT_EQ(tpuChannelsPerNpu(npus, 1, npus - 1), 1u);
  for (uint64_t c = 0; c != npus - 1; ++c)
    EXPECT_EQ(featureOf(1, 0, c).npu, c + 1);
}

// "C = X + 2 and the tensor starts at NPU 0": channels X and X + 1 are in NPUs 0 and 1, in the
// second block row.
TEST(TpuExamples, MoreChannelsThanNpus) {
  EXPECT_EQ(tpuChannelsPerNpu(npus, 0, npus + 2), 2u);
  expectPlace(featureOf(0, 0, npus), 0, 1);
  expectPlace(featureOf(0, 0, npus + 1), 1, 1);
  expectPlace(featureOf(0, 0, npus - 1), 3, 0);
}

// "C = X + 2 and the tensor starts at NPU X - 1": three block rows, of which the first and the
// third have one feature each.
TEST(TpuExamples, MoreChannelsFromTheLastNpuOn) {
  EXPECT_EQ(tpuChannelsPerNpu(npus, npus - 1, npus + 2), 3u);
  expectPlace(featureOf(npus - 1, 0, 0), npus - 1, 0);
  for (uint64_t c = 1; c <= npus; ++c)
    expectPlace(featureOf(npus - 1, 0, c), c - 1, 1);
  expectPlace(featureOf(npus - 1, 0, npus + 1), 0, 2);
}

// (2, 5, 3, 4) from NPU 0 on, "W stride = 2, H stride = 16, C stride = 56 and N stride = 120".
TEST(TpuExamples, Strides) {
  TpuStrides strides = {120, 56, 16, 2};
  EXPECT_EQ(tpuChannelsPerNpu(npus, 0, 5), 2u);
  expectPlace(tpuElement(npus, 0, strides, {0, 0, 0, 1}), 0, 2);
  expectPlace(tpuElement(npus, 0, strides, {0, 0, 1, 0}), 0, 16);
  expectPlace(tpuElement(npus, 0, strides, {0, 4, 0, 0}), 0, 56);
  expectPlace(tpuElement(npus, 0, strides, {1, 3, 0, 0}), 3, 120);
  expectPlace(tpuElement(npus, 0, strides, {1, 4, 2, 3}), 0, 120 + 56 + 2 * 16 + 3 * 2);
}

// (2, 3, 1, 10) from NPU 1 on, "W stride = 2 and N stride = 120"; the others make no sense.
TEST(TpuExamples, StridesWithoutHeight) {
  EXPECT_EQ(tpuChannelsPerNpu(npus, 1, 3), 1u);
  for (uint64_t c = 0; c != 3; ++c)
    expectPlace(tpuElement(npus, 1, {120, 7777, 7777, 2}, {1, c, 0, 9}), c + 1, 120 + 18);
}

// (2, 3, 4, 5) of fp32: "C stride is ceil(4 * 5 / 32) * 32 = 32", "N stride is 32 * 1 = 32"; from
// NPU 2 on "N stride is 32 * 2 = 64".
TEST(TpuExamples, AlignedLayout) {
  expectStrides(*tpuStrides(TpuLayout::Aligned, {2, 3, 4, 5}, npus, 0, 32), 32, 32, 5, 1);
  expectStrides(*tpuStrides(TpuLayout::Aligned, {2, 3, 4, 5}, npus, 2, 32), 64, 32, 5, 1);
}

// The same in the compact layout: the C stride is H * W.
TEST(TpuExamples, CompactLayout) {
  expectStrides(*tpuStrides(TpuLayout::Compact, {2, 3, 4, 5}, npus, 0, 32), 20, 20, 5, 1);
  expectStrides(*tpuStrides(TpuLayout::Compact, {2, 3, 4, 5}, npus, 2, 32), 40, 20, 5, 1);
}

// "The W stride is 1. The H stride is W. The C stride is H * W. The N stride is C * H * W."
TEST(TpuExamples, ContinuousLayout) {
  expectStrides(*tpuStrides(TpuLayout::Continuous, {2, 3, 4, 5}, npus, 0, 32), 60, 20, 5, 1);
}

// The 2-by-40 matrix: blocks that a row takes in each NPU, and columns of the last channel.
TEST(TpuExamples, MatrixLayout) {
  struct Row {
    uint64_t width, channels, blocks, lastChannel;
  };
  for (Row row : {Row{40, 1, 64, 40},
                  {20, 2, 32, 20},
                  {10, 4, 32, 10},
                  {8, 5, 64, 8},
                  {15, 3, 32, 10},
                  {6, 7, 64, 4}}) {
    TpuMatrix matrix = *tpuMatrix(2, 40, row.width, npus, 0);
    EXPECT_EQ(matrix.shape.c, row.channels) << row.width;
    EXPECT_EQ(matrix.rowBlocksPerNpu, row.blocks) << row.width;
    EXPECT_EQ(matrix.lastChannel, row.lastChannel) << row.width;
  }
}

// (6, 5, 4, 5) of int8: "the new shape ... is (M = 2, C = 5, H = 4, W = 5)", two dummies; the unit
// (1, 0, 0, 0) has the elements (4, 0, 0, 0) and (5, 0, 0, 0).
TEST(TpuExamples, Mode4N) {
  TpuPacked packed = tpuPacked(TpuPacking::FourN, {6, 5, 4, 5});
  EXPECT_EQ(packed.shape.n, 2u);
  EXPECT_EQ(packed.shape.c, 5u);
  EXPECT_EQ(packed.dummies, 2u);
  TpuStrides strides = *tpuStrides(TpuLayout::Aligned, packed.shape, npus, 0, 32);
  uint64_t unit = strides.n * 4;
  expectPlace(tpuPackedByte(packed, npus, 0, strides, {4, 0, 0, 0}), 0, unit);
  expectPlace(tpuPackedByte(packed, npus, 0, strides, {5, 0, 0, 0}), 0, unit + 1);
}

// (3, 5, 4, 5) of int16: "(M = 2, C = 5, H = 4, W = 5)", one dummy.
TEST(TpuExamples, Mode2N) {
  TpuPacked packed = tpuPacked(TpuPacking::TwoN, {3, 5, 4, 5});
  EXPECT_EQ(packed.shape.n, 2u);
  EXPECT_EQ(packed.dummies, 1u);
  TpuStrides strides = *tpuStrides(TpuLayout::Aligned, packed.shape, npus, 0, 32);
  expectPlace(tpuPackedByte(packed, npus, 0, strides, {2, 0, 0, 0}), 0, strides.n * 4);
  expectPlace(tpuPackedByte(packed, npus, 0, strides, {1, 0, 0, 0}), 0, 2);
}

// "J = ceil(I / 2)"; "if I is odd, a dummy element should be appended".
TEST(TpuExamples, Mode2Ic) {
  EXPECT_EQ(tpuPacked(TpuPacking::TwoIc, {3, 8, 3, 3}).shape.n, 2u);
  EXPECT_EQ(tpuPacked(TpuPacking::TwoIc, {3, 8, 3, 3}).dummies, 1u);
  EXPECT_EQ(tpuPacked(TpuPacking::TwoIc, {4, 8, 3, 3}).dummies, 0u);
  EXPECT_EQ(tpuPacked(TpuPacking::TwoIc, {4, 8, 3, 3}).unitBytes, 8u);
}
