// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The matrix instructions of a warp with data: `mma`, `wmma` and `movmatrix`.

#include "ptx/Execution/Data/Matrix/Product.h"
#include "ptx/Execution/Data/Matrix/Sparse.h"
#include "ptx/Execution/Machine.h"
#include "ptx/Tensor/MatrixFragments.h"

using namespace ptx;
using namespace ptx::execution;

/// The types among the modifiers, in their order.
static llvm::SmallVector<TypeId, 5> typesOf(const InstrView &view) {
  llvm::SmallVector<TypeId, 5> types;
  for (Modifier word : view.modifiers)
    if (word != Modifier::none && info(word).isType)
      types.push_back(info(word).type);
  return types;
}

static std::optional<MatrixShape> matrixShapeOf(const InstrView &view) {
  for (Modifier word : view.modifiers)
    if (word != Modifier::none)
      if (std::optional<MatrixShape> shape = parseMatrixShape(info(word).name))
        return shape;
  return std::nullopt;
}

/// Whether the layouts among the modifiers are row-major, in their order.
static llvm::SmallVector<bool, 2> layoutsOf(const InstrView &view) {
  llvm::SmallVector<bool, 2> layouts;
  for (Modifier word : view.modifiers)
    if (word == Modifier::row || word == Modifier::col)
      layouts.push_back(word == Modifier::row);
  return layouts;
}

/// Whether elements of `.e2m1` fill registers without gaps.
static bool packsNibbles(const Operation &op) {
  return op.has(Modifier::kind_mxf4) || op.has(Modifier::kind_mxf4nvf4);
}

/// The bits of an element of a factor in its register, and the lowest one of its value.
/// (Manual 9.7.14.5.14)
static std::pair<unsigned, unsigned> containerOf(TypeId type, bool isPacked) {
  unsigned width = info(type).width;
  if (info(type).kind != TypeKind::Float || width >= 8 || isPacked)
    return {width, 0};
  constexpr unsigned byte = 8, nibble = 4;
  return {byte, width == nibble ? 2 : 0};
}

/// The bits of an element in registers of `32` or more bits.
static Value elementOf(llvm::ArrayRef<Value> registers, unsigned bits, unsigned index) {
  if (bits >= 32)
    return registers[index];
  unsigned perRegister = 32 / bits;
  Value whole = registers[index / perRegister];
  return {truncate(whole.bits >> index % perRegister * bits, bits), whole.known};
}

/// The registers of a lane that have the elements `elements` of one register.
static Value joined(llvm::ArrayRef<Value> elements, unsigned bits, uint64_t name) {
  Value whole = Value::number(0);
  for (auto [i, element] : llvm::enumerate(elements)) {
    whole.known &= element.known;
    whole.bits |= truncate(element.bits, bits) << i * bits;
  }
  return whole.known ? whole : Value::unknown(name);
}

llvm::SmallVector<Value, 16> Machine::registersOf(const Warp &warp, llvm::ArrayRef<Slot> slots,
                                                  unsigned lane) const {
  llvm::SmallVector<Value, 16> values;
  for (const Slot &slot : slots)
    values.push_back(valueOf(warp, slot, lane));
  return values;
}

/// The factor of a product whose fragments are in `slots`.
static MatrixFactor emptyFactor(FragmentOf matrix, const MatrixShape &shape) {
  bool isA = matrix == FragmentOf::A;
  return MatrixFactor(isA ? shape.m : shape.k, isA ? shape.k : shape.n, isA);
}

static void setElement(MatrixFactor &factor, FragmentOf matrix, MatrixPlace place, TypeId type,
                       unsigned shift, Value element) {
  if (element.known)
    factor.numbers.at(place.row, place.column) = elementNumber(type, element.bits >> shift);
  else
    factor.unknownLines[matrix == FragmentOf::A ? place.row : place.column] = 1;
}

MatrixFactor Machine::fragmentFactor(const Warp &warp, llvm::ArrayRef<Slot> slots,
                                     FragmentOf matrix, const MatrixShape &shape, TypeId type,
                                     bool isPacked) const {
  MatrixFactor factor = emptyFactor(matrix, shape);
  auto [bits, shift] = containerOf(type, isPacked);
  for (unsigned lane = 0; lane != warpLanes; ++lane) {
    llvm::SmallVector<Value, 16> values = registersOf(warp, slots, lane);
    for (unsigned i = 0; i != fragmentElements(matrix, shape); ++i)
      setElement(factor, matrix, fragmentPlace(matrix, shape, bits, lane, i), type, shift,
                 elementOf(values, bits, i));
  }
  return factor;
}

