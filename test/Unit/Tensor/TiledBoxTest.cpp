// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Maps/TiledBox.h"

#include "Vectors.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::ElementsAre;
using testing::HasSubstr;

/// Compares an element of the file, which is null out of bounds, with that at `index`.
static void expectElement(const TiledBox &box, uint64_t index, Vector expected) {
  TensorCoordinates coordinates = box.coordinates(index);
  EXPECT_EQ(box.isInside(coordinates), !expected.isNull());
  if (expected.isNull())
    return;
  EXPECT_EQ(std::vector<int64_t>(coordinates.begin(), coordinates.end()), expected.numbers());
}

TEST(TiledBox, Vectors) {
  for (Vector row : Vector::group("tiled").items()) {
    TiledBox box =
        *TiledBox::create(row["dims"].numbersAs<uint64_t>(), row["box"].numbersAs<uint64_t>(),
                          row["elementStrides"].numbersAs<uint64_t>(), row["coords"].numbers());
    EXPECT_EQ(box.counts().vec(), row["counts"].numbersAs<uint64_t>());
    EXPECT_EQ(box.size() * row["elem_bytes"].number(), uint64_t(row["bytes"].number()));
    int64_t outside = 0;
    for (uint64_t i = 0; i != box.size(); ++i)
      outside += !box.isInside(box.coordinates(i));
    EXPECT_EQ(outside, row["oob"].number());
    expectElement(box, 0, row["first"]);
    expectElement(box, box.size() - 1, row["last"]);
    if (row["elements"].isNull())
      continue;
    std::vector<Vector> elements = row["elements"].items();
    ASSERT_EQ(elements.size(), box.size());
    for (uint64_t i = 0; i != box.size(); ++i)
      expectElement(box, i, elements[i]);
  }
}

// Manual 5.5.3.4.1: start coordinates (1, 2), (1, 5), (1, 0) and (1, 9).
TEST(TiledBox, Gather4) {
  for (Vector row : Vector::group("gather4").items()) {
    std::vector<int64_t> rows = row["rows"].numbers();
    std::vector<TiledBox> boxes =
        *fourRowBoxes(row["dims"].numbersAs<uint64_t>(), row["box0"].number(), row["col"].number(),
                      {rows[0], rows[1], rows[2], rows[3]});
    ASSERT_EQ(boxes.size(), 4u);
    for (size_t i = 0; i != 4; ++i)
      for (uint64_t j = 0; j != boxes[i].size(); ++j)
        expectElement(boxes[i], j, row["elements"][i][j]);
  }
}

TEST(TiledBox, RefusesWhatIsNoBox) {
  EXPECT_EQ(failureOf(TiledBox::create({}, {}, {}, {})),
            "a tensor of 0 dimensions; expected 1 to 5");
  EXPECT_EQ(failureOf(TiledBox::create({8, 8}, {4}, {1, 1}, {0, 0})),
            "1 box sizes, 2 traversal strides and 2 coordinates for a tensor of 2 dimensions");
  EXPECT_THAT(failureOf(TiledBox::create({8}, {4}, {0}, {0})), HasSubstr("is 0 or more"));
  EXPECT_THAT(failureOf(TiledBox::create({8}, {4}, {1}, {int64_t(1) << 40})),
              HasSubstr("does not fit 32 bits"));
}
