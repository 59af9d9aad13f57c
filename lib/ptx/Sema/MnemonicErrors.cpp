// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/MnemonicErrors.h"
#include "ptx/Diagnostics/GateRules.h"
#include "ptx/Diagnostics/OperandRules.h"
#include "ptx/Diagnostics/Suggestion.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Isa/Words.h"
#include "ptx/Sema/FormChoice.h"
#include "ptx/Sema/InstructionText.h"
#include "ptx/Sema/MnemonicRepairs.h"
#include "ptx/Sema/OperandErrors.h"
#include "ptx/Sema/Suggestions.h"
#include "ptx/Support/Spelling.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

static std::string quoted(StringRef text) { return ("`" + text + "`").str(); }

void ptx::reportNoInstruction(const SyntaxUnit &unit, const Instruction &inst,
                              DiagnosticList &diagnostics) {
  StringRef name = unit.text(inst.opcode);
  SourceRange range = unit.range(inst.opcode);
  Diagnostic &d = diagnostics.emit(diag::UnknownInstruction{.range = range, .name = name});
  suggestOpcode(unit, inst, d);
}

/// The words that some form of `opcode` takes, in no particular order.
static llvm::SmallVector<StringRef, 32> wordsOf(Opcode opcode) {
  llvm::SmallVector<StringRef, 32> words;
  for (const FormInfo &form : formsOf(opcode))
    for (const SlotInfo &slot : form.slots())
      for (Modifier word : slot.words())
        words.push_back(info(word).name);
  llvm::sort(words);
  words.erase(llvm::unique(words), words.end());
  return words;
}

namespace {

/// `.m64n16k16`
struct Shape {
  unsigned m, n, k;
};

} // namespace

static std::optional<Shape> parseShape(StringRef text) {
  Shape shape;
  if (!text.consume_front("m") || text.consumeInteger(10, shape.m) || !text.consume_front("n") ||
      text.consumeInteger(10, shape.n) || !text.consume_front("k") ||
      text.getAsInteger(10, shape.k))
    return std::nullopt;
  return shape;
}

/// Notes the shapes next to one that does not exist; whether it is a shape.
static bool noteShapes(Diagnostic &d, SourceRange range, StringRef modifier, Opcode opcode) {
  std::optional<Shape> shape = parseShape(modifier.drop_front());
  if (!shape)
    return false;
  std::optional<unsigned> below, above;
  for (StringRef word : wordsOf(opcode)) {
    std::optional<Shape> other = parseShape(word);
    if (!other || other->m != shape->m || other->k != shape->k)
      continue;
    if (other->n < shape->n)
      below = std::max(below.value_or(0), other->n);
    else
      above = std::min(above.value_or(UINT_MAX), other->n);
  }
  std::vector<std::string> nearest;
  for (std::optional<unsigned> n : {below, above})
    if (n)
      nearest.push_back("`.m" + std::to_string(shape->m) + "n" + std::to_string(*n) + "k" +
                        std::to_string(shape->k) + "`");
  if (!nearest.empty())
    d.note(range, "the nearest shapes are " + listText(nearest, "and"));
  return true;
}

/// At most this many words are listed in a message.
static constexpr size_t maxListed = 12;

static std::string listOf(llvm::ArrayRef<Modifier> words) {
  if (words.size() <= maxListed)
    return describeModifiers(words);
  return describeModifiers(words.take_front(maxListed - 2)) + ", or one of " +
         std::to_string(words.size() - maxListed + 2) + " others";
}

void ptx::reportIdleModifiers(const SyntaxUnit &unit, const Instruction &inst,
                              const MatchResult &match, DiagnosticList &diagnostics) {
  auto report = [&](auto d, uint8_t word) {
    if (word == MatchResult::noWord)
      return;
    d.range = unit.range(modifierToken(inst, word));
    d.opcode = unit.text(inst.opcode);
    d.modifier = unit.text(modifierToken(inst, word));
    diagnostics.emit(d);
  };
  report(diag::RepeatedModifier{}, match.repeated);
  report(diag::IgnoredModifier{}, match.ignored);
}

//===-- Missing -------------------------------------------------------------------------------===//

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
  // `.lo` compares, too.
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

