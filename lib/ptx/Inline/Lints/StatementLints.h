// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Rules about `asm` statements that are legal and still a mistake. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_LINTS_STATEMENTLINTS_H
#define PTX_INLINE_LINTS_STATEMENTLINTS_H

#include "ptx/Analysis/Flow/RegisterAccesses.h"
#include "ptx/Diagnostics/Options.h"
#include "ptx/Inline/Fragments/Fragment.h"
#include "ptx/Syntax/Tree/Module.h"

namespace ptx {

/// What the rules look at. What is about the text of the fragment goes to `inside`, with places
/// there; what is about C++ to `outside`, with places in the source.
struct StatementLintContext {
  const Fragment &fragment;
  const SyntaxUnit &unit;
  const CheckedUnit &checked;
  const DiagnosticOptions &options;
  DiagnosticList &inside;
  DiagnosticList &outside;

  bool isEnabled(DiagId id) const { return options.severity(id) != Severity::Ignored; }
};

/// The operands of C++ among the registers of the fragment.
class OperandRegisters {
public:
  static constexpr uint32_t none = ~0u;

  explicit OperandRegisters(const StatementLintContext &context);

  /// The index of the operand that `reg` is in `Fragment::declared()`; `none` if it is none.
  uint32_t declaration(uint32_t reg) const { return byRegister[reg]; }
  const RegisterAccesses &accesses() const { return registerAccesses; }

private:
  Registers registers;
  RegisterAccesses registerAccesses;
  std::vector<uint32_t> byRegister;
};

/// Operands that the template does not use.
void lintUses(StatementLintContext &context);

/// Declarations that leave the statement.
void lintLeaks(StatementLintContext &context);

// The others are for fragments in which no instruction has an error.

/// Outputs that nothing writes, and inputs that something writes.
void lintWrites(StatementLintContext &context, const OperandRegisters &operands);

/// Outputs that are read before they are written.
void lintUnsetOutputs(StatementLintContext &context, const OperandRegisters &operands);

/// Outputs that are written only on some ways.
void lintGuardedOutputs(StatementLintContext &context, const OperandRegisters &operands);

/// Inputs that are read after an output is written.
void lintEarlyClobbers(StatementLintContext &context, const OperandRegisters &operands);

/// Effects of which the compiler is not told.
void lintEffects(StatementLintContext &context);

/// Carry flags that go from one statement to another.
void lintCarries(StatementLintContext &context);

/// Runs all of them. `checked` is what the checks found out about `module`, the fragment's.
void lintStatement(const Fragment &fragment, const Module &module, const SemaResult &checked,
                   const DiagnosticOptions &options, DiagnosticList &inside,
                   DiagnosticList &outside);

} // namespace ptx

#endif // PTX_INLINE_LINTS_STATEMENTLINTS_H
