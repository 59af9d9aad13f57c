// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_INSTRUCTIONS_MISSINGMODIFIERS_H
#define PTX_SEMA_INSTRUCTIONS_MISSINGMODIFIERS_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/Instructions/MnemonicRepairs.h"

namespace ptx {

/// The closest form of `match` and the first modifier that is missing.
InstrView completedView(const MatchResult &match);

/// Reports that a modifier of `match`, whose failure is `Missing`, is missing.
void reportMissingModifier(const SyntaxUnit &unit, const Instruction &inst,
                           const MatchResult &match, DiagnosticList &diagnostics);

/// Reports the modifiers that `completion` adds: all words without an alternative; if there are
/// none, the likely ones.
void reportCompletion(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                      const Completion &completion, DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SEMA_INSTRUCTIONS_MISSINGMODIFIERS_H