/// The addend in registers, by rows.
std::vector<Value> Machine::fragmentSums(const Warp &warp, llvm::ArrayRef<Slot> slots,
                                         const MatrixShape &shape, TypeId type) const {
  std::vector<Value> sums(size_t(shape.m) * shape.n);
  unsigned bits = info(type).width;
  for (unsigned lane = 0; lane != warpLanes; ++lane) {
    llvm::SmallVector<Value, 16> values = registersOf(warp, slots, lane);
    for (unsigned i = 0; i != fragmentElements(FragmentOf::D, shape); ++i) {
      MatrixPlace place = fragmentPlace(FragmentOf::D, shape, bits, lane, i);
      sums[place.row * shape.n + place.column] = elementOf(values, bits, i);
    }
  }
  return sums;
}

/// Writes the registers of the sums `sums`.
void Machine::writeSums(Warp &warp, llvm::ArrayRef<Slot> slots, const MatrixShape &shape,
                        TypeId type, llvm::ArrayRef<Value> sums) {
  unsigned bits = info(type).width, perRegister = std::max(1u, 32 / bits);
  uint64_t name = fresh();
  for (unsigned lane = 0; lane != warpLanes; ++lane)
    for (auto [number, slot] : llvm::enumerate(slots)) {
      llvm::SmallVector<Value, 2> elements;
      for (unsigned i = 0; i != perRegister; ++i) {
        auto index = static_cast<unsigned>(number * perRegister + i);
        MatrixPlace place = fragmentPlace(FragmentOf::D, shape, bits, lane, index);
        elements.push_back(sums[place.row * shape.n + place.column]);
      }
      writeLane(warp, slot, lane, joined(elements, bits, mix(name, lane) & ~uint64_t(1)));
    }
}

/// The four products of 8 x 8 x 4 elements of `.f16`. (Manual 9.7.14.5.1)
void Machine::quadProducts(Warp &warp, const Operation &op, llvm::ArrayRef<TypeId> types) {
  constexpr MatrixShape shape{8, 8, 4};
  constexpr unsigned products = 4, factorElements = 4, sumElements = 8, half = 16;
  llvm::SmallVector<bool, 2> layouts = layoutsOf(*op.view);
  TypeId result = types.front(), addend = types.back();
  bool isSingle = result == TypeId::f32, addsSingle = addend == TypeId::f32;
  uint64_t name = fresh();
  for (unsigned product = 0; product != products; ++product) {
    MatrixFactor a = emptyFactor(FragmentOf::A, shape), b = emptyFactor(FragmentOf::B, shape);
    std::vector<Value> sums(size_t(shape.m) * shape.n);
    auto forItsLanes = [&](auto visit) {
      for (unsigned lane = 0; lane != warpLanes; ++lane)
        if (lane / 4 % products == product)
          visit(lane);
    };
    forItsLanes([&](unsigned lane) {
      for (FragmentOf matrix : {FragmentOf::A, FragmentOf::B}) {
        bool isA = matrix == FragmentOf::A;
        llvm::SmallVector<Value, 16> values = registersOf(warp, operand(op, isA ? 1 : 2), lane);
        for (unsigned i = 0; i != factorElements; ++i)
          setElement(isA ? a : b, matrix,
                     quadFragmentPlace(matrix, layouts[isA ? 0 : 1], false, lane, i), TypeId::f16,
                     0, elementOf(values, half, i));
      }
      llvm::SmallVector<Value, 16> values = registersOf(warp, operand(op, 3), lane);
      for (unsigned i = 0; i != sumElements; ++i) {
        MatrixPlace place = quadFragmentPlace(FragmentOf::D, false, addsSingle, lane, i);
        sums[place.row * shape.n + place.column] = elementOf(values, info(addend).width, i);
      }
    });
    addProduct(a, b, {addend, result}, sums);
    forItsLanes([&](unsigned lane) {
      unsigned perRegister = isSingle ? 1 : 2;
      for (auto [number, slot] : llvm::enumerate(operand(op, 0))) {
        llvm::SmallVector<Value, 2> elements;
        for (unsigned i = 0; i != perRegister; ++i) {
          MatrixPlace place = quadFragmentPlace(FragmentOf::D, false, isSingle, lane,
                                                static_cast<unsigned>(number * perRegister + i));
          elements.push_back(sums[place.row * shape.n + place.column]);
        }
        writeLane(warp, slot, lane,
                  joined(elements, info(result).width, mix(name, lane) & ~uint64_t(1)));
      }
    });
  }
}

