// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The changes in one unit of a module. Private to lib/ptx/Canonical.

#ifndef PTX_CANONICAL_UNITSPELLER_H
#define PTX_CANONICAL_UNITSPELLER_H

#include "ptx/Canonical/MnemonicSpelling.h"
#include "ptx/Canonical/Respelling.h"
#include "ptx/Format/KeptLines.h"
#include "ptx/Sema/SemaResult.h"

namespace ptx {

/// Finds the changes of canonical spelling in one unit. Comments keep their places: words are not
/// reordered if a comment is between them, since it may be about one of them.
class UnitSpeller {
public:
  /// `checked` is null for a unit without checked instructions.
  UnitSpeller(const SyntaxUnit &unit, const CheckedUnit *checked, MnemonicSpeller &mnemonics,
              const KeptLines &keptLines, Respelling &edits)
      : unit(unit), checked(checked), mnemonics(mnemonics), keptLines(keptLines), edits(edits) {}

  void run();

private:
  //===-- Words: UnitSpeller.cpp --------------------------------------------------------------===//

  void spellMnemonics();
  void spellNumbers();
  void spellComponents();
  /// Replaces the text of `range`, unless it is in kept lines.
  void replace(SourceRange range, std::string text);
  /// Whether `token` belongs to an instruction that is not changed.
  bool isKept(TokenId token) const;
  /// Whether a comment or line marker is between two of the tokens `first` to `last`.
  bool hasTriviaInside(TokenId first, TokenId last) const;

  //===-- Order: DirectiveOrder.cpp -----------------------------------------------------------===//

  /// Tokens that stay together, and their rank among other pieces.
  struct Piece {
    TokenId first;
    TokenId last;
    unsigned place;
  };

  void order(const Variable &variable);
  void order(const Function &function);
  void order(llvm::ArrayRef<Piece> pieces);

  const SyntaxUnit &unit;
  const CheckedUnit *checked;
  MnemonicSpeller &mnemonics;
  const KeptLines &keptLines;
  Respelling &edits;
  /// Instructions that are not changed, in source order.
  llvm::SmallVector<const Instruction *, 0> kept;
};

} // namespace ptx

#endif // PTX_CANONICAL_UNITSPELLER_H
