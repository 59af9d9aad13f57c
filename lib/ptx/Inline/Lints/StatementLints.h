// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Rules for legal but wrong `asm` statements. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_LINTS_STATEMENTLINTS_H
#define PTX_INLINE_LINTS_STATEMENTLINTS_H

#include "ptx/Analysis/Flow/RegisterAccesses.h"
#include "ptx/Diagnostics/Options.h"
#include "ptx/Inline/Fragments/Fragment.h"
#include "ptx/Syntax/Tree/Module.h"

namespace ptx {

/// The input of the rules. Findings in the fragment are added to `inside`, with ranges in the
/// fragment; findings about C++ to `outside`, with ranges in the source.
struct StatementLintContext {
  const Fragment &fragment;
  const SyntaxUnit &unit;
  const CheckedUnit &checked;
  const DiagnosticOptions &options;
  DiagnosticList &inside;
  DiagnosticList &outside;

  bool isEnabled(DiagId id) const { return options.severity(id) != Severity::Ignored; }
};

/// The registers of the fragment that are C++ operands.
class OperandRegisters {
public:
  static constexpr uint32_t none = ~0u;

  explicit OperandRegisters(const StatementLintContext &context);

  /// The index of the operand `reg` in `Fragment::declared()`; `none` if it is not an operand.
  uint32_t declaration(uint32_t reg) const { return byRegister[reg]; }
  const RegisterAccesses &accesses() const { return registerAccesses; }

private:
  Registers registers;
  RegisterAccesses registerAccesses;
  std::vector<uint32_t> byRegister;
};

/// Operands that the template does not use.
void lintUses(StatementLintContext &context);

/// Declarations that are visible outside of the statement.
void lintLeaks(StatementLintContext &context);

// The other rules are for fragments without an erroneous instruction.

/// Outputs that are never written, and inputs that are written.
void lintWrites(StatementLintContext &context, const OperandRegisters &operands);

/// Outputs that are read before they are written.
void lintUnsetOutputs(StatementLintContext &context, const OperandRegisters &operands);

/// Outputs that are written only on some paths.
void lintGuardedOutputs(StatementLintContext &context, const OperandRegisters &operands);

/// Inputs that are read after an output is written.
void lintEarlyClobbers(StatementLintContext &context, const OperandRegisters &operands);

/// Effects that are not declared to the compiler.
void lintEffects(StatementLintContext &context);

/// Carry flags that are passed from one statement to another.
void lintCarries(StatementLintContext &context);

/// Runs all rules. `checked` is the result of the checks of `module`, the fragment's module.
void lintStatement(const Fragment &fragment, const Module &module, const SemaResult &checked,
                   const DiagnosticOptions &options, DiagnosticList &inside,
                   DiagnosticList &outside);

} // namespace ptx

#endif // PTX_INLINE_LINTS_STATEMENTLINTS_H
