// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `wgmma` and `tcgen05` with data: matrices in shared memory by descriptors, and tensor memory.

#include "ptx/Execution/Data/Matrix/TensorLayouts.h"
#include "ptx/Execution/Machine.h"
#include "ptx/Tensor/Descriptors/InstructionDescriptorRules.h"
#include "ptx/Tensor/Descriptors/ZeroColumnMask.h"
#include "ptx/Tensor/TensorMemory.h"

using namespace ptx;
using namespace ptx::execution;

/// Bits of K that one instruction takes.
static constexpr unsigned bitsOfStep = 256;
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

//===-- tcgen05.mma ---------------------------------------------------------------------------===//

/// A of a product, in tensor memory: elements fill cells, along K. With layout B each half of the
/// lanes has a copy; false if these differ. (Manual 9.7.16.10.5)
bool Machine::readTensorRows(const Cta &cta, Value at, char layout, TypeId type,
                             unsigned containerBits, unsigned rows, unsigned to, MatrixFactor &a) {
  // Of 4 bits, the middle ones of a byte are used. (Manual 9.7.16.10.4.3)
  constexpr unsigned nibble = 4, shiftOfNibble = 2;
  unsigned width = info(type).width, bits = std::max(width, containerBits), perCell = 32 / bits;
  unsigned shift = width == nibble && bits > width ? shiftOfNibble : 0;
  TensorAddress first = TensorAddress::decode(static_cast<uint32_t>(at.bits));
  auto cellOf = [&](unsigned row, unsigned k, unsigned copy) {
    return loadCell(cta, rowInTensorMemory(layout, row, first.lane, copy, 2).lane,
                    first.column + k / perCell);
  };
  for (unsigned row = 0; row != rows; ++row)
    for (unsigned k = 0; k != a.numbers.columns; ++k) {
      Value whole = cellOf(row, k, 0), copy = cellOf(row, k, 1);
      if (whole.known && copy.known && whole.bits != copy.bits)
        return false;
      if (!whole.known || !copy.known)
        a.unknownLines[to + row] = 1;
      else
        a.numbers.at(to + row, k) =
            elementNumber(type, truncate(whole.bits >> (k % perCell * bits + shift), width));
    }
  return true;
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
  unsigned addendScale = 0;           ///< D is divided by 2 to the power of it
  std::vector<uint8_t> zeroColumns{}; ///< those of B that are read as zero
  unsigned firstColumn = 0;           ///< the column of B that is used as column 0

  bool keeps(unsigned lane) const { return keptLanes[lane / 32] >> lane % 32 & 1; }
  /// Whether the types, the shape and the place of A are supported.
  bool isSupported(std::optional<TypeId> a, std::optional<TypeId> b, bool isInTensorMemory) const;
};

bool Machine::TensorProduct::isSupported(std::optional<TypeId> a, std::optional<TypeId> b,
                                         bool isInTensorMemory) const {
  constexpr unsigned byte = 8;
  auto fits = [&](std::optional<TypeId> type) {
    unsigned bits = containerBits;
    return type && (info(*type).width == bits || (info(*type).width < bits && bits == byte));
  };
  // Where A is in tensor memory for these layouts is only in figures.
  bool isKnownPlace = !isInTensorMemory || (layout != 'E' && layout != 'G');
  return isKnownPlace && fits(a) && fits(b) && descriptor.sparse == op.has(Modifier::sp) &&
         !descriptor.sparsityV1 && !op.has(Modifier::ashift) && !op.has(Modifier::decompress_lut_b);
}

