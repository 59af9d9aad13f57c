// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Foreign/SpirvTensor.h"

#include "Vectors.h"

#include "gtest/gtest.h"

#include <map>

using namespace ptx;
using namespace ptx::test;

template <typename Numbers> static std::vector<int64_t> list(const Numbers &numbers) {
  return {numbers.begin(), numbers.end()};
}

static void expectLayout(const SpirvTensorLayout &layout, Vector expected) {
  EXPECT_EQ(list(layout.dimension), expected["dim"].numbers());
  EXPECT_EQ(list(layout.stride), expected["stride"].numbers());
  EXPECT_EQ(list(layout.offset), expected["offset"].numbers());
  EXPECT_EQ(list(layout.span), expected["span"].numbers());
  EXPECT_EQ(list(layout.blockSize), expected["blockSize"].numbers());
  EXPECT_EQ(layout.clampValue, expected["clampValue"].number());
  EXPECT_EQ(int64_t(layout.clampMode), expected["clampMode"].number());
}

// The steps that the names of the vectors describe.
TEST(SpirvTensor, LayoutSteps) {
  SpirvTensorLayout created = *SpirvTensorLayout::create(3, 1);
  SpirvTensorLayout sized = *created.setDimension({4, 8, 16});
  SpirvTensorLayout sliced = *sized.slice({1, 2, 3, 4, 0, 16});
  SpirvTensorLayout flat = *SpirvTensorLayout::create(2);
  SpirvTensorLayout states[] = {
      created,
      sized,
      *sized.setStride({256, 16, 1}),
      sliced,
      *sliced.slice({1, 1, 0, 4, 4, 8}),
      *flat.setBlockSize({4, 32})->setDimension({64, 1000}),
      *flat.setDimension({64, 1000})->setBlockSize({4, 32}),
      sized.setClampValue(0x3c00),
  };
  std::vector<Vector> steps = Vector::group("spirv")["layout_steps"].items();
  ASSERT_EQ(steps.size(), std::size(states));
  for (size_t i = 0; i != steps.size(); ++i)
    expectLayout(states[i], steps[i][1]);
}

TEST(SpirvTensor, ViewSteps) {
  SpirvTensorView states[] = {
      *SpirvTensorView::create(false, {1, 0}),
      *SpirvTensorView::create(true, {0, 1, 2})->setDimension({4, 8, 16}),
      *SpirvTensorView::create(true, {2, 0, 1})->setDimension({4, 8, 16})->setStride({200, 16, 1}),
      SpirvTensorView::create(false, {0, 1})->setClip({0, 8, 2, 4}),
  };
  std::vector<Vector> steps = Vector::group("spirv")["view_steps"].items();
  ASSERT_EQ(steps.size(), std::size(states));
  for (size_t i = 0; i != steps.size(); ++i) {
    Vector expected = steps[i][1];
    EXPECT_EQ(list(states[i].viewDimension), expected["viewDimension"].numbers());
    EXPECT_EQ(list(states[i].viewStride), expected["viewStride"].numbers());
    EXPECT_EQ(list(states[i].permutation), expected["permutation"].numbers());
    EXPECT_EQ(states[i].hasDimensions, expected["hasDimensions"].number());
    EXPECT_EQ(list(states[i].clip), expected["clip"].numbers());
  }
}

TEST(SpirvTensor, Illegal) {
  SpirvTensorLayout sized = *SpirvTensorLayout::create(3, 1)->setDimension({4, 8, 16});
  std::map<std::string, std::string> failures = {
      {"dim6", failureOf(SpirvTensorLayout::create(6))},
      {"dim0", failureOf(SpirvTensorLayout::create(0))},
      {"clamp5", failureOf(SpirvTensorLayout::create(2, 5))},
      {"perm_dup", failureOf(SpirvTensorView::create(false, {0, 0}))},
      {"perm_range", failureOf(SpirvTensorView::create(false, {1, 2}))},
      {"stride_small", failureOf(sized.setStride({100, 16, 1}))},
      {"wrong_count", failureOf(sized.setDimension({1, 2}))},
  };
  for (const auto &[name, illegal] : Vector::group("spirv")["illegal"].members())
    EXPECT_EQ(!failures.at(name).empty(), illegal.number()) << name;
  EXPECT_EQ(failures["stride_small"], "stride 100 of dimension 0; expected at least 128");
  EXPECT_EQ(failures["perm_dup"], "the permutation leaves out dimension 1");
}

TEST(SpirvTensor, Clamp) {
  using enum SpirvClampMode;
  for (Vector row : Vector::group("spirv")["clamp_dim_c_repeat_mirrored_edge"].items()) {
    std::vector<uint64_t> numbers = row.numbersAs<uint64_t>();
    EXPECT_EQ(spirvClamp(Repeat, numbers[1], numbers[0]), numbers[2]);
    EXPECT_EQ(spirvClamp(RepeatMirrored, numbers[1], numbers[0]), numbers[3]);
    EXPECT_EQ(spirvClamp(ClampToEdge, numbers[1], numbers[0]), numbers[4]);
  }
  EXPECT_EQ(spirvClamp(ClampToEdge, -3, 4), 0u);
  EXPECT_EQ(spirvClamp(Undefined, 3, 4), 3u);
  EXPECT_FALSE(spirvClamp(Constant, 4, 4));
  EXPECT_FALSE(spirvClamp(RepeatMirrored, 1, 1)); // A7
}

