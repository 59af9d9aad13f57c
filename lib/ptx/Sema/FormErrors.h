// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_FORMERRORS_H
#define PTX_SEMA_FORMERRORS_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/OperandMatcher.h"

namespace ptx {

/// Reports why no form takes the modifiers of `inst`: the narrow cause that the nearest form gives.
void reportNoForm(const SyntaxUnit &unit, const Instruction &inst, const Mnemonic &mnemonic,
                  DiagnosticList &diagnostics);

/// Reports modifiers that `ptxas` takes and that have no meaning: a second one, and one that the
/// form does not have.
void reportIdleModifiers(const SyntaxUnit &unit, const Instruction &inst, const MatchResult &match,
                         DiagnosticList &diagnostics);

/// Reports an instruction that does not exist. (Manual 9.7)
void reportNoInstruction(const SyntaxUnit &unit, const Instruction &inst,
                         DiagnosticList &diagnostics);

/// Reports that no form takes so many operands, or that those there are break a rule.
void reportNoSignature(const SyntaxUnit &unit, const Instruction &inst, const Mnemonic &mnemonic,
                       const SignatureSet &signatures, DiagnosticList &diagnostics);

/// Reports an instruction that breaks a rule: as an error, or as a warning if `ptxas` does not
/// check it or is alone in asking for it.
void reportBrokenRule(const SyntaxUnit &unit, const Instruction &inst, const InstrView &view,
                      const RuleInfo &rule, DiagnosticList &diagnostics);
void reportBrokenPredicate(const SyntaxUnit &unit, const Instruction &inst,
                           InstrPredicate predicate, DiagnosticList &diagnostics);

/// Reports how operand `index` of `inst`, from 0, differs from what `signature` expects: as an
/// error, or as a warning if `ptxas` does not check it.
void reportOperand(const BodyScope &scope, const Instruction &inst, unsigned index,
                   const Signature &signature, const OperandProblem &problem, bool unchecked,
                   DiagnosticList &diagnostics);

/// Reports what there is to say of an instruction that `signature` takes: an order of modifiers, a
/// form or a combination that the manual does not have.
void reportFindings(const SyntaxUnit &unit, const Instruction &inst, const Signature &signature,
                    DiagnosticList &diagnostics);

/// The mnemonic of `inst` with its modifiers as it is written.
llvm::StringRef mnemonicText(const SyntaxUnit &unit, const Instruction &inst);
SourceRange mnemonicRange(const SyntaxUnit &unit, const Instruction &inst);

} // namespace ptx

#endif // PTX_SEMA_FORMERRORS_H
