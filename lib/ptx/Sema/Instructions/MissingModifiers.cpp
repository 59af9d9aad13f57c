// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Instructions/MissingModifiers.h"
#include "ptx/Diagnostics/OperandRules.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Sema/Instructions/InstructionText.h"
#include "ptx/Sema/Instructions/ModifierReplacements.h"
#include "ptx/Sema/Instructions/Suggestions.h"
#include "ptx/Sema/Operands/Predicates.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

InstrView ptx::completedView(const MatchResult &match) {
  InstrView view = match.nearestView;
  view.modifiers[match.place] = match.missing.front();
  return view;
}

/// "a rounding modifier", "a rounding or approximation modifier", "a type".
static std::string describeMissing(const SlotInfo &slot, llvm::ArrayRef<Modifier> words) {
  if (slot.type)
    return "a type";
  std::vector<std::string> kinds;
  auto countOf = [&](StringRef kind) {
    return llvm::count_if(words, [&](Modifier word) { return info(word).what == kind; });
  };
  for (Modifier word : words)
    if (std::string kind = info(word).what.str(); !llvm::is_contained(kinds, kind))
      kinds.push_back(kind);
  // `.lo` is also a comparison.
  for (const std::string &kind : kinds)
    if (static_cast<size_t>(countOf(kind)) * 8 >= words.size() * 7) {
      kinds = {kind};
      break;
    }
  // A boolean operation is an operation.
  if (llvm::all_of(kinds, [](StringRef kind) { return kind.ends_with("operation"); }))
    kinds = {"operation"};
  std::string list = listText(kinds);
  if (StringRef(list).contains(" of "))
    return "a modifier for the " + list;
  return (StringRef("aeiou").contains(list.front()) ? "an " : "a ") + list + " modifier";
}

/// The modifier of the source before position `place` of the closest form, or the opcode.
static SourceRange modifierBefore(const SyntaxUnit &unit, const Instruction &inst,
                                  const InstrView &view, size_t place) {
  while (place-- != 0)
    if (std::optional<unsigned> word = writtenModifier(unit, inst, view, place))
      return unit.range(modifierToken(inst, *word));
  return unit.range(inst.opcode);
}

void ptx::fixMissing(const SyntaxUnit &unit, const Instruction &inst, const InstrView &complete,
                     Applicability applicability, Diagnostic &d) {
  // Adjacent words are inserted together; for several positions, the mnemonic is rewritten.
  std::optional<uint32_t> end;
  bool isTogether = true;
  std::string inserted;
  for (auto [i, word] : llvm::enumerate(complete.modifiers)) {
    if (word == Modifier::none || writtenModifier(unit, inst, complete, i))
      continue;
    uint32_t here = modifierBefore(unit, inst, complete, i).end;
    isTogether &= !end || *end == here;
    end = here;
    inserted += ("." + info(word).name).str();
  }
  std::string whole = manualMnemonic(complete);
  if (end && isTogether)
    d.fix({*end, *end}, inserted, "insert " + quoted(inserted), applicability);
  else
    d.fix(mnemonicRange(unit, inst), whole, "replace by " + quoted(whole), applicability);
}

/// The default of other languages among the rounding modes `words`: to nearest, and for integers
/// towards zero. None if `words` does not contain it.
static Modifier usualRounding(llvm::ArrayRef<Modifier> words) {
  for (StringRef name : {"rn", "rzi"})
    if (Modifier word = findModifier(name); llvm::is_contained(words, word))
      return word;
  return Modifier::none;
}

/// Reports that the words of `added` are missing, or, if there are none, one of `words` at position
/// `place` of `view`; `complete` is the mnemonic with the missing words.
static void reportMissing(const SyntaxUnit &unit, const Instruction &inst, const InstrView &view,
                          size_t place, llvm::ArrayRef<Modifier> words, const InstrView &complete,
                          llvm::ArrayRef<Modifier> added, Applicability applicability,
                          DiagnosticList &diagnostics) {
  llvm::ArrayRef<SlotInfo> slots = view.form->slots();
  std::string whole = manualMnemonic(complete);
  std::string what, expected;
  if (!added.empty()) {
    for (Modifier word : added)
      what += ("." + info(word).name).str();
    what = quoted(what);
    expected = quoted(whole);
  } else {
    what = describeMissing(slots[place], words);
    expected = listOfModifiers(words);
    if (slots[place].type && llvm::any_of(llvm::enumerate(slots), [&](auto other) {
          return other.value().type && view.modifiers[other.index()] != Modifier::none;
        })) {
      what = "a second type";
      expected += ", as in " + quoted(whole);
    }
  }
  Diagnostic &d = diagnostics.emit(diag::MissingModifier{.range = mnemonicRange(unit, inst),
                                                         .mnemonic = mnemonicText(unit, inst),
                                                         .what = what,
                                                         .expected = expected});
  if (!added.empty())
    return fixMissing(unit, inst, complete, applicability, d);
  if (Modifier rounding = usualRounding(words); rounding != Modifier::none) {
    InstrView rounded = complete;
    rounded.modifiers[place] = rounding;
    fixMissing(unit, inst, rounded, Applicability::Unsafe, d);
  }
}