/// Multiplies the blocks of a factor by their scales. `data` is the operand with the scales: the
/// register of one thread of a group has those of a row of A or a column of B. (Manual 9.7.14.3)
void Machine::scaleFactor(const Warp &warp, const Operation &op, unsigned data, FragmentOf matrix,
                          TypeId type, MatrixFactor &factor) {
  bool isA = matrix == FragmentOf::A;
  unsigned depth = isA ? factor.numbers.columns : factor.numbers.rows;
  unsigned lines = isA ? factor.numbers.rows : factor.numbers.columns;
  unsigned count = op.has(Modifier::scale_vec_4X)                                  ? 4
                   : op.has(Modifier::scale_vec_2X) || op.has(Modifier::kind_mxf4) ? 2
                                                                                   : 1;
  llvm::ArrayRef<Slot> selectors = operand(op, data + 1);
  for (unsigned line = 0; line != lines; ++line) {
    // Of a pair of threads for A, the second one has the rows from 8 on.
    constexpr unsigned threadsOfGroup = 4, half = 8;
    unsigned lane = line % half * threadsOfGroup;
    Value byte = valueOf(warp, selectors[0], lane), thread = valueOf(warp, selectors[1], lane);
    if (!byte.known || !thread.known)
      return skip(op, "a selector of scales that is not known");
    if (thread.bits >= (isA ? 2u : threadsOfGroup) || byte.bits >= 4 || byte.bits % count)
      return skip(op, "a selector of scales that does not exist");
    lane += isA ? static_cast<unsigned>(thread.bits) * 2 + line / half
                : static_cast<unsigned>(thread.bits);
    Value scales = valueOf(warp, operand(op, data)[0], lane);
    if (!scales.known)
      factor.unknownLines[line] = 1;
    for (unsigned k = 0; k != depth; ++k) {
      uint64_t at = byte.bits + k / (depth / count);
      double scale = elementNumber(type, scales.bits >> at * 8);
      (isA ? factor.numbers.at(line, k) : factor.numbers.at(k, line)) *= scale;
    }
  }
}

/// Expands A of a sparse product, whose metadata and selector are operands. False if they are not
/// known, or not supported.
bool Machine::expandRows(const Warp &warp, const Operation &op, unsigned bitsOfElement,
                         unsigned metadata, unsigned selector, MatrixFactor &a) {
  Sparsity sparsity = sparsityOf(bitsOfElement);
  unsigned chunks = a.numbers.columns * 2 / elementsOfChunk(sparsity);
  Value chosen = valueOf(warp, operand(op, selector)[0], firstLane(warp.live));
  if (!chosen.known || !metadataOfWarp(chunks, bitsOfElement, chosen.bits, 0, 0)) {
    skip(op, "a sparse product of this shape and selector is not executed with data");
    return false;
  }
  MetadataRule rule =
      op.has(Modifier::sp_ordered_metadata) ? MetadataRule::Ordered : MetadataRule::Different;
  std::optional<MatrixFactor> whole =
      expandedFactor(a, sparsity, rule, [&](unsigned row, unsigned chunk) {
        MetadataPlace place = *metadataOfWarp(chunks, bitsOfElement, chosen.bits, row, chunk);
        Value word = valueOf(warp, operand(op, metadata)[0], place.lane);
        return Value{truncate(word.bits >> place.bit, 4), word.known};
      });
  if (!whole) {
    skip(op, "a sparse product with metadata that are not known or have no meaning");
    return false;
  }
  a = std::move(*whole);
  return true;
}

static Rounding roundingOf(const Operation &op) {
  return op.has(Modifier::rz)   ? Rounding::TowardZero
         : op.has(Modifier::rm) ? Rounding::Down
         : op.has(Modifier::rp) ? Rounding::Up
                                : Rounding::NearestEven;
}

