// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Maps/Im2col.h"

#include "Vectors.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::HasSubstr;

template <typename T> static llvm::SmallVector<T, 3> few(const std::vector<int64_t> &numbers) {
  return {numbers.begin(), numbers.end()};
}

/// The dimensions between the first, C, and the last, N.
static std::vector<int64_t> spatial(const std::vector<int64_t> &numbers) {
  return {numbers.begin() + 1, numbers.end() - 1};
}

/// A pixel as the file has it: N, H, W.
static std::vector<int64_t> printed(const Im2colPixel &pixel) {
  return {pixel.image, pixel.position[1], pixel.position[0]};
}

/// Compares the pixels with the `list` of a row, and with its `first`, `last` and `oob`.
static void expectPixels(const std::vector<Im2colPixel> &pixels, Vector row) {
  std::vector<Vector> list = row["list"].items();
  ASSERT_EQ(pixels.size(), list.size());
  int64_t outside = 0;
  for (size_t i = 0; i != pixels.size(); ++i) {
    std::vector<int64_t> expected = {list[i][0].number(), list[i][1].number(), list[i][2].number()};
    EXPECT_EQ(printed(pixels[i]), expected) << i;
    EXPECT_EQ(pixels[i].isInside, list[i][3].number()) << i;
    outside += !pixels[i].isInside;
  }
  EXPECT_EQ(printed(pixels.front()), row["first"].numbers());
  EXPECT_EQ(printed(pixels.back()), row["last"].numbers());
  EXPECT_EQ(outside, row["oob"].number());
}

TEST(Im2col, Vectors) {
  for (Vector row : Vector::group("im2col").items()) {
    std::vector<int64_t> size = row["tensor_size"].numbers();
    std::vector<int64_t> at = row["coords_ptx_CWHN"].numbers();
    Im2colTensor tensor = {few<uint64_t>(spatial(size)), uint64_t(size.back()),
                           few<int64_t>(row["lower_WH"].numbers()),
                           few<int64_t>(row["upper_WH"].numbers()),
                           few<uint64_t>(row["stride"].numbers())};
    std::vector<Im2colPixel> pixels = *im2colPixels(
        tensor, spatial(at), at.back(), row["offsets_WH"].numbers(), row["pixels"].number());
    expectPixels(pixels, row);
    EXPECT_EQ(int64_t(pixels.size()) * row["channels"].number() * row["elem_bytes"].number(),
              row["bytes"].number());
  }
}

TEST(Im2col, WideVectors) {
  for (Vector row : Vector::group("im2col_w").items()) {
    std::vector<int64_t> size = row["tensor_size"].numbers();
    std::vector<int64_t> at = row["coords_ptx_CWHN"].numbers();
    Im2colTensor tensor = {few<uint64_t>(spatial(size)),
                           uint64_t(size.back()),
                           {row["lowerW"].number(), 0},
                           {row["upperW"].number(), 0},
                           {uint64_t(row["stride"].number()), 1}};
    uint64_t halo = row["wHalo"].number(), offset = row["wOffset"].number();
    bool is128 = row["mode"].text() == "im2col::w::128";
    std::vector<Im2colPixel> pixels =
        is128 ? *im2colW128Pixels(tensor, spatial(at), at.back(), halo, offset)
              : *im2colWPixels(tensor, spatial(at), at.back(), row["pixelsPerColumn"].number(),
                               halo, offset);
    expectPixels(pixels, row);
    EXPECT_EQ(int64_t(pixels.size()), row["total_pixels"].number());
    std::vector<std::vector<int64_t>> halos, expected;
    for (const Im2colPixel &pixel : pixels)
      if (pixel.isHalo)
        halos.push_back(printed(pixel));
    for (size_t i = 0; i != halos.size(); ++i)
      expected.push_back(row["halo_positions"][i].numbers());
    EXPECT_EQ(halos, expected);
  }
}

// Example 1 of manual 5.5.4.1: nine positions in W and fourteen in H, from (7, 7, 4).
TEST(Im2col, Example1OfTheManual) {
  Im2colTensor tensor = {{9, 14}, 64, {-1, -1}, {-1, -1}, {1, 1}};
  std::vector<Im2colPixel> pixels = *im2colPixels(tensor, {4, 7}, 7, {0, 0}, 64);
  EXPECT_EQ(printed(pixels[0]), (std::vector<int64_t>{7, 7, 4}));
  EXPECT_EQ(printed(pixels[3]), (std::vector<int64_t>{7, 7, 7}));
  EXPECT_EQ(printed(pixels[4]), (std::vector<int64_t>{7, 8, -1})); // W ends at 9 - 1 - 1
  EXPECT_FALSE(pixels[4].isInside);
}

/// The tensor of the examples of manual 5.5.5.3, whose coordinates are (7, 2, 3, 0): N, H, W, C.
static Im2colTensor wideTensor() { return {{9, 7}, 64, {0, 0}, {0, 0}, {1, 1}}; }