/// The product of an operation; none if it is not supported.
std::optional<Machine::TensorProduct>
Machine::tensorProductOf(const Warp &warp, const Operation &op, llvm::ArrayRef<Cta *> both,
                         unsigned lane, MmaKind kind, const InstructionDescriptor &descriptor) {
  auto count = static_cast<unsigned>(both.size());
  TensorProduct product{op, descriptor, kind, lane, {both.begin(), both.end()}, 0};
  llvm::sort(product.ctas,
             [](const Cta *one, const Cta *other) { return one->rank < other->rank; });
  MmaUse use;
  use.ctaGroup = count;
  use.ws = op.has(Modifier::ws);
  auto code = static_cast<uint32_t>(operandValue(warp, op, OperandId::idesc, lane).bits);
  if (std::string text = firstError(checkInstructionDescriptor(kind, code, use)); !text.empty()) {
    skip(op, "an invalid instruction descriptor: " + text);
    return std::nullopt;
  }
  bool isScaled = isBlockScaled(kind), isSparse = op.has(Modifier::sp);
  std::optional<DataPathLayout> layout = dataPathLayout(descriptor.m, count, isSparse, *use.ws);
  product.layout = layout ? layout->id : 0;
  std::optional<TypeId> typeA = typeOfCode(kind, MmaOperand::A, descriptor.aType);
  std::optional<TypeId> typeB = typeOfCode(kind, MmaOperand::B, descriptor.bType);
  std::optional<TypeId> typeD =
      isScaled ? TypeId::f32 : typeOfCode(kind, MmaOperand::D, descriptor.dType);
  product.depth = mmaK(kind, isSparse, descriptor.kCode);
  product.storedDepth = product.depth / (isSparse ? 2 : 1);
  product.containerBits = bitsOfStep / std::max(1u, product.storedDepth);
  product.rows = descriptor.m / count;
  product.columns = descriptor.n / count;
  bool isInTensorMemory = program.findOperand(pcOf(op), OperandId::a_tmem).has_value();
  if (!layout || !typeD || !product.isSupported(typeA, typeB, isInTensorMemory)) {
    skip(op, "a product of this form is not executed with data");
    return std::nullopt;
  }
  std::tie(product.typeA, product.typeB, product.typeD) = std::tuple(*typeA, *typeB, *typeD);
  bool isRead = readMasksOf(warp, product) && (!isScaled || readScalesOf(warp, product));
  return isRead ? std::optional(product) : std::nullopt;
}

/// The operands of a product other than matrices and scales. False if they are not supported.
bool Machine::readMasksOf(const Warp &warp, TensorProduct &product) {
  const Operation &op = product.op;
  auto refuse = [&](const llvm::Twine &why) {
    skip(op, why);
    return false;
  };
  auto valueAt = [&](OperandId id) { return operandValue(warp, op, id, product.lane); };
  uint32_t pc = pcOf(op);
  if (std::optional<unsigned> masks = program.findOperand(pc, OperandId::disable_output_lane))
    for (auto [i, slot] : llvm::enumerate(operand(op, *masks))) {
      Value mask = valueOf(warp, slot, product.lane);
      // The order of the lanes of a pair is not in the manual.
      if (!mask.known || (product.ctas.size() > 1 && truncate(mask.bits, 32)))
        return refuse("a product with a mask of lanes of this form is not executed with data");
      if (i < product.keptLanes.size())
        product.keptLanes[i] = static_cast<uint32_t>(mask.bits);
    }
  product.addendScale = static_cast<unsigned>(valueAt(OperandId::scale_input_d).bits);
  if (!valueAt(OperandId::enable_input_d).known)
    return refuse("a product whose condition to add is not known");
  if (!valueAt(OperandId::a_tmem).known || !valueAt(OperandId::sp_meta_tmem).known)
    return refuse("a product of a matrix in tensor memory whose address is not known");
  // The layouts with half of the lanes require one alignment. (Manual 9.7.16.10.5)
  auto laneOf = [&](OperandId id) { return valueAt(id).bits >> 16; };
  for (OperandId id : {OperandId::a_tmem, OperandId::sp_meta_tmem})
    if ((product.layout == 'C' || product.layout == 'F') && program.findOperand(pc, id) &&
        laneOf(id) != laneOf(OperandId::d_tmem))
      return refuse("a product of matrices in different lanes of tensor memory is undefined");
  return readColumnMaskOf(warp, product);
}

/// The mask and the shift of the columns of B, with `.ws`. (Manual 9.7.16.4.3)
bool Machine::readColumnMaskOf(const Warp &warp, TensorProduct &product) {
  const Operation &op = product.op;
  if (!program.findOperand(pcOf(op), OperandId::zero_column_mask_desc))
    return true;
  Value mask = operandValue(warp, op, OperandId::zero_column_mask_desc, product.lane);
  if (!mask.known) {
    skip(op, "a mask of columns that is not known");
    return false;
  }
  unsigned m = product.descriptor.m;
  auto known = llvm::KnownBits::makeConstant(llvm::APInt(64, mask.bits));
  std::string text = firstError(checkZeroColumnMask(known, m));
  // A larger shift than the descriptor announces has no meaning.
  constexpr unsigned smallestShift = 8;
  unsigned code = product.descriptor.maxShift, most = code ? smallestShift << (code - 1) : 0;
  product.firstColumn = shiftOfColumns(mask.bits);
  if (text.empty() && product.firstColumn > most)
    text = "a shift of " + std::to_string(product.firstColumn) +
           " columns; the instruction descriptor has at most " + std::to_string(most);
  if (!text.empty()) {
    skip(op, "an invalid zero-column mask: " + text);
    return false;
  }
  product.zeroColumns = zeroColumns(mask.bits, m, product.descriptor.n);
  return true;
}

