// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Predicates.h"
#include "ptx/Sema/Constant.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// The operands of one instruction by their names.
class Operands {
public:
  Operands(const InstrView &view, const PredicateContext &context)
      : view(view), context(context), unit(context.scope.unit) {}

  /// The expression of operand `name`; invalid if it is not there.
  ExprId expr(StringRef name) const {
    for (auto [i, operand] : llvm::enumerate(view.form->operands()))
      if (operand.name == name)
        return context.operands[i];
    return {};
  }

  /// The value of operand `name` if it is a constant.
  std::optional<Constant> constant(StringRef name) const {
    ExprId id = expr(name);
    return id ? context.scope.constant(id) : std::nullopt;
  }
  std::optional<int64_t> integer(StringRef name) const { return integerOf(constant(name)); }

  /// The values of the elements of the vector `name` that are constants.
  llvm::SmallVector<std::optional<int64_t>, 4> elements(StringRef name) const {
    llvm::SmallVector<std::optional<int64_t>, 4> values;
    ExprId id = expr(name);
    if (id && unit[id].kind == ExprKind::Vector)
      for (ExprId element : unit.list(unit[id].list()))
        values.push_back(integerOf(context.scope.constant(element)));
    return values;
  }

  /// Whether `-` stands before the register of operand `name`.
  bool isNegated(StringRef name) const {
    ExprId id = expr(name);
    return id && unit[id].kind == ExprKind::Unary && unit[id].op() == TokenKind::Minus;
  }

  /// The declared type of what operand `name` names, or of the first element of its vector.
  std::optional<TypeId> declaredType(StringRef name) const {
    ExprId id = expr(name);
    if (id && unit[id].kind == ExprKind::Vector)
      id = unit.list(unit[id].list()).front();
    const Symbol *symbol = id ? context.scope.symbol(context.scope.binding(id)) : nullptr;
    return symbol ? symbol->type : std::nullopt;
  }

  bool has(Modifier word) const { return llvm::is_contained(view.modifiers, word); }

private:
  static std::optional<int64_t> integerOf(const std::optional<Constant> &value) {
    return value && value->isInteger() ? std::optional(value->asSigned()) : std::nullopt;
  }

  const InstrView &view;
  const PredicateContext &context;
  const SyntaxUnit &unit;
};

} // namespace

/// Whether the scales of `name`, a byte and a thread, are where `.scale_vec` lets them begin.
/// (Manual 9.7.14.3)
static bool selectsScale(const Operands &operands, StringRef name, int64_t lastThread) {
  llvm::SmallVector<std::optional<int64_t>, 4> selectors = operands.elements(name);
  if (selectors.size() != 2)
    return true;
  // `.kind::mxf4` has no other size.
  bool isPair = operands.has(Modifier::scale_vec_2X) || operands.has(Modifier::kind_mxf4);
  int64_t step = operands.has(Modifier::scale_vec_4X) ? 4 : isPair ? 2 : 1;
  auto [byte, thread] = std::pair(selectors[0], selectors[1]);
  return (!byte || (*byte >= 0 && *byte < 4 && *byte % step == 0)) &&
         (!thread || (*thread >= 0 && *thread <= lastThread));
}

/// Whether a sampler is named as the texturing mode asks. Where a texture of its own is named, it
/// is called `a`, its sampler `b`; queries of a sampler have `a` alone. (Manual 9.7.10.1)
static bool samplerFits(const Operands &operands, bool isIndependent) {
  bool isQuery = operands.expr("c") == ExprId();
  StringRef name = isQuery ? "a" : "b";
  if (!operands.expr(name))
    return !isIndependent;
  std::optional<TypeId> type = operands.declaredType(name);
  return type != (isIndependent ? TypeId::texref : TypeId::samplerref);
}

/// Whether the first coordinate is an integer where it selects a texture of an array.
static bool arrayIndexIsInteger(const Operands &operands) {
  if (!operands.has(Modifier::a1d) && !operands.has(Modifier::a2d) &&
      !operands.has(Modifier::acube) && !operands.has(Modifier::a2dms))
    return true;
  std::optional<TypeId> type = operands.declaredType("c");
  return !type || info(*type).kind != TypeKind::Float;
}

bool ptx::holds(InstrPredicate predicate, const InstrView &view, const PredicateContext &context) {
  Operands operands(view, context);
  switch (predicate) {
  case InstrPredicate::SourceFitsCopy: {
    std::optional<int64_t> size = operands.integer("cp-size"),
                           source = operands.integer("src-size");
    return !size || !source || *source <= *size;
  }
  case InstrPredicate::PrimarySizeFits: {
    std::optional<int64_t> primary = operands.integer("primary-size"),
                           total = operands.integer("total-size");
    return !primary || !total || static_cast<uint32_t>(*primary) <= static_cast<uint32_t>(*total);
  }
  case InstrPredicate::FractionIsPart: {
    std::optional<Constant> fraction = operands.constant("fraction");
    return !fraction || fraction->isInteger() ||
           (fraction->asDouble() > 0 && fraction->asDouble() <= 1);
  }
  case InstrPredicate::AlignmentIsPowerOfTwo: {
    std::optional<int64_t> alignment = operands.integer("immAlign");
    return !alignment || llvm::isPowerOf2_64(static_cast<uint64_t>(*alignment));
  }
  case InstrPredicate::GroupsNotNegative: {
    std::optional<int64_t> groups = operands.integer("N");
    return !groups || *groups >= 0;
  }
  case InstrPredicate::LanesInRegister: {
    auto lanes = operands.elements("disable-output-lane");
    return lanes.empty() || llvm::is_contained(lanes, std::nullopt);
  }
  case InstrPredicate::ScaleSelectors:
    return selectsScale(operands, "byte-id-a", 1) && selectsScale(operands, "byte-id-b", 3);
  case InstrPredicate::SamplerFitsTexturingMode:
    return samplerFits(operands, context.platform.independentTextures);
  case InstrPredicate::ArrayIndexIsInteger:
    return arrayIndexIsInteger(operands);
  case InstrPredicate::NegatesProductOrAddend: {
    bool product = operands.isNegated("a") != operands.isNegated("b");
    return !product || !operands.isNegated("c");
  }
  }
  return true;
}
