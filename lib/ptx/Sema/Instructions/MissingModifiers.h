// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_INSTRUCTIONS_MISSINGMODIFIERS_H
#define PTX_SEMA_INSTRUCTIONS_MISSINGMODIFIERS_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/Instructions/MnemonicRepairs.h"

namespace ptx {

/// The nearest form of `match` with the first modifier that it lacks.
InstrView completedView(const MatchResult &match);

/// Reports that a modifier of `match`, whose failure is `Missing`, is missing.
void reportMissingModifier(const SyntaxUnit &unit, const Instruction &inst,
                           const MatchResult &match, DiagnosticList &diagnostics);

/// Reports what `completion` adds: all words that can only be one; if there are none, those that
/// are likely.
void reportCompletion(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                      const Completion &completion, DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SEMA_INSTRUCTIONS_MISSINGMODIFIERS_H
