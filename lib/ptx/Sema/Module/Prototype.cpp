// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Module/Prototype.h"
#include "ptx/Sema/Declarations/Declarations.h"
#include "ptx/Sema/Names/SymbolWords.h"

#include "llvm/ADT/Twine.h"

using namespace ptx;
using llvm::StringRef;

Prototype::Prototype(const FunctionHeader &header) : resultCount(header.function.results.size()) {
  forEachParameter(header, [&](const Symbol &symbol) { declared.push_back(symbol); });
}

bool Prototype::isIncomplete(const Symbol &symbol) {
  if (!symbol.array)
    return false;
  const SyntaxUnit &unit = *symbol.unit;
  return countOfDimension(unit, unit.list(unit[symbol.declarator].dimensions).front()) == 0;
}

bool ptx::hasWholeHeader(const Symbol &function) {
  const SyntaxUnit &unit = *function.unit;
  const Function &header = unit[function.function];
  return header.hasBody() || unit.tokens().kind(header.last.index) == TokenKind::Semicolon;
}

uint32_t ptx::effectiveAlignment(const Symbol &symbol) {
  return std::max(elementBytes(symbol), symbol.alignment);
}

bool ptx::haveSameType(const Symbol &a, const Symbol &b, bool openEnded) {
  if (a.type != b.type || a.vectorLength != b.vectorLength)
    return false;
  llvm::ArrayRef<ExprId> ofA = a.unit->list((*a.unit)[a.declarator].dimensions);
  llvm::ArrayRef<ExprId> ofB = b.unit->list((*b.unit)[b.declarator].dimensions);
  if (ofA.size() != ofB.size())
    return false;
  for (auto [dimensionA, dimensionB] : llvm::zip(ofA, ofB)) {
    uint64_t sizeA = countOfDimension(*a.unit, dimensionA);
    uint64_t sizeB = countOfDimension(*b.unit, dimensionB);
    if (sizeA != sizeB && !(openEnded && (sizeA == 0 || sizeB == 0)))
      return false;
  }
  return true;
}

std::optional<DirectiveId> ptx::findDirective(const SyntaxUnit &unit, const Function &function,
                                              TokenKind keyword) {
  for (DirectiveId id : function.directives)
    if (unit.tokens().kind(unit[id].keyword.index) == keyword)
      return id;
  return std::nullopt;
}

//===-- Comparing prototypes ------------------------------------------------------------------===//

static std::optional<PrototypeDifference> differenceOf(StringRef what, const Symbol &first,
                                                       const Symbol &second) {
  std::string text = (what + " `" + second.name + "` ").str();
  auto differ = [&](const llvm::Twine &how) {
    return PrototypeDifference{text + how.str(), first.declaration, second.declaration};
  };
  if (first.space != second.space)
    return differ("is in `" + info(second.space).word + "` in place of `" + info(first.space).word +
                  "`");
  if (!haveSameType(first, second, /*openEnded=*/false))
    return differ("has type `" + typeText(second) + "` in place of `" + typeText(first) + "`");
  if (effectiveAlignment(first) != effectiveAlignment(second))
    return differ("is aligned to " + llvm::Twine(effectiveAlignment(second)) +
                  " bytes in place of " + llvm::Twine(effectiveAlignment(first)));
  return std::nullopt;
}

std::string ptx::countText(size_t count, StringRef what) {
  if (count == 0)
    return ("no " + what).str();
  return (llvm::Twine(count) + " " + what + (count > 1 ? "s" : "")).str();
}

std::optional<PrototypeDifference> ptx::difference(const Symbol &first, const Symbol &second) {
  Prototype before(first), now(second);
  auto compare = [&](StringRef what, llvm::ArrayRef<Symbol> ofFirst,
                     llvm::ArrayRef<Symbol> ofSecond) -> std::optional<PrototypeDifference> {
    if (ofFirst.size() != ofSecond.size())
      return PrototypeDifference{"it has " + countText(ofSecond.size(), what) + " in place of " +
                                     std::to_string(ofFirst.size()),
                                 first.range, second.range};
    for (auto [a, b] : llvm::zip(ofFirst, ofSecond))
      if (std::optional<PrototypeDifference> found = differenceOf(what, a, b))
        return found;
    return std::nullopt;
  };
  if (std::optional<PrototypeDifference> found = compare("result", before.results(), now.results()))
    return found;
  return compare("parameter", before.parameters(), now.parameters());
}
