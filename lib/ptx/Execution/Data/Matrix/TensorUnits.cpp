// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `wgmma` and `tcgen05` with data: matrices in shared memory by descriptors, and tensor memory.

#include "ptx/Execution/Machine.h"
#include "ptx/Tensor/Descriptors/InstructionDescriptorRules.h"
#include "ptx/Tensor/Descriptors/MatrixDescriptor.h"
#include "ptx/Tensor/TensorMemory.h"

using namespace ptx;
using namespace ptx::execution;

/// Bits of K that one instruction takes.
static constexpr unsigned bitsOfStep = 256;
/// The bits of an address in shared memory that a descriptor has.
static constexpr uint64_t addressMask = 0x3FFFF;

namespace {
struct TensorCell {
  unsigned lane, column;
};
} // namespace

/// The layout of a matrix that a descriptor describes, in elements; fails with the reason.
static llvm::Expected<CuteLayout> layoutOfDescriptor(const MatrixDescriptor &descriptor,
                                                     Major major, unsigned bits,
                                                     const MatrixExtent &extent) {
  if (!descriptor.swizzle)
    return llvm::createStringError("a matrix descriptor with an invalid swizzle");
  if (descriptor.baseOffset || descriptor.leadingIsAddress || descriptor.takesSecondHalf)
    return llvm::createStringError(
        "a matrix descriptor with a base offset or an absolute address is not executed with data");
  constexpr unsigned rowBytes = 16, rowsOfAtom = 8;
  uint64_t ofRow = rowBytes * 8 / bits;
  uint64_t span = std::max(rowBytes, swizzleInfo(*descriptor.swizzle).spanBytes) / rowBytes;
  CanonicalParameters parameters{
      major, *descriptor.swizzle, bits, 0, 0, descriptor.leadingBytes, descriptor.strideBytes};
  bool isK = major == Major::K;
  uint64_t lines = extent.first + extent.lines;
  parameters.m = llvm::divideCeil(lines, isK ? rowsOfAtom : ofRow * span);
  parameters.k = llvm::divideCeil(extent.depth, isK ? 2 * ofRow : rowsOfAtom);
  return canonicalLayout(parameters);
}

/// Reads `extent.lines` rows of A or columns of B into `factor`, from the line `to` on. Elements of
/// `containerBits`, if these are more than those of the type: 16 elements of fewer than 8 bits are
/// packed, and bytes without meaning fill their 16 bytes. (Manual 9.7.16.10.4.4)
bool Machine::readSharedMatrix(const Operation &op, const Cta &cta,
                               const MatrixDescriptor &descriptor, const MatrixExtent &extent,
                               Major major, TypeId type, unsigned containerBits,
                               MatrixFactor &factor, unsigned to) {
  unsigned width = std::max<unsigned>(info(type).width, 1), bits = std::max(width, containerBits);
  constexpr uint64_t packedElements = 16;
  llvm::Expected<CuteLayout> layout = layoutOfDescriptor(descriptor, major, bits, extent);
  if (!layout) {
    skip(op, llvm::toString(layout.takeError()));
    return false;
  }
  uint64_t start = descriptor.startBytes & addressMask;
  unsigned bytes = std::max(1u, bits / 8);
  for (unsigned line = 0; line != extent.lines; ++line)
    for (unsigned k = 0; k != extent.depth; ++k) {
      uint64_t bit = layout->offset(extent.first + line, k) * bits;
      if (width < bits)
        bit = (bit / 8) / packedElements * packedElements * 8 + bit / 8 % packedElements * width;
      // Elements of 6 bits can begin in one byte and end in the next one, of the same 16 bytes.
      unsigned parts = width < bits && bit % 8 + width > 8 ? 2 : bytes;
      Value whole = cta.memory.load(swizzleAddress(*descriptor.swizzle, start + bit / 8), parts);
      if (!whole.known) {
        factor.unknownLines[to + line] = 1;
        continue;
      }
      double number = elementNumber(type, truncate(whole.bits >> bit % 8, width));
      (factor.isA ? factor.numbers.at(to + line, k) : factor.numbers.at(k, to + line)) = number;
    }
  return true;
}

