// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands of tensor instructions that must be within limits which `ptxas` does not check, or only
// where they are numbers.

#include "ptx/Diagnostics/TensorValueRules.h"
#include "ptx/Lint/LintContext.h"

#include "ptx/Analysis/OperandLookup.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringLiteral;
using llvm::StringRef;

namespace {

/// The values that are legal.
struct Limits {
  int64_t min;
  int64_t max;
  int64_t step = 1;
  bool powerOfTwo = false;

  bool allows(int64_t value) const {
    return value >= min && value <= max && value % step == 0 &&
           (!powerOfTwo || llvm::isPowerOf2_64(static_cast<uint64_t>(value)));
  }
};

constexpr int64_t unlimited = INT64_MAX;
constexpr Limits any16{1, 0xFFFF};
constexpr Limits transaction{0, (1 << 20) - 1};
constexpr Limits arrivals{1, (1 << 20) - 1};
constexpr Limits sixteenths{INT64_MIN, unlimited, 16};
constexpr Limits columns{32, 512, 1, true};

/// The operand `operand` of `instructions` must be within `limits` where the instruction has these
/// modifiers.
struct OperandLimit {
  DiagId subject;
  /// As the instruction table calls them, with spaces between.
  StringLiteral instructions;
  OperandId operand;
  /// Of a vector; -1: each.
  int8_t element;
  Limits limits;
  StringLiteral what;
  StringLiteral rule;
  Modifier with = Modifier::none;
  Modifier alsoWith = Modifier::none;
  /// Whether a negative number is one, and not a large one.
  bool isSigned = false;
};

} // namespace

static constexpr StringLiteral im2colCopies = "cp.async.bulk.tensor cp.async.bulk.prefetch.tensor";
static constexpr StringLiteral stores = "cp.async.bulk.tensor cp.reduce.async.bulk.tensor";
static constexpr StringLiteral multicasts = "cp.async.bulk.tensor cp.async.bulk tcgen05.commit";
static constexpr StringLiteral transactions =
    "mbarrier.expect_tx mbarrier.complete_tx mbarrier.arrive mbarrier.arrive_drop";
static constexpr StringLiteral replace = "tensormap.replace";

