// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Requests/NamePlaces.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace ptx;
using namespace ptx::lsp;

static bool overlap(SourceRange a, SourceRange b) { return a.begin < b.end && b.begin < a.end; }

/// The identity in `code` of the name that another piece of PTX declares as `symbol` at `declared`
/// of the document; none if `code` does not contain it.
static std::optional<NameId> nameIn(const PtxPiece &code, const Symbol &symbol,
                                    SourceRange declared) {
  for (const Occurrence *o : code.index().all())
    if (o->isDeclaration && code.index().symbol(o->name)->name == symbol.name &&
        overlap(code.sourceOf(o->range), declared))
      return o->name;
  return std::nullopt;
}

static void addPlaces(const PtxPiece &code, const NameId &name, std::vector<NamePlace> &places) {
  for (const Occurrence *o : code.index().of(name))
    places.push_back({code.sourceOf(o->range), &code, o});
}

std::vector<NamePlace> lsp::placesOf(const Analysis &analysis, const PtxPiece &code,
                                     const NameId &name) {
  std::vector<NamePlace> places;
  const Symbol *symbol = code.index().symbol(name);
  if (!symbol || !code.fragment() || code.fragment()->declarationAt(symbol->range.begin)) {
    addPlaces(code, name, places);
    return places;
  }
  for (const PtxPiece *other : analysis.codesAround(code))
    if (std::optional<NameId> found = nameIn(*other, *symbol, code.sourceOf(symbol->range))) {
      found->number = name.number;
      addPlaces(*other, *found, places);
    }
  // Prefer the statement that declares the name to a copy of the declaration.
  auto isCopy = [](const NamePlace &p) { return p.code->isFromBefore(p.occurrence->range); };
  if (!llvm::all_of(places,
                    [&](const NamePlace &p) { return !p.occurrence->isDeclaration || isCopy(p); }))
    llvm::erase_if(places, isCopy);
  llvm::stable_sort(places, [](const NamePlace &a, const NamePlace &b) {
    return std::tuple(!a.occurrence->isDeclaration, a.range) <
           std::tuple(!b.occurrence->isDeclaration, b.range);
  });
  // Variants of a statement have common ranges.
  places.erase(
      std::unique(places.begin(), places.end(),
                  [](const NamePlace &a, const NamePlace &b) { return a.range == b.range; }),
      places.end());
  return places;
}