/// `mma` and `wmma.mma`.
void Machine::warpProduct(Warp &warp, const Operation &op) {
  std::optional<MatrixShape> shape = matrixShapeOf(*op.view);
  llvm::SmallVector<TypeId, 5> types = typesOf(*op.view);
  bool isSparse = op.has(Modifier::sp) || op.has(Modifier::sp_ordered_metadata);
  if (!shape || types.size() < 2)
    return skip(op, "a product of this form is not executed with data");
  // `wmma.mma` of `.f16` names only the types of D and C.
  if (types.size() == 2)
    types = {types[0], TypeId::f16, TypeId::f16, types[1]};
  auto [result, typeA, typeB, addend] = std::tuple(types[0], types[1], types[2], types[3]);
  bool combinesBits = op.has(Modifier::xor_) || op.has(Modifier::and_);
  bool limitsFloats = op.has(Modifier::satfinite) && result != TypeId::s32;
  if (limitsFloats || (combinesBits && typeA != TypeId::b1))
    return skip(op, "a product of this form is not executed with data");
  if (shape->k == 4 && typeA == TypeId::f16)
    return quadProducts(warp, op, {result, typeA, typeB, addend});
  bool isPacked = packsNibbles(op);
  MatrixShape stored = *shape;
  stored.k /= isSparse ? 2 : 1;
  MatrixFactor a = fragmentFactor(warp, operand(op, 1), FragmentOf::A, stored, typeA, isPacked);
  MatrixFactor b = fragmentFactor(warp, operand(op, 2), FragmentOf::B, *shape, typeB, isPacked);
  if (isSparse && !expandRows(warp, op, containerOf(typeA, isPacked).first, 4, 5, a))
    return;
  if (op.has(Modifier::block_scale)) {
    unsigned scales = isSparse ? 6 : 4;
    scaleFactor(warp, op, scales, FragmentOf::A, types[4], a);
    scaleFactor(warp, op, scales + 2, FragmentOf::B, types[4], b);
  }
  std::vector<Value> sums = fragmentSums(warp, operand(op, 3), *shape, addend);
  addProduct(a, b,
             {addend, result, roundingOf(op), op.has(Modifier::satfinite), op.has(Modifier::xor_)},
             sums);
  writeSums(warp, operand(op, 0), *shape, result, sums);
}

/// `movmatrix`: a row of 8 elements of 16 bits is in four lanes. (Manual 9.7.14.5.17)
void Machine::transposeFragment(Warp &warp, const Operation &op) {
  constexpr unsigned half = 16;
  std::array<Value, warpLanes> from;
  for (unsigned lane = 0; lane != warpLanes; ++lane)
    from[lane] = valueOf(warp, operand(op, 1)[0], lane);
  uint64_t name = fresh();
  for (unsigned lane = 0; lane != warpLanes; ++lane) {
    llvm::SmallVector<Value, 2> elements;
    for (unsigned i = 0; i != 2; ++i) {
      unsigned row = lane % 4 * 2 + i, column = lane / 4;
      elements.push_back(elementOf({from[row * 4 + column / 2]}, half, column % 2));
    }
    writeLane(warp, operand(op, 0)[0], lane,
              joined(elements, half, mix(name, lane) & ~uint64_t(1)));
  }
}

