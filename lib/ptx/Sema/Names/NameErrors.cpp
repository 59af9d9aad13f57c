// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Names/NameErrors.h"
#include "ptx/Diagnostics/NameRules.h"
#include "ptx/Diagnostics/Suggestion.h"
#include "ptx/Isa/Vocabulary/ForeignWords.h"
#include "ptx/Sema/Declarations/Declarations.h"
#include "ptx/Sema/Names/SymbolWords.h"
#include "ptx/Support/Spelling.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <utility>

using namespace ptx;
using llvm::StringRef;

/// The maximum number of unknown names of a body that get hints; broken input can have many.
static constexpr size_t maxExplained = 64;
/// The maximum number of names that are compared with an unknown one.
static constexpr unsigned maxCompared = 4096;
/// The maximum number of similar names that are collected, and one more to detect too many.
static constexpr size_t maxNearest = 4;

/// The name without the number at its end.
static StringRef stemOf(StringRef name) { return name.rtrim("0123456789"); }

//===-- Names that are spelled alike ----------------------------------------------------------===//

/// The declared name that differs from `name` only in a missing percent sign or the case of
/// letters: `%r1` for `r1` and `%R1`, `%tid.x` for `tid` and `%tidx`; none if there is none.
std::optional<NearName> UnknownNames::sameSpelling(StringRef name) const {
  for (const SpecialRegisterInfo &reg : allSpecialRegisters()) {
    StringRef bare = reg.name.drop_front(), text = name;
    text.consume_front("%");
    if (bare.equals_insensitive(text) && name != reg.name)
      return NearName{.name = reg.name.str()};
    if (reg.components > 1 && text.size() == bare.size() + 1 &&
        text.starts_with_insensitive(bare) && StringRef("xyz").contains(text.back()))
      return NearName{.name = (reg.name + "." + text.take_back()).str()};
  }
  std::optional<NearName> found;
  unsigned compared = 0;
  auto compare = [&](const Symbol &symbol) {
    StringRef declared = symbol.name, text = name;
    declared.consume_front("%");
    text.consume_front("%");
    if (!text.starts_with_insensitive(declared))
      return ++compared < maxCompared;
    StringRef number = text.drop_front(declared.size());
    uint32_t value;
    bool isNumber = !number.empty() && !number.getAsInteger(10, value);
    if (symbol.numbered ? isNumber && value < symbol.count : number.empty())
      found = {.name = (symbol.name + number).str(), .symbol = symbol, .isLocal = true};
    return !found && ++compared < maxCompared;
  };
  scope.symbols().forEachVisible(compare);
  return found;
}

/// The special register that `name` shortens, such as `%cluster_rank`: it has the same letters in
/// the same order, and the fewest others. Empty if there is none.
static StringRef shortenedRegister(StringRef name) {
  constexpr size_t mostOthers = 4, fewestLetters = 6;
  StringRef found;
  if (name.size() < fewestLetters || !name.starts_with("%"))
    return found;
  for (const SpecialRegisterInfo &reg : allSpecialRegisters()) {
    StringRef rest = name;
    for (char letter : StringRef(reg.name))
      if (!rest.empty() && rest.front() == letter)
        rest = rest.drop_front();
    if (rest.empty() && reg.name.size() <= name.size() + mostOthers &&
        (found.empty() || reg.name.size() < found.size()))
      found = reg.name;
  }
  return found;
}

