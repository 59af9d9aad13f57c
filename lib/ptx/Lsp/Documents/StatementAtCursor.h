// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_DOCUMENTS_STATEMENTATCURSOR_H
#define PTX_LSP_DOCUMENTS_STATEMENTATCURSOR_H

#include "ptx/Isa/Forms/FormMatcher.h"
#include "ptx/Lsp/Documents/PtxPiece.h"

namespace ptx::lsp {

/// The statement that is being typed, up to the cursor. It is read from the tokens before the
/// cursor, since its syntax tree may be incomplete.
struct StatementAtCursor {
  /// The part of the statement at the cursor.
  enum class Part : uint8_t {
    Start,    ///< the first word: an instruction, a label; after `.` a directive
    Modifier, ///< a word after the dot of a mnemonic
    Operand,  ///< after the mnemonic
    Other,    ///< in a directive or where nothing is known
  };

  Part part = Part::Other;
  UnitView unit = {};
  /// The bytes of the word at the cursor, up to the cursor, including its dot or percent sign.
  SourceRange word = {};
  /// The first word of the statement, such as `mov` or `.target`.
  llvm::StringRef first = {};
  std::optional<Opcode> opcode = std::nullopt;
  /// The complete modifiers before the cursor.
  llvm::SmallVector<Modifier, 8> modifiers = {};
  /// Operands: the number, and whether the cursor is in the brackets of an address or in the braces
  /// of a vector.
  unsigned operand = 0;
  bool inAddress = false;
  bool inVector = false;
};

/// The statement before `offset` of the PTX.
StatementAtCursor statementAtCursor(const PtxPiece &code, uint32_t offset);

} // namespace ptx::lsp

#endif // PTX_LSP_DOCUMENTS_STATEMENTATCURSOR_H
