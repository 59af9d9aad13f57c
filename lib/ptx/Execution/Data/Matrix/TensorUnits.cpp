// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `wgmma` and `tcgen05` with data: matrices in shared memory by descriptors, and tensor memory.

#include "ptx/Execution/Machine.h"
#include "ptx/Tensor/Descriptors/InstructionDescriptorRules.h"
#include "ptx/Tensor/Descriptors/MatrixDescriptor.h"
#include "ptx/Tensor/TensorMemory.h"

using namespace ptx;
using namespace ptx::execution;

/// The bits of K that one instruction multiplies.
static constexpr unsigned bitsOfStep = 256;
static constexpr unsigned cellBytes = 4;

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

/// Reads `extent.lines` rows of A or columns of B into `factor`, from the line `to` on.
bool Machine::readSharedMatrix(const Operation &op, const Cta &cta,
                               const MatrixDescriptor &descriptor, const MatrixExtent &extent,
                               Major major, TypeId type, MatrixFactor &factor, unsigned to) {
  unsigned bits = std::max<unsigned>(info(type).width, 1);
  llvm::Expected<CuteLayout> layout = layoutOfDescriptor(descriptor, major, bits, extent);
  if (!layout) {
    skip(op, llvm::toString(layout.takeError()));
    return false;
  }
  constexpr uint64_t addressMask = 0x3FFFF;
  uint64_t start = descriptor.startBytes & addressMask;
  unsigned bytes = std::max(1u, bits / 8);
  for (unsigned line = 0; line != extent.lines; ++line)
    for (unsigned k = 0; k != extent.depth; ++k) {
      uint64_t bit = layout->offset(extent.first + line, k) * bits;
      Value whole = cta.memory.load(swizzleAddress(*descriptor.swizzle, start + bit / 8), bytes);
      if (!whole.known) {
        factor.unknownLines[to + line] = 1;
        continue;
      }
      double number = elementNumber(type, truncate(whole.bits >> bit % 8, bits));
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
                            isTransposed ? Major::MN : Major::K, type, factor, 0);
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
  return (uint64_t(lane) * tensorMemoryColumns + column) * cellBytes;
}

Value Machine::loadCell(const Cta &cta, unsigned lane, unsigned column) const {
  bool exists = lane < tensorMemoryLanes && column < tensorMemoryColumns;
  return exists ? cta.tensorData.load(cellOffset(lane, column), cellBytes)
                : Value::unknown(mix(lane, column) & ~uint64_t(1));
}

void Machine::storeCell(Cta &cta, unsigned lane, unsigned column, Value value) {
  if (!cta.tensorData.size())
    cta.tensorData.resize(cellOffset(tensorMemoryLanes, 0));
  if (lane < tensorMemoryLanes && column < tensorMemoryColumns)
    cta.tensorData.store(cellOffset(lane, column), cellBytes, value);
}

