// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_INSTRUCTIONS_MNEMONICERRORS_H
#define PTX_SEMA_INSTRUCTIONS_MNEMONICERRORS_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/Instructions/Signatures.h"
#include "ptx/Sema/Names/BodyScope.h"
#include "ptx/Sema/Sema.h"

namespace ptx {

/// Reports an instruction that does not exist. (Manual 9.7)
void reportNoInstruction(const SyntaxUnit &unit, const Instruction &inst,
                         DiagnosticList &diagnostics);

/// Reports why no form matches the modifiers of `inst`: the missing or extra modifiers for the most
/// likely intended form.
void reportNoForm(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                  DiagnosticList &diagnostics);

/// Reports modifiers that `ptxas` accepts but that have no meaning: duplicates, and modifiers that
/// the form does not have.
void reportIdleModifiers(const SyntaxUnit &unit, const Instruction &inst, const MatchResult &match,
                         DiagnosticList &diagnostics);

/// Reports deviations from the manual in an instruction that `signature` matches: an order of
/// modifiers, a form or a combination that the manual does not have.
void reportFindings(const BodyScope &scope, const Instruction &inst, const Signature &signature,
                    const SemaOptions &options, DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SEMA_INSTRUCTIONS_MNEMONICERRORS_H
