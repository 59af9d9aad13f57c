// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/TensorValueRules.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;

/// Reports that the address of an operand is not a multiple of `unit`.
template <class Rule>
static void report(BodyLintContext &context, const ObjectOperand &operand, uint32_t unit) {
  Diagnostic &d = context.diagnostics.emit(Rule{.range = context.unit.range(operand.address),
                                                .address = context.unit.source(operand.address),
                                                .unit = unit,
                                                .what = operand.object.what,
                                                .rule = operand.object.rule});
  context.values().explain(d, operand.inst, operand.address);
}

/// Operands in memory must be aligned to their units. The known low bits of an address can show
/// that it is not aligned.
void ptx::checkMisalignedObject(BodyLintContext &context) {
  for (const ObjectOperand &operand : context.objectOperands())
    if (operand.isMisaligned())
      report<diag::MisalignedObject>(context, operand, operand.object.alignment);
}

/// Checks the tile of a tensor copy, which faults on devices although the manual allows it. (CUDA
/// C++ Programming Guide, alignment of multi-dimensional tensor copies)
void ptx::checkUnalignedTile(BodyLintContext &context) {
  for (const ObjectOperand &operand : context.objectOperands())
    if (!operand.isMisaligned() && operand.isNoMultipleOf(operand.object.deviceAlignment))
      report<diag::UnalignedTile>(context, operand, operand.object.deviceAlignment);
}

namespace {

/// The address of an object that must be aligned to `unit`.
struct AlignedOperand {
  ExprId address;
  const KnownValue &value;
  uint32_t unit;
  llvm::StringRef what;
  llvm::StringRef rule;
};

} // namespace

/// Reports a variable that is aligned to the unit only by chance.
static void checkAlignment(BodyLintContext &context, const AlignedOperand &operand) {
  const KnownValue &value = operand.value;
  const Symbol *symbol = value.symbol;
  bool isPlace = symbol && !value.loaded && value.offset && symbol->isDefinedHere();
  if (!isPlace || !llvm::isPowerOf2_32(symbol->alignment) || symbol->alignment >= operand.unit)
    return;
  context.diagnostics
      .emit(diag::UnderalignedObject{.range = context.unit.range(operand.address),
                                     .name = symbol->name,
                                     .alignment = symbol->alignment,
                                     .what = operand.what,
                                     .unit = operand.unit,
                                     .rule = operand.rule})
      .note(symbol->range, "declared here");
}

/// The tiles at the start addresses of matrix descriptors. (Manual 9.7.15.5.1, 9.7.16.4.1)
static void checkTiles(BodyLintContext &context) {
  constexpr uint32_t unit = 16;
  context.forEach(Trait::HasMatrixDescriptor, [&](InstId inst, const InstrView &view) {
    bool isWgmma = asyncOp(view) == AsyncOp::WgmmaMma;
    for (ExprId operand : matrixDescriptors(context.checked, inst)) {
      KnownValue value = context.values().operand(inst, operand);
      if (value.window == AddressWindow::Encoded && value.shift == llvm::Log2_32(unit))
        checkAlignment(context, {operand, value, unit, "a matrix in shared memory",
                                 isWgmma ? "T195" : "T284"});
    }
  });
}

/// The declared alignment of a variable must be sufficient for its uses.
void ptx::checkUnderalignedObject(BodyLintContext &context) {
  for (const ObjectOperand &operand : context.objectOperands())
    if (operand.value.window != AddressWindow::Encoded && !operand.isMisaligned())
      checkAlignment(context, {operand.address, operand.value, operand.object.alignment,
                               operand.object.what, operand.object.rule});
  checkTiles(context);
}
