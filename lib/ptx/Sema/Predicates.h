// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_PREDICATES_H
#define PTX_SEMA_PREDICATES_H

#include "ptx/Isa/Instructions.h"
#include "ptx/Syntax/SyntaxUnit.h"

namespace ptx {

/// Decides a rule of the instruction table that no table can say. `operands` are the expressions of
/// the form's operands, invalid where one is not there.
bool holds(InstrPredicate predicate, const SyntaxUnit &unit, const InstrView &view,
           llvm::ArrayRef<ExprId> operands);

} // namespace ptx

#endif // PTX_SEMA_PREDICATES_H
