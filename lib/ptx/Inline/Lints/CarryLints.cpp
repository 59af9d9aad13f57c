// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/InlineRules.h"
#include "ptx/Inline/Lints/StatementLints.h"
#include "ptx/Sema/Instructions/InstructionText.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

static bool writesCarry(const InstrView &view) { return view.has(Modifier::cc); }

/// The carry flag is for sequences of instructions without branches. So the first read and the last
/// write determine whether it enters and leaves the statement. (Manual 9.7.2)
void ptx::lintCarries(StatementLintContext &context) {
  // the instruction that wrote the flag, if it has not been read since
  const Instruction *unread = nullptr;
  bool isWritten = false;
  auto report = [&](const Instruction &inst, llvm::StringRef access) {
    std::string mnemonic = mnemonicText(context.unit, inst);
    context.inside.emit(diag::SplitCarryChain{
        .range = mnemonicRange(context.unit, inst), .mnemonic = mnemonic, .access = access});
  };
  for (auto [inst, signature] :
       llvm::zip(context.unit.instructions(), context.checked.signatures)) {
    if (signature->view.form->has(Trait::ReadsCarry)) {
      if (!isWritten)
        report(inst, "reads the carry flag, which nothing writes");
      isWritten = true;
      unread = nullptr;
    }
    if (writesCarry(signature->view)) {
      isWritten = true;
      unread = &inst;
    }
  }
  if (unread)
    report(*unread, "writes the carry flag, which nothing reads after it");
}
