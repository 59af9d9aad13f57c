// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Data/Matrix/Product.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace ptx;
using namespace ptx::execution;

static constexpr unsigned columns = 8;

/// The first element of the product of a row and a column, whose other columns are zero.
static Value productOf(const std::vector<double> &row, const std::vector<double> &column,
                       const SumRule &rule, uint64_t addend) {
  auto depth = static_cast<unsigned>(row.size());
  MatrixFactor a(1, depth, true), b(depth, columns, false);
  for (unsigned k = 0; k != depth; ++k) {
    a.numbers.at(0, k) = row[k];
    b.numbers.at(k, 0) = column[k];
  }
  std::vector<Value> sums(columns);
  sums[0].bits = addend;
  addProduct(a, b, rule, sums);
  return sums[0];
}

static float singleOf(const std::vector<double> &row, const std::vector<double> &column,
                      float addend) {
  Value value = productOf(row, column, {}, llvm::bit_cast<uint32_t>(addend));
  return llvm::bit_cast<float>(static_cast<uint32_t>(value.bits));
}

// No order of additions in single precision has these results.
TEST(Product, SumsAreExact) {
  EXPECT_EQ(singleOf({0x1p60, 1, -0x1p60}, {1, 1, 1}, 0x1p-30f), 1 + 0x1p-30f);
  EXPECT_EQ(singleOf({0x1p100, 0x1p-100, -0x1p100}, {0x1p100, 0x1p-40, 0x1p100}, 0), 0x1p-140f);
  EXPECT_EQ(singleOf({-0x1p100, -3, 0x1p100}, {0x1p20, 1, 0x1p20}, 0), -3);
}

// A tie is rounded to even, and what follows far below decides.
TEST(Product, SumsAreRoundedOnce) {
  EXPECT_EQ(singleOf({1, 0x1p-24}, {1, 1}, 0), 1);
  EXPECT_EQ(singleOf({1, 0x1p-24, 0x1p-90}, {1, 1, 1}, 0), 1 + 0x1p-23f);
  EXPECT_EQ(singleOf({1, 0x1p-24, -0x1p-90}, {1, 1, 1}, 0), 1);
  EXPECT_EQ(singleOf({-1, -0x1p-24, -0x1p-90}, {1, 1, 1}, 0), -1 - 0x1p-23f);
  SumRule half{TypeId::f16, TypeId::f16};
  EXPECT_EQ(productOf({2048, 1}, {1, 1}, half, 0).bits, 0x6800u);             // 2049 is a tie
  EXPECT_EQ(productOf({2048, 1, 0x1p-20}, {1, 1, 1}, half, 0).bits, 0x6801u); // 2050
  EXPECT_EQ(productOf({300, 300}, {300, 300}, half, 0).bits, 0x7C00u);
}

TEST(Product, SpecialNumbers) {
  constexpr double infinity = INFINITY;
  EXPECT_EQ(singleOf({infinity, 1}, {2, 1}, 3), infinity);
  EXPECT_EQ(productOf({infinity}, {0}, {}, 0).bits, 0x7FFFFFFFu);
  EXPECT_EQ(productOf({infinity, -infinity}, {1, 1}, {}, 0).bits, 0x7FFFFFFFu);
  EXPECT_EQ(productOf({NAN}, {1}, {}, 0).bits, 0x7FFFFFFFu);
  EXPECT_EQ(singleOf({0x1p127, 0x1p127}, {1, 1}, 0), infinity);
  // Zero is negative only if all terms are.
  EXPECT_EQ(productOf({-0.0}, {1}, {}, 0x80000000).bits, 0x80000000u);
  EXPECT_EQ(productOf({1, -1}, {1, 1}, {}, 0x80000000).bits, 0u);
}

TEST(Product, Integers) {
  SumRule wraps{TypeId::s32, TypeId::s32}, limits = wraps;
  limits.saturates = true;
  EXPECT_EQ(productOf({100}, {2}, wraps, 0x7FFFFFFF).bits, 0x800000C7u);
  EXPECT_EQ(productOf({100}, {2}, limits, 0x7FFFFFFF).bits, 0x7FFFFFFFu);
  EXPECT_EQ(productOf({-100}, {2}, limits, 0x80000000).bits, 0x80000000u);
  SumRule different = wraps;
  different.isExclusiveOr = true;
  EXPECT_EQ(productOf({1, 0, 1, 1}, {1, 1, 0, 1}, different, 40).bits, 42u);
}

// Each step is rounded: 2^53 + 1 is 2^53.
TEST(Product, DoublesAreAddedInOrder) {
  SumRule rule{TypeId::f64, TypeId::f64};
  uint64_t large = llvm::bit_cast<uint64_t>(0x1p53);
  EXPECT_EQ(productOf({1, 1}, {1, 1}, rule, large).bits, large);
  rule.rounding = Rounding::Up;
  EXPECT_EQ(productOf({1, 1}, {1, 1}, rule, large).bits, llvm::bit_cast<uint64_t>(0x1p53 + 4));
}

TEST(Product, UnknownElementsSpread) {
  MatrixFactor a(2, 1, true), b(1, columns, false);
  a.unknownLines[1] = 1;
  b.unknownLines[3] = 1;
  std::vector<Value> sums(2 * columns);
  sums[5].known = false;
  addProduct(a, b, {}, sums);
  for (unsigned i = 0; i != 2 * columns; ++i)
    EXPECT_EQ(sums[i].known, i < columns && i != 3 && i != 5) << i;
}

TEST(Product, Elements) {
  EXPECT_EQ(elementNumber(TypeId::f16, 0xC100), -2.5);
  EXPECT_EQ(elementNumber(TypeId::f16, 1), 0x1p-24);
  EXPECT_EQ(elementNumber(TypeId::bf16, 0x3FC0), 1.5);
  EXPECT_EQ(elementNumber(TypeId::tf32, 0x3F801FFF), 1);
  EXPECT_EQ(elementNumber(TypeId::s4, 0xF), -1);
  EXPECT_EQ(elementNumber(TypeId::u4, 0xF), 15);
  EXPECT_EQ(elementNumber(TypeId::s8, 0x80), -128);
  EXPECT_EQ(elementNumber(TypeId::e4m3, 0x7E), 448);
  EXPECT_EQ(elementNumber(TypeId::e2m1, 7), 6);
  EXPECT_EQ(elementNumber(TypeId::ue8m0, 128), 2);
}
