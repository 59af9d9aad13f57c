// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_OPERANDVIEWS_H
#define PTX_ANALYSIS_OPERANDVIEWS_H

#include "ptx/Analysis/OperandLookup.h"

#include <optional>

namespace ptx::view {

inline bool isOf(const InstrView &view, Action action) { return view.form->action == action; }
inline bool isOf(const InstrView &view, AsyncOp op) { return asyncOp(view) == op; }

/// The common base of all views.
class AnyOperandView {
protected:
  /// The argument for the operand, without brackets; invalid if it is missing.
  ExprId find(OperandId operand) const;

  const CheckedUnit *checked = nullptr;
  InstId inst;
};

/// The operands of the instructions of one kind, an `Action` or an `AsyncOp`: a function for each
/// operand that one of their syntax lines has.
template <class View, auto kind> class OperandView : public AnyOperandView {
public:
  /// The operands of the instruction; none if it is of another kind, or has an error.
  static std::optional<View> of(const CheckedUnit &checked, InstId inst) {
    const Signature *signature = checked.signatures[inst.index];
    if (!signature || !isOf(signature->view, kind))
      return std::nullopt;
    std::optional<View> view(std::in_place);
    OperandView &base = *view;
    base.checked = &checked;
    base.inst = inst;
    return view;
  }
};

// Generated from the records: `view::MbarrierInit::of(checked, inst)->count()`.
#include "ptx/Analysis/OperandViews.inc"

} // namespace ptx::view

#endif // PTX_ANALYSIS_OPERANDVIEWS_H
