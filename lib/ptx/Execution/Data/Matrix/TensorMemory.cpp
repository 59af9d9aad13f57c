// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads, stores and copies of tensor memory, with data.

#include "ptx/Tensor/TensorMemory.h"
#include "ptx/Execution/Data/Matrix/TensorLayouts.h"
#include "ptx/Execution/Machine.h"

using namespace ptx;
using namespace ptx::execution;

/// The place of a cell in `Cta::tensorData`.
static uint64_t cellOffset(unsigned lane, unsigned column) {
  constexpr unsigned cellBytes = 4;
  return (uint64_t(lane) * tensorMemoryColumns + column) * cellBytes;
}

Value Machine::loadCell(const Cta &cta, unsigned lane, unsigned column) const {
  constexpr unsigned cellBytes = 4;
  bool exists = lane < tensorMemoryLanes && column < tensorMemoryColumns;
  return exists ? cta.tensorData.load(cellOffset(lane, column), cellBytes)
                : Value::unknown(mix(lane, column) & ~uint64_t(1));
}

void Machine::storeCell(Cta &cta, unsigned lane, unsigned column, Value value) {
  constexpr unsigned cellBytes = 4;
  if (!cta.tensorData.size())
    cta.tensorData.resize(cellOffset(tensorMemoryLanes, 0));
  if (lane < tensorMemoryLanes && column < tensorMemoryColumns)
    cta.tensorData.store(cellOffset(lane, column), cellBytes, value);
}

/// Columns that are allocated have no values.
void Machine::forgetTensorData(Cta &cta, uint32_t column, uint64_t count) {
  for (unsigned lane = 0; lane != tensorMemoryLanes && cta.tensorData.size(); ++lane)
    cta.tensorData.forget(cellOffset(lane, column), count * 4, fresh());
}

/// The place of register `reg` of a lane in a load or store of tensor memory, from the first lane
/// and column on; a register has `columns` of them. (Manual 9.7.16.2.3)
static TensorCell cellOfRegister(const Operation &op, unsigned lane, unsigned reg, unsigned columns,
                                 unsigned halfOffset) {
  constexpr unsigned half = 8, lanesOfGroup = 4, halfWarp = 16;
  unsigned group = lane / lanesOfGroup, inGroup = lane % lanesOfGroup;
  if (op.has(Modifier::n16x256b)) // as the fragments of D of `mma`
    return {group + reg % 4 / 2 * half, (reg / 4 * 8 + inGroup * 2 + reg % 2) * columns};
  if (op.has(Modifier::n16x128b))
    return {group + reg % 2 * half, (reg / 2 * 4 + inGroup) * columns};
  if (op.has(Modifier::n16x64b))
    return {group + inGroup % 2 * half, (reg * 2 + inGroup / 2) * columns};
  if (op.has(Modifier::n16x32bx2))
    return {lane % halfWarp, reg * columns + lane / halfWarp * halfOffset};
  return {lane, reg * columns};
}

/// `tcgen05.ld` and `tcgen05.st`.
void Machine::moveTensorData(Warp &warp, const Operation &op, Value at, bool isLoad) {
  Cta &cta = ctaOf(warp);
  constexpr unsigned lanesOfWarp = 32, half = 16;
  bool isPacked = op.has(Modifier::pack_16b) || op.has(Modifier::unpack_16b);
  std::optional<unsigned> place = program.findOperand(pcOf(op), OperandId::r);
  Value halfOffset = operandValue(warp, op, OperandId::immHalfSplitoff, firstLane(warp.live));
  std::optional<unsigned> reducedTo = program.findOperand(pcOf(op), OperandId::redval);
  unsigned operands = (op.has(Modifier::n16x32bx2) ? 3u : 2u) + reducedTo.has_value();
  if (!place || operandCount(op) > operands)
    return skip(op, "a load or store of tensor memory of this form is not executed with data");
  unsigned first = warp.number % 4 * lanesOfWarp;
  if (!op.has(Modifier::n32x32b))
    first += static_cast<unsigned>(at.bits >> half) & half;
  auto column = static_cast<unsigned>(at.bits & 0xFFFF);
  for (auto [number, slot] : llvm::enumerate(operand(op, *place))) {
    auto reg = static_cast<unsigned>(number);
    for (unsigned lane = 0; lane != warpLanes; ++lane) {
      TensorCell cell =
          cellOfRegister(op, lane, reg, isPacked ? 2 : 1, static_cast<unsigned>(halfOffset.bits));
      unsigned from = column + cell.column, row = first + cell.lane;
      if (isLoad) {
        Value value = loadCell(cta, row, from);
        if (isPacked) {
          Value upper = loadCell(cta, row, from + 1);
          value = {truncate(value.bits, half) | upper.bits << half, value.known && upper.known};
        }
        writeLane(warp, slot, lane, value.known ? value : Value::unknown(fresh()));
      } else {
        Value value = valueOf(warp, slot, lane);
        if (isPacked) {
          storeCell(cta, row, from + 1, {truncate(value.bits >> half, half), value.known});
          value.bits = value.known ? truncate(value.bits, half) : value.bits;
        }
        storeCell(cta, row, from, value);
      }
    }
  }
  if (reducedTo)
    reduceLoaded(warp, op, operand(op, *place), operand(op, *reducedTo)[0]);
}