// "A tensor copy operation with the above parameters loads 128 pixels and the two halo pixels",
// "next to the main row pixels".
TEST(Im2col, WideExampleOfTheManual) {
  std::vector<Im2colPixel> pixels = *im2colWPixels(wideTensor(), {3, 2}, 7, 128, 2, 0);
  ASSERT_EQ(pixels.size(), 128u + 2);
  for (size_t i = 0; i != pixels.size(); ++i) {
    EXPECT_EQ(pixels[i].isHalo, i >= 128);
    // Rows of nine pixels, of which the first has lost three.
    EXPECT_EQ(printed(pixels[i]),
              (std::vector<int64_t>{7 + int64_t(i + 3) / 9, 2, int64_t(i + 3) % 9}));
  }
}

// "loads 128 elements such that after every 32 elements, wHalo number of elements are loaded".
TEST(Im2col, Wide128ExampleOfTheManual) {
  std::vector<Im2colPixel> pixels = *im2colW128Pixels(wideTensor(), {3, 2}, 7, 2, 0);
  ASSERT_EQ(pixels.size(), 128u + 4 * 2);
  for (size_t i = 0; i != pixels.size(); ++i)
    EXPECT_EQ(pixels[i].isHalo, i % 34 >= 32) << i;
}

// Manual 5.5.5.4, example 1: lower corner -1, traversal stride 2, and the pixel at W = -1; buffer 1
// has a halo pixel, buffer 2 has wOffset 1, which moves box and start.
TEST(Im2col, OffsetExample1OfTheManual) {
  Im2colTensor tensor = {{9, 67}, 64, {-1, 0}, {0, 0}, {2, 1}};
  std::vector<Im2colPixel> first = *im2colWPixels(tensor, {-1, 2}, 7, 128, 1, 0);
  std::vector<Im2colPixel> second = *im2colWPixels(tensor, {-1, 2}, 7, 128, 0, 1);
  EXPECT_EQ(first.size(), 129u);
  EXPECT_EQ(second.size(), 128u);
  // W goes from -1 to 8, then from 0 to 9.
  for (size_t i = 0; i != 128; ++i) {
    EXPECT_EQ(printed(first[i]),
              (std::vector<int64_t>{7 + int64_t(i) / 5, 2, int64_t(i) % 5 * 2 - 1}));
    EXPECT_EQ(printed(second[i]),
              (std::vector<int64_t>{7 + int64_t(i) / 5, 2, int64_t(i) % 5 * 2}));
  }
}

// Example 2: corners -1 and -1, traversal stride 3, one buffer for each wOffset.
TEST(Im2col, OffsetExample2OfTheManual) {
  Im2colTensor tensor = {{7, 7}, 64, {-1, 0}, {-1, 0}, {3, 1}};
  for (int64_t offset : {0, 1, 2}) {
    std::vector<Im2colPixel> pixels = *im2colWPixels(tensor, {-1, 2}, 7, 128, 0, offset);
    EXPECT_EQ(pixels.size(), 128u);
    for (size_t i = 0; i != pixels.size(); ++i)
      EXPECT_EQ(printed(pixels[i]),
                (std::vector<int64_t>{7 + int64_t(i) / 3, 2, int64_t(i) % 3 * 3 - 1 + offset}));
  }
}

// "In these modes, the size of the bounding box in D and H dimensions are 1."
TEST(Im2col, WideKeepsTheOtherDimensions) {
  Im2colTensor tensor = {{9, 7, 5}, 64, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}};
  std::vector<Im2colPixel> pixels = *im2colWPixels(tensor, {3, 2, 4}, 7, 64, 2, 0);
  EXPECT_EQ(pixels.size(), 66u);
  for (const Im2colPixel &pixel : pixels) {
    EXPECT_EQ(pixel.position[1], 2);
    EXPECT_EQ(pixel.position[2], 4);
  }
}

TEST(Im2col, RefusesWhatIsOutsideOfTheBox) {
  Im2colTensor tensor = {{9, 14}, 64, {0, 0}, {-2, -2}, {1, 1}};
  EXPECT_EQ(failureOf(im2colPixels(tensor, {7, 4}, 7, {2, 2}, 64)),
            "coordinate 7 is outside of the bounding box, which goes from 0 to 6");
  EXPECT_EQ(failureOf(im2colPixels(tensor, {4, 7}, 7, {2, 2}, 1025)),
            "1025 pixels; expected 1 to 1024");
  EXPECT_EQ(failureOf(im2colPixels(tensor, {4, 7}, 7, {2}, 64)), "1 offsets; expected 2");
  EXPECT_EQ(failureOf(im2colWPixels(tensor, {7, 4}, 7, 64, 0, 0)),
            "coordinate W is 7, right of the bounding box, which ends at 6");
  EXPECT_EQ(failureOf(im2colWPixels(tensor, {-1, 4}, 7, 64, 0, 0)), "");
  EXPECT_EQ(failureOf(im2colWPixels(tensor, {4, 7}, 7, 64, 512, 0)),
            "wHalo is 512; expected 0 to 511");
  EXPECT_EQ(failureOf(im2colW128Pixels(tensor, {4, 7}, 7, 32, 0)), "wHalo is 32; expected 0 to 31");
  EXPECT_EQ(failureOf(im2colW128Pixels(tensor, {4, 7}, 7, 0, 32)),
            "wOffset is 32; expected 0 to 31");
  tensor.strides[0] = 0;
  EXPECT_THAT(failureOf(im2colPixels(tensor, {4, 7}, 7, {2, 2}, 64)), HasSubstr("stride is 0"));
}