static void negateAll(MatrixFactor &factor) {
  for (unsigned row = 0; row != factor.numbers.rows; ++row)
    for (unsigned column = 0; column != factor.numbers.columns; ++column)
      factor.numbers.at(row, column) = -factor.numbers.at(row, column);
}

//===-- wgmma ---------------------------------------------------------------------------------===//

/// A warp multiplies its 16 rows of A by all of B. (Manual 9.7.15.5)
void Machine::multiplyRows(Warp &warp, const Operation &op) {
  std::optional<MatrixShape> shape;
  llvm::SmallVector<TypeId, 3> types;
  for (Modifier word : op.view->modifiers) {
    if (word == Modifier::none)
      continue;
    if (info(word).isType)
      types.push_back(info(word).type);
    else if (std::optional<MatrixShape> parsed = parseMatrixShape(info(word).name))
      shape = parsed;
  }
  if (!shape || types.size() != 3 || op.has(Modifier::sp))
    return skip(op, "a product of this form is not executed with data");
  constexpr unsigned rowsOfWarp = 16;
  unsigned first = warp.number % 4 * rowsOfWarp;
  MatrixShape own{rowsOfWarp, shape->n, shape->k};
  MatrixFactor a(own.m, own.k, true), b(own.k, own.n, false);
  unsigned lane = firstLane(warp.live);
  auto read = [&](OperandId id, OperandId transposition, const MatrixExtent &extent, TypeId type,
                  MatrixFactor &factor) {
    Value descriptor = operandValue(warp, op, id, lane);
    bool isTransposed = operandValue(warp, op, transposition, lane).bits & 1;
    return descriptor.known &&
           readSharedMatrix(op, ctaOf(warp),
                            decodeMatrixDescriptor(MatrixUnit::Wgmma, descriptor.bits), extent,
                            isTransposed ? Major::MN : Major::K, type, 0, factor, 0);
  };
  if (std::optional<unsigned> place = program.findOperand(pcOf(op), OperandId::a))
    a = fragmentFactor(warp, operand(op, *place), FragmentOf::A, own, types[1], false);
  else if (!read(OperandId::a_desc, OperandId::imm_trans_a, {first, own.m, own.k}, types[1], a))
    return;
  if (!read(OperandId::b_desc, OperandId::imm_trans_b, {0, own.n, own.k}, types[2], b))
    return;
  auto isNegative = [&](OperandId id) {
    std::optional<unsigned> place = program.findOperand(pcOf(op), id);
    return place && signExtend(valueOf(warp, operand(op, *place)[0], lane).bits, 32) < 0;
  };
  for (auto [id, factor] : {std::pair(OperandId::imm_scale_a, &a), {OperandId::imm_scale_b, &b}})
    if (isNegative(id))
      negateAll(*factor);
  std::optional<unsigned> scale = program.findOperand(pcOf(op), OperandId::scale_d);
  Value adds = scale ? valueOf(warp, operand(op, *scale)[0], lane) : Value::number(1);
  if (!adds.known)
    return skip(op, "a product whose condition to add is not known");
  llvm::ArrayRef<Slot> to = operand(op, 0);
  std::vector<Value> sums = adds.bits & 1 ? fragmentSums(warp, to, own, types[0])
                                          : std::vector<Value>(size_t(own.m) * own.n);
  SumRule rule{types[0], types[0]};
  rule.saturates = op.has(Modifier::satfinite);
  addProduct(a, b, rule, sums);
  writeSums(warp, to, own, types[0], sums);
}

//===-- Tensor memory -------------------------------------------------------------------------===//

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
/// and column on. (Manual 9.7.16.2.3)
static TensorCell cellOfRegister(const Operation &op, unsigned lane, unsigned reg,
                                 unsigned halfOffset) {
  constexpr unsigned half = 8, lanesOfGroup = 4, halfWarp = 16;
  unsigned group = lane / lanesOfGroup, inGroup = lane % lanesOfGroup;
  if (op.has(Modifier::n16x256b)) // as the fragments of D of `mma`
    return {group + reg % 4 / 2 * half, reg / 4 * 8 + inGroup * 2 + reg % 2};
  if (op.has(Modifier::n16x128b))
    return {group + reg % 2 * half, reg / 2 * 4 + inGroup};
  if (op.has(Modifier::n16x64b))
    return {group + inGroup % 2 * half, reg * 2 + inGroup / 2};
  if (op.has(Modifier::n16x32bx2))
    return {lane % halfWarp, reg + lane / halfWarp * halfOffset};
  return {lane, reg};
}