/// The smallest or largest of the registers that each lane of `tcgen05.ld.red` loads. A NaN is
/// ignored unless there is `.NaN`, or all are NaN. (Manual 9.7.16.8.3)
void Machine::reduceLoaded(Warp &warp, const Operation &op, llvm::ArrayRef<Slot> loaded, Slot to) {
  bool isMinimum = op.has(Modifier::min), isFloat = op.type == TypeId::f32;
  const FloatFormat &format = *formatOf(TypeId::f32);
  auto isNaN = [&](uint64_t bits) { return format.decode(bits).isNaN(); };
  auto better = [&](uint64_t one, uint64_t other) {
    if (!isFloat) {
      bool isSigned = op.type == TypeId::s32;
      bool isLess = isSigned ? signExtend(one, 32) < signExtend(other, 32) : one < other;
      return isLess == isMinimum ? one : other;
    }
    if (isNaN(one) || isNaN(other))
      return op.has(Modifier::NaN) || (isNaN(one) && isNaN(other)) ? format.canonicalNaN()
             : isNaN(one)                                          ? other
                                                                   : one;
    double x = elementNumber(TypeId::f32, one), y = elementNumber(TypeId::f32, other);
    bool isLess = x < y || (x == y && format.decode(one).isNegative);
    return isLess == isMinimum ? one : other;
  };
  for (unsigned lane = 0; lane != warpLanes; ++lane) {
    std::optional<uint64_t> best;
    bool areKnown = true;
    for (const Slot &slot : loaded) {
      Value value = valueOf(warp, slot, lane);
      areKnown &= value.known;
      uint64_t bits = op.has(Modifier::abs) ? value.bits & ~format.signBit() : value.bits;
      best = best ? better(*best, bits) : bits;
    }
    writeLane(warp, to, lane, areKnown ? Value::number(*best) : Value::unknown(fresh()));
  }
}

/// The first lane of a row of `tcgen05.cp`, and the distance and number of its copies. (Manual
/// 9.7.16.9.2)
static std::array<unsigned, 3> lanesOfCopiedRow(const Operation &op, unsigned row) {
  constexpr unsigned lanesOfWarp = 32;
  if (op.has(Modifier::n32x128b))
    return {row, lanesOfWarp, 4};
  if (op.has(Modifier::warpx2_02_13))
    return {row, 2 * lanesOfWarp, 2};
  if (op.has(Modifier::warpx2_01_23)) // the first half is in the first two warps
    return {row / lanesOfWarp * 2 * lanesOfWarp + row % lanesOfWarp, lanesOfWarp, 2};
  if (op.has(Modifier::n4x256b)) // one lane of each warp
    return {row * lanesOfWarp, 0, 1};
  return {row, 0, 1};
}

/// `tcgen05.cp` without decompression.
void Machine::copyTensorRows(const Warp &warp, const Operation &op, Cta &cta, unsigned lane,
                             const TensorBlock &block) {
  constexpr unsigned cellBytes = 4, byte = 8;
  Value from = operandValue(warp, op, OperandId::s_desc, lane);
  if (op.has(Modifier::b8x16) || !from.known)
    return skip(op, "a copy to tensor memory of this form is not executed with data");
  if (std::string text = firstError(checkMatrixDescriptor(MatrixUnit::Tcgen05, from.bits));
      !text.empty())
    return skip(op, "an invalid matrix descriptor: " + text);
  MatrixDescriptor matrix = decodeMatrixDescriptor(MatrixUnit::Tcgen05, from.bits);
  unsigned bytes = block.columns * cellBytes;
  llvm::Expected<CuteLayout> layout =
      layoutOfDescriptor(matrix, Major::K, byte, {0, block.rows, bytes});
  if (!layout)
    return skip(op, llvm::toString(layout.takeError()));
  uint64_t start = matrix.startBytes & addressMask;
  for (unsigned row = 0; row != block.rows; ++row)
    for (unsigned first = 0; first != bytes; first += cellBytes) {
      uint64_t place = swizzleAddress(*matrix.swizzle, start + layout->offset(row, first));
      Value cell = cta.memory.load(place, cellBytes);
      auto [to, distance, copies] = lanesOfCopiedRow(op, row);
      for (unsigned copy = 0; copy != copies; ++copy)
        storeCell(cta, block.firstLane + to + copy * distance,
                  block.firstColumn + first / cellBytes, cell);
    }
}
