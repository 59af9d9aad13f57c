// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_OPERANDS_PREDICATES_H
#define PTX_SEMA_OPERANDS_PREDICATES_H

#include "ptx/Sema/Module/ModuleHeader.h"
#include "ptx/Sema/Names/BodyScope.h"

#include "ptx/Isa/Instructions.h"

namespace ptx {

/// The inputs of a predicate of the instruction table, other than modifiers and constants.
struct PredicateContext {
  const BodyScope &scope;
  const Platform &platform;
  /// The expressions of the form's operands; invalid for absent ones.
  llvm::ArrayRef<ExprId> operands;
};

/// Evaluates a rule of the instruction table that a table cannot express.
bool holds(InstrPredicate predicate, const InstrView &view, const PredicateContext &context);

} // namespace ptx

#endif // PTX_SEMA_OPERANDS_PREDICATES_H
