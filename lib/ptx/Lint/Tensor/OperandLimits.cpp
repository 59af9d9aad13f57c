// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands, most of them of tensor instructions, that must be within limits which `ptxas` does not
// check, or only where they are numbers.

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Diagnostics/TensorValueRules.h"
#include "ptx/Lint/LintContext.h"

#include "ptx/Analysis/OperandLookup.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// Compares the operands of a body with the limits of one subject in their records.
class LimitChecker {
public:
  LimitChecker(BodyLintContext &context, Trait subject) : context(context), subject(subject) {}

  /// Calls `report(limit, inst, operand, value)` for each operand beyond its limits.
  template <class Report> void run(Report report) {
    context.forEach(subject, [&](InstId inst, const InstrView &view) {
      for (const OperandInfo &info : view.form->operands())
        for (const LimitInfo &limit : info.limits())
          if (limit.subject == subject && fulfils(view, limit.condition) && isForTarget(limit))
            operand(limit, inst, findOperand(context.checked, inst, info), report);
    });
  }

private:
  bool isForTarget(const LimitInfo &limit) const {
    return limit.targets == TargetSetId::AllTargets ||
           llvm::any_of(context.platform.targets, [&](TargetId target) {
             return satisfies(target, context.platform.version, limit.targets);
           });
  }

  template <class Report>
  void operand(const LimitInfo &limit, InstId inst, ExprId whole, Report report) {
    const SyntaxUnit &unit = context.unit;
    if (!whole)
      return;
    llvm::ArrayRef<ExprId> values(whole);
    if (unit[whole].kind == ExprKind::Vector)
      values = unit.list(unit[whole].list());
    for (auto [i, value] : llvm::enumerate(values))
      if (limit.element < 0 || limit.element == static_cast<int>(i))
        if (std::string text = illegal(limit, inst, value); !text.empty())
          report(limit, inst, value, text);
  }

  /// The known value, if it is certainly beyond the limits; else nothing.
  std::string illegal(const LimitInfo &limit, InstId inst, ExprId id) {
    KnownValue known = context.values().operand(inst, id);
    unsigned width = known.width();
    if (known.isNever() || width > 64)
      return "";
    if (std::optional<Constant> number = context.scope.constant(id);
        number && number->isInteger()) {
      int64_t value = number->asSigned();
      // A negative number represents its bits in the width of the operand.
      if (value < 0 && !limit.isSigned)
        value = static_cast<int64_t>(number->bits & llvm::maskTrailingOnes<uint64_t>(width));
      return limit.allows(value) ? "" : std::to_string(number->asSigned());
    }
    const llvm::KnownBits &bits = known.bits;
    if (known.isConstant()) {
      int64_t value = limit.isSigned ? bits.getConstant().getSExtValue()
                                     : static_cast<int64_t>(known.constant());
      return limit.allows(value) ? "" : std::to_string(value);
    }
    // Checks some of the bits, for any value of the others.
    bool isNegative = bits.isNegative();
    auto least = static_cast<int64_t>(bits.getMinValue().getZExtValue());
    auto most = static_cast<int64_t>(bits.getMaxValue().getZExtValue());
    bool isIllegal = limit.isSigned ? isNegative && limit.min == 0
                                    : least > limit.max || (most >= 0 && most < limit.min);
    if (uint64_t wrong = bits.One.getZExtValue() & (limit.step - 1))
      return "a number with bit " + std::to_string(llvm::countr_zero(wrong)) + " set";
    return isIllegal ? describe(known) : "";
  }

  BodyLintContext &context;
  Trait subject;
};

} // namespace

static std::string valuesOf(const LimitInfo &limit) {
  std::string bounds = std::to_string(limit.min) + " to " + std::to_string(limit.max);
  bool isOpen = limit.max == INT64_MAX;
  if (limit.min == limit.max)
    return std::to_string(limit.min);
  if (limit.powerOfTwo)
    return "a power of two, " + bounds;
  if (limit.step > 1 && !isOpen)
    return "a multiple of " + std::to_string(limit.step) + " below " +
           std::to_string(limit.max + limit.step);
  if (limit.step > 1)
    return "a multiple of " + std::to_string(limit.step);
  return isOpen ? "at least " + std::to_string(limit.min) : bounds;
}

/// Reports the operands beyond the limits with this `subject`.
template <class Diag> static void checkLimits(BodyLintContext &context, Trait subject) {
  LimitChecker checker(context, subject);
  checker.run([&](const LimitInfo &limit, InstId inst, ExprId id, StringRef value) {
    std::string expected = valuesOf(limit);
    Diagnostic &d = context.diagnostics.emit(Diag{.range = context.unit.range(id),
                                                  .what = limit.what,
                                                  .value = value,
                                                  .expected = expected,
                                                  .rule = limit.rule});
    context.values().explain(d, inst, id);
  });
}

void ptx::checkIm2colOffset(BodyLintContext &context) {
  checkLimits<diag::Im2colOffset>(context, Trait::LimitsIm2colOffset);
}

void ptx::checkNegativeCoordinate(BodyLintContext &context) {
  checkLimits<diag::NegativeCoordinate>(context, Trait::LimitsCoordinate);
}

void ptx::checkCtaMask(BodyLintContext &context) {
  checkLimits<diag::CtaMask>(context, Trait::LimitsCtaMask);
}

void ptx::checkCopySize(BodyLintContext &context) {
  checkLimits<diag::CopySize>(context, Trait::LimitsCopySize);
}

void ptx::checkEmptyCopy(BodyLintContext &context) {
  checkLimits<diag::EmptyCopy>(context, Trait::LimitsEmptyCopy);
}

void ptx::checkMbarrierCount(BodyLintContext &context) {
  checkLimits<diag::MbarrierCount>(context, Trait::LimitsMbarrierCount);
}

void ptx::checkTensorMapField(BodyLintContext &context) {
  checkLimits<diag::TensorMapField>(context, Trait::LimitsTensorMapField);
}

void ptx::checkColumnCount(BodyLintContext &context) {
  checkLimits<diag::ColumnCount>(context, Trait::LimitsColumnCount);
}

void ptx::checkSparseVectorDescriptor(BodyLintContext &context) {
  checkLimits<diag::SparseVectorDescriptor>(context, Trait::LimitsSparseVector);
}

void ptx::checkFabricOffset(BodyLintContext &context) {
  checkLimits<diag::FabricOffset>(context, Trait::LimitsFabricOffset);
}

void ptx::checkReplacedProperty(BodyLintContext &context) {
  checkLimits<diag::ReplacedProperty>(context, Trait::LimitsReplacedProperty);
}

void ptx::checkNegativeGroupCount(BodyLintContext &context) {
  checkLimits<diag::NegativeGroupCount>(context, Trait::LimitsGroupCount);
}

void ptx::checkOperandValue(BodyLintContext &context) {
  LimitChecker checker(context, Trait::LimitsValue);
  checker.run([&](const LimitInfo &limit, InstId inst, ExprId id, StringRef value) {
    std::string expected = valuesOf(limit);
    Diagnostic &d = context.diagnostics.emit(diag::OperandValue{
        .range = context.unit.range(id), .what = limit.what, .value = value, .expected = expected});
    context.values().explain(d, inst, id);
  });
}

void ptx::checkSparsitySelector(BodyLintContext &context) {
  checkLimits<diag::SparsitySelector>(context, Trait::LimitsSparsitySelector);
}

void ptx::checkScaleSelector(BodyLintContext &context) {
  checkLimits<diag::ScaleSelector>(context, Trait::LimitsScaleSelector);
}