std::optional<InstrView> ptx::viewWithOneMore(const BodyScope &scope, const Instruction &inst,
                                              const Mnemonic &mnemonic) {
  // Others have no variants with other operands than those that types and vectors select.
  if (mnemonic.match().candidates.front().view.form->mnemonicSuffixes == 0)
    return std::nullopt;
  std::optional<InstrView> found;
  Modifier added = Modifier::none;
  for (auto &[word, other] : mnemonic.withOneMore(writtenWords(scope.unit, inst))) {
    if (word == added || unlikeliness(scope, inst, other) != Unlikeliness::None)
      continue;
    if (found)
      return std::nullopt;
    found = other.match().candidates.front().view;
    added = word;
  }
  return found;
}

void ptx::reportLackingModifier(const SyntaxUnit &unit, const Instruction &inst,
                                const InstrView &complete, DiagnosticList &diagnostics) {
  llvm::SmallVector<Modifier, 2> added;
  for (auto [place, word] : llvm::enumerate(complete.modifiers))
    if (word != Modifier::none && !writtenModifier(unit, inst, complete, place))
      added.push_back(word);
  reportMissing(unit, inst, complete, 0, {}, complete, added, Applicability::Unsafe, diagnostics);
}

/// Adds the words that only the manual requires to `complete` and to `added`. `ptxas` does not
/// require them.
static void addManualWords(InstrView &complete, llvm::SmallVectorImpl<Modifier> &added) {
  for (const RuleInfo &rule : complete.form->rules()) {
    if (!rule.ptxasIgnores || rule.readsOperands || !fulfils(complete, rule.condition))
      continue;
    for (auto [place, slot] : llvm::enumerate(complete.form->slots())) {
      if (fulfils(complete, rule.implied))
        break;
      if (complete.modifiers[place] != Modifier::none || slot.words().size() != 1)
        continue;
      complete.modifiers[place] = slot.words().front();
      if (fulfils(complete, rule.implied))
        added.push_back(slot.words().front());
      else
        complete.modifiers[place] = Modifier::none;
    }
  }
}

void ptx::reportMissingModifier(const SyntaxUnit &unit, const Instruction &inst,
                                const MatchResult &match, DiagnosticList &diagnostics) {
  llvm::ArrayRef<Modifier> words = match.missing;
  InstrView complete = completedView(match);
  llvm::SmallVector<Modifier, 2> added;
  if (words.size() == 1) {
    added.push_back(words.front());
    addManualWords(complete, added);
  }
  reportMissing(unit, inst, match.nearestView, match.place, words, complete, added,
                Applicability::Safe, diagnostics);
}

/// Whether `complete` is the only mnemonic with a word in place of each of `added`.
static bool isOnlyCompletion(const BodyScope &scope, const Instruction &inst,
                             const Mnemonic &mnemonic, const InstrView &complete,
                             llvm::ArrayRef<Modifier> added) {
  llvm::SmallVector<Modifier, 10> words;
  llvm::copy_if(complete.modifiers, std::back_inserter(words),
                [](Modifier word) { return word != Modifier::none; });
  for (Modifier word : added) {
    auto index = static_cast<unsigned>(llvm::find(words, word) - words.begin());
    for (Modifier other : wordsInPlaceOf(scope, inst, mnemonic, words, index))
      if (other != word)
        return false;
  }
  return true;
}

/// Whether the operands and modifiers determine the types of `added` uniquely. In a sequence of
/// types, any can be the missing one, and bit registers can contain floating-point numbers as well
/// as integers.
static bool areTypesKnown(const BodyScope &scope, const Instruction &inst,
                          llvm::ArrayRef<Modifier> added) {
  bool hasType =
      llvm::any_of(writtenWords(scope.unit, inst), [](Modifier word) { return info(word).isType; });
  auto isDeclared = [&](TypeId type) {
    return llvm::any_of(scope.unit.list(inst.operands()), [&](ExprId id) {
      const Symbol *symbol = scope.symbol(scope.binding(id));
      return symbol && symbol->isRegister() && symbol->type == type;
    });
  };
  return llvm::all_of(added, [&](Modifier word) {
    return !info(word).isType || (!hasType && (info(info(word).type).kind <= TypeKind::Signed ||
                                               isDeclared(info(word).type)));
  });
}

void ptx::reportCompletion(const BodyScope &scope, const Instruction &inst,
                           const Mnemonic &mnemonic, const Completion &completion,
                           DiagnosticList &diagnostics) {
  InstrView complete = completion.view;
  if (completion.added.empty() && !completion.choices.empty())
    complete.modifiers[completion.place] = completion.choices.front();
  llvm::SmallVector<Modifier, 2> added(completion.added);
  // Only one word is possible.
  if (completion.choices.size() == 1) {
    complete.modifiers[completion.place] = completion.choices.front();
    added.push_back(completion.choices.front());
  }
  if (!added.empty())
    addManualWords(complete, added);
  // The modifier that requires the words may be the wrong one.
  bool isSafe = isOnlyCompletion(scope, inst, mnemonic, complete, added) &&
                !needlessWord(scope, inst, mnemonic) && areTypesKnown(scope, inst, added) &&
                !hasOtherReading(scope, inst, mnemonic);
  reportMissing(scope.unit, inst, completion.view, completion.place, completion.choices, complete,
                added, isSafe ? Applicability::Safe : Applicability::Unsafe, diagnostics);
}