static constexpr OperandLimit limitTable[] = {
    // Manual 9.7.9.27.1.2, 5.5.4.1
    {diag::Im2colOffset::id,
     im2colCopies,
     OperandId::im2colInfo,
     -1,
     {0, 0xFFFF},
     "the im2col offset",
     "T023",
     Modifier::im2col,
     Modifier::n3d},
    {diag::Im2colOffset::id,
     im2colCopies,
     OperandId::im2colInfo,
     -1,
     {0, 0xFF},
     "the im2col offset",
     "T023",
     Modifier::im2col,
     Modifier::n4d},
    {diag::Im2colOffset::id,
     im2colCopies,
     OperandId::im2colInfo,
     -1,
     {0, 31},
     "the im2col offset",
     "T023",
     Modifier::im2col,
     Modifier::n5d},
    {diag::Im2colOffset::id,
     im2colCopies,
     OperandId::im2colInfo,
     0,
     {0, 511},
     "wHalo",
     "T024",
     Modifier::im2col_w},
    {diag::Im2colOffset::id,
     im2colCopies,
     OperandId::im2colInfo,
     0,
     {0, 31},
     "wHalo",
     "T024",
     Modifier::im2col_w_128},
    {diag::Im2colOffset::id,
     im2colCopies,
     OperandId::im2colInfo,
     1,
     {0, 31},
     "wOffset",
     "T025",
     Modifier::im2col_w},
    {diag::Im2colOffset::id,
     im2colCopies,
     OperandId::im2colInfo,
     1,
     {0, 31},
     "wOffset",
     "T025",
     Modifier::im2col_w_128},
    // Manual 9.7.9.27.1.1
    {diag::NegativeCoordinate::id,
     stores,
     OperandId::tensorCoords,
     -1,
     {0, unlimited},
     "the coordinate of a store",
     "T045",
     Modifier::bulk_group,
     Modifier::none,
     true},
    {diag::CtaMask::id, multicasts, OperandId::ctaMask, -1, any16, "the mask of CTAs", "T042"},
    // Manual 9.7.9.25.4
    {diag::CopySize::id, "cp.async.bulk", OperandId::size, -1, sixteenths, "the size", "T101"},
    {diag::CopySize::id, "cp.reduce.async.bulk", OperandId::size, -1, sixteenths, "the size",
     "T118"},
    {diag::CopySize::id, "cp.async.bulk.prefetch", OperandId::size, -1, sixteenths, "the size",
     "T119"},
    {diag::CopySize::id, "multimem.cp.async.bulk", OperandId::size, -1, sixteenths, "the size",
     "T120"},
    {diag::CopySize::id, "multimem.cp.reduce.async.bulk", OperandId::size, -1, sixteenths,
     "the size", "T121"},
    {diag::EmptyCopy::id, "cp.async.bulk", OperandId::size, -1, {1, unlimited}, "the size", "T102"},
    // Manual 9.7.13.15
    {diag::MbarrierCount::id, "mbarrier.init", OperandId::count, -1, arrivals,
     "the count of arrivals", "T156"},
    {diag::MbarrierCount::id, "mbarrier.arrive mbarrier.arrive_drop", OperandId::count, -1,
     arrivals, "the count of arrivals", "T164"},
    {diag::MbarrierCount::id, transactions, OperandId::txCount, -1, transaction,
     "the count of bytes", "T160"},
    // Manual 9.7.9.28
    {diag::TensorMapField::id,
     replace,
     OperandId::ord,
     -1,
     {0, 3},
     "the number of the stride",
     "T126",
     Modifier::global_stride},
    {diag::TensorMapField::id,
     replace,
     OperandId::new_val,
     -1,
     {0, 4},
     "the rank less 1",
     "T138",
     Modifier::rank},
    {diag::TensorMapField::id,
     replace,
     OperandId::new_val,
     -1,
     {1, 256},
     "the extent of the box",
     "T139",
     Modifier::box_dim},
    {diag::TensorMapField::id,
     replace,
     OperandId::new_val,
     -1,
     {1, unlimited},
     "the extent of the tensor",
     "T139",
     Modifier::global_dim},
    {diag::TensorMapField::id,
     replace,
     OperandId::new_val,
     -1,
     {0, (int64_t(1) << 40) - 16, 16},
     "the stride of the tensor",
     "T139",
     Modifier::global_stride},
    {diag::TensorMapField::id,
     replace,
     OperandId::new_val,
     -1,
     {1, 8},
     "the stride of elements",
     "T139",
     Modifier::element_stride},
    {diag::TensorMapField::id, replace, OperandId::new_val, -1, sixteenths,
     "the address of the tensor", "T139", Modifier::global_address},
    // Manual 9.7.16.7.1
    {diag::ColumnCount::id, "tcgen05.alloc", OperandId::nCols, -1, columns, "the number of columns",
     "T206"},
    {diag::ColumnCount::id, "tcgen05.dealloc", OperandId::nCols, -1, columns,
     "the number of columns", "T207"},
    // Manual 9.7.9.27.2.2
    {diag::NegativeGroupCount::id,
     "cp.async.bulk.wait_group",
     OperandId::N,
     -1,
     {0, unlimited},
     "the number of groups",
     "T047",
     Modifier::none,
     Modifier::none,
     true},
    // Manual 9.7.14.6.1
    {diag::SparsitySelector::id,
     "mma",
     OperandId::f,
     -1,
     {0, 1},
     "the selector of threads",
     "T309",
     Modifier::m16n8k32,
     Modifier::f16},
};

namespace {

/// Compares the operands of a body with the limits of one subject.
class LimitChecker {
public:
  LimitChecker(BodyLintContext &context, DiagId subject) : context(context), subject(subject) {}

  /// Calls `report(limit, inst, operand, value)` for what is beyond its limits in instructions with
  /// these opcodes.
  template <class Report> void run(std::initializer_list<Opcode> opcodes, Report report) {
    for (uint32_t i = 0; i != context.checked.signatures.size(); ++i)
      if (const Signature *signature = context.checked.signatures[i];
          signature && llvm::is_contained(opcodes, signature->view.form->opcode))
        for (const OperandLimit &limit : limitTable)
          if (limit.subject == subject && isAbout(limit, signature->view))
            operand(limit, {i}, report);
  }

private:
  static bool isAbout(const OperandLimit &limit, const InstrView &view) {
    auto has = [&](Modifier word) {
      return word == Modifier::none || llvm::is_contained(view.modifiers, word);
    };
    return has(limit.with) && has(limit.alsoWith) &&
           llvm::is_contained(llvm::split(limit.instructions, ' '), view.form->instruction().name);
  }

