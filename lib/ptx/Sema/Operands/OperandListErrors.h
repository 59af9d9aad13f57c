// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//
// Reports missing, extra and misplaced operands. Most functions are for one `FormChoice::Change`.

#ifndef PTX_SEMA_OPERANDS_OPERANDLISTERRORS_H
#define PTX_SEMA_OPERANDS_OPERANDLISTERRORS_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/Instructions/FormChoice.h"

namespace ptx {

/// Reports a word after an address that is not `.unified`, or that no form of `mnemonic` accepts.
/// Returns whether there is one. (Manual 9.7.9.8)
bool reportQualifier(const SyntaxUnit &unit, const Instruction &inst, const Mnemonic &mnemonic,
                     DiagnosticList &diagnostics);

/// Reports that there are far too many or too few operands.
void reportOperandCount(const SyntaxUnit &unit, const Instruction &inst, const Mnemonic &mnemonic,
                        DiagnosticList &diagnostics);

void reportMissingOperands(const SyntaxUnit &unit, const Instruction &inst,
                           const FormChoice &choice, DiagnosticList &diagnostics);

void reportExtraOperand(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                        const FormChoice &choice, DiagnosticList &diagnostics);

void reportOperandOrder(const BodyScope &scope, const Instruction &inst, const FormChoice &choice,
                        DiagnosticList &diagnostics);

/// Reports operands that are the elements of vectors, with the missing braces.
void reportBraces(const SyntaxUnit &unit, const Instruction &inst, const FormChoice &choice,
                  DiagnosticList &diagnostics);

/// Reports a vector that belongs in the brackets before it.
void reportBrackets(const SyntaxUnit &unit, const Instruction &inst, const FormChoice &choice,
                    DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SEMA_OPERANDS_OPERANDLISTERRORS_H
