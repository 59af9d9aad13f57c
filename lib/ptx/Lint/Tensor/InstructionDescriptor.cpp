// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The descriptors of shape and types that `tcgen05.mma` takes, and the masks of columns. (Manual
// 9.7.16.4.2, 9.7.16.4.3)

#include "ptx/Analysis/OperandViews.h"
#include "ptx/Diagnostics/TensorValueRules.h"
#include "ptx/Lint/LintContext.h"

#include "ptx/Tensor/Descriptors/ZeroColumnMask.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// Whether `value`, which is invalid for the kind of `product`, is a legal descriptor in the format
/// of the other kinds, with or without scale factors.
static std::optional<Violation> readAsOther(const TensorProduct &product, uint32_t value) {
  bool scaled = isBlockScaled(product.kind);
  llvm::SmallVector<MmaKind> kinds = kindsThatTake(value, !scaled);
  if (kinds.empty())
    return std::nullopt;
  InstructionDescriptor mine = decodeInstructionDescriptor(product.kind, value),
                        other = decodeInstructionDescriptor(kinds.front(), value);
  auto shape = [](const InstructionDescriptor &d) {
    return "M " + std::to_string(d.m) + " and N " + std::to_string(d.n);
  };
  return Violation{Violation::Kind::Suspicious, "T277",
                   "kind::" + mmaKindName(product.kind).str() + " reads " + shape(mine) +
                       ", and it is legal for kind::" + mmaKindName(kinds.front()).str() +
                       ", which reads " + shape(other)};
}

/// Calls `report(product, violations)` for each product with a partly known descriptor.
template <class Report> static void forEachDescriptor(BodyLintContext &context, Report report) {
  for (const TensorProduct &product : context.tensorProducts())
    if (const KnownValue &value = product.descriptor.value;
        product.descriptor && value.width() == 32 && !value.isNever())
      report(product, checkInstructionDescriptor(product.kind, value.bits, product.use));
}

template <class Diag>
static Diagnostic &emit(BodyLintContext &context, const TensorProduct &product,
                        const Violation &violation) {
  std::string value = describe(product.descriptor.value);
  Diagnostic &d =
      context.diagnostics.emit(Diag{.range = context.unit.range(product.descriptor.expr),
                                    .value = value,
                                    .fault = violation.text,
                                    .rule = violation.rule});
  context.values().explain(d, product.inst, product.descriptor.expr);
  return d;
}

static std::optional<Violation> otherFormat(const TensorProduct &product,
                                            const Violations &violations) {
  const KnownValue &value = product.descriptor.value;
  return value.isConstant() && !isLegal(violations) ? readAsOther(product, value.constant())
                                                    : std::nullopt;
}

void ptx::checkInstructionDescriptor(BodyLintContext &context) {
  forEachDescriptor(context, [&](const TensorProduct &product, const Violations &violations) {
    for (const Violation &violation : violations) {
      if (violation.kind != Violation::Kind::Manual)
        continue;
      Diagnostic &d = emit<diag::InstructionDescriptor>(context, product, violation);
      if (std::optional<Violation> other = otherFormat(product, violations))
        d.note(context.unit.range(product.descriptor.expr), other->text);
    }
  });
}

void ptx::checkUnusualInstructionDescriptor(BodyLintContext &context) {
  using Diag = diag::UnusualInstructionDescriptor;
  forEachDescriptor(context, [&](const TensorProduct &product, const Violations &violations) {
    for (const Violation &violation : violations)
      if (violation.kind == Violation::Kind::Suspicious)
        emit<Diag>(context, product, violation);
    if (std::optional<Violation> other = otherFormat(product, violations))
      emit<Diag>(context, product, *other);
  });
}

void ptx::checkZeroColumnMask(BodyLintContext &context) {
  for (const TensorProduct &product : context.tensorProducts()) {
    KnownOperand mask =
        knownOperand(context.values(), product.inst,
                     view::TensorMma::of(context.checked, product.inst)->zero_column_mask_desc());
    if (!mask || mask.value.width() != 64 || mask.value.isNever())
      continue;
    for (const Violation &violation :
         checkZeroColumnMask(mask.value.bits, product.rows().value_or(0))) {
      if (violation.kind != Violation::Kind::Manual)
        continue;
      std::string value = describe(mask.value);
      Diagnostic &d =
          context.diagnostics.emit(diag::ZeroColumnMask{.range = context.unit.range(mask.expr),
                                                        .value = value,
                                                        .fault = violation.text,
                                                        .rule = violation.rule});
      context.values().explain(d, product.inst, mask.expr);
    }
  }
}
