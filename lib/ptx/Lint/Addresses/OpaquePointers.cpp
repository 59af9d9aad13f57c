// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The uses of pointers to textures, samplers and surfaces. (Manual 5.3)

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;
using llvm::StringRef;

static bool pointsToOpaque(const KnownValue &value) {
  return value.pointsTo() && value.symbol->isOpaque();
}

static Diagnostic &report(BodyLintContext &context, InstId inst, ExprId pointer,
                          const Symbol &object, StringRef rule) {
  Diagnostic &diagnostic =
      context.diagnostics.emit(diag::OpaquePointer{.range = context.unit.range(pointer),
                                                   .pointer = context.unit.source(pointer),
                                                   .name = object.name,
                                                   .type = ("." + info(*object.type).name).str(),
                                                   .rule = rule});
  context.values().explain(diagnostic, inst, pointer);
  return diagnostic;
}

/// A pointer to an opaque variable can be moved, stored, passed on, and given to texture and
/// surface instructions. Its object cannot be loaded or stored, and pointer arithmetic is not
/// possible.
void ptx::checkOpaquePointer(BodyLintContext &context) {
  for (const AddressUse &use : context.addressUses())
    if (!use.isNamed && pointsToOpaque(use.value) && !use.isInWrongWindow())
      report(context, use.inst, use.address, *use.value.symbol,
             "only texture, surface and query instructions can access it");
  for (InstId inst : context.addressPrefilter().opaqueArithmetic())
    for (ExprId operand : context.unit.list(context.unit[inst].operands()).drop_front())
      if (KnownValue value = context.values().operand(inst, operand); pointsToOpaque(value))
        report(context, inst, operand, *value.symbol,
               "arithmetic on its address has undefined results");
}

/// In independent texturing mode there are no pointers to textures and samplers.
void ptx::checkIndirectTexture(BodyLintContext &context) {
  if (!context.platform.independentTextures)
    return;
  const SyntaxUnit &unit = context.unit;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    const Signature *signature = context.checked.signatures[i];
    if (!signature)
      continue;
    llvm::ArrayRef<ExprId> operands = unit.list(unit[InstId{i}].operands());
    for (size_t n = 0; n != operands.size(); ++n) {
      const Signature::Place &place = signature->places[n];
      if (unit[operands[n]].kind != ExprKind::Address)
        continue;
      for (auto [part, id] : llvm::enumerate(unit.list(unit[operands[n]].list()))) {
        const ExpectedOperand &expected =
            signature->operands[place.first + std::min<size_t>(part, place.count - 1)];
        bool isTexture = expected.isOpaque() && !(expected.objects() & typeBit(TypeId::surfref));
        if (isTexture && unit[id].kind == ExprKind::Name &&
            context.registers().find(id) != Registers::none)
          context.diagnostics.emit(
              diag::IndirectTexture{.range = unit.range(id), .name = unit.source(id)});
      }
    }
  }
}