/// The modifier of the source that is before `place` of the nearest form, or the opcode.
static SourceRange modifierBefore(const SyntaxUnit &unit, const Instruction &inst,
                                  const InstrView &view, size_t place) {
  while (place-- != 0)
    if (std::optional<unsigned> word = writtenModifier(unit, inst, view, place))
      return unit.range(modifierToken(inst, *word));
  return unit.range(inst.opcode);
}

/// Adds the fix that makes the mnemonic `complete` of what is written.
static void fixMissing(const SyntaxUnit &unit, const Instruction &inst, const InstrView &complete,
                       Applicability applicability, Diagnostic &d) {
  // Neighbours are inserted together; what belongs in several places is written anew.
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

/// What other languages do if nothing is said: of the roundings `words`, to the nearest, and to an
/// integer towards zero. None if that is not among them.
static Modifier usualRounding(llvm::ArrayRef<Modifier> words) {
  for (StringRef name : {"rn", "rzi"})
    if (Modifier word = findModifier(name); llvm::is_contained(words, word))
      return word;
  return Modifier::none;
}

/// Reports that the words of `added` are missing, or, if there are none, one of `words` on the
/// place `place` of `view`; `complete` is the mnemonic with what is missing.
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
    expected = listOf(words);
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

/// Adds to `complete`, and to the words of `added`, the words of places that only the manual
/// wants to be filled: `ptxas` does without them.
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

/// Whether no other word in the place of one of `added` completes the mnemonic to `complete`.
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

/// Reports what `completion` adds: all words that can only be one; if there are none, those that
/// are likely.
static void reportCompletion(const BodyScope &scope, const Instruction &inst,
                             const Mnemonic &mnemonic, const Completion &completion,
                             DiagnosticList &diagnostics) {
  InstrView complete = completion.view;
  if (completion.added.empty() && !completion.choices.empty())
    complete.modifiers[completion.place] = completion.choices.front();
  llvm::SmallVector<Modifier, 2> added(completion.added);
  // Of those that would do, one is left.
  if (completion.choices.size() == 1) {
    complete.modifiers[completion.place] = completion.choices.front();
    added.push_back(completion.choices.front());
  }
  if (!added.empty())
    addManualWords(complete, added);
  bool isOnlyOne = isOnlyCompletion(scope, inst, mnemonic, complete, added);
  reportMissing(scope.unit, inst, completion.view, completion.place, completion.choices, complete,
                added, isOnlyOne ? Applicability::Safe : Applicability::Unsafe, diagnostics);
}

//===-- No form -------------------------------------------------------------------------------===//

/// The opcode with the words that are part of its name, if they are written so.
static std::string opcodeText(const SyntaxUnit &unit, const Instruction &inst,
                              const Mnemonic &mnemonic) {
  const FormInfo *nearest = mnemonic.match().nearest;
  if (nearest && StringRef(mnemonicText(unit, inst)).starts_with(nearest->instruction().name))
    return nearest->instruction().name.str();
  return unit.text(inst.opcode).str();
}

namespace {

/// Changes of one modifier, or of two neighbours, after which some form takes all.
struct Replacement {
  Unlikeliness misfit = Unlikeliness::Unfit;
  unsigned weight = 0;
  unsigned index = 0;
  llvm::SmallVector<ModifierChange, 4> changes;

  bool isRemoval() const { return changes.front().word == Modifier::none; }
};

} // namespace

static constexpr unsigned operationWeight = 3;

/// How unlikely it is that an author got one modifier wrong: a setting such as the rounding sooner
/// than one that is too many, that sooner than the type, and that sooner than the operation.
static unsigned weightOf(const ModifierChange &change) {
  if (change.word == Modifier::none)
    return 1;
  if (info(change.word).isType)
    return 2;
  return info(change.word).what.starts_with("operation") ? operationWeight : 0;
}

/// The changes that fit the operands best, of these the likeliest.
static Replacement chooseReplacement(const BodyScope &scope, const Instruction &inst,
                                     const Mnemonic &mnemonic) {
  Replacement best;
  llvm::SmallVector<Modifier, 10> words = writtenWords(scope.unit, inst);
  const MatchResult &match = mnemonic.match();
  for (const ModifierChange &change : match.changes) {
    // What no form takes is to blame itself.
    if (match.failure == MatchFailure::NotAllowed && change.index != match.word)
      continue;
    Mnemonic other = mnemonic.with(change.appliedTo(words));
    Unlikeliness misfit = unlikeliness(scope, inst, other);
    unsigned weight = weightOf(change), index = change.index;
    auto rank = std::tuple(misfit, weight, index);
    bool isAlike = index == best.index && weight == best.weight && !best.changes.empty();
    if (best.changes.empty() || rank < std::tuple(best.misfit, best.weight, best.index)) {
      // Those of the same modifier that fit less well are named after it.
      if (!isAlike || best.misfit >= Unlikeliness::OtherTarget)
        best.changes.clear();
      best.changes.insert(best.changes.begin(), change);
      best.misfit = misfit;
      best.weight = weight;
      best.index = index;
    } else if (isAlike && (misfit < Unlikeliness::OtherTarget || misfit == best.misfit)) {
      best.changes.push_back(change);
    }
  }
  // A pair of the type that is written is never far.
  if (!best.changes.empty() && !best.isRemoval())
    for (const ModifierChange &change : match.changes)
      if (change.index == best.index && change.word != Modifier::none && info(change.word).isType &&
          info(change.word).name.starts_with(info(words[best.index]).name))
        if (Mnemonic other = mnemonic.with(change.appliedTo(words));
            unlikeliness(scope, inst, other) == Unlikeliness::Unfit)
          best.changes.push_back(change);
  return best;
}

/// A word of another kind in place of one that is not a type, so that all fits; none if there is
/// none.
static Replacement otherWord(const BodyScope &scope, const Instruction &inst,
                             const Mnemonic &mnemonic) {
  Replacement other;
  llvm::SmallVector<Modifier, 10> words = writtenWords(scope.unit, inst);
  for (unsigned i = inst.modifierCount; i-- != 0 && other.changes.empty();) {
    if (info(words[i]).isType)
      continue;
    other.index = i;
    for (Modifier word : alternativeWords(scope, inst, mnemonic, i))
      other.changes.push_back({static_cast<uint8_t>(i), word});
  }
  other.misfit = Unlikeliness::None;
  return other;
}

/// Of many changes of `written` those to a word that begins alike, or to an integer type as wide,
/// if there are some.
static void keepLikeliest(Modifier written, llvm::SmallVectorImpl<ModifierChange> &changes) {
  auto keep = [&](auto isLikely) {
    if (llvm::any_of(changes, isLikely))
      llvm::erase_if(changes, [&](const ModifierChange &change) { return !isLikely(change); });
  };
  auto isLonger = [&](const ModifierChange &change) {
    return info(change.word).name.starts_with(info(written).name);
  };
  // A pair of the type is another one, and one of several.
  if (info(written).isType)
    llvm::stable_sort(changes, [&](const ModifierChange &a, const ModifierChange &b) {
      return isLonger(a) > isLonger(b);
    });
  else
    keep(isLonger);
  const TypeInfo &type = info(info(written).type);
  if (info(written).isType && type.kind <= TypeKind::Signed && type.lanes == 1)
    keep([&](const ModifierChange &change) {
      const TypeInfo &other = info(info(change.word).type);
      return other.kind <= TypeKind::Signed && other.lanes == 1 && other.width == type.width;
    });
}

/// What `changes` have in place of one modifier, or of two, in words.
static std::string listOf(llvm::ArrayRef<ModifierChange> changes) {
  llvm::SmallVector<Modifier, 8> words;
  for (const ModifierChange &change : changes)
    if (change.next == Modifier::none && !llvm::is_contained(words, change.word))
      words.push_back(change.word);
  if (changes.front().next == Modifier::none)
    return listOf(words);
  std::vector<std::string> pairs;
  for (const ModifierChange &change : changes)
    if (change.next != Modifier::none)
      pairs.push_back(("`." + info(change.word).name + "." + info(change.next).name + "`").str());
  return listText(pairs);
}

/// Whether there is one word to put in the place of another, a type that the operands fit or a
/// rounding. It is safe if both say the same: bits in place of an integer of the same width, and
/// the rounding to an integer of a conversion to one.
static std::optional<Applicability> applicabilityOf(const Replacement &replacement,
                                                    llvm::ArrayRef<Modifier> written) {
  const ModifierChange &change = replacement.changes.front();
  const ModifierInfo &after = info(change.word), &before = info(written[replacement.index]);
  bool isRounding = after.what == "rounding";
  if (replacement.changes.size() != 1 || change.next != Modifier::none ||
      (!after.isType && !isRounding))
    return std::nullopt;
  auto isInteger = [](const TypeInfo &type) {
    return type.lanes == 1 && (type.kind == TypeKind::Unsigned || type.kind == TypeKind::Signed);
  };
  const TypeInfo &from = info(before.type), &to = info(after.type);
  if (after.isType && before.isType)
    return to.kind == TypeKind::Bits && isInteger(from) && to.width == from.width
               ? Applicability::Safe
               : Applicability::Unsafe;
  const Modifier *type = llvm::find_if(written, [](Modifier word) { return info(word).isType; });
  bool isConversion = isRounding && type != written.end() && isInteger(info(info(*type).type)) &&
                      after.name == (before.name + "i").str();
  return isConversion ? Applicability::Safe : Applicability::Unsafe;
}

/// Reports a modifier that does not fit the others, with those that do.
static void reportReplacement(const SyntaxUnit &unit, const Instruction &inst,
                              const Mnemonic &mnemonic, Replacement replacement,
                              DiagnosticList &diagnostics) {
  unsigned index = replacement.index;
  llvm::SmallVector<Modifier, 10> words = writtenWords(unit, inst);
  keepLikeliest(words[index], replacement.changes);
  const ModifierChange &change = replacement.changes.front();
  unsigned last = change.next == Modifier::none ? index : index + 1;
  SourceRange range = unit.range(modifierToken(inst, index), modifierToken(inst, last));
  std::string written, rest = unit.text(inst.opcode).str();
  for (unsigned i = 0; i != inst.modifierCount; ++i)
    (i < index || i > last ? rest : written) += unit.text(modifierToken(inst, i));
  std::string expected = listOf(llvm::ArrayRef(replacement.changes));
  bool isUnknown = mnemonic.match().failure == MatchFailure::NotAllowed;
  Diagnostic &d =
      isUnknown
          ? diagnostics.emit(diag::ModifierNotAllowed{.range = range,
                                                      .opcode = opcodeText(unit, inst, mnemonic),
                                                      .modifier = written,
                                                      .context = "; expected " + expected})
          : diagnostics.emit(diag::ModifierMismatch{
                .range = range, .modifier = written, .mnemonic = rest, .expected = expected});
  if (std::optional<Applicability> applicability = applicabilityOf(replacement, words)) {
    std::string word = ("." + info(change.word).name).str();
    d.fix(range, word, "replace by " + quoted(word), *applicability);
  }
  Mnemonic other = mnemonic.with(change.appliedTo(words));
  noteSyntax(unit, inst, other.match().candidates.front().view, d);
}

/// Reports the modifiers from `first` to `last`, without which all is well.
static void reportRemoval(const SyntaxUnit &unit, const Instruction &inst, unsigned first,
                          unsigned last, DiagnosticList &diagnostics) {
  SourceRange range = unit.range(modifierToken(inst, first), modifierToken(inst, last));
  std::string removed, rest = unit.text(inst.opcode).str();
  for (unsigned i = 0; i != inst.modifierCount; ++i)
    (i < first || i > last ? rest : removed) += unit.text(modifierToken(inst, i));
  diagnostics
      .emit(diag::ModifierNotAllowed{
          .range = range, .opcode = rest, .modifier = removed, .context = ""})
      .fix(range, "", first == last ? "remove it" : "remove them", Applicability::Unsafe);
}

/// The number of another modifier of the kind of `index` that could be left out in its place.
static std::optional<unsigned> removableAlike(const SyntaxUnit &unit, const Instruction &inst,
                                              const MatchResult &match, unsigned index) {
  llvm::SmallVector<Modifier, 10> words = writtenWords(unit, inst);
  for (const ModifierChange &change : match.changes)
    if (change.word == Modifier::none && change.index != index &&
        info(words[change.index]).what == info(words[index]).what)
      return change.index;
  return std::nullopt;
}

/// `bra .L1`: what looks like a modifier is the name of a label; whether it is so.
static bool reportDottedName(const SyntaxUnit &unit, const Instruction &inst,
                             const Mnemonic &mnemonic, DiagnosticList &diagnostics) {
  const MatchResult &match = mnemonic.match();
  bool isLast = inst.modifierCount != 0 && match.word + 1 == inst.modifierCount;
  if (!isLast || !unit.list(inst.operands()).empty() ||
      llvm::none_of(formsOf(mnemonic.opcode()), [](const FormInfo &form) {
        return form.operands().size() == 1 && form.operands().front().kinds == OperandKind::label;
      }))
    return false;
  TokenId last = modifierToken(inst, match.word);
  diagnostics.emit(
      diag::NameCharacter{.range = unit.range(last),
                          .name = unit.text(last),
                          .problem = "a name cannot contain `.`; `_` and `$` can take its place"});
  return true;
}

/// `.shared.cta` where `.shared::cta` fits; whether it is so.
static bool reportParts(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                        StringRef opcode, DiagnosticList &diagnostics) {
  const SyntaxUnit &unit = scope.unit;
  llvm::SmallVector<Modifier, 10> words = writtenWords(unit, inst);
  for (const JoinedModifiers &parts : joinedModifiers(unit, inst)) {
    llvm::SmallVector<Modifier, 10> changed(words);
    changed[parts.first] = parts.word;
    changed.erase(changed.begin() + parts.first + 1, changed.begin() + parts.last + 1);
    Mnemonic other = mnemonic.with(changed);
    if (!takesOperands(unlikeliness(scope, inst, other)))
      continue;
    SourceRange range =
        unit.range(modifierToken(inst, parts.first), modifierToken(inst, parts.last));
    std::string written;
    for (unsigned i = parts.first; i <= parts.last; ++i)
      written += unit.text(modifierToken(inst, i));
    std::string joined = ("." + info(parts.word).name).str();
    diagnostics
        .emit(diag::ModifierNotAllowed{.range = range,
                                       .opcode = opcode,
                                       .modifier = written,
                                       .context = "; expected " + quoted(joined)})
        .fix(range, joined, "replace by " + quoted(joined));
    return true;
  }
  return false;
}

/// The one of `words` that is spelled like `written`, a letter or digit aside; empty if there is
/// none or several are.
static StringRef nearestWord(StringRef written, llvm::ArrayRef<Modifier> words) {
  NearestSpelling nearest(written.drop_front());
  for (Modifier word : words)
    nearest.consider(info(word).name);
  return nearest.word();
}

/// Adds the fix that moves the modifier at fault forward to where it belongs.
static void fixPlace(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                     Diagnostic &d) {
  const SyntaxUnit &unit = scope.unit;
  llvm::SmallVector<Modifier, 10> words = writtenWords(unit, inst);
  unsigned last = mnemonic.match().word;
  for (unsigned first = 0; first != last; ++first) {
    llvm::SmallVector<Modifier, 10> moved(words);
    std::rotate(moved.begin() + first, moved.begin() + last, moved.begin() + last + 1);
    Mnemonic other = mnemonic.with(moved);
    if (!takesOperands(unlikeliness(scope, inst, other)))
      continue;
    std::string text = unit.text(modifierToken(inst, last)).str();
    for (unsigned i = first; i != last; ++i)
      text += unit.text(modifierToken(inst, i));
    d.fix(unit.range(modifierToken(inst, first), modifierToken(inst, last)), text,
          "put the modifiers in order");
    return;
  }
}

void ptx::reportNoForm(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                       DiagnosticList &diagnostics) {
  const SyntaxUnit &unit = scope.unit;
  const MatchResult &match = mnemonic.match();
  std::string opcode = opcodeText(unit, inst, mnemonic);
  if (reportDottedName(unit, inst, mnemonic, diagnostics) ||
      reportParts(scope, inst, mnemonic, opcode, diagnostics))
    return;
  auto token = [&](uint8_t word) { return modifierToken(inst, word); };
  auto text = [&](uint8_t word) { return unit.text(token(word)); };
  auto range = [&](uint8_t word) { return unit.range(token(word)); };
  Replacement replacement = chooseReplacement(scope, inst, mnemonic);
  bool hasChange = !replacement.changes.empty();
  bool canReplace =
      hasChange && replacement.misfit < Unlikeliness::Unfit && !replacement.isRemoval();
  bool canRemove = hasChange && replacement.isRemoval() && takesOperands(replacement.misfit);
  switch (match.failure) {
  case MatchFailure::UnknownModifier: {
    Diagnostic &d = diagnostics.emit(
        diag::UnknownModifier{.range = range(match.word), .modifier = text(match.word)});
    if (noteShapes(d, range(match.word), text(match.word), mnemonic.opcode()))
      return;
    return suggestModifier(unit, inst, match.word, mnemonic.opcode(),
                           alternativeWords(scope, inst, mnemonic, match.word), d);
  }
  case MatchFailure::NotAllowed: {
    llvm::SmallVector<Modifier, 0> alternatives;
    // What is of its kind fits less well than another word.
    if (!canRemove && (!canReplace || replacement.misfit != Unlikeliness::None))
      alternatives = alternativeWords(scope, inst, mnemonic, match.word);
    if (alternatives.empty() && hasChange && !replacement.isRemoval())
      return reportReplacement(unit, inst, mnemonic, replacement, diagnostics);
    std::string context = alternatives.empty() ? "" : "; expected " + listOf(alternatives);
    Diagnostic &d = diagnostics.emit(diag::ModifierNotAllowed{.range = range(match.word),
                                                              .opcode = opcode,
                                                              .modifier = text(match.word),
                                                              .context = context});
    if (alternatives.empty()) {
      noteSyntax(unit, inst, match.nearestView, d);
    } else {
      ModifierChange change{match.word, alternatives.front()};
      Mnemonic other = mnemonic.with(change.appliedTo(writtenWords(unit, inst)));
      noteSyntax(unit, inst, other.match().candidates.front().view, d);
    }
    // Without it the operands fit: it is too many, and no other word is meant.
    if (canRemove)
      return;
    if (StringRef nearest = nearestWord(text(match.word), alternatives); !nearest.empty())
      return suggest(d, range(match.word), nearest, ".", Applicability::Unsafe);
    return suggestModifier(unit, inst, match.word, mnemonic.opcode(), {}, d);
  }
  case MatchFailure::NotTogether: {
    if (!hasChange || replacement.misfit != Unlikeliness::None)
      if (Replacement other = otherWord(scope, inst, mnemonic); !other.changes.empty())
        return reportReplacement(unit, inst, mnemonic, other, diagnostics);
    if (canReplace && replacement.weight == operationWeight)
      if (std::optional<unsigned> first = needlessPair(scope, inst, mnemonic))
        return reportRemoval(unit, inst, *first, *first + 1, diagnostics);
    if (canReplace)
      return reportReplacement(unit, inst, mnemonic, replacement, diagnostics);
    if (canRemove) {
      if (std::optional<unsigned> other = removableAlike(unit, inst, match, replacement.index)) {
        diagnostics
            .emit(diag::ModifierConflict{.range = range(*other),
                                         .opcode = opcode,
                                         .first = text(replacement.index),
                                         .second = text(*other)})
            .highlight(range(replacement.index));
        return;
      }
      return reportRemoval(unit, inst, replacement.index, replacement.index, diagnostics);
    }
    std::string context = " with these modifiers";
    if (match.other != MatchResult::noWord)
      context = llvm::is_contained(llvm::split(opcode, '.'), text(match.other).drop_front())
                    ? "" // it is part of the name
                    : " together with " + quoted(text(match.other));
    Diagnostic &d = diagnostics.emit(diag::ModifierNotAllowed{.range = range(match.word),
                                                              .opcode = opcode,
                                                              .modifier = text(match.word),
                                                              .context = context});
    if (match.other != MatchResult::noWord)
      d.highlight(range(match.other));
    return noteSyntax(unit, inst, match.nearestView, d);
  }
  case MatchFailure::Misplaced:
    return fixPlace(scope, inst, mnemonic,
                    diagnostics.emit(diag::MisplacedModifier{.range = range(match.word),
                                                             .modifier = text(match.word),
                                                             .opcode = opcode}));
  case MatchFailure::Conflict:
    // `.row` in both places of a layout.
    if (canReplace && !info(replacement.changes.front().word).isType &&
        text(match.word) == text(match.other))
      return reportReplacement(unit, inst, mnemonic, replacement, diagnostics);
    if (text(match.word) == text(match.other))
      diagnostics.emit(diag::DuplicateModifier{
          .range = range(match.word), .opcode = opcode, .modifier = text(match.word)});
    else
      diagnostics
          .emit(diag::ModifierConflict{.range = range(match.word),
                                       .opcode = opcode,
                                       .first = text(match.other),
                                       .second = text(match.word)})
          .highlight(range(match.other));
    return;
  case MatchFailure::Missing: {
    Completion completion = completeMnemonic(scope, inst, mnemonic);
    if (canReplace && replacement.weight < operationWeight &&
        replacement.misfit < completion.misfit)
      return reportReplacement(unit, inst, mnemonic, replacement, diagnostics);
    // One other word is less than several that are missing.
    if (!completion.added.empty() && !completion.choices.empty())
      if (Replacement other = otherWord(scope, inst, mnemonic); !other.changes.empty())
        return reportReplacement(unit, inst, mnemonic, other, diagnostics);
    return reportCompletion(scope, inst, mnemonic, completion, diagnostics);
  }
  case MatchFailure::RuleBroken: {
    // What the rule asks for is not there.
    Completion completion = completeRule(scope, inst, mnemonic);
    bool isNearer = !hasChange || completion.misfit <= replacement.misfit;
    if (takesOperands(completion.misfit) && isNearer)
      return reportCompletion(scope, inst, mnemonic, completion, diagnostics);
    if (!hasChange || replacement.misfit != Unlikeliness::None)
      if (Replacement other = otherWord(scope, inst, mnemonic); !other.changes.empty())
        return reportReplacement(unit, inst, mnemonic, other, diagnostics);
    if (canReplace)
      return reportReplacement(unit, inst, mnemonic, replacement, diagnostics);
    if (canRemove)
      return reportRemoval(unit, inst, replacement.index, replacement.index, diagnostics);
    diagnostics.emit(
        diag::ModifierCombination{.range = mnemonicRange(unit, inst),
                                  .mnemonic = mnemonicText(unit, inst),
                                  .rule = describeBrokenRule(match.nearestView, *match.rule)});
    return;
  }
  case MatchFailure::None:
    return;
  }
}

//===-- Accepted, and yet -------------------------------------------------------------------===//

void ptx::reportFindings(const BodyScope &scope, const Instruction &inst,
                         const Signature &signature, DiagnosticList &diagnostics) {
  const SyntaxUnit &unit = scope.unit;
  SourceRange range = mnemonicRange(unit, inst);
  const FormInfo &form = *signature.view.form;
  if (!signature.manualOrder) {
    std::string expected = manualMnemonic(signature.view);
    diagnostics
        .emit(diag::ModifierOrder{
            .range = range, .opcode = unit.text(inst.opcode), .expected = expected})
        .fix(range, expected, "put the modifiers in order");
  }
  if (form.undocumented)
    diagnostics.emit(diag::UndocumentedForm{.range = range, .form = form.syntax});
  if (signature.uncheckedRule)
    reportBrokenRule(scope, inst, signature.view, *signature.uncheckedRule, {}, diagnostics);
  // What the manual has given up it rejects, too.
  bool isRetired = llvm::any_of(signature.gateFailures, [](const GateFailure &failure) {
    return failure.id == diag::RetiredFeature::id;
  });
  if (signature.undocumentedRule && !isRetired)
    reportBrokenRule(scope, inst, signature.view, *signature.undocumentedRule, {}, diagnostics);
}
