// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/MatrixFragments.h"

#include <algorithm>

using namespace ptx;

static constexpr unsigned threads = 32, threadsOfGroup = 4;
/// Rows of a block of A and D, and columns of a block of B and D.
static constexpr unsigned mostRows = 16, blockColumns = 8;
static constexpr unsigned halfRows = 8;

std::optional<MatrixShape> ptx::parseMatrixShape(llvm::StringRef name) {
  MatrixShape shape{};
  if (!name.consume_front("m") || name.consumeInteger(10, shape.m) || !name.consume_front("n") ||
      name.consumeInteger(10, shape.n) || !name.consume_front("k") ||
      name.consumeInteger(10, shape.k) || !name.empty())
    return std::nullopt;
  return shape;
}

static unsigned blockRows(const MatrixShape &shape) { return std::min(shape.m, mostRows); }

unsigned ptx::fragmentElements(FragmentOf matrix, const MatrixShape &shape) {
  switch (matrix) {
  case FragmentOf::A:
    return shape.m * shape.k / threads;
  case FragmentOf::B:
    return shape.k * shape.n / threads;
  case FragmentOf::D:
    return shape.m * shape.n / threads;
  }
  return 0;
}

MatrixPlace ptx::fragmentPlace(FragmentOf matrix, const MatrixShape &shape, unsigned bits,
                               unsigned lane, unsigned index) {
  unsigned group = lane / threadsOfGroup, inGroup = lane % threadsOfGroup;
  unsigned rows = blockRows(shape);
  if (matrix == FragmentOf::D) {
    unsigned ofBlock = rows * blockColumns / threads;
    unsigned block = index / ofBlock, blocksOfRow = shape.n / blockColumns;
    unsigned inBlock = index % ofBlock;
    return {block / blocksOfRow * mostRows + inBlock / 2 * halfRows + group,
            block % blocksOfRow * blockColumns + inGroup * 2 + inBlock % 2};
  }
  // Neighbours in a register of 32 bits are neighbours along K.
  unsigned ofRegister = std::max(1u, 32 / bits);
  unsigned ofBlock = (matrix == FragmentOf::A ? rows : blockColumns) * shape.k / threads;
  unsigned block = index / ofBlock, inBlock = index % ofBlock;
  unsigned reg = inBlock / ofRegister;
  unsigned alongK = inGroup * ofRegister + inBlock % ofRegister;
  unsigned step = threadsOfGroup * ofRegister;
  if (matrix == FragmentOf::B)
    return {reg * step + alongK, block * blockColumns + group};
  unsigned halves = rows / halfRows;
  return {block * mostRows + reg % halves * halfRows + group, reg / halves * step + alongK};
}

MatrixPlace ptx::quadFragmentPlace(FragmentOf matrix, bool isRowMajor, bool isSingle, unsigned lane,
                                   unsigned index) {
  unsigned inGroup = lane % threadsOfGroup;
  unsigned high = lane < threads / 2 ? 0 : threadsOfGroup; // of the lanes from 16 on
  switch (matrix) {
  case FragmentOf::A:
    return isRowMajor ? MatrixPlace{inGroup + high, index} : MatrixPlace{index + high, inGroup};
  case FragmentOf::B:
    return isRowMajor ? MatrixPlace{inGroup, index + high} : MatrixPlace{index, inGroup + high};
  case FragmentOf::D:
    if (!isSingle)
      return {inGroup + high, index};
    return {(lane & 1) + (index & 2) + high, (index & 4) + (lane & 2) + (index & 1)};
  }
  return {};
}
