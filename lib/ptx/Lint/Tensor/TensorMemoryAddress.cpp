// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses in tensor memory: lanes in the upper half, columns in the lower. (Manual 9.7.16.1)

#include "ptx/Diagnostics/TensorValueRules.h"
#include "ptx/Lint/LintContext.h"

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Tensor/TensorMemory.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// The layout of a shape of `tcgen05.ld`, `.st`, `.cp` in tensor memory.
struct ShapeExtent {
  StringRef shape;
  unsigned columns; ///< for each repetition
};

/// The known part of a lane or a column: a lower bound, and the bits that are certainly set.
struct KnownCoordinate {
  unsigned least;
  bool isConstant;
};

/// An address of tensor memory in an operand of an instruction.
struct TensorMemoryUse {
  InstId inst;
  ExprId expr;
  KnownValue value;

  KnownCoordinate lane() const { return part(16); }
  KnownCoordinate column() const { return part(0); }

private:
  KnownCoordinate part(unsigned low) const {
    llvm::KnownBits bits = value.bits.extractBits(16, low);
    return {static_cast<unsigned>(bits.One.getZExtValue()), bits.isConstant()};
  }
};

} // namespace

static constexpr ShapeExtent extents[] = {
    {"32x32b", 1},   {"16x64b", 2}, {"16x128b", 4},  {"16x256b", 8}, {"16x32bx2", 1},
    {"128x256b", 8}, {"4x256b", 8}, {"128x128b", 4}, {"64x128b", 4}, {"32x128b", 4},
};

static constexpr OperandId addresses[] = {OperandId::taddr,
                                          OperandId::d_tmem,
                                          OperandId::a_tmem,
                                          OperandId::sp_meta_tmem,
                                          OperandId::scale_A_tmem,
                                          OperandId::scale_B_tmem,
                                          OperandId::b_decompress_metadata};

/// The number of columns of the memory, on the target of the module with the most.
static unsigned memoryColumns(const Platform &platform) {
  return areOf107(platform) == false ? tensorMemoryColumns : tensorMemoryColumnsOf107;
}

/// Calls `check(use, operand)` for each partly known address.
template <class Check> static void forEachAddress(BodyLintContext &context, Check check) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncGroup::TensorMemoryOps))
    return;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    if (groupOf(ops[{i}]) != AsyncGroup::TensorMemoryOps)
      continue;
    for (const OperandInfo &operand : context.view({i}).form->operands()) {
      if (!llvm::is_contained(addresses, operand.id))
        continue;
      TensorMemoryUse use{{i}, findOperand(context.checked, {i}, operand), {}};
      if (!use.expr)
        continue;
      use.value = context.values().address({i}, use.expr);
      if (use.value.width() == 32 && !use.value.isNever())
        check(use, operand.id);
    }
  }
}

template <class Diag>
static void emit(BodyLintContext &context, const TensorMemoryUse &use, llvm::StringLiteral rule,
                 const std::string &fault) {
  std::string address = describe(use.value);
  Diagnostic &d = context.diagnostics.emit(Diag{
      .range = context.unit.range(use.expr), .address = address, .fault = fault, .rule = rule});
  context.values().explain(d, use.inst, use.expr);
}

static const ShapeExtent *extentOf(const InstrView &view) {
  for (Modifier word : view.modifiers)
    for (const ShapeExtent &extent : extents)
      if (word != Modifier::none && info(word).name == extent.shape)
        return &extent;
  return nullptr;
}

/// The number of columns that the instruction accesses from `taddr` on; 1 if unknown. A register
/// with packed values covers two columns. (Manual 9.7.16.8)
static unsigned accessedColumns(const InstrView &view) {
  const ShapeExtent *extent = extentOf(view);
  if (!extent)
    return 1;
  unsigned times = 1, columns = extent->columns;
  for (Modifier word : view.modifiers) {
    if (word == Modifier::none)
      continue;
    StringRef name = info(word).name;
    if (name == "pack::16b" || name == "unpack::16b")
      columns *= 2;
    if (unsigned number; name.consume_front("x") && !name.getAsInteger(10, number))
      times = number;
  }
  return columns * times;
}

/// The lane and the columns must exist. (Manual 9.7.16.1.1)
static void checkExtent(BodyLintContext &context, const TensorMemoryUse &use, unsigned columns) {
  using Diag = diag::TensorMemoryAddress;
  if (unsigned lane = use.lane().least; lane >= tensorMemoryLanes)
    emit<Diag>(context, use, "T224",
               "the lane, bits 16-31, is " + std::to_string(lane) + "; expected 0 to 127");
  unsigned count = memoryColumns(context.platform);
  if (unsigned column = use.column().least; column >= count)
    emit<Diag>(context, use, "T224",
               "the column, bits 0-15, is " + std::to_string(column) + "; expected 0 to " +
                   std::to_string(count - 1));
  else if (column + columns > count)
    emit<Diag>(context, use, "T224",
               "the access takes columns " + std::to_string(column) + " to " +
                   std::to_string(column + columns - 1) + "; there are " + std::to_string(count));
}

