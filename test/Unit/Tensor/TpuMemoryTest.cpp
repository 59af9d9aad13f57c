// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Foreign/TpuMemory.h"

#include "Vectors.h"

#include "gtest/gtest.h"

using namespace ptx;
using namespace ptx::test;

static TpuShape shapeOf(const std::vector<int64_t> &numbers) {
  return {uint64_t(numbers[0]), uint64_t(numbers[1]), uint64_t(numbers[2]), uint64_t(numbers[3])};
}

/// Compares the place of each element of `elems`: n, c, h, w, NPU, offset.
template <typename Place> static void expectElements(Vector elems, Place place) {
  for (Vector row : elems.items()) {
    std::vector<int64_t> numbers = row.numbers();
    TpuPlace found = place(shapeOf(numbers));
    EXPECT_EQ(found.npu, uint64_t(numbers[4]));
    EXPECT_EQ(found.offset, uint64_t(numbers[5]));
  }
}

TEST(TpuMemory, Addresses) {
  for (Vector row : Vector::group("tpu")["address"].items()) {
    std::vector<uint64_t> numbers = row.numbersAs<uint64_t>();
    TpuPlace place = *splitTpuAddress({numbers[1], numbers[2]}, numbers[0]);
    EXPECT_EQ(place.npu, numbers[3]);
    EXPECT_EQ(place.offset, numbers[4]);
  }
  EXPECT_EQ(failureOf(splitTpuAddress({4, 1024}, 4096)),
            "address 4096 of 4096 bytes of local memory");
}

TEST(TpuMemory, ChannelsPerNpu) {
  for (Vector row : Vector::group("tpu")["channels_per_npu"].items()) {
    std::vector<uint64_t> numbers = row.numbersAs<uint64_t>();
    EXPECT_EQ(tpuChannelsPerNpu(numbers[2], numbers[0], numbers[1]), numbers[3]);
  }
}

TEST(TpuMemory, StridedTensors) {
  for (Vector row : Vector::group("tpu")["strided"].items()) {
    Vector given = row["strides"];
    TpuStrides strides = {uint64_t(given["n"].number()), uint64_t(given["c"].number()),
                          uint64_t(given["h"].number()), uint64_t(given["w"].number())};
    expectElements(row["elems"], [&](const TpuShape &at) {
      return tpuElement(row["X"].number(), row["Q"].number(), strides, at);
    });
  }
}

TEST(TpuMemory, Layouts) {
  for (Vector row : Vector::group("tpu")["layouts"].items()) {
    TpuLayout layout = row["layout"].text() == "aligned" ? TpuLayout::Aligned : TpuLayout::Compact;
    TpuStrides strides = *tpuStrides(layout, shapeOf(row["shape"].numbers()), row["X"].number(),
                                     row["Q"].number(), row["bits"].number());
    EXPECT_EQ(strides.n, uint64_t(row["stride_n"].number()));
    EXPECT_EQ(strides.c, uint64_t(row["stride_c"].number()));
    EXPECT_EQ(strides.h, uint64_t(row["stride_h"].number()));
    EXPECT_EQ(strides.w, uint64_t(row["stride_w"].number()));
  }
}

// "The C stride is ceil(H * W / 32) * 32 if the data type is 32-bit, ... 64 ... 16-bit, ... 128".
TEST(TpuMemory, AlignmentOfEachWidth) {
  for (auto [bits, multiple] : {std::pair(32, 32), {16, 64}, {8, 128}})
    EXPECT_EQ(tpuStrides(TpuLayout::Aligned, {2, 3, 4, 5}, 4, 0, bits)->c, uint64_t(multiple));
  TpuStrides continuous = *tpuStrides(TpuLayout::Continuous, {2, 3, 4, 5}, 4, 0, 32);
  EXPECT_EQ(continuous.n, 60u);
  EXPECT_EQ(continuous.c, 20u);
  EXPECT_EQ(failureOf(tpuStrides(TpuLayout::Aligned, {2, 3, 4, 5}, 4, 0, 64)),
            "elements of 64 bits; expected 8, 16 or 32");
}

TEST(TpuMemory, Matrices) {
  for (Vector row : Vector::group("tpu")["matrix"].items()) {
    TpuMatrix matrix = *tpuMatrix(row["N"].number(), row["M"].number(), row["W"].number(), 4, 0);
    EXPECT_EQ(matrix.shape.c, uint64_t(row["C"].number()));
    EXPECT_EQ(matrix.channelsPerNpu, uint64_t(row["channels_per_npu"].number()));
    EXPECT_EQ(matrix.rowBlocksPerNpu, uint64_t(row["row_blocks_per_npu"].number()));
    EXPECT_EQ(matrix.lastChannel, uint64_t(row["last_channel"].number()));
    EXPECT_EQ(matrix.npusUsed, uint64_t(row["npus_used"].number()));
  }
  EXPECT_EQ(failureOf(tpuMatrix(2, 40, 41, 4, 0)), "a width of 41; expected 1 to 40");
}

TEST(TpuMemory, PackedModes) {
  for (auto [name, packing] : {std::pair("4N", TpuPacking::FourN), {"2N", TpuPacking::TwoN}})
    for (Vector row : Vector::group("tpu")[name].items()) {
      TpuPacked packed = tpuPacked(packing, shapeOf(row["orig"].numbers()));
      EXPECT_EQ(packed.perUnit, row["pack"].number());
      EXPECT_EQ(packed.shape.n, uint64_t(row["shape"][0].number()));
      EXPECT_EQ(packed.dummies, uint64_t(row["dummies"].number()));
      TpuStrides strides = *tpuStrides(TpuLayout::Aligned, packed.shape, 4, 0, 32);
      EXPECT_EQ(strides.c, uint64_t(row["stride_c"].number()));
      EXPECT_EQ(strides.n, uint64_t(row["stride_n"].number()));
      expectElements(row["elems"],
                     [&](const TpuShape &at) { return tpuPackedByte(packed, 4, 0, strides, at); });
    }
  for (Vector row : Vector::group("tpu")["2IC"].items()) {
    TpuPacked packed = tpuPacked(TpuPacking::TwoIc, {uint64_t(row["I"].number()), 8, 3, 3});
    EXPECT_EQ(packed.shape.n, uint64_t(row["J"].number()));
    EXPECT_EQ(packed.dummies, uint64_t(row["dummies"].number()));
    EXPECT_EQ(packed.unitBytes, row["unit_bytes"].number());
  }
}
