// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Predicates.h"

using namespace ptx;

/// The constant value of the form's operand called `name`, if it is there and constant.
static std::optional<int64_t> valueOf(const InstrView &view, llvm::StringRef name) {
  llvm::ArrayRef<OperandInfo> operands = view.form->operands();
  for (size_t i = 0; i != operands.size() && i < view.constants.size(); ++i)
    if (operands[i].name == name)
      return view.constants[i];
  return std::nullopt;
}

/// Whether `-` stands before the register of operand `name`.
static bool isNegated(const SyntaxUnit &unit, const InstrView &view,
                      llvm::ArrayRef<ExprId> operands, llvm::StringRef name) {
  for (auto [i, operand] : llvm::enumerate(view.form->operands()))
    if (operand.name == name && operands[i])
      return unit[operands[i]].kind == ExprKind::Unary &&
             unit[operands[i]].op() == TokenKind::Minus;
  return false;
}

bool ptx::holds(InstrPredicate predicate, const SyntaxUnit &unit, const InstrView &view,
                llvm::ArrayRef<ExprId> operands) {
  switch (predicate) {
  case InstrPredicate::SourceFitsCopy: {
    std::optional<int64_t> size = valueOf(view, "cp-size"), source = valueOf(view, "src-size");
    return !size || !source || *source <= *size;
  }
  case InstrPredicate::PrimarySizeFits: {
    std::optional<int64_t> part = valueOf(view, "primary-size"), all = valueOf(view, "total-size");
    return !part || !all || static_cast<uint32_t>(*part) <= static_cast<uint32_t>(*all);
  }
  case InstrPredicate::NegatesProductOrAddend: {
    bool product = isNegated(unit, view, operands, "a") != isNegated(unit, view, operands, "b");
    return !product || !isNegated(unit, view, operands, "c");
  }
  }
  return true;
}
