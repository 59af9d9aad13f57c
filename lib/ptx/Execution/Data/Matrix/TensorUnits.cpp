// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `wgmma` and `tcgen05` with data: matrices in shared memory by descriptors, and tensor memory.

#include "ptx/Execution/Data/Matrix/Sparse.h"
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
  if (!shape || types.size() != 3)
    return skip(op, "a product of this form is not executed with data");
  constexpr unsigned rowsOfWarp = 16;
  unsigned first = warp.number % 4 * rowsOfWarp;
  MatrixShape own{rowsOfWarp, shape->n, shape->k}, stored = own;
  stored.k /= op.has(Modifier::sp) ? 2 : 1;
  MatrixFactor a(stored.m, stored.k, true), b(own.k, own.n, false);
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
    a = fragmentFactor(warp, operand(op, *place), FragmentOf::A, stored, types[1], false);
  else if (!read(OperandId::a_desc, OperandId::imm_trans_a, {first, stored.m, stored.k}, types[1],
                 a))
    return;
  if (op.has(Modifier::sp)) {
    std::optional<unsigned> metadata = program.findOperand(pcOf(op), OperandId::sp_meta);
    std::optional<unsigned> selector = program.findOperand(pcOf(op), OperandId::sp_sel);
    if (!metadata || !selector ||
        !expandRows(warp, op, info(types[1]).width, *metadata, *selector, a))
      return;
  }
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
  std::optional<unsigned> reducedTo = program.findOperand(pcOf(op), OperandId::redval);
  unsigned operands = (op.has(Modifier::n16x32bx2) ? 3u : 2u) + reducedTo.has_value();
  if (!place || operandCount(op) > operands || (isPacked && !op.has(Modifier::n32x32b)))
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

/// A `tcgen05.mma` of one CTA or of a pair, decoded.
struct Machine::TensorProduct {
  const Operation &op;
  const InstructionDescriptor &descriptor;
  MmaKind kind;
  unsigned lane;
  llvm::SmallVector<Cta *, 2> ctas; ///< by rank
  char layout;
  TypeId typeA{}, typeB{}, typeD{};
  unsigned depth = 0, storedDepth = 0; ///< K, and the stored elements of a row of A
  /// The bits of an element in memory; narrower types have containers of 8 bits.
  unsigned containerBits = 0;
  unsigned rows = 0, columns = 0; ///< that each CTA has of A and B
  struct Scales {
    TypeId type;
    unsigned count; ///< of a row of A, or of a column of B
    Value a, b;     ///< the addresses
  };
  std::optional<Scales> scales{};
  /// The lanes that keep their elements of D.
  std::array<uint32_t, 4> keptLanes{};
  unsigned addendScale = 0; ///< D is divided by 2 to the power of it

  bool keeps(unsigned lane) const { return keptLanes[lane / 32] >> lane % 32 & 1; }
};

