// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Canonical/UnitSpeller.h"
#include "ptx/Syntax/Lex/GrammarWords.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// Sorts `pieces`, which are in source order, by their places. Pieces with the same place keep
/// their order, since it can matter.
void UnitSpeller::order(llvm::ArrayRef<Piece> pieces) {
  auto byPlace = [](const Piece &a, const Piece &b) { return a.place < b.place; };
  TokenId first = pieces.front().first, last = pieces.back().last;
  if (llvm::is_sorted(pieces, byPlace) || hasTriviaInside(first, last) ||
      keptLines.touch(unit.range(first, last)))
    return;
  llvm::SmallVector<Piece> sorted(pieces);
  llvm::stable_sort(sorted, byPlace);
  for (auto [from, to] : llvm::zip(sorted, pieces))
    if (from.first.index != to.first.index)
      edits.move(unit.range(from.first, from.last), unit.range(to.first, to.last));
}

/// The state space, `.align`, `.attribute`. (Manual 5.4.5, 5.4.8)
void UnitSpeller::order(const Variable &variable) {
  if (variable.qualifiers.empty())
    return;
  llvm::SmallVector<Piece, 4> pieces{{variable.space, variable.space, 0}};
  for (DirectiveId id : variable.qualifiers) {
    const Directive &directive = unit[id];
    pieces.push_back(
        {directive.first, directive.last, directive.kind == DirectiveKind::Align ? 1u : 2u});
  }
  llvm::sort(pieces, [](const Piece &a, const Piece &b) { return a.first.index < b.first.index; });
  order(pieces);
}

/// The directives of a function in the order of their records, which is the order of the manual's
/// sections.
void UnitSpeller::order(const Function &function) {
  if (function.directives.size() < 2)
    return;
  llvm::SmallVector<Piece, 4> pieces;
  for (DirectiveId id : function.directives) {
    const Directive &directive = unit[id];
    const DirectiveInfo *known = directiveOf(unit.tokens().kind(directive.keyword.index));
    pieces.push_back({directive.first, directive.last, static_cast<unsigned>(known->id)});
  }
  order(pieces);
}