/// The visible declared names most similar to `name`; empty if none is similar. Names that differ
/// only in a number do not count as similar.
std::vector<NearName> UnknownNames::nearestTo(StringRef name) const {
  StringRef stem = stemOf(name), digits = name.drop_front(stem.size());
  const unsigned most = std::min<size_t>(2, (name.size() - 1) / 3);
  unsigned least = most, compared = 0;
  if (std::optional<NearName> same = sameSpelling(name)) {
    same->isOnlyOne = same->isSameSpelling = true;
    return {*same};
  }
  std::vector<NearName> nearest;
  std::vector<std::string> farther;
  auto consider = [&](const Symbol &symbol, bool isSpecial, bool isLocal) {
    bool hasNumber = false;
    if (symbol.numbered) {
      uint32_t number;
      hasNumber = !digits.empty() && !digits.getAsInteger(10, number) && number < symbol.count;
      if (!hasNumber)
        return;
    } else if (stemOf(symbol.name) == stem) {
      return;
    }
    unsigned distance = spellingDistance(hasNumber ? stem : name, symbol.name, most);
    if (distance > most)
      return;
    std::string found = (symbol.name + (hasNumber ? digits : "")).str();
    if (distance < least) {
      for (NearName &near : nearest)
        farther.push_back(std::move(near.name));
      nearest.clear();
    }
    bool isFarther = distance > least;
    least = std::min(least, distance);
    if (isFarther)
      farther.push_back(std::move(found));
    else if (nearest.size() <= maxNearest &&
             llvm::none_of(nearest, [&](const NearName &near) { return near.name == found; }))
      nearest.push_back({.name = std::move(found),
                         .symbol = isSpecial ? std::nullopt : std::optional(symbol),
                         .isLocal = isLocal});
  };
  scope.symbols().forEachVisible([&](const Symbol &symbol) {
    consider(symbol, false, true);
    return ++compared < maxCompared;
  });
  scope.moduleNames().forEachVisible([&](const Symbol &symbol) {
    if (symbol.range.begin < scope.functionPosition())
      consider(symbol, false, false);
    return ++compared < maxCompared;
  });
  if (name.starts_with("%"))
    for (const SpecialRegisterInfo &reg : allSpecialRegisters())
      consider({.name = reg.name, .range = {}}, true, false);
  if (nearest.empty())
    if (StringRef special = shortenedRegister(name); !special.empty())
      return {{.name = special.str()}};
  if (nearest.size() == 1)
    nearest.front().isOnlyOne =
        llvm::all_of(farther, [&](StringRef other) { return other == nearest.front().name; });
  return nearest;
}

/// The registers whose declaration consists of `name` and a number.
std::optional<Symbol> UnknownNames::numberedAs(StringRef name) const {
  std::optional<Symbol> found;
  unsigned compared = 0;
  scope.symbols().forEachVisible([&](const Symbol &symbol) {
    if (symbol.numbered && symbol.name == name)
      found = symbol;
    return !found && ++compared < maxCompared;
  });
  return found;
}

UnknownNames::Hints &UnknownNames::Unknown::addHints() {
  if (!hints)
    hints = std::make_unique<Hints>();
  return *hints;
}

void UnknownNames::add(SourceRange where, StringRef name) {
  if (!indices.try_emplace(name, static_cast<uint32_t>(unknowns.size())).second)
    return;
  Unknown unknown{.where = where, .name = name, .hints = nullptr};
  if (unknowns.size() < maxExplained) {
    Hints &hints = unknown.addHints();
    hints.tooFew = numberedAs(name);
    hints.nearest = nearestTo(name);
    if (StringRef stem = stemOf(name); stem.size() < name.size())
      numbered[stem].push_back(static_cast<uint32_t>(unknowns.size()));
  }
  unknowns.push_back(std::move(unknown));
}

/// `%0`, as in the text of inline assembly.
static bool isPlaceholder(StringRef name) {
  return name.size() > 1 && name.consume_front("%") && llvm::all_of(name, llvm::isDigit);
}

/// The number of registers, if `name`, which consists of `stem` and a number, is the first name
/// after the last register.
static uint64_t countFor(StringRef name, StringRef stem) {
  uint64_t number = 0;
  name.drop_front(stem.size()).getAsInteger(10, number);
  return number + 1;
}

