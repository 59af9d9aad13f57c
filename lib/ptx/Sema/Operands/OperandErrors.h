// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_OPERANDS_OPERANDERRORS_H
#define PTX_SEMA_OPERANDS_OPERANDERRORS_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/Instructions/FormChoice.h"

namespace ptx {

/// Reports the required changes of the operands of `inst`, for which `choice` was made.
void reportChoice(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                  const FormChoice &choice, DiagnosticList &diagnostics);

/// Reports an instruction that violates a rule: as an error, or as a warning if `ptxas` does not
/// check it or if only `ptxas` requires it. `operands`: the operands of the form, invalid for
/// absent ones.
void reportBrokenRule(const BodyScope &scope, const Instruction &inst, const InstrView &view,
                      const RuleInfo &rule, llvm::ArrayRef<ExprId> operands,
                      DiagnosticList &diagnostics);
void reportBrokenPredicate(const SyntaxUnit &unit, const Instruction &inst,
                           InstrPredicate predicate, DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SEMA_OPERANDS_OPERANDERRORS_H
