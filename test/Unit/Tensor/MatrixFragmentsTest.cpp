// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/MatrixFragments.h"

#include "gtest/gtest.h"

#include <set>

using namespace ptx;

/// Each element of each matrix is in exactly one place of one thread.
static void expectPartition(const MatrixShape &shape, unsigned bits) {
  for (FragmentOf matrix : {FragmentOf::A, FragmentOf::B, FragmentOf::D}) {
    unsigned rows = matrix == FragmentOf::B ? shape.k : shape.m;
    unsigned columns = matrix == FragmentOf::A ? shape.k : shape.n;
    std::set<std::pair<unsigned, unsigned>> seen;
    for (unsigned lane = 0; lane != 32; ++lane)
      for (unsigned i = 0; i != fragmentElements(matrix, shape); ++i) {
        MatrixPlace place = fragmentPlace(matrix, shape, bits, lane, i);
        EXPECT_LT(place.row, rows);
        EXPECT_LT(place.column, columns);
        seen.insert({place.row, place.column});
      }
    EXPECT_EQ(seen.size(), size_t(rows) * columns);
  }
}

TEST(MatrixFragments, HaveEachElementOnce) {
  expectPartition({16, 8, 16}, 16);
  expectPartition({16, 8, 8}, 32);
  expectPartition({16, 8, 16}, 64);
  expectPartition({16, 8, 64}, 4);
  expectPartition({16, 8, 256}, 1);
  expectPartition({8, 8, 16}, 8);
  expectPartition({8, 32, 16}, 16);
  expectPartition({32, 8, 16}, 8);
  expectPartition({16, 256, 16}, 16);
}

// The formulas of the manual, 9.7.14.5.8 and 9.7.14.5.10.
TEST(MatrixFragments, AreThoseOfTheManual) {
  constexpr MatrixShape half{16, 8, 16}, bytes{16, 8, 32};
  EXPECT_EQ(fragmentPlace(FragmentOf::A, half, 16, 13, 0), (MatrixPlace{3, 2}));
  EXPECT_EQ(fragmentPlace(FragmentOf::A, half, 16, 13, 3), (MatrixPlace{11, 3}));
  EXPECT_EQ(fragmentPlace(FragmentOf::A, half, 16, 13, 4), (MatrixPlace{3, 10}));
  EXPECT_EQ(fragmentPlace(FragmentOf::A, half, 16, 13, 7), (MatrixPlace{11, 11}));
  EXPECT_EQ(fragmentPlace(FragmentOf::B, half, 16, 13, 2), (MatrixPlace{10, 3}));
  EXPECT_EQ(fragmentPlace(FragmentOf::D, half, 32, 13, 3), (MatrixPlace{11, 3}));
  EXPECT_EQ(fragmentPlace(FragmentOf::A, bytes, 8, 31, 9), (MatrixPlace{7, 29}));
  EXPECT_EQ(fragmentPlace(FragmentOf::B, bytes, 8, 31, 5), (MatrixPlace{29, 7}));
}

// Manual 9.7.14.5.1.
TEST(MatrixFragments, OfFourProducts) {
  EXPECT_EQ(quadFragmentPlace(FragmentOf::A, true, false, 17, 2), (MatrixPlace{5, 2}));
  EXPECT_EQ(quadFragmentPlace(FragmentOf::A, false, false, 17, 2), (MatrixPlace{6, 1}));
  EXPECT_EQ(quadFragmentPlace(FragmentOf::B, true, false, 17, 2), (MatrixPlace{1, 6}));
  EXPECT_EQ(quadFragmentPlace(FragmentOf::B, false, false, 17, 2), (MatrixPlace{2, 5}));
  EXPECT_EQ(quadFragmentPlace(FragmentOf::D, false, false, 17, 6), (MatrixPlace{5, 6}));
  EXPECT_EQ(quadFragmentPlace(FragmentOf::D, false, true, 19, 7), (MatrixPlace{7, 7}));
}

TEST(MatrixFragments, ShapesOfModifiers) {
  std::optional<MatrixShape> shape = parseMatrixShape("m64n256k16");
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->m, 64u);
  EXPECT_EQ(shape->n, 256u);
  EXPECT_EQ(shape->k, 16u);
  for (const char *name : {"m8n8", "m16n8k", "x4", "m16n8k16x"})
    EXPECT_FALSE(parseMatrixShape(name)) << name;
}
