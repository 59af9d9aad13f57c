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

/// The mnemonic of `inst` with the only additional modifier, other than a type, with which its
/// operands match; none if no modifier or more than one has this effect.
std::optional<InstrView> viewWithOneMore(const BodyScope &scope, const Instruction &inst,
                                         const Mnemonic &mnemonic);

/// Reports that `inst` lacks the modifier that `complete` has in addition.
void reportLackingModifier(const SyntaxUnit &unit, const Instruction &inst,
                           const InstrView &complete, DiagnosticList &diagnostics);

/// Adds the fix that changes the written mnemonic to `complete`.
void fixMissing(const SyntaxUnit &unit, const Instruction &inst, const InstrView &complete,
                Applicability applicability, Diagnostic &d);

/// Reports the modifiers that `completion` adds: all words without an alternative; if there are
/// none, the likely ones.
void reportCompletion(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                      const Completion &completion, DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SEMA_INSTRUCTIONS_MISSINGMODIFIERS_H