void ptx::checkTensorMemoryAddress(BodyLintContext &context) {
  using Diag = diag::TensorMemoryAddress;
  // Addresses and products are in source order.
  llvm::ArrayRef<TensorProduct> products = context.tensorProducts();
  const TensorProduct *product = products.begin();
  forEachAddress(context, [&](const TensorMemoryUse &use, OperandId operand) {
    const InstrView &view = context.checked.signatures[use.inst.index]->view;
    checkExtent(context, use, operand == OperandId::taddr ? accessedColumns(view) : 1);
    // Manual 9.7.16.9.3
    if (unsigned lane = use.lane().least;
        context.asyncOps()[use.inst] == AsyncOp::TensorShift && lane % 32)
      emit<Diag>(context, use, "T234",
                 "the lane is " + std::to_string(lane) + "; expected a multiple of 32");
    // Manual of PTX 9.4, 9.7.18.10.10.1
    if (unsigned column = use.column().least;
        operand == OperandId::b_decompress_metadata && column % 2)
      emit<Diag>(context, use, "T334",
                 "the lookup table is at column " + std::to_string(column) +
                     "; expected an even one");
    if (operand != OperandId::d_tmem)
      return;
    // Manual 9.7.16.10.5
    while (product != products.end() && product->inst.index < use.inst.index)
      ++product;
    if (product == products.end() || product->inst != use.inst || !product->rows() ||
        !product->use.ctaGroup)
      return;
    unsigned lane = use.lane().isConstant ? use.lane().least : 0;
    TensorAddress address{static_cast<uint16_t>(lane), static_cast<uint16_t>(use.column().least)};
    unsigned columns = memoryColumns(context.platform);
    if (!address.exists(columns))
      return;
    AccumulatorShape shape{*product->rows(),       product->columns().value_or(0),
                           *product->use.ctaGroup, *product->use.sparse,
                           *product->use.ws,       columns};
    for (const Violation &violation : checkAccumulator(address, shape))
      emit<Diag>(context, use, violation.rule, violation.text);
  });
}

/// The shared variable, of 4 bytes, to which the only `tcgen05.alloc` of the body writes the
/// address; none if something else can write to it.
static SymbolRef addressVariable(BodyLintContext &context, InstId alloc) {
  KnownValue to =
      context.values().operand(alloc, findOperand(context.checked, alloc, AsyncRole::Writes));
  bool isWhole = to.pointsTo() && to.object == AddressWindow::Shared && to.offset == 0 &&
                 to.symbol->bytes == 4 && to.symbol->isDefinedHere();
  if (!isWhole)
    return {};
  for (const AddressUse &use : context.addressUses())
    if (use.stores && use.inst != alloc && use.value.ref == to.ref)
      return {};
  return to.ref;
}

/// Accesses must be to allocated columns. Only accesses at known distances from the address of the
/// only allocation of the kernel are reported. (Manual 9.7.16.7.1)
void ptx::checkTensorMemoryBounds(BodyLintContext &context) {
  llvm::ArrayRef<InstId> insts = context.asyncOps().instructions();
  auto isAlloc = [&](InstId inst) { return context.asyncOps()[inst] == AsyncOp::TensorAlloc; };
  if (!context.asyncOps().has(AsyncOp::TensorAlloc) || !context.isWhole() ||
      llvm::count_if(insts, isAlloc) != 1)
    return;
  InstId alloc = *llvm::find_if(insts, isAlloc);
  ExprId count = findOperand(context.checked, alloc, AsyncRole::Count);
  KnownValue columns = context.values().operand(alloc, count);
  SymbolRef variable = columns.isConstant() ? addressVariable(context, alloc) : SymbolRef();
  if (!variable)
    return;
  ThreadValues values(context.checked, context.registers(), context.values().definitions(),
                      context.threadValues().shape(), variable);
  for (InstId inst : insts) {
    AsyncOp op = context.asyncOps()[inst];
    if (op != AsyncOp::TensorLoad && op != AsyncOp::TensorStore)
      continue;
    ExprId address = findOperand(context.checked, inst,
                                 op == AsyncOp::TensorLoad ? AsyncRole::Reads : AsyncRole::Writes);
    if (!address)
      continue;
    const ThreadValue &value = values.operand(inst, address);
    if (value.kind != ThreadValue::Known || value.base != variable || !value.loaded)
      continue;
    llvm::BitVector threads = context.threadSets().run(inst);
    unsigned width = accessedColumns(context.view(inst));
    for (unsigned thread : threads.set_bits()) {
      auto first = static_cast<unsigned>(value.at(thread) & 0xFFFF);
      if (first + width <= columns.constant())
        continue;
      context.diagnostics
          .emit(diag::TensorMemoryBounds{.range = context.unit.range(address),
                                         .first = first,
                                         .last = first + width - 1,
                                         .columns = columns.constant()})
          .note(context.unit.range(count), "allocated here");
      return;
    }
  }
}
