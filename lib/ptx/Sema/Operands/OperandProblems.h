// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//
// Reports operands that do not match the signature.

#ifndef PTX_SEMA_OPERANDS_OPERANDPROBLEMS_H
#define PTX_SEMA_OPERANDS_OPERANDPROBLEMS_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/Instructions/FormChoice.h"
#include "ptx/Sema/Instructions/InstructionText.h"
#include "ptx/Sema/Operands/OperandReport.h"

namespace ptx {

/// Reports the operands of `choice`, grouped by cause.
void reportProblems(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                    const FormChoice &choice, DiagnosticList &diagnostics);

/// Reports each operand of `inst` that differs from the expectation of `signature`, if `ptxas` does
/// not check the difference.
void reportUnchecked(const BodyScope &scope, const Instruction &inst, const Signature &signature,
                     DiagnosticList &diagnostics);

/// Emits `d`, a diagnostic about one operand.
template <class D>
Diagnostic &emitOperand(const BodyScope &scope, const Instruction &inst, unsigned index,
                        const OperandReport &report, SourceRange range, D d,
                        DiagnosticList &diagnostics) {
  std::string mnemonic = mnemonicText(scope.unit, inst);
  d.range = range;
  d.index = index + 1;
  d.mnemonic = mnemonic;
  d.observed = report.observed;
  d.expected = report.expected;
  return diagnostics.emit(d);
}

} // namespace ptx

#endif // PTX_SEMA_OPERANDS_OPERANDPROBLEMS_H
