// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Operands/Predicates.h"
#include "ptx/Sema/Declarations/Constant.h"
#include "ptx/Sema/Operands/ElementClass.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;

namespace {

/// The operands of one instruction.
class Operands {
public:
  Operands(const InstrView &view, const PredicateContext &context)
      : view(view), context(context), unit(context.scope.unit) {}

  /// The expression of an operand; invalid if it is absent.
  ExprId expr(OperandId operand) const {
    for (auto [i, info] : llvm::enumerate(view.form->operands()))
      if (info.id == operand)
        return context.operands[i];
    return {};
  }

  /// The value of an operand if it is a constant.
  std::optional<Constant> constant(OperandId operand) const {
    ExprId id = expr(operand);
    return id ? context.scope.constant(id) : std::nullopt;
  }
  std::optional<int64_t> integer(OperandId operand) const { return integerOf(constant(operand)); }

  /// The values of the elements of a vector; none for elements that are not constants.
  llvm::SmallVector<std::optional<int64_t>, 4> elements(OperandId operand) const {
    llvm::SmallVector<std::optional<int64_t>, 4> values;
    ExprId id = expr(operand);
    if (id && unit[id].kind == ExprKind::Vector)
      for (ExprId element : unit.list(unit[id].list()))
        values.push_back(integerOf(context.scope.constant(element)));
    return values;
  }

  /// Whether `-` precedes the register of an operand.
  bool isNegated(OperandId operand) const {
    ExprId id = expr(operand);
    if (!id || unit[id].kind != ExprKind::Unary || unit[id].op() != TokenKind::Minus)
      return false;
    ExprKind what = unit[unit[id].child()].kind;
    return what == ExprKind::Name || what == ExprKind::Member; // not before a number
  }

  /// The declared type of the symbol that an operand names, or of the first element of its vector.
  std::optional<TypeId> declaredType(OperandId operand) const {
    ExprId id = expr(operand);
    if (id && unit[id].kind == ExprKind::Vector)
      id = unit.list(unit[id].list()).front();
    const Symbol *symbol = id ? context.scope.symbol(context.scope.binding(id)) : nullptr;
    return symbol ? symbol->type : std::nullopt;
  }

  bool isScalarRegister(OperandId operand) const {
    ExprId id = expr(operand);
    const Symbol *symbol = id ? context.scope.symbol(context.scope.binding(id)) : nullptr;
    return symbol && symbol->isRegister() && symbol->vectorLength == 1;
  }

  /// Whether each element of a vector is a register of a floating-point type, or `0f...`.
  bool areFloats(OperandId operand) const {
    ExprId id = expr(operand);
    return id && unit[id].kind == ExprKind::Vector &&
           llvm::all_of(unit.list(unit[id].list()), [&](ExprId element) {
             std::optional<Constant> value = context.scope.constant(element);
             return value ? value->kind == Constant::Kind::Single
                          : elementClass(context.scope, element).kind == ElementClass::Float;
           });
  }

  bool has(Modifier word) const { return view.has(word); }

private:
  static std::optional<int64_t> integerOf(const std::optional<Constant> &value) {
    return value && value->isInteger() ? std::optional(value->asSigned()) : std::nullopt;
  }

  const InstrView &view;
  const PredicateContext &context;
  const SyntaxUnit &unit;
};

} // namespace

/// Whether `.scale_vec` allows the start of the scales that `operand` selects, a byte and a thread.
/// (Manual 9.7.14.3)
static bool selectsScale(const Operands &operands, OperandId operand, int64_t lastThread) {
  llvm::SmallVector<std::optional<int64_t>, 4> selectors = operands.elements(operand);
  if (selectors.size() != 2)
    return true;
  // `.kind::mxf4` supports only this size.
  bool isPair = operands.has(Modifier::scale_vec_2X) || operands.has(Modifier::kind_mxf4);
  int64_t step = operands.has(Modifier::scale_vec_4X) ? 4 : isPair ? 2 : 1;
  auto [byte, thread] = std::pair(selectors[0], selectors[1]);
  return (!byte || (*byte >= 0 && *byte < 4 && *byte % step == 0)) &&
         (!thread || (*thread >= 0 && *thread <= lastThread));
}

