// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_OPERANDS_OPERANDERRORS_H
#define PTX_SEMA_OPERANDS_OPERANDERRORS_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/Instructions/FormChoice.h"

namespace ptx {

/// Reports what has to change in the operands of `inst`, of which `choice` was made.
void reportChoice(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                  const FormChoice &choice, DiagnosticList &diagnostics);

/// Reports an instruction that breaks a rule: as an error, or as a warning if `ptxas` does not
/// check it or is alone in asking for it. `operands`: those of the form, invalid where one is not
/// there.
void reportBrokenRule(const BodyScope &scope, const Instruction &inst, const InstrView &view,
                      const RuleInfo &rule, llvm::ArrayRef<ExprId> operands,
                      DiagnosticList &diagnostics);
void reportBrokenPredicate(const SyntaxUnit &unit, const Instruction &inst,
                           InstrPredicate predicate, DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SEMA_OPERANDS_OPERANDERRORS_H
