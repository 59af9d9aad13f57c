// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/Bans.h"

#include "ptx/Diagnostics/ProjectRules.h"

using namespace ptx;

/// The mnemonic as written, without its white space.
static std::string mnemonicText(const SyntaxUnit &unit, const Instruction &inst) {
  std::string text = unit.text(inst.opcode).str();
  for (uint32_t i = 1; i <= inst.modifierCount; ++i)
    text += unit.text(TokenId{inst.opcode.index + i});
  return text;
}

void ptx::checkBans(const SyntaxUnit &unit, llvm::ArrayRef<Ban> bans, DiagnosticList &diagnostics) {
  for (const Ban &ban : bans) {
    auto report = [&](SourceRange range, llvm::StringRef what) {
      diagnostics.emit(diag::BannedUse{.range = range, .what = what, .reason = ban.message});
    };
    if (!ban.instructions.empty())
      for (const Instruction &inst : unit.instructions())
        if (std::string text = mnemonicText(unit, inst); ban.instructions.match(text))
          report(unit.range(inst.opcode, TokenId{inst.opcode.index + inst.modifierCount}), text);
    if (!ban.words.empty())
      for (uint32_t i = 0; i != unit.tokens().size(); ++i)
        if (llvm::StringRef text = unit.tokens().text(i);
            text.starts_with(".") && ban.words.match(text))
          report(unit.tokens().range(i), text);
  }
}
