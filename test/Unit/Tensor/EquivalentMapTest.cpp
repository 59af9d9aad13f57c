// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Foreign/EquivalentMap.h"

#include "Vectors.h"
#include "ptx/Tensor/Maps/TensorMapJson.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::HasSubstr;

/// The global byte of the element at `coordinates`, by the map's strides.
static uint64_t globalByte(const TensorMap &map, llvm::ArrayRef<int64_t> coordinates) {
  uint64_t byte = map.address.value_or(0) + coordinates.front() * map.typeInfo()->globalBytes(1);
  for (size_t i = 1; i != coordinates.size(); ++i)
    byte += coordinates[i] * (*map.strides)[i - 1];
  return byte;
}

static TiledBox boxOf(const EquivalentMap &equivalent) {
  const TensorMap &map = equivalent.map;
  return *TiledBox::create(*map.dims, *map.box, *map.elementStrides, equivalent.start);
}

/// The texts of what no map has; empty if there is one.
static std::string obstaclesOf(const EquivalentMap &equivalent) {
  std::string text;
  for (const Violation &violation : equivalent.obstacles)
    text += violation.text + '\n';
  return text;
}

/// Compares each element of the matrix, which the box has row by row in shared memory, with what
/// the extension's addressing has.
static void expectSameElements(const SpirvTensorLayout &layout, const SpirvTensorView *view,
                               ElementType type, uint32_t rows, uint32_t columns) {
  EquivalentMap equivalent = equivalentMap(layout, view, type, rows, columns);
  ASSERT_EQ(obstaclesOf(equivalent), "");
  TiledBox box = boxOf(equivalent);
  ASSERT_EQ(box.size(), uint64_t(rows) * columns);
  uint64_t bytes = elementTypeInfo(type).globalBytes(1);
  for (uint32_t row = 0; row != rows; ++row)
    for (uint32_t column = 0; column != columns; ++column) {
      SpirvElement element = spirvElement(layout, view, {row, column, columns}, false);
      TensorCoordinates at = box.coordinates(uint64_t(row) * columns + column);
      ASSERT_EQ(box.isInside(at), element.kind == SpirvElement::Kind::Memory);
      if (element.kind == SpirvElement::Kind::Memory)
        EXPECT_EQ(globalByte(equivalent.map, at), element.index * bytes);
      else
        EXPECT_EQ(element.kind, SpirvElement::Kind::Fill);
    }
}

TEST(EquivalentMap, OfASlice) {
  SpirvTensorLayout layout =
      *SpirvTensorLayout::create(2)->setDimension({64, 1000})->slice({8, 16, 40, 32});
  expectSameElements(layout, nullptr, ElementType::F16, 16, 32);
}

TEST(EquivalentMap, FillsWhatIsOutOfBounds) {
  SpirvTensorLayout layout = *SpirvTensorLayout::create(3, 1)
                                  ->setDimension({4, 10, 24})
                                  ->setStride({512, 32, 1})
                                  ->slice({uint32_t(-1), 3, 6, 8, 16, 16});
  expectSameElements(layout, nullptr, ElementType::F32, 24, 16);
}

// The outer dimensions change places; the innermost one stays.
TEST(EquivalentMap, OfAPermutation) {
  SpirvTensorLayout layout =
      *SpirvTensorLayout::create(3)->setDimension({4, 8, 16})->slice({1, 2, 2, 3, 0, 16});
  SpirvTensorView view = *SpirvTensorView::create(false, {1, 0, 2});
  expectSameElements(layout, &view, ElementType::BF16, 6, 16);
}

TEST(EquivalentMap, WhatSpirvHasAlone) {
  SpirvTensorLayout sized = *SpirvTensorLayout::create(2, 1)->setDimension({64, 64});
  SpirvTensorLayout outside = *sized.slice({60, 8, 0, 64});
  auto reason = [](const SpirvTensorLayout &layout, const SpirvTensorView *view, uint64_t rows,
                   uint64_t columns) {
    return obstaclesOf(equivalentMap(layout, view, ElementType::F16, rows, columns));
  };
  EXPECT_EQ(reason(outside, nullptr, 8, 64), "");
  EXPECT_THAT(reason(outside.setClampValue(7), nullptr, 8, 64), HasSubstr("clamp value 7"));
  SpirvTensorLayout repeats =
      *SpirvTensorLayout::create(2, 3)->setDimension({64, 64})->slice({60, 8, 0, 64});
  EXPECT_THAT(reason(repeats, nullptr, 8, 64), HasSubstr("clamp mode Repeat"));
  EXPECT_EQ(reason(*repeats.slice({uint32_t(-60), 8, 0, 64}), nullptr, 8, 64), "");
  EXPECT_THAT(reason(*sized.setBlockSize({1, 32}), nullptr, 64, 64), HasSubstr("block size 32"));
  EXPECT_THAT(reason(sized, nullptr, 32, 64), HasSubstr("a matrix of 32 by 64"));
  SpirvTensorView transposed = *SpirvTensorView::create(false, {1, 0});
  EXPECT_THAT(reason(sized, &transposed, 64, 64),
              HasSubstr("dimension 0, which is the innermost one, has a stride of 64"));
  SpirvTensorView clipped = SpirvTensorView::create(false, {0, 1})->setClip({0, 8, 0, 64});
  EXPECT_THAT(reason(sized, &clipped, 64, 64), HasSubstr("clips"));
  SpirvTensorView shaped = *SpirvTensorView::create(true, {0, 1})->setDimension({32, 128});
  EXPECT_THAT(reason(sized, &shaped, 64, 64), HasSubstr("dimensions and strides of its own"));
}