/// For a name of another language, adds a note with the PTX equivalent.
bool UnknownNames::noteForeign(const Unknown &unknown, Diagnostic &diagnostic) const {
  StringRef name = unknown.name;
  name.consume_front("%");
  std::optional<ForeignWord> word = findForeignWord(ForeignKind::Name, name);
  if (!word)
    return false;
  diagnostic.note(unknown.where, describeForeignWord(ForeignKind::Name, unknown.name, *word));
  if (word->isReplaced)
    suggest(diagnostic, unknown.where, word->ptx);
  return true;
}

/// Suggests the names with the most similar spelling; for a single one, adds the edit.
void UnknownNames::suggestNearest(const Unknown &unknown, llvm::ArrayRef<NearName> nearest,
                                  Diagnostic &diagnostic) {
  if (nearest.size() != 1) {
    llvm::SmallVector<StringRef> names;
    for (const NearName &near : nearest)
      names.push_back(near.name);
    return suggest(diagnostic, unknown.where, names);
  }
  if (!repairs)
    repairs.emplace(scope);
  diagnostic.fixes.push_back(repairs->repair(unknown.name, unknown.where, nearest.front()));
}

/// For `k_param_0`, the naming scheme of compilers, adds a note with the existing parameters.
bool UnknownNames::noteParameters(StringRef name, Diagnostic &diagnostic) const {
  constexpr unsigned mostShown = 4;
  if (!name.contains("param"))
    return false;
  std::string list;
  SourceRange first;
  unsigned count = 0;
  for (const Symbol &symbol : scope.symbols().all()) {
    if (symbol.parameter == ParameterKind::None || ++count > mostShown)
      continue;
    if (count == 1)
      first = symbol.range;
    list += ((count == 1 ? "`" : ", `") + symbol.name + "`").str();
  }
  if (count == 0)
    return false;
  std::string more = count > mostShown ? " and others" : "";
  diagnostic.note(first,
                  count == 1 ? "the parameter is " + list : "the parameters are " + list + more);
  return true;
}

//===-- Declarations elsewhere ----------------------------------------------------------------===//

static bool contains(SourceRange block, SourceRange place) {
  return block.begin <= place.begin && place.end <= block.end;
}

void UnknownNames::meet(Unknown &unknown, const Symbol &symbol, SourceRange block) {
  bool isSeen = contains(block, unknown.where);
  if (symbol.numbered) {
    uint32_t number;
    if (unknown.name.drop_front(symbol.name.size()).getAsInteger(10, number))
      return;
    if (number >= symbol.count) {
      if (isSeen && symbol.range.begin < unknown.where.begin)
        unknown.addHints().tooFew = symbol;
      return;
    }
  }
  Hints &hints = unknown.addHints();
  std::optional<Symbol> &found = isSeen ? hints.later : hints.elsewhere;
  if (!found)
    found = symbol;
}

void UnknownNames::meet(const Symbol &symbol, SourceRange block) {
  if (symbol.numbered) {
    if (auto found = numbered.find(symbol.name); found != numbered.end())
      for (uint32_t index : found->second)
        meet(unknowns[index], symbol, block);
  } else if (auto found = indices.find(symbol.name); found != indices.end()) {
    meet(unknowns[found->second], symbol, block);
  } else if (auto same = numbered.find(symbol.name);
             same != numbered.end() && symbol.isRegister()) {
    for (uint32_t index : same->second)
      unknowns[index].addHints().uncounted = symbol;
  }
}

/// Searches all declarations of the body for the names.
void UnknownNames::search() {
  SymbolTable declared;
  uint32_t count = static_cast<uint32_t>(unit.statements().size());
  struct OpenBlock {
    SourceRange range;
    uint32_t end;
  };
  llvm::SmallVector<OpenBlock, 8> blocks{{{0, ~0u}, count}};
  for (uint32_t i = 0; i != count; ++i) {
    while (blocks.back().end == i)
      blocks.pop_back();
    const Stmt &stmt = unit.statements()[i];
    if (stmt.kind == StmtKind::Block) {
      const Block &block = unit[BlockId{stmt.index}];
      TokenId close = block.close ? block.close : unit.lastToken(StmtId{i});
      blocks.push_back({unit.range(block.open, close), block.end.index});
      continue;
    }
    size_t known = declared.all().size();
    declareStatement(unit, stmt, declared);
    for (const Symbol &symbol : declared.all().drop_front(known))
      meet(symbol, blocks.back().range);
  }
}

