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
  EXPECT_FALSE(spirvClamp(Repeat, -1, 4));        // A8
  EXPECT_FALSE(spirvClamp(RepeatMirrored, 1, 1)); // A7
}