// 64 columns of 2 bytes, of which a row of 100 has a stride of 200 bytes.
TEST(EquivalentMap, KeepsTheRulesOfTensorMaps) {
  SpirvTensorLayout layout =
      *SpirvTensorLayout::create(2)->setDimension({64, 100})->slice({0, 8, 0, 64});
  EquivalentMap equivalent = equivalentMap(layout, nullptr, ElementType::F16, 8, 64);
  ASSERT_EQ(equivalent.obstacles.size(), 1u);
  EXPECT_EQ(equivalent.obstacles.front().rule, "T066");
}

/// Compares the element that `coordinates` turns (n, c, h, w) into with the TPU's own address.
template <typename Coordinates>
static void expectSamePlaces(const TpuTensor &tensor, Coordinates coordinates) {
  EquivalentMap equivalent = equivalentMap(tensor);
  ASSERT_EQ(obstaclesOf(equivalent), "");
  TiledBox box = boxOf(equivalent);
  uint64_t bytes = elementTypeInfo(tensor.type).globalBytes(1);
  const TpuMachine &machine = *tensor.machine;
  const TpuShape &shape = tensor.shape;
  for (uint64_t n = 0; n != shape.n; ++n)
    for (uint64_t c = 0; c != shape.c; ++c)
      for (uint64_t h = 0; h != shape.h; ++h)
        for (uint64_t w = 0; w != shape.w; ++w) {
          TpuPlace place = tpuElement(machine.npus, tensor.address / machine.npuBytes,
                                      tensor.strides, {n, c, h, w});
          uint64_t byte = place.npu * machine.npuBytes + tensor.address % machine.npuBytes +
                          place.offset * bytes;
          TensorCoordinates at = coordinates(n, c, h, w);
          EXPECT_TRUE(box.isInside(at));
          EXPECT_EQ(globalByte(equivalent.map, at), byte);
        }
}

static TpuTensor alignedTensor(const TpuShape &shape, uint64_t address, ElementType type,
                               TpuLayout layout = TpuLayout::Aligned) {
  TpuMachine machine = {4, 1024};
  unsigned bits = elementTypeInfo(type).bits;
  return {machine, address, type, shape,
          *tpuStrides(layout, shape, machine.npus, address / machine.npuBytes, bits)};
}

// A row of W has 20 bytes: H and W are one dimension.
TEST(EquivalentMap, OfAnAlignedTensor) {
  TpuTensor tensor = alignedTensor({2, 3, 4, 5}, 1024 + 128, ElementType::F32);
  EXPECT_EQ(equivalentMap(tensor).dimensions, (std::vector<std::string>{"HW", "C", "N"}));
  expectSamePlaces(tensor, [](int64_t n, int64_t c, int64_t h, int64_t w) {
    return TensorCoordinates{h * 5 + w, c, n};
  });
}

// Eight channels fill the four NPUs twice.
TEST(EquivalentMap, OfChannelsInAllNpus) {
  TpuTensor tensor = alignedTensor({2, 8, 3, 8}, 256, ElementType::F16);
  EXPECT_EQ(equivalentMap(tensor).dimensions,
            (std::vector<std::string>{"W", "H", "C mod 4", "C div 4", "N"}));
  expectSamePlaces(tensor, [](int64_t n, int64_t c, int64_t h, int64_t w) {
    return TensorCoordinates{w, h, c % 4, c / 4, n};
  });
}

TEST(EquivalentMap, OfACompactTensor) {
  TpuTensor tensor = alignedTensor({1, 4, 4, 4}, 16, ElementType::U8, TpuLayout::Compact);
  expectSamePlaces(tensor, [](int64_t, int64_t c, int64_t h, int64_t w) {
    return TensorCoordinates{h * 4 + w, c};
  });
}

TEST(EquivalentMap, WhatTpusHaveAlone) {
  auto reason = [](const TpuTensor &tensor) { return obstaclesOf(equivalentMap(tensor)); };
  EXPECT_THAT(reason(alignedTensor({2, 5, 4, 8}, 0, ElementType::F32)),
              HasSubstr("5 channels in 4 NPUs"));
  EXPECT_THAT(reason(alignedTensor({2, 3, 4, 8}, 2048, ElementType::F32)),
              HasSubstr("begin in NPU 2 and wrap around"));
  // The example of strides: W stride 2.
  TpuTensor strided = alignedTensor({2, 4, 3, 4}, 0, ElementType::F32);
  strided.strides = {120, 56, 16, 2};
  EXPECT_THAT(reason(strided), HasSubstr("dimension W, which is the innermost one, has a stride"));
}

TEST(EquivalentMap, JsonDescribesTheSameMap) {
  EquivalentMap equivalent = equivalentMap(alignedTensor({2, 8, 3, 8}, 256, ElementType::F16));
  TensorMap map = *parseTensorMap(describeTensorMap(equivalent.map));
  EXPECT_EQ(describeTensorMap(map), describeTensorMap(equivalent.map));
  EXPECT_EQ(map.strides, equivalent.map.strides);
  EXPECT_EQ(map.address, equivalent.map.address);
}