/// `tcgen05.ld` and `tcgen05.st`.
void Machine::moveTensorData(Warp &warp, const Operation &op, Value at, bool isLoad) {
  Cta &cta = ctaOf(warp);
  constexpr unsigned lanesOfWarp = 32, half = 16;
  bool isPacked = op.has(Modifier::pack_16b) || op.has(Modifier::unpack_16b);
  std::optional<unsigned> place = program.findOperand(pcOf(op), OperandId::r);
  Value halfOffset = operandValue(warp, op, OperandId::immHalfSplitoff, firstLane(warp.live));
  if (!place || operandCount(op) > (op.has(Modifier::n16x32bx2) ? 3u : 2u) ||
      (isPacked && !op.has(Modifier::n32x32b)))
    return skip(op, "a load or store of tensor memory of this form is not executed with data");
  unsigned first = warp.number % 4 * lanesOfWarp;
  if (!op.has(Modifier::n32x32b))
    first += static_cast<unsigned>(at.bits >> half) & half;
  auto column = static_cast<unsigned>(at.bits & 0xFFFF);
  for (auto [number, slot] : llvm::enumerate(operand(op, *place))) {
    auto reg = static_cast<unsigned>(number);
    for (unsigned lane = 0; lane != warpLanes; ++lane) {
      TensorCell cell = cellOfRegister(op, lane, reg, static_cast<unsigned>(halfOffset.bits));
      unsigned from = column + (isPacked ? cell.column * 2 : cell.column), row = first + cell.lane;
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
}

/// The lane of a row of D, and the column of its first element in tensor memory; rows are those of
/// one CTA. None for layouts that are not executed. (Manual 9.7.16.10.5)
static std::optional<TensorCell> rowInTensorMemory(char layout, unsigned row, unsigned firstLane,
                                                   unsigned column, unsigned n) {
  constexpr unsigned quarter = 16, lanesOfWarp = 32;
  switch (layout) {
  case 'A':
  case 'D':
    return TensorCell{row, 0};
  case 'F':
    return TensorCell{firstLane + row / quarter * lanesOfWarp + row % quarter, 0};
  case 'B': // the second half of the columns is in the lanes from 64 on
    return TensorCell{column < n / 2 ? row : row + tensorMemoryLanes / 2,
                      column < n / 2 ? 0 : 0 - n / 2};
  default:
    return std::nullopt;
  }
}

/// A of a product, in tensor memory: elements fill cells, along K.
void Machine::readTensorRows(const Cta &cta, Value at, char layout, TypeId type,
                             unsigned containerBits, unsigned rows, unsigned to, MatrixFactor &a) {
  // Of 4 bits, the middle ones of a byte are used. (Manual 9.7.16.10.4.3)
  constexpr unsigned nibble = 4, shiftOfNibble = 2;
  unsigned width = info(type).width, bits = std::max(width, containerBits), perCell = 32 / bits;
  unsigned shift = width == nibble && bits > width ? shiftOfNibble : 0;
  TensorAddress first = TensorAddress::decode(static_cast<uint32_t>(at.bits));
  for (unsigned row = 0; row != rows; ++row) {
    TensorCell cell = *rowInTensorMemory(layout, row, first.lane, 0, 2);
    for (unsigned k = 0; k != a.numbers.columns; ++k) {
      Value whole = loadCell(cta, cell.lane, first.column + k / perCell);
      if (!whole.known)
        a.unknownLines[to + row] = 1;
      else
        a.numbers.at(to + row, k) =
            elementNumber(type, truncate(whole.bits >> (k % perCell * bits + shift), width));
    }
  }
}

/// The type with a name in an instruction descriptor.
static std::optional<TypeId> typeOfCode(MmaKind kind, MmaOperand matrix, unsigned code) {
  return findType(operandTypeName(kind, matrix, code));
}

/// Whether an operand or modifier asks for more than D = A B + D.
static bool isPlainProduct(const Operation &op, const Program &program, uint32_t pc) {
  for (OperandId id : {OperandId::scale_input_d, OperandId::sp_meta_tmem})
    if (program.findOperand(pc, id))
      return false;
  return !op.has(Modifier::ashift) && !op.has(Modifier::ws) && !op.has(Modifier::sp) &&
         !op.has(Modifier::decompress_lut_b);
}

/// The number of scales of a row of A or a column of B; 0 for combinations that are not executed.
static unsigned scalesOfLine(const Operation &op, MmaKind kind) {
  if (kind == MmaKind::MXF8F6F4)
    return 1;
  bool hasFour = op.has(Modifier::scale_vec_4X) || op.has(Modifier::block16);
  return kind == MmaKind::MXF4NVF4 && hasFour ? 4 : 2;
}

/// Multiplies the blocks of rows of A, or of columns of B, by their scales in tensor memory: line
/// `i` has them in lane `i % 32`, `i / 32` columns after the first one, from byte `id` of the cell
/// on. (Manual 9.7.16.10.7)
void Machine::scaleTensorLines(const Cta &cta, Value at, TypeId type, unsigned id, unsigned count,
                               unsigned first, unsigned lines, MatrixFactor &factor) const {
  constexpr unsigned lanesOfWarp = 32, byte = 8;
  auto column = static_cast<unsigned>(at.bits & 0xFFFF);
  unsigned depth = factor.isA ? factor.numbers.columns : factor.numbers.rows;
  for (unsigned line = 0; line != lines; ++line) {
    Value cell = loadCell(cta, line % lanesOfWarp, column + line / lanesOfWarp);
    if (!cell.known)
      factor.unknownLines[first + line] = 1;
    for (unsigned k = 0; k != depth; ++k) {
      double scale =
          elementNumber(type, truncate(cell.bits >> (id + k / (depth / count)) * byte, byte));
      (factor.isA ? factor.numbers.at(first + line, k) : factor.numbers.at(k, first + line)) *=
          scale;
    }
  }
}

/// The first of the violations that are errors; empty if there is none.
static std::string firstError(const Violations &violations) {
  for (const Violation &violation : violations)
    if (violation.kind == Violation::Kind::Manual)
      return violation.text;
  return "";
}

/// `tcgen05.mma` of the CTAs `both`: of a pair, each one has half of the rows of A and D, and half
/// of the columns of B. (Manual 9.7.16.10)
void Machine::multiplyTensors(const Warp &warp, const Operation &op, llvm::ArrayRef<Cta *> both,
                              unsigned lane, MmaKind kind,
                              const InstructionDescriptor &descriptor) {
  uint32_t pc = pcOf(op);
  auto count = static_cast<unsigned>(both.size());
  llvm::SmallVector<Cta *, 2> inOrder(both.begin(), both.end());
  llvm::sort(inOrder, [](const Cta *one, const Cta *other) { return one->rank < other->rank; });
  std::optional<DataPathLayout> layout = dataPathLayout(descriptor.m, count, false, false);
  std::optional<TypeId> typeA = typeOfCode(kind, MmaOperand::A, descriptor.aType);
  std::optional<TypeId> typeB = typeOfCode(kind, MmaOperand::B, descriptor.bType);
  bool isScaled = isBlockScaled(kind);
  std::optional<TypeId> typeD =
      isScaled ? TypeId::f32 : typeOfCode(kind, MmaOperand::D, descriptor.dType);
  unsigned depth = mmaK(kind, false, descriptor.kCode);
  Value adds = operandValue(warp, op, OperandId::enable_input_d, lane);
  Value to = operandValue(warp, op, OperandId::d_tmem, lane);
  // Narrower types have containers of 8 bits.
  unsigned containerBits = bitsOfStep / std::max(1u, depth);
  auto fits = [&](std::optional<TypeId> type) {
    return type && (info(*type).width == containerBits ||
                    (info(*type).width < containerBits && containerBits == 8));
  };
  // Compilers give masks that disable no lane.
  std::optional<unsigned> masks = program.findOperand(pc, OperandId::disable_output_lane);
  bool disablesLanes = masks && llvm::any_of(operand(op, *masks), [&](const Slot &slot) {
                         Value mask = valueOf(warp, slot, lane);
                         return !mask.known || truncate(mask.bits, 32);
                       });
  bool isKnownLayout = layout && rowInTensorMemory(layout->id, 0, 0, 0, 2) &&
                       (layout->id != 'B' || !program.findOperand(pc, OperandId::a_tmem));
  if (!isKnownLayout || !fits(typeA) || !fits(typeB) || !typeD || descriptor.sparse ||
      descriptor.maxShift || disablesLanes || !isPlainProduct(op, program, pc))
    return skip(op, "a product of this form is not executed with data");
  MmaUse use;
  use.ctaGroup = count;
  auto code = static_cast<uint32_t>(operandValue(warp, op, OperandId::idesc, lane).bits);
  if (std::string text = firstError(checkInstructionDescriptor(kind, code, use)); !text.empty())
    return skip(op, "an invalid instruction descriptor: " + text);
  if (!adds.known)
    return skip(op, "a product whose condition to add is not known");
  Value inTensor = operandValue(warp, op, OperandId::a_tmem, lane);
  if (!inTensor.known)
    return skip(op, "a product of a matrix in tensor memory whose address is not known");
  std::optional<TypeId> typeOfScales =
      isScaled ? findType(scaleTypeName(kind, descriptor.scaleType)) : std::nullopt;
  Value scaleA = operandValue(warp, op, OperandId::scale_A_tmem, lane);
  Value scaleB = operandValue(warp, op, OperandId::scale_B_tmem, lane);
  unsigned scales = isScaled ? scalesOfLine(op, kind) : 0;
  auto isAligned = [&](unsigned id) { return id % scales == 0 && id + scales <= 4; };
  if (isScaled && (!typeOfScales || descriptor.scaleLanes || !scaleA.known || !scaleB.known ||
                   !isAligned(descriptor.scaleA) || !isAligned(descriptor.scaleB)))
    return skip(op, "a product with scales of this form is not executed with data");
  unsigned rows = descriptor.m / count, columns = descriptor.n / count;
  MatrixFactor a(descriptor.m, depth, true), b(depth, descriptor.n, false);
  for (auto [number, cta] : llvm::enumerate(inOrder)) {
    auto i = static_cast<unsigned>(number);
    for (bool isA : {true, false}) {
      std::optional<unsigned> place =
          program.findOperand(pc, isA ? OperandId::a_desc : OperandId::b_desc);
      if (!place) {
        readTensorRows(*cta, inTensor, layout->id, *typeA, containerBits, rows, i * rows, a);
        continue;
      }
      uint64_t bits = valueOf(warp, operand(op, *place)[0], lane).bits;
      std::string text = firstError(checkMatrixDescriptor(MatrixUnit::Tcgen05, bits));
      if (!text.empty())
        return skip(op, "an invalid matrix descriptor: " + text);
      MatrixDescriptor matrix = decodeMatrixDescriptor(MatrixUnit::Tcgen05, bits);
      unsigned lines = isA ? rows : columns;
      bool isTransposed = isA ? descriptor.transposeA : descriptor.transposeB;
      if (!readSharedMatrix(op, *cta, matrix, {0, lines, depth},
                            isTransposed ? Major::MN : Major::K, isA ? *typeA : *typeB,
                            containerBits, isA ? a : b, i * lines))
        return;
    }
  }
  if (descriptor.negateA)
    negateAll(a);
  if (descriptor.negateB)
    negateAll(b);
  std::vector<Value> sums(size_t(descriptor.m) * descriptor.n);
  TensorAddress first = TensorAddress::decode(static_cast<uint32_t>(to.bits));
  auto forEachSum = [&](auto visit) {
    for (unsigned row = 0; row != descriptor.m; ++row)
      for (unsigned n = 0; n != descriptor.n; ++n) {
        TensorCell cell = *rowInTensorMemory(layout->id, row % rows, first.lane, n, descriptor.n);
        visit(*inOrder[row / rows], cell.lane, first.column + n + cell.column,
              sums[size_t(row) * descriptor.n + n]);
      }
  };
  unsigned bits = info(*typeD).width;
  if (adds.bits & 1)
    forEachSum([&](const Cta &cta, unsigned row, unsigned column, Value &sum) {
      sum = loadCell(cta, row, column);
      sum.bits = truncate(sum.bits, bits);
    });
  SumRule rule{*typeD, *typeD};
  rule.saturates = descriptor.saturate;
  if (!isScaled) {
    addProduct(a, b, rule, sums);
  } else {
    // Each CTA has the scales of its rows, and of all columns.
    for (auto [number, cta] : llvm::enumerate(inOrder)) {
      auto first = static_cast<unsigned>(number) * rows;
      MatrixFactor own(rows, depth, true), scaled = b;
      for (unsigned row = 0; row != rows; ++row) {
        own.unknownLines[row] = a.unknownLines[first + row];
        for (unsigned k = 0; k != depth; ++k)
          own.numbers.at(row, k) = a.numbers.at(first + row, k);
      }
      scaleTensorLines(*cta, scaleA, *typeOfScales, descriptor.scaleA, scales, 0, rows, own);
      scaleTensorLines(*cta, scaleB, *typeOfScales, descriptor.scaleB, scales, 0, descriptor.n,
                       scaled);
      addProduct(own, scaled, rule,
                 llvm::MutableArrayRef(sums).slice(size_t(first) * descriptor.n,
                                                   size_t(rows) * descriptor.n));
    }
  }
  forEachSum([&](Cta &cta, unsigned row, unsigned column, const Value &sum) {
    storeCell(cta, row, column, sum);
  });
}

/// `tcgen05.cp` of whole rows, without decompression: a row is in a lane, or in the same lane of
/// all four groups of 32. (Manual 9.7.16.9.2)
void Machine::copyTensorRows(const Warp &warp, const Operation &op, Cta &cta, unsigned lane) {
  constexpr unsigned lanesOfWarp = 32, cellBytes = 4, byte = 8;
  bool isRepeated = op.has(Modifier::n32x128b), isWide = op.has(Modifier::n128x256b);
  Value at = operandValue(warp, op, OperandId::taddr, lane);
  Value from = operandValue(warp, op, OperandId::s_desc, lane);
  if ((!isRepeated && !isWide && !op.has(Modifier::n128x128b)) || op.has(Modifier::b8x16) ||
      !from.known || !at.known)
    return skip(op, "a copy to tensor memory of this form is not executed with data");
  if (std::string text = firstError(checkMatrixDescriptor(MatrixUnit::Tcgen05, from.bits));
      !text.empty())
    return skip(op, "an invalid matrix descriptor: " + text);
  MatrixDescriptor matrix = decodeMatrixDescriptor(MatrixUnit::Tcgen05, from.bits);
  unsigned rows = isRepeated ? lanesOfWarp : tensorMemoryLanes, bytes = isWide ? 32 : 16;
  llvm::Expected<CuteLayout> layout = layoutOfDescriptor(matrix, Major::K, byte, {0, rows, bytes});
  if (!layout)
    return skip(op, llvm::toString(layout.takeError()));
  uint64_t start = matrix.startBytes & addressMask;
  auto column = static_cast<unsigned>(at.bits & 0xFFFF);
  for (unsigned row = 0; row != rows; ++row)
    for (unsigned first = 0; first != bytes; first += cellBytes) {
      uint64_t place = swizzleAddress(*matrix.swizzle, start + layout->offset(row, first));
      Value cell = cta.memory.load(place, cellBytes);
      for (unsigned group = 0; group != (isRepeated ? tensorMemoryLanes / lanesOfWarp : 1); ++group)
        storeCell(cta, row + group * lanesOfWarp, column + first / cellBytes, cell);
    }
}