/// The product of an operation; none if it is not supported.
std::optional<Machine::TensorProduct>
Machine::tensorProductOf(const Warp &warp, const Operation &op, llvm::ArrayRef<Cta *> both,
                         unsigned lane, MmaKind kind, const InstructionDescriptor &descriptor) {
  auto refuse = [&](const llvm::Twine &why) {
    skip(op, why);
    return std::nullopt;
  };
  uint32_t pc = pcOf(op);
  auto count = static_cast<unsigned>(both.size());
  constexpr unsigned byte = 8, rowsWithMetadata = 128;
  TensorProduct product{op, descriptor, kind, lane, {both.begin(), both.end()}, 0};
  llvm::sort(product.ctas,
             [](const Cta *one, const Cta *other) { return one->rank < other->rank; });
  bool isScaled = isBlockScaled(kind), isSparse = op.has(Modifier::sp);
  std::optional<DataPathLayout> layout = dataPathLayout(descriptor.m, count, isSparse, false);
  std::optional<TypeId> typeA = typeOfCode(kind, MmaOperand::A, descriptor.aType);
  std::optional<TypeId> typeB = typeOfCode(kind, MmaOperand::B, descriptor.bType);
  std::optional<TypeId> typeD =
      isScaled ? TypeId::f32 : typeOfCode(kind, MmaOperand::D, descriptor.dType);
  product.depth = mmaK(kind, isSparse, descriptor.kCode);
  product.storedDepth = product.depth / (isSparse ? 2 : 1);
  product.containerBits = bitsOfStep / std::max(1u, product.storedDepth);
  product.rows = descriptor.m / count;
  product.columns = descriptor.n / count;
  auto fits = [&](std::optional<TypeId> type) {
    unsigned bits = product.containerBits;
    return type && (info(*type).width == bits || (info(*type).width < bits && bits == byte));
  };
  bool isKnownLayout = layout && rowInTensorMemory(layout->id, 0, 0, 0, 2) &&
                       (layout->id != 'B' || !program.findOperand(pc, OperandId::a_tmem));
  if (!isKnownLayout || !fits(typeA) || !fits(typeB) || !typeD || descriptor.maxShift ||
      descriptor.sparse != isSparse || op.has(Modifier::ashift) || op.has(Modifier::ws) ||
      op.has(Modifier::decompress_lut_b))
    return refuse("a product of this form is not executed with data");
  // The padding of narrow elements, and the metadata of fewer rows, are only in figures.
  bool areNarrow = isSparse && (info(*typeA).width < byte || info(*typeB).width < byte);
  if (areNarrow || (isSparse && product.rows != rowsWithMetadata))
    return refuse("a sparse product of this form is not executed with data");
  product.layout = layout->id;
  std::tie(product.typeA, product.typeB, product.typeD) = std::tuple(*typeA, *typeB, *typeD);
  if (std::optional<unsigned> masks = program.findOperand(pc, OperandId::disable_output_lane))
    for (auto [i, slot] : llvm::enumerate(operand(op, *masks))) {
      Value mask = valueOf(warp, slot, lane);
      // The order of the lanes of a pair is not in the manual.
      if (!mask.known || (count > 1 && truncate(mask.bits, 32)))
        return refuse("a product with a mask of lanes of this form is not executed with data");
      if (i < product.keptLanes.size())
        product.keptLanes[i] = static_cast<uint32_t>(mask.bits);
    }
  Value scale = operandValue(warp, op, OperandId::scale_input_d, lane);
  product.addendScale = static_cast<unsigned>(scale.bits);
  MmaUse use;
  use.ctaGroup = count;
  auto code = static_cast<uint32_t>(operandValue(warp, op, OperandId::idesc, lane).bits);
  if (std::string text = firstError(checkInstructionDescriptor(kind, code, use)); !text.empty())
    return refuse("an invalid instruction descriptor: " + text);
  if (!operandValue(warp, op, OperandId::enable_input_d, lane).known)
    return refuse("a product whose condition to add is not known");
  if (!operandValue(warp, op, OperandId::a_tmem, lane).known)
    return refuse("a product of a matrix in tensor memory whose address is not known");
  return isScaled && !readScalesOf(warp, product) ? std::nullopt : std::optional(product);
}

/// The scales of a product. False if they are not supported.
bool Machine::readScalesOf(const Warp &warp, TensorProduct &product) {
  const InstructionDescriptor &descriptor = product.descriptor;
  std::optional<TypeId> type = findType(scaleTypeName(product.kind, descriptor.scaleType));
  unsigned count = scalesOfLine(product.op, product.kind);
  Value a = operandValue(warp, product.op, OperandId::scale_A_tmem, product.lane);
  Value b = operandValue(warp, product.op, OperandId::scale_B_tmem, product.lane);
  auto isAligned = [&](unsigned id) { return id % count == 0 && id + count <= 4; };
  // With twice the elements, the blocks of a row are larger or more, which figures show.
  if (!type || descriptor.scaleLanes || !a.known || !b.known || !isAligned(descriptor.scaleA) ||
      !isAligned(descriptor.scaleB) || descriptor.sparse) {
    skip(product.op, "a product with scales of this form is not executed with data");
    return false;
  }
  product.scales = {*type, count, a, b};
  return true;
}

/// Reads A and B: of a pair, each CTA has half of the rows of A, and half of the columns of B.
/// (Manual 9.7.16.10)
bool Machine::readTensorFactors(const Warp &warp, const TensorProduct &product, MatrixFactor &a,
                                MatrixFactor &b) {
  const Operation &op = product.op;
  const InstructionDescriptor &descriptor = product.descriptor;
  for (auto [number, cta] : llvm::enumerate(product.ctas)) {
    auto i = static_cast<unsigned>(number);
    for (bool isA : {true, false}) {
      std::optional<unsigned> place =
          program.findOperand(pcOf(op), isA ? OperandId::a_desc : OperandId::b_desc);
      if (!place) {
        readTensorRows(*cta, operandValue(warp, op, OperandId::a_tmem, product.lane),
                       product.layout, product.typeA, product.containerBits, product.rows,
                       i * product.rows, a);
        continue;
      }
      uint64_t bits = valueOf(warp, operand(op, *place)[0], product.lane).bits;
      std::string text = firstError(checkMatrixDescriptor(MatrixUnit::Tcgen05, bits));
      if (!text.empty()) {
        skip(op, "an invalid matrix descriptor: " + text);
        return false;
      }
      unsigned lines = isA ? product.rows : product.columns;
      bool isTransposed = isA ? descriptor.transposeA : descriptor.transposeB;
      if (!readSharedMatrix(op, *cta, decodeMatrixDescriptor(MatrixUnit::Tcgen05, bits),
                            {0, lines, isA ? product.storedDepth : product.depth},
                            isTransposed ? Major::MN : Major::K,
                            isA ? product.typeA : product.typeB, product.containerBits, isA ? a : b,
                            i * lines))
        return false;
    }
  }
  if (op.has(Modifier::sp) && !expandTensorRows(warp, product, a))
    return false;
  if (descriptor.negateA)
    negateAll(a);
  if (descriptor.negateB)
    negateAll(b);
  return true;
}