/// The scales of a product. False if they are not supported.
bool Machine::readScalesOf(const Warp &warp, TensorProduct &product) {
  const InstructionDescriptor &descriptor = product.descriptor;
  std::optional<TypeId> type = findType(scaleTypeName(product.kind, descriptor.scaleType));
  unsigned count = scalesOfLine(product.op, product.kind);
  Value a = operandValue(warp, product.op, OperandId::scale_A_tmem, product.lane);
  Value b = operandValue(warp, product.op, OperandId::scale_B_tmem, product.lane);
  auto isAligned = [&](unsigned id) { return id % count == 0 && id + count <= 4; };
  // With layout B, the manual's copies of the scales of B differ from CUTLASS's.
  if (!type || descriptor.scaleLanes || product.layout == 'B' || !a.known || !b.known ||
      !isAligned(descriptor.scaleA) || !isAligned(descriptor.scaleB)) {
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
      if (!place && readTensorRows(*cta, operandValue(warp, op, OperandId::a_tmem, product.lane),
                                   product.layout, product.typeA, product.containerBits,
                                   product.rows, i * product.rows, a))
        continue;
      if (!place) {
        skip(op, "a product of a matrix in tensor memory whose copies differ");
        return false;
      }
      uint64_t bits = valueOf(warp, operand(op, *place)[0], product.lane).bits;
      std::string text = firstError(checkMatrixDescriptor(MatrixUnit::Tcgen05, bits));
      if (!text.empty()) {
        skip(op, "an invalid matrix descriptor: " + text);
        return false;
      }
      unsigned lines = isA ? product.rows : product.columns;
      bool isTransposed = isA ? descriptor.transposeA : descriptor.transposeB;
      if (!readSharedMatrix(
              op, *cta, decodeMatrixDescriptor(MatrixUnit::Tcgen05, bits),
              {isA ? 0 : product.firstColumn, lines, isA ? product.storedDepth : product.depth},
              isTransposed ? Major::MN : Major::K, isA ? product.typeA : product.typeB,
              product.containerBits, isA ? a : b, i * lines))
        return false;
    }
  }
  if (op.has(Modifier::sp) && !expandTensorRows(warp, product, a))
    return false;
  for (auto [n, isZero] : llvm::enumerate(product.zeroColumns))
    for (unsigned k = 0; k != product.depth && isZero; ++k) {
      b.numbers.at(k, static_cast<unsigned>(n)) = 0;
      b.unknownLines[n] = 0;
    }
  if (descriptor.negateA)
    negateAll(a);
  if (descriptor.negateB)
    negateAll(b);
  return true;
}

/// Expands A of a sparse product, with the metadata in tensor memory, of which each part of the
/// lanes has a copy in the layouts E and G. (Manual 9.7.16.10.8)
bool Machine::expandTensorRows(const Warp &warp, const TensorProduct &product, MatrixFactor &a) {
  Value at = operandValue(warp, product.op, OperandId::sp_meta_tmem, product.lane);
  Sparsity sparsity = sparsityOf(product.containerBits);
  unsigned chunks = product.depth / elementsOfChunk(sparsity);
  // The selector of other kinds is assumed to be 0.
  uint64_t selector = isBlockScaled(product.kind) ? 0 : product.descriptor.sparsitySelector;
  auto placeOf = [&](unsigned row, unsigned chunk) {
    return metadataInTensorMemory(product.layout, chunks, product.containerBits, selector, row,
                                  chunk);
  };
  if (!placeOf(0, 0)) {
    skip(product.op, "a sparse product with this selector of metadata is not executed with data");
    return false;
  }
  TensorAddress first = TensorAddress::decode(static_cast<uint32_t>(at.bits));
  unsigned copies = product.layout == 'G' ? 4 : product.layout == 'E' ? 2 : 1;
  std::optional<MatrixFactor> whole =
      expandedFactor(a, sparsity, MetadataRule::OfTensorMemory, [&](unsigned row, unsigned chunk) {
        MetadataPlace place = *placeOf(row % product.rows, chunk);
        const Cta &cta = *product.ctas[row / product.rows];
        std::optional<Value> found;
        for (unsigned copy = 0; copy != copies; ++copy) {
          Value word = loadCell(cta, first.lane + place.lane + copy * (tensorMemoryLanes / copies),
                                first.column + place.column);
          Value bits{truncate(word.bits >> place.bit, 4), word.known};
          bits.known &= !found || found->bits == bits.bits;
          found = bits;
          if (!bits.known)
            break;
        }
        return *found;
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
            rowInTensorMemory(product->layout, row % product->rows, first.lane, n, descriptor.n);
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