void UnknownNames::report(DiagnosticList &diagnostics) {
  if (unknowns.empty())
    return;
  search();
  bool saidPlaceholder = false;
  for (Unknown &unknown : unknowns) {
    if (isPlaceholder(unknown.name)) {
      if (!std::exchange(saidPlaceholder, true))
        diagnostics.emit(diag::UnknownName{.range = unknown.where, .name = unknown.name})
            .note(unknown.where,
                  ("`" + unknown.name +
                   "` is an operand of inline assembly; `--fragment` checks such text")
                      .str());
      continue;
    }
    static const Hints none;
    const Hints &hints = unknown.hints ? *unknown.hints : none;
    std::optional<Symbol> later = hints.later;
    if (!later)
      if (std::optional<uint32_t> index = scope.moduleNames().find(unknown.name))
        later = scope.moduleNames()[*index];
    if (later) {
      noteDeclared(
          *later, unknown.name,
          diagnostics.emit(diag::UsedBeforeDeclared{.range = unknown.where, .name = unknown.name}));
      continue;
    }
    Diagnostic &d =
        diagnostics.emit(diag::UnknownName{.range = unknown.where, .name = unknown.name});
    if (hints.elsewhere) {
      d.note(hints.elsewhere->range,
             ("the `" + unknown.name + "` declared here is known inside its block alone").str());
    } else if (const auto &few = hints.tooFew) {
      std::string declares =
          few->count == 0 ? "no register"
          : few->count == 1
              ? ("`" + few->name + "0` alone").str()
              : ("`" + few->name + "0` to `" + few->name + llvm::Twine(few->count - 1) + "`").str();
      d.note(few->declaration,
             ("`" + few->name + "<" + llvm::Twine(few->count) + ">` declares " + declares).str());
    } else if (hints.uncounted) {
      StringRef stem = hints.uncounted->name;
      std::string count = stem.str() + "<" + std::to_string(countFor(unknown.name, stem)) + ">";
      d.note(hints.uncounted->declaration, ("`" + stem + "` is declared without a count; `" +
                                            count + "` declares `" + unknown.name + "`")
                                               .str());
    } else if (noteForeign(unknown, d)) {
    } else if (noteParameters(unknown.name, d)) {
    } else if (!hints.nearest.empty()) {
      suggestNearest(unknown, hints.nearest, d);
    }
  }
}

//===-- Names that are declared twice ---------------------------------------------------------===//

void ptx::reportClash(const Symbol &first, const Symbol &second, DiagnosticList &diagnostics) {
  std::string name = (second.numbered ? first.name : second.name).str();
  if (first.numbered && second.numbered)
    name += "<" + std::to_string(first.count) + ">";
  noteDeclared(first,
               first.numbered ? (first.name + "<" + llvm::Twine(first.count) + ">").str() : name,
               diagnostics.emit(diag::Redeclared{.range = second.range, .name = name}));
}

void ptx::reportClashes(const SymbolTable &symbols, uint32_t lostBraces,
                        DiagnosticList &diagnostics) {
  for (NameClash clash : symbols.clashes()) {
    const Symbol *first = &symbols[clash.first], *second = &symbols[clash.second];
    // The labels of a block are declared before its variables.
    if (second->range.begin < first->range.begin)
      std::swap(first, second);
    if (second->range.begin < lostBraces)
      reportClash(*first, *second, diagnostics);
  }
}