/// Expands A of a sparse product, with the metadata in tensor memory. (Manual 9.7.16.10.8)
bool Machine::expandTensorRows(const Warp &warp, const TensorProduct &product, MatrixFactor &a) {
  Value at = operandValue(warp, product.op, OperandId::sp_meta_tmem, product.lane);
  Sparsity sparsity = sparsityOf(product.containerBits);
  unsigned chunks = product.depth / elementsOfChunk(sparsity);
  auto placeOf = [&](unsigned row, unsigned chunk) {
    return metadataInTensorMemory(chunks, product.containerBits,
                                  product.descriptor.sparsitySelector, row, chunk);
  };
  if (!at.known || !placeOf(0, 0)) {
    skip(product.op, "a sparse product with this selector or address of metadata is not executed "
                     "with data");
    return false;
  }
  TensorAddress first = TensorAddress::decode(static_cast<uint32_t>(at.bits));
  std::optional<MatrixFactor> whole =
      expandedFactor(a, sparsity, MetadataRule::OfTensorMemory, [&](unsigned row, unsigned chunk) {
        MetadataPlace place = *placeOf(row % product.rows, chunk);
        Value word =
            loadCell(*product.ctas[row / product.rows], place.lane, first.column + place.column);
        return Value{truncate(word.bits >> place.bit, 4), word.known};
      });
  if (!whole) {
    skip(product.op, "a sparse product with metadata that are not known or have no meaning");
    return false;
  }
  a = std::move(*whole);
  return true;
}

/// Adds the products of scaled blocks. Each CTA has the scales of its rows, and of all columns.
void Machine::addScaled(const TensorProduct &product, const MatrixFactor &a, const MatrixFactor &b,
                        const SumRule &rule, llvm::MutableArrayRef<Value> sums) const {
  const InstructionDescriptor &descriptor = product.descriptor;
  auto [type, count, atA, atB] = *product.scales;
  for (auto [number, cta] : llvm::enumerate(product.ctas)) {
    auto first = static_cast<unsigned>(number) * product.rows;
    MatrixFactor own(product.rows, product.depth, true), scaled = b;
    for (unsigned row = 0; row != product.rows; ++row) {
      own.unknownLines[row] = a.unknownLines[first + row];
      for (unsigned k = 0; k != product.depth; ++k)
        own.numbers.at(row, k) = a.numbers.at(first + row, k);
    }
    scaleTensorLines(*cta, atA, type, descriptor.scaleA, count, 0, product.rows, own);
    scaleTensorLines(*cta, atB, type, descriptor.scaleB, count, 0, descriptor.n, scaled);
    addProduct(own, scaled, rule,
               sums.slice(size_t(first) * descriptor.n, size_t(product.rows) * descriptor.n));
  }
}

/// `tcgen05.mma` of the CTAs `both`. (Manual 9.7.16.10)
void Machine::multiplyTensors(const Warp &warp, const Operation &op, llvm::ArrayRef<Cta *> both,
                              unsigned lane, MmaKind kind,
                              const InstructionDescriptor &descriptor) {
  std::optional<TensorProduct> product = tensorProductOf(warp, op, both, lane, kind, descriptor);
  if (!product)
    return;
  MatrixFactor a(descriptor.m, product->storedDepth, true);
  MatrixFactor b(product->depth, descriptor.n, false);
  if (!readTensorFactors(warp, *product, a, b))
    return;
  std::vector<Value> sums(size_t(descriptor.m) * descriptor.n);
  TensorAddress first = TensorAddress::decode(
      static_cast<uint32_t>(operandValue(warp, op, OperandId::d_tmem, lane).bits));
  auto forEachSum = [&](auto visit) {
    for (unsigned row = 0; row != descriptor.m; ++row)
      for (unsigned n = 0; n != descriptor.n; ++n) {
        TensorCell cell =
            *rowInTensorMemory(product->layout, row % product->rows, first.lane, n, descriptor.n);
        visit(*product->ctas[row / product->rows], cell.lane, first.column + n + cell.column,
              sums[size_t(row) * descriptor.n + n]);
      }
  };
  if (operandValue(warp, op, OperandId::enable_input_d, lane).bits & 1)
    forEachSum([&](const Cta &cta, unsigned row, unsigned column, Value &sum) {
      sum = loadCell(cta, row, column);
      sum.bits = truncate(sum.bits, info(product->typeD).width);
    });
  SumRule rule{product->typeD, product->typeD};
  rule.saturates = descriptor.saturate;
  rule.addendScale = product->addendScale;
  if (product->scales)
    addScaled(*product, a, b, rule, sums);
  else
    addProduct(a, b, rule, sums);
  forEachSum([&](Cta &cta, unsigned row, unsigned column, const Value &sum) {
    if (!product->keeps(row))
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