/// Whether a sampler is named as the texturing mode requires. A separate texture is operand `a`,
/// and its sampler is `b`; queries of a sampler have only `a`. (Manual 9.7.10.1)
static bool samplerFits(const Operands &operands, bool isIndependent) {
  bool isQuery = operands.expr(OperandId::c) == ExprId();
  OperandId sampler = isQuery ? OperandId::a : OperandId::b;
  if (!operands.expr(sampler))
    return !isIndependent;
  std::optional<TypeId> type = operands.declaredType(sampler);
  return type != (isIndependent ? TypeId::texref : TypeId::samplerref);
}

/// Whether the first coordinate is an integer if it selects a texture of an array.
static bool arrayIndexIsInteger(const Operands &operands) {
  if (!operands.has(Modifier::a1d) && !operands.has(Modifier::a2d) &&
      !operands.has(Modifier::acube) && !operands.has(Modifier::a2dms))
    return true;
  if (operands.isScalarRegister(OperandId::c)) // reported as such
    return true;
  std::optional<TypeId> type = operands.declaredType(OperandId::c);
  return !type || info(*type).kind != TypeKind::Float;
}

bool ptx::holds(InstrPredicate predicate, const InstrView &view, const PredicateContext &context) {
  Operands operands(view, context);
  switch (predicate) {
  case InstrPredicate::SourceFitsCopy: {
    std::optional<int64_t> size = operands.integer(OperandId::cp_size),
                           source = operands.integer(OperandId::src_size);
    return !size || !source || *source <= *size;
  }
  case InstrPredicate::PrimarySizeFits: {
    std::optional<int64_t> primary = operands.integer(OperandId::primary_size),
                           total = operands.integer(OperandId::total_size);
    return !primary || !total || static_cast<uint32_t>(*primary) <= static_cast<uint32_t>(*total);
  }
  case InstrPredicate::FractionIsPart: {
    std::optional<Constant> fraction = operands.constant(OperandId::fraction);
    return !fraction || fraction->isInteger() ||
           (fraction->asDouble() > 0 && fraction->asDouble() <= 1);
  }
  case InstrPredicate::AlignmentIsPowerOfTwo: {
    // For a number of more than 32 bits, which is out of range, `ptxas` uses the lowest 32 bits.
    std::optional<int64_t> alignment = operands.integer(OperandId::immAlign);
    return !alignment || llvm::isPowerOf2_32(static_cast<uint32_t>(*alignment));
  }
  case InstrPredicate::ZeroCoordinates:
    return llvm::all_of(operands.elements(OperandId::tensorCoords),
                        [](std::optional<int64_t> value) { return value.value_or(0) == 0; });
  case InstrPredicate::GroupsNotNegative: {
    std::optional<int64_t> groups = operands.integer(OperandId::N);
    return !groups || *groups >= 0;
  }
  case InstrPredicate::LanesInRegister: {
    auto lanes = operands.elements(OperandId::disable_output_lane);
    return lanes.empty() || llvm::is_contained(lanes, std::nullopt);
  }
  case InstrPredicate::ScaleSelectors:
    return selectsScale(operands, OperandId::byte_id_a, 1) &&
           selectsScale(operands, OperandId::byte_id_b, 3);
  case InstrPredicate::SamplerFitsTexturingMode:
    return samplerFits(operands, context.platform.independentTextures);
  case InstrPredicate::BracketsAreOptional:
    return context.platform.version < PtxVersion{1, 2};
  case InstrPredicate::ArrayIndexIsInteger:
    return arrayIndexIsInteger(operands);
  case InstrPredicate::CoordinatesAreIntegers:
    return !operands.areFloats(OperandId::b);
  case InstrPredicate::NegatesProductOrAddend: {
    bool product = operands.isNegated(OperandId::a) != operands.isNegated(OperandId::b);
    return !product || !operands.isNegated(OperandId::c);
  }
  }
  return true;
}