// SPV_NV_cooperative_matrix2: remainders are computed as defined in OpSMod. -1 mod 4 is 3; -1 mod 6
// is 5, mirrored 6 - 5.
TEST(SpirvTensor, ClampOfNegativeCoordinates) {
  using enum SpirvClampMode;
  EXPECT_EQ(spirvClamp(Repeat, -1, 4), 3u);
  EXPECT_EQ(spirvClamp(Repeat, -8, 4), 0u);
  EXPECT_EQ(spirvClamp(RepeatMirrored, -1, 4), 1u);
  EXPECT_EQ(spirvClamp(RepeatMirrored, -5, 4), 1u);
}

/// The index of a load; -1 if it accesses no memory.
static int64_t loaded(const SpirvTensorLayout &layout, const SpirvTensorView *view, uint32_t row,
                      uint32_t column, uint32_t columns) {
  SpirvElement element = spirvElement(layout, view, {row, column, columns}, false);
  return element.kind == SpirvElement::Kind::Memory ? int64_t(element.index) : -1;
}

// A span of 2x4 at (3,2) of a tensor of 4x5: its second row is row 4, its last column is column 5.
TEST(SpirvTensor, ElementsOutOfBounds) {
  using Kind = SpirvElement::Kind;
  struct Row {
    unsigned mode;
    int64_t below, right;
  };
  for (Row row :
       {Row{2, 3 * 5 + 2, 3 * 5 + 4}, {3, 0 * 5 + 2, 3 * 5 + 0}, {4, 2 * 5 + 2, 3 * 5 + 3}}) {
    SpirvTensorLayout layout =
        *SpirvTensorLayout::create(2, row.mode)->setDimension({4, 5})->slice({3, 2, 2, 4});
    EXPECT_EQ(loaded(layout, nullptr, 0, 0, 4), 3 * 5 + 2);
    EXPECT_EQ(loaded(layout, nullptr, 1, 0, 4), row.below);
    EXPECT_EQ(loaded(layout, nullptr, 0, 3, 4), row.right);
    EXPECT_EQ(spirvElement(layout, nullptr, {1, 0, 4}, true).kind, Kind::Discarded);
  }
  SpirvTensorLayout constant =
      *SpirvTensorLayout::create(2, 1)->setDimension({4, 5})->slice({3, 2, 2, 4});
  EXPECT_EQ(spirvElement(constant, nullptr, {1, 0, 4}, false).kind, Kind::Fill);
  EXPECT_EQ(spirvElement(constant, nullptr, {1, 0, 4}, true).kind, Kind::Discarded);
  SpirvTensorLayout undefined =
      *SpirvTensorLayout::create(2, 0)->setDimension({4, 5})->slice({3, 2, 2, 4});
  EXPECT_EQ(spirvElement(undefined, nullptr, {1, 0, 4}, true).kind, Kind::Undefined);
}

// Blocks of 4x32, 32 of them side by side in 1000 columns: (5, 40) is in block (1, 1).
TEST(SpirvTensor, Blocks) {
  SpirvTensorLayout layout =
      *SpirvTensorLayout::create(2)->setBlockSize({4, 32})->setDimension({64, 1000});
  SpirvElement element = spirvElement(layout, nullptr, {5, 40, 1000}, false);
  EXPECT_EQ(list(element.block), (std::vector<int64_t>{1, 1}));
  EXPECT_EQ(list(element.inBlock), (std::vector<int64_t>{1, 8}));
  EXPECT_EQ(element.index, 33u);
}

TEST(SpirvTensor, ViewTransposes) {
  SpirvTensorLayout layout = *SpirvTensorLayout::create(2)->setDimension({2, 3});
  SpirvTensorView view = *SpirvTensorView::create(false, {1, 0});
  for (uint32_t row = 0; row != 3; ++row)
    for (uint32_t column = 0; column != 2; ++column)
      EXPECT_EQ(loaded(layout, &view, row, column, 2), column * 3 + row);
}

// Windows of four elements, each two further on.
TEST(SpirvTensor, ViewWithStrides) {
  SpirvTensorLayout layout = *SpirvTensorLayout::create(1)->setDimension({10});
  SpirvTensorView view =
      *SpirvTensorView::create(true, {0, 1})->setDimension({4, 4})->setStride({2, 1});
  for (uint32_t row = 0; row != 4; ++row)
    for (uint32_t column = 0; column != 4; ++column)
      EXPECT_EQ(loaded(layout, &view, row, column, 4), row * 2 + column);
}

// Rows 1 and 2, columns 2 and 3 get the four elements of the span, the others nothing.
TEST(SpirvTensor, ViewClips) {
  SpirvTensorLayout layout = *SpirvTensorLayout::create(2)->setDimension({2, 2});
  SpirvTensorView view = SpirvTensorView::create(false, {0, 1})->setClip({1, 2, 2, 2});
  EXPECT_EQ(loaded(layout, &view, 1, 2, 4), 0);
  EXPECT_EQ(loaded(layout, &view, 1, 3, 4), 1);
  EXPECT_EQ(loaded(layout, &view, 2, 3, 4), 3);
  for (auto [row, column] : {std::pair(0u, 2u), {3u, 2u}, {1u, 1u}, {1u, 4u}})
    EXPECT_EQ(spirvElement(layout, &view, {row, column, 4}, false).kind,
              SpirvElement::Kind::Clipped);
}

// What has no extent divides by zero.
TEST(SpirvTensor, EmptySpansAreUndefined) {
  SpirvTensorLayout layout =
      *SpirvTensorLayout::create(2)->setDimension({2, 2})->slice({0, 0, 0, 2});
  EXPECT_EQ(spirvElement(layout, nullptr, {0, 0, 2}, false).kind, SpirvElement::Kind::Undefined);
}