/// Columns that are allocated have no values.
void Machine::forgetTensorData(Cta &cta, uint32_t column, uint64_t count) {
  for (unsigned lane = 0; lane != tensorMemoryLanes && cta.tensorData.size(); ++lane)
    cta.tensorData.forget(cellOffset(lane, column), count * cellBytes, fresh());
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
void Machine::readTensorRows(const Cta &cta, Value at, char layout, TypeId type, unsigned rows,
                             unsigned to, MatrixFactor &a) {
  unsigned bits = info(type).width, perCell = 32 / bits;
  TensorAddress first = TensorAddress::decode(static_cast<uint32_t>(at.bits));
  for (unsigned row = 0; row != rows; ++row) {
    TensorCell cell = *rowInTensorMemory(layout, row, first.lane, 0, 2);
    for (unsigned k = 0; k != a.numbers.columns; ++k) {
      Value whole = loadCell(cta, cell.lane, first.column + k / perCell);
      if (!whole.known)
        a.unknownLines[to + row] = 1;
      else
        a.numbers.at(to + row, k) =
            elementNumber(type, truncate(whole.bits >> k % perCell * bits, bits));
    }
  }
}

/// The type that `code` represents in an instruction descriptor.
static std::optional<TypeId> typeOfCode(MmaKind kind, MmaOperand matrix, unsigned code) {
  return findType(operandTypeName(kind, matrix, code));
}

/// Whether the product is D = A B + D, with no operand or modifier that changes it.
static bool isPlainProduct(const Operation &op, const Program &program, uint32_t pc) {
  for (OperandId id :
       {OperandId::scale_input_d, OperandId::disable_output_lane, OperandId::sp_meta_tmem})
    if (program.findOperand(pc, id))
      return false;
  return !op.has(Modifier::ashift) && !op.has(Modifier::ws) && !op.has(Modifier::block_scale) &&
         !op.has(Modifier::sp) && !op.has(Modifier::decompress_lut_b);
}

/// The first of the violations that are errors; empty if there is none.
static std::string firstError(const Violations &violations) {
  for (const Violation &violation : violations)
    if (violation.kind == Violation::Kind::Manual)
      return violation.text;
  return "";
}

struct Machine::TensorFactors {
  TypeId typeA, typeB;
  MatrixFactor a, b;
};

/// Reads A and B of the CTAs `inOrder`, from shared memory or A from tensor memory. False if the
/// product is skipped.
bool Machine::readTensorFactors(const Warp &warp, const Operation &op,
                                llvm::ArrayRef<Cta *> inOrder, unsigned lane,
                                const InstructionDescriptor &descriptor, char layout,
                                TensorFactors &factors) {
  auto count = static_cast<unsigned>(inOrder.size());
  unsigned depth = factors.a.numbers.columns;
  Value inTensor = operandValue(warp, op, OperandId::a_tmem, lane);
  if (!inTensor.known) {
    skip(op, "a product of a matrix in tensor memory whose address is not known");
    return false;
  }
  for (auto [number, cta] : llvm::enumerate(inOrder)) {
    auto i = static_cast<unsigned>(number);
    for (bool isA : {true, false}) {
      unsigned lines = (isA ? descriptor.m : descriptor.n) / count;
      std::optional<unsigned> place =
          program.findOperand(pcOf(op), isA ? OperandId::a_desc : OperandId::b_desc);
      if (!place) {
        readTensorRows(*cta, inTensor, layout, factors.typeA, lines, i * lines, factors.a);
        continue;
      }
      uint64_t bits = valueOf(warp, operand(op, *place)[0], lane).bits;
      std::string text = firstError(checkMatrixDescriptor(MatrixUnit::Tcgen05, bits));
      if (!text.empty()) {
        skip(op, "an invalid matrix descriptor: " + text);
        return false;
      }
      MatrixDescriptor matrix = decodeMatrixDescriptor(MatrixUnit::Tcgen05, bits);
      bool isTransposed = isA ? descriptor.transposeA : descriptor.transposeB;
      if (!readSharedMatrix(
              op, *cta, matrix, {0, lines, depth}, isTransposed ? Major::MN : Major::K,
              isA ? factors.typeA : factors.typeB, isA ? factors.a : factors.b, i * lines))
        return false;
    }
  }
  if (descriptor.negateA)
    negateAll(factors.a);
  if (descriptor.negateB)
    negateAll(factors.b);
  return true;
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
  std::optional<TypeId> typeD = typeOfCode(kind, MmaOperand::D, descriptor.dType);
  unsigned depth = mmaK(kind, false, descriptor.kCode);
  Value adds = operandValue(warp, op, OperandId::enable_input_d, lane);
  Value to = operandValue(warp, op, OperandId::d_tmem, lane);
  // Elements of narrower types are in containers, which are not executed.
  auto fits = [&](std::optional<TypeId> type) {
    return type && depth * info(*type).width == bitsOfStep;
  };
  bool isKnownLayout = layout && rowInTensorMemory(layout->id, 0, 0, 0, 2) &&
                       (layout->id != 'B' || !program.findOperand(pc, OperandId::a_tmem));
  if (!isKnownLayout || !fits(typeA) || !fits(typeB) || !typeD || descriptor.sparse ||
      descriptor.maxShift || !isPlainProduct(op, program, pc))
    return skip(op, "a product of this form is not executed with data");
  MmaUse use;
  use.ctaGroup = count;
  auto code = static_cast<uint32_t>(operandValue(warp, op, OperandId::idesc, lane).bits);
  if (std::string text = firstError(checkInstructionDescriptor(kind, code, use)); !text.empty())
    return skip(op, "an invalid instruction descriptor: " + text);
  if (!adds.known)
    return skip(op, "a product whose condition to add is not known");
  TensorFactors factors{*typeA, *typeB, MatrixFactor(descriptor.m, depth, true),
                        MatrixFactor(depth, descriptor.n, false)};
  if (!readTensorFactors(warp, op, inOrder, lane, descriptor, layout->id, factors))
    return;
  std::vector<Value> sums(size_t(descriptor.m) * descriptor.n);
  TensorAddress first = TensorAddress::decode(static_cast<uint32_t>(to.bits));
  unsigned rows = descriptor.m / count;
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
  addProduct(factors.a, factors.b, rule, sums);
  forEachSum([&](Cta &cta, unsigned row, unsigned column, const Value &sum) {
    storeCell(cta, row, column, sum);
  });
}
