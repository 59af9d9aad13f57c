// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/TensorValueRules.h"
#include "ptx/Lint/Tensor/ObjectOperands.h"

#include "ptx/Analysis/OperandLookup.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;

/// Objects that instructions work on lie at multiples of their units. What is known of the low bits
/// of an address tells where one cannot.
void ptx::checkMisalignedObject(BodyLintContext &context) {
  forEachObject(context, [&](const ObjectOperand &object) {
    if (!object.isMisaligned())
      return;
    Diagnostic &d = context.diagnostics.emit(
        diag::MisalignedObject{.range = context.unit.range(object.address),
                               .address = context.unit.source(object.address),
                               .unit = object.rule.unit,
                               .what = object.rule.what,
                               .rule = object.rule.rule});
    context.values().explain(d, object.inst, object.address);
  });
}

namespace {

/// The address of something that has to lie at multiples of `unit`.
struct AlignedOperand {
  ExprId address;
  const KnownValue &value;
  uint32_t unit;
  llvm::StringRef what;
  llvm::StringRef rule;
};

} // namespace

/// Reports a variable that lies at a multiple of the unit by chance alone.
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

/// The tiles that matrix descriptors begin at. (Manual 9.7.15.5.1, 9.7.16.4.1)
static void checkTiles(BodyLintContext &context) {
  constexpr uint32_t unit = 16;
  if (!context.usesAny({Opcode::wgmma, Opcode::tcgen05}))
    return;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    const Signature *signature = context.checked.signatures[i];
    if (!signature)
      continue;
    bool isWgmma = signature->view.form->opcode == Opcode::wgmma;
    if (!isWgmma && signature->view.form->opcode != Opcode::tcgen05)
      continue;
    for (OperandId descriptor : {OperandId::a_desc, OperandId::b_desc, OperandId::s_desc}) {
      ExprId operand = findOperand(context.checked, {i}, descriptor);
      if (!operand)
        continue;
      KnownValue value = context.values().operand({i}, operand);
      if (value.window == AddressWindow::Encoded && value.shift == llvm::Log2_32(unit))
        checkAlignment(context, {operand, value, unit, "a matrix in shared memory",
                                 isWgmma ? "T195" : "T284"});
    }
  }
}

/// What a declaration promises of the address of a variable must be enough for what is done with
/// it.
void ptx::checkUnderalignedObject(BodyLintContext &context) {
  forEachObject(context, [&](const ObjectOperand &object) {
    if (object.value.window != AddressWindow::Encoded && !object.isMisaligned())
      checkAlignment(context, {object.address, object.value, object.rule.unit, object.rule.what,
                               object.rule.rule});
  });
  checkTiles(context);
}