/// `wmma.load` and `wmma.store`: fragments in the layout of `fragmentPlace`, possibly several
/// times. (Manual 9.7.14.4.3)
void Machine::moveWmmaFragment(Warp &warp, Fragment &fragment, const Operation &op, bool isLoad) {
  std::optional<MatrixShape> shape = matrixShapeOf(*op.view);
  llvm::SmallVector<bool, 2> layouts = layoutsOf(*op.view);
  llvm::SmallVector<TypeId, 5> types = typesOf(*op.view);
  if (!shape || layouts.size() != 1 || types.size() != 1)
    return skip(op, "a fragment of this form is not moved with data");
  FragmentOf matrix = op.has(Modifier::a)   ? FragmentOf::A
                      : op.has(Modifier::b) ? FragmentOf::B
                                            : FragmentOf::D;
  bool isRowMajor = layouts.front();
  unsigned rows = matrix == FragmentOf::B ? shape->k : shape->m;
  unsigned columns = matrix == FragmentOf::A ? shape->k : shape->n;
  unsigned bits = info(types.front()).width;
  llvm::ArrayRef<Slot> registers = operand(op, isLoad ? 0 : 1);
  Slot base = operand(op, isLoad ? 1 : 0)[0];
  std::optional<Slot> stride;
  if (operandCount(op) > 2)
    stride = operand(op, 2)[0];
  // A register with elements of fewer than 8 bits is moved as a whole.
  unsigned unitBits = std::max(bits, bits < 8 ? 32u : 8u);
  unsigned units = std::max(1u, 32 / unitBits), elements = unitBits / bits;
  unsigned different = fragmentElements(matrix, *shape);
  uint64_t name = fresh();
  for (unsigned lane = 0; lane != warpLanes; ++lane) {
    Value address = valueOf(warp, base, lane);
    Value pitch =
        stride ? valueOf(warp, *stride, lane) : Value::number(isRowMajor ? columns : rows);
    if (!address.known || !pitch.known)
      return skip(op, "a matrix at an address that is not known");
    for (auto [number, slot] : llvm::enumerate(registers)) {
      llvm::SmallVector<Value, 4> parts;
      Value whole = isLoad ? Value::number(0) : valueOf(warp, slot, lane);
      for (unsigned unit = 0; unit != units; ++unit) {
        auto index = static_cast<unsigned>((number * units + unit) * elements % different);
        MatrixPlace place = fragmentPlace(matrix, *shape, bits, lane, index);
        uint64_t element = isRowMajor ? place.row * truncate(pitch.bits, 32) + place.column
                                      : place.column * truncate(pitch.bits, 32) + place.row;
        parts.push_back({truncate(whole.bits >> unit * unitBits, unitBits), whole.known});
        if (!moveElement(warp, fragment, op, lane, address.bits + element * bits / 8, unitBits / 8,
                         parts.back(), isLoad))
          parts.back() = Value::unknown(name);
      }
      if (isLoad)
        writeLane(warp, slot, lane, joined(parts, unitBits, mix(name, lane) & ~uint64_t(1)));
    }
  }
}

/// Loads or stores an element of a matrix in shared or global memory. False if it is outside.
bool Machine::moveElement(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane,
                          uint64_t address, unsigned bytes, Value &value, bool isLoad) {
  Value at = Value::number(address);
  Place place = placeOf(op, at);
  if (place.space == Place::Space::Shared) {
    if (!checkShared(op, place, bytes, bytes))
      return false;
    touchPeer(warp, fragment, op, *place.cta, lane);
    if (isLoad)
      readShared(warp, fragment, op, *place.cta, place.offset, bytes, lane);
    else
      writeShared(warp, fragment, op, *place.cta, place.offset, bytes, lane);
  } else if (place.space == Place::Space::Other) {
    if (!checkGlobal(warp, op, lane, address, bytes, bytes, !isLoad))
      return false;
    if (!isLoad)
      writeGlobal(warp, op, address, bytes, lane);
    else if (unsigned race = readGlobal(warp, fragment, op, address, bytes, lane))
      reportRace(warp.races[race - 1]);
  } else {
    skip(op, "a matrix outside of shared and global memory");
    return false;
  }
  if (isLoad)
    value = loadValue(warp, place, at, 0, bytes, lane, Value::unknown(fresh()));
  else
    storeValue(warp, place, at, 0, bytes, lane, value);
  ++progress;
  return true;
}

/// Whether all threads of a warp execute an instruction whose results the manual otherwise leaves
/// undefined. Without data it makes no difference.
bool Machine::isByWholeWarp(Warp &warp, const Fragment &fragment, const Operation &op) {
  LaneMask unknown = 0;
  LaneMask active =
      op.guard == Operation::none ? fragment.mask : guardMask(warp, op, fragment.mask, unknown);
  if (!launch.hasData || active == allLanes)
    return true;
  skip(op, "a matrix instruction that not all 32 threads of the warp execute");
  return false;
}

Machine::Step Machine::warpMatrix(Warp &warp, Fragment &fragment, const Operation &op) {
  if (!gather(warp, fragment, warp.live))
    return Step::Waits;
  if (!isByWholeWarp(warp, fragment, op))
    return Step::Next;
  if (op.has(Modifier::trans))
    transposeFragment(warp, op);
  else if (program.findOperand(pcOf(op), OperandId::p))
    moveWmmaFragment(warp, fragment, op, (op.addresses & 1) == 0);
  else
    warpProduct(warp, op);
  return Step::Next;
}