  template <class Report> void operand(const OperandLimit &limit, InstId inst, Report report) {
    const SyntaxUnit &unit = context.unit;
    ExprId whole = findOperand(context.checked, inst, limit.operand);
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

  /// What is known of the value, if it is surely beyond the limits; else nothing.
  std::string illegal(const OperandLimit &limit, InstId inst, ExprId id) {
    const Limits &limits = limit.limits;
    KnownValue known = context.values().operand(inst, id);
    unsigned width = known.width();
    if (known.isNever() || width > 64)
      return "";
    if (std::optional<Constant> number = context.scope.constant(id);
        number && number->isInteger()) {
      int64_t value = number->asSigned();
      // A negative number stands for the bits that it has in the width of the operand.
      if (value < 0 && !limit.isSigned)
        value = static_cast<int64_t>(number->bits & llvm::maskTrailingOnes<uint64_t>(width));
      return limits.allows(value) ? "" : std::to_string(number->asSigned());
    }
    const llvm::KnownBits &bits = known.bits;
    if (known.isConstant()) {
      int64_t value = limit.isSigned ? bits.getConstant().getSExtValue()
                                     : static_cast<int64_t>(known.constant());
      return limits.allows(value) ? "" : std::to_string(value);
    }
    // Some of the bits, whatever the others are.
    bool isNegative = bits.isNegative();
    auto least = static_cast<int64_t>(bits.getMinValue().getZExtValue());
    auto most = static_cast<int64_t>(bits.getMaxValue().getZExtValue());
    bool isIllegal = limit.isSigned ? isNegative && limits.min == 0
                                    : least > limits.max || (most >= 0 && most < limits.min);
    isIllegal |= (bits.One.getZExtValue() & (limits.step - 1)) != 0;
    return isIllegal ? describe(known) : "";
  }

  BodyLintContext &context;
  DiagId subject;
};

} // namespace

static std::string describe(const Limits &limits) {
  std::string bounds = std::to_string(limits.min) + " to " + std::to_string(limits.max);
  if (limits.powerOfTwo)
    return "a power of two, " + bounds;
  if (limits.step > 1 && limits.max != unlimited)
    return "a multiple of " + std::to_string(limits.step) + " below " +
           std::to_string(limits.max + limits.step);
  if (limits.step > 1)
    return "a multiple of " + std::to_string(limits.step);
  return limits.max == unlimited ? "at least " + std::to_string(limits.min) : bounds;
}

/// Reports the operands beyond the limits of the rule `Diag`.
template <class Diag>
static void checkLimits(BodyLintContext &context, std::initializer_list<Opcode> opcodes) {
  if (!context.usesAny(opcodes))
    return;
  LimitChecker checker(context, Diag::id);
  checker.run(opcodes, [&](const OperandLimit &limit, InstId inst, ExprId id, StringRef value) {
    std::string expected = describe(limit.limits);
    Diagnostic &d = context.diagnostics.emit(Diag{.range = context.unit.range(id),
                                                  .what = limit.what,
                                                  .value = value,
                                                  .expected = expected,
                                                  .rule = limit.rule});
    context.values().explain(d, inst, id);
  });
}

void ptx::checkIm2colOffset(BodyLintContext &context) {
  checkLimits<diag::Im2colOffset>(context, {Opcode::cp});
}

void ptx::checkNegativeCoordinate(BodyLintContext &context) {
  checkLimits<diag::NegativeCoordinate>(context, {Opcode::cp});
}

void ptx::checkCtaMask(BodyLintContext &context) {
  checkLimits<diag::CtaMask>(context, {Opcode::cp, Opcode::tcgen05});
}

void ptx::checkCopySize(BodyLintContext &context) {
  checkLimits<diag::CopySize>(context, {Opcode::cp, Opcode::multimem});
}

void ptx::checkEmptyCopy(BodyLintContext &context) {
  checkLimits<diag::EmptyCopy>(context, {Opcode::cp});
}

void ptx::checkMbarrierCount(BodyLintContext &context) {
  checkLimits<diag::MbarrierCount>(context, {Opcode::mbarrier});
}

void ptx::checkTensorMapField(BodyLintContext &context) {
  checkLimits<diag::TensorMapField>(context, {Opcode::tensormap});
}

void ptx::checkColumnCount(BodyLintContext &context) {
  checkLimits<diag::ColumnCount>(context, {Opcode::tcgen05});
}

void ptx::checkNegativeGroupCount(BodyLintContext &context) {
  checkLimits<diag::NegativeGroupCount>(context, {Opcode::cp});
}

void ptx::checkSparsitySelector(BodyLintContext &context) {
  checkLimits<diag::SparsitySelector>(context, {Opcode::mma});
}
