// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Forms/FormMatcher.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <utility>

using namespace ptx;
using Words = llvm::ArrayRef<Modifier>;

/// The maximum number of modifiers of an instruction.
static constexpr size_t maxWords = 32;

namespace {

/// Assigns the words of an instruction to the places of one form.
class FormBinding {
public:
  FormBinding(const FormInfo &form, ReleaseNumber release) : form(form), slots(form.slots()) {
    view.form = &form;
    view.release = release;
    view.modifiers.assign(slots.size(), Modifier::none);
  }

  /// Assigns all words, the first places first; fails if that is impossible.
  bool bindAll(Words words) { return bindFrom(words, 0); }

  /// Assigns the words for which this is possible, leading words at any position, and records the
  /// others.
  void bindSome(Words words) {
    suffixAnywhere = true;
    for (auto [i, word] : llvm::enumerate(words)) {
      size_t place = 0;
      while (place < slots.size() && !fits(place, word, i))
        ++place;
      if (place == slots.size())
        unplaced.push_back(i);
      else
        view.modifiers[place] = word;
    }
  }

  /// The first required place without a word; the number of places if there is none.
  size_t missingPlace() const {
    size_t place = 0;
    while (place != slots.size() && !lacksWord(place))
      ++place;
    return place;
  }

  /// The number of required places without a word.
  unsigned missingCount() const {
    return llvm::count_if(llvm::seq(slots.size()), [&](size_t place) { return lacksWord(place); });
  }

  /// The number of the first leading word that is too late; the number of words if there is none.
  size_t misplacedLead(Words words) const {
    for (size_t place = 0; place < form.mnemonicSuffixes; ++place)
      if (Modifier word = view.modifiers[place];
          word != Modifier::none && words[filledBefore(place)] != word)
        return llvm::find(words, word) - words.begin();
    return words.size();
  }

  /// The first violated rule about modifiers, or null.
  const RuleInfo *brokenRule() const {
    for (const RuleInfo &rule : form.rules())
      if (!rule.readsOperands && !rule.ptxasIgnores && !rule.undocumented &&
          fulfils(view, rule.condition) && !fulfils(view, rule.implied))
        return &rule;
    return nullptr;
  }

  /// Whether the words are in the order of the places.
  bool inOrder(Words words) const {
    size_t next = 0;
    for (Modifier word : view.modifiers)
      if (word != Modifier::none && words[next++] != word)
        return false;
    return true;
  }

  const FormInfo &form;
  llvm::ArrayRef<SlotInfo> slots;
  InstrView view;
  llvm::SmallVector<uint8_t> unplaced;

private:
  /// The number of places before `place` with a word.
  size_t filledBefore(size_t place) const {
    return place - llvm::count(llvm::ArrayRef(view.modifiers).take_front(place), Modifier::none);
  }

  /// Whether `word`, number `index` of the instruction, is possible at `place`. Leading places
  /// require leading words; other places may have a fixed order.
  bool fits(size_t place, Modifier word, size_t index) const {
    if (view.modifiers[place] != Modifier::none || !llvm::is_contained(slots[place].words(), word))
      return false;
    if (!suffixAnywhere && place < form.mnemonicSuffixes && filledBefore(place) != index)
      return false;
    if (slots[place].order)
      for (size_t later = place + 1; later < slots.size(); ++later)
        if (view.modifiers[later] != Modifier::none && slots[later].order == slots[place].order)
          return false;
    return true;
  }

  /// Whether the place has no word and requires one, possibly because a linked place has one.
  bool lacksWord(size_t place) const {
    if (view.modifiers[place] != Modifier::none)
      return false;
    const SlotInfo &slot = slots[place];
    bool isNeeded = !slot.optional;
    for (auto [i, other] : llvm::enumerate(slots))
      isNeeded |= slot.link && other.link == slot.link && view.modifiers[i] != Modifier::none;
    return isNeeded;
  }

  bool suffixAnywhere = false;

  bool bindFrom(Words words, size_t index) {
    if (index == words.size())
      return missingPlace() == slots.size() && !brokenRule();
    for (size_t place = 0; place < slots.size(); ++place) {
      if (!fits(place, words[index], index))
        continue;
      view.modifiers[place] = words[index];
      if (bindFrom(words, index + 1))
        return true;
      view.modifiers[place] = Modifier::none;
    }
    return false;
  }
};

} // namespace

static void collect(Opcode opcode, Words words, MatchResult &result) {
  size_t ordered = 0;
  uint64_t bits = 0;
  for (Modifier word : words)
    bits |= wordBit(word);
  for (const FormInfo &form : formsOf(opcode)) {
    if ((bits & ~form.wordBits) || words.size() > form.slots().size() || !form.isOf(result.release))
      continue;
    FormBinding binding(form, result.release);
    if (!binding.bindAll(words))
      continue;
    FormCandidate candidate{binding.view, binding.inOrder(words)};
    if (candidate.manualOrder)
      result.candidates.insert(result.candidates.begin() + ordered++, std::move(candidate));
    else
      result.candidates.push_back(std::move(candidate));
  }
}

/// Explains why `word`, number `index`, has no place in the closest form.
static void explainWord(const FormBinding &nearest, Words words, uint8_t index,
                        MatchResult &result) {
  Modifier word = words[index];
  result.word = index;
  for (auto [place, slot] : llvm::enumerate(nearest.slots)) {
    Modifier bound = nearest.view.modifiers[place];
    if (!llvm::is_contained(slot.words(), word))
      continue;
    if (bound != Modifier::none) {
      result.failure = MatchFailure::Conflict;
      result.other = llvm::find(words, bound) - words.begin();
      return;
    }
  }
  llvm::SmallVector<const FormInfo *> takers;
  for (const FormInfo &form : formsOf(nearest.form.opcode))
    if (form.takes(word) && form.isOf(result.release))
      takers.push_back(&form);
  result.failure = takers.empty() ? MatchFailure::NotAllowed : MatchFailure::NotTogether;
  for (auto [i, candidate] : llvm::enumerate(words))
    if (i != index && result.other == MatchResult::noWord &&
        llvm::none_of(takers, [&, c = candidate](auto *form) { return form->takes(c); }))
      result.other = i;
  // If each word has a form in common with `word`, name a word without which the others have a
  // form.
  for (uint8_t i = 0; i != words.size() && result.other == MatchResult::noWord; ++i) {
    llvm::SmallVector<Modifier> fewer(words.begin(), words.end());
    fewer.erase(fewer.begin() + i);
    if (i != index && llvm::any_of(takers, [&](const FormInfo *form) {
          FormBinding binding(*form, result.release);
          binding.bindSome(fewer);
          return binding.unplaced.empty();
        }))
      result.other = i;
  }
}

/// Adds the words of the place that `binding` lacks to the missing words of the closest form, if it
/// is the same kind of place, or `any`.
static void addMissing(const FormBinding &binding, const SlotInfo &nearest, bool any,
                       MatchResult &result) {
  size_t place = binding.missingPlace();
  if (place == binding.slots.size() || binding.slots[place].type != nearest.type ||
      (binding.form.undocumented && !result.nearest->undocumented))
    return;
  const SlotInfo &slot = binding.slots[place];
  // `.ca` and `.cg` are words of two forms with the same kind of meaning.
  auto isAlike = [&] {
    return slot.words().size() == 1 && nearest.words().size() == 1 &&
           info(slot.words().front()).what == info(nearest.words().front()).what;
  };
  if (!slot.type && !any && slot.name != nearest.name && !isAlike())
    return;
  for (Modifier word : slot.words())
    if (!llvm::is_contained(result.missing, word))
      result.missing.push_back(word);
}

bool ptx::someFormTakes(Opcode opcode, Words words, ReleaseNumber release) {
  uint64_t bits = 0;
  for (Modifier word : words)
    bits |= wordBit(word);
  return llvm::any_of(formsOf(opcode), [&](const FormInfo &form) {
    return !(bits & ~form.wordBits) && words.size() <= form.slots().size() && form.isOf(release) &&
           FormBinding(form, release).bindAll(words);
  });
}

llvm::SmallVector<Modifier, 10> ModifierChange::appliedTo(llvm::ArrayRef<Modifier> words) const {
  llvm::SmallVector<Modifier, 10> changed(words.begin(), words.end());
  if (word == Modifier::none)
    changed.erase(changed.begin() + index);
  else
    changed[index] = word;
  if (next != Modifier::none)
    changed[index + 1] = next;
  return changed;
}

/// The words that documented forms of `opcode` accept and that have the kind of `word`, or share a
/// place with it, as `.lo` does with other comparisons.
static llvm::SmallVector<Modifier, 32> alikeWords(Opcode opcode, Modifier word) {
  llvm::SmallVector<Modifier, 32> alike;
  for (const FormInfo &form : formsOf(opcode))
    for (const SlotInfo &slot : form.slots()) {
      bool isOfPlace = llvm::is_contained(slot.words(), word);
      for (Modifier other : slot.words()) {
        bool isAlike = info(other).isType == info(word).isType &&
                       (isOfPlace || info(other).what == info(word).what);
        if (isAlike && !form.undocumented && !llvm::is_contained(alike, other))
          alike.push_back(other);
      }
    }
  return alike;
}

/// Whether a form of `opcode` accepts `word` at one of several places with a fixed order.
static bool isOrdered(Opcode opcode, Modifier word) {
  return llvm::any_of(formsOf(opcode), [&](const FormInfo &form) {
    return llvm::any_of(form.slots(), [&](const SlotInfo &slot) {
      return slot.order && llvm::is_contained(slot.words(), word);
    });
  });
}

static void findChanges(Opcode opcode, Words words, MatchResult &result) {
  auto consider = [&](ModifierChange change) {
    if (someFormTakes(opcode, change.appliedTo(words), result.release))
      result.changes.push_back(change);
  };
  for (auto [i, word] : llvm::enumerate(words)) {
    auto index = static_cast<uint8_t>(i);
    llvm::SmallVector<Modifier, 32> alike = alikeWords(opcode, word);
    for (Modifier other : alike)
      if (other != word)
        consider({index, other});
    consider({index, Modifier::none});
    bool isPair = i + 1 != words.size() && !info(word).isType &&
                  info(words[i + 1]).what == info(word).what && isOrdered(opcode, word);
    if (!isPair)
      continue;
    for (Modifier first : alike)
      for (Modifier second : alike)
        if (first != word && second != words[i + 1])
          consider({index, first, second});
  }
}

/// Finds the form with the fewest missing or surplus words. `removed`: a form that is not
/// considered, or null.
static void explain(Opcode opcode, Words words, const FormInfo *removed, MatchResult &result) {
  unsigned least = UINT_MAX;
  llvm::SmallVector<FormBinding, 1> nearest;
  for (const FormInfo &form : formsOf(opcode)) {
    if (&form == removed || !form.isOf(result.release))
      continue;
    FormBinding binding(form, result.release);
    binding.bindSome(words);
    // A word without a place costs most. If all words have a place, a missing word is a narrower
    // cause than a rule.
    unsigned missing = binding.missingCount();
    bool isMisplaced = binding.misplacedLead(words) < words.size();
    unsigned lacks = 4 * binding.unplaced.size() + 2 * (missing != 0) + 2 * isMisplaced +
                     (!binding.brokenRule()      ? 0
                      : binding.unplaced.empty() ? 3
                                                 : 1);
    // Of forms that are equally close otherwise, the one that lacks fewer words is meant.
    lacks = lacks * maxWords + missing;
    if (lacks > least)
      continue;
    if (lacks < least)
      nearest.clear();
    least = lacks;
    nearest.push_back(std::move(binding));
  }
  if (nearest.empty())
    return;
  const FormBinding &form = nearest.front();
  result.nearest = &form.form;
  result.nearestView = form.view;
  if (!form.unplaced.empty())
    return explainWord(form, words, form.unplaced.front(), result);
  if (size_t place = form.missingPlace(); place < form.slots.size()) {
    result.failure = MatchFailure::Missing;
    result.place = place;
    for (const FormBinding &other : nearest)
      addMissing(other, form.slots[place], removed != nullptr, result);
    return;
  }
  if (size_t word = form.misplacedLead(words); word < words.size()) {
    result.failure = MatchFailure::Misplaced;
    result.word = word;
    return;
  }
  result.failure = MatchFailure::RuleBroken;
  result.rule = form.brokenRule();
}

/// Whether a form of the instruction of `candidate` accepts `word`, so that it has a meaning.
static bool means(Modifier word, const FormCandidate &candidate) {
  const FormInfo &found = *candidate.view.form;
  return llvm::any_of(formsOf(found.opcode), [&](const FormInfo &form) {
    return form.instructionId == found.instructionId && form.takes(word);
  });
}

/// The number of modifiers that belong to the name of an instruction.
static size_t suffixesOf(const InstrView &view) {
  auto suffixes = llvm::ArrayRef(view.modifiers).take_front(view.form->mnemonicSuffixes);
  return suffixes.size() - llvm::count(suffixes, Modifier::none);
}

/// Whether `ptxas` ignores `word`, which is `result.ignored`, in the forms found without it, that
/// is after the part that belongs to the name. A vector length is ignored if it equals the length
/// of the first vector.
static bool isIdle(Modifier word, const MatchResult &result) {
  unsigned length = word == Modifier::v2   ? 2
                    : word == Modifier::v4 ? 4
                    : word == Modifier::v8 ? 8
                                           : 0;
  if (llvm::any_of(result.candidates, [&](const FormCandidate &candidate) {
        // A type that some instructions ignore belongs to the name if an optional word precedes it:
        // `mul.lo`. A type that nearly all instructions ignore does not.
        size_t suffixes = suffixesOf(candidate.view);
        size_t fixed = candidate.view.form->instruction().name.count('.');
        return means(word, candidate) || result.ignored < suffixes ||
               (info(word).isType && !info(word).isIgnoredByMost() && suffixes > fixed);
      }))
    return false;
  return !length || llvm::any_of(result.candidates, [&](const FormCandidate &candidate) {
    for (const OperandInfo &operand : candidate.view.form->operands())
      if (OperandShape shape = shapeOf(candidate.view, operand); shape.elements)
        return shape.elements == length;
    return false;
  });
}

/// Whether two words for which `isIgnored` holds have the same kind of meaning; `ptxas` reports
/// those.
static bool areTwoOfAKind(Words words, llvm::function_ref<bool(Modifier)> isIgnored) {
  for (const auto *i = words.begin(); i != words.end(); ++i)
    if (isIgnored(*i) && !info(*i).ignoredTwice &&
        std::any_of(i + 1, words.end(), [&](Modifier other) {
          return isIgnored(other) && info(other).what == info(*i).what;
        }))
      return true;
  return false;
}

/// Finds the forms that accept the modifiers without those that `ptxas` ignores: without one of
/// them, otherwise without all of them and without repeated ones.
static void collectWithoutIgnored(Opcode opcode, Words words, MatchResult &result) {
  auto isIgnored = [&](Modifier word) { return info(word).isIgnoredWith(info(opcode).name); };
  const auto *first = llvm::find_if(words, isIgnored);
  if (first == words.end())
    return;
  for (const auto *i = first; i != words.end() && !result.matched(); ++i) {
    if (!isIgnored(*i))
      continue;
    llvm::SmallVector<Modifier> fewer(words.begin(), words.end());
    fewer.erase(fewer.begin() + (i - words.begin()));
    collect(opcode, fewer, result);
    llvm::erase_if(result.candidates, [&](const FormCandidate &candidate) {
      return !info(*i).isIgnoredBy(candidate.view.form->instruction().name);
    });
    result.ignored = i - words.begin();
    if (!isIdle(*i, result))
      result.candidates.clear();
  }
  if (result.matched())
    return;
  result.ignored = MatchResult::noWord;
  llvm::SmallVector<Modifier> fewer;
  uint8_t repeated = MatchResult::noWord;
  for (auto [i, word] : llvm::enumerate(words)) {
    if (isIgnored(word))
      continue;
    if (!info(word).repeatable || !llvm::is_contained(fewer, word))
      fewer.push_back(word);
    else if (repeated == MatchResult::noWord)
      repeated = i;
  }
  if (fewer.size() + 1 >= words.size() || areTwoOfAKind(words, isIgnored))
    return;
  collect(opcode, fewer, result);
  llvm::erase_if(result.candidates, [&](const FormCandidate &candidate) {
    llvm::StringRef name = candidate.view.form->instruction().name;
    return llvm::any_of(
        words, [&](Modifier word) { return isIgnored(word) && !info(word).isIgnoredBy(name); });
  });
  if (!result.matched())
    return;
  result.repeated = repeated;
  result.ignored = first - words.begin();
  if (!isIdle(*first, result))
    result.candidates.clear();
}

/// Finds the forms that accept the modifiers without all those that `ptxas` accepts repeatedly, if
/// one occurs three times, or several occur twice.
static void collectWithoutRepeated(Opcode opcode, Words words, MatchResult &result) {
  llvm::SmallVector<Modifier> fewer;
  uint8_t first = MatchResult::noWord;
  for (auto [i, word] : llvm::enumerate(words)) {
    if (!info(word).repeatable || !llvm::is_contained(fewer, word))
      fewer.push_back(word);
    else if (first == MatchResult::noWord)
      first = i;
  }
  if (fewer.size() + 1 >= words.size())
    return;
  collect(opcode, fewer, result);
  if (result.matched())
    result.repeated = first;
}

MatchResult ptx::matchForms(Opcode opcode, Words words, bool findsChanges, ReleaseNumber release) {
  MatchResult result;
  result.release = release;
  for (auto [i, word] : llvm::enumerate(words))
    if (word == Modifier::none || i == maxWords) {
      result.failure = MatchFailure::UnknownModifier;
      result.word = i;
      return result;
    }
  collect(opcode, words, result);
  // Without the second of two equal modifiers the form is still found.
  for (size_t i = 1; i < words.size() && !result.matched(); ++i) {
    if (!info(words[i]).repeatable || !llvm::is_contained(words.take_front(i), words[i]))
      continue;
    llvm::SmallVector<Modifier> fewer(words.begin(), words.end());
    fewer.erase(fewer.begin() + i);
    collect(opcode, fewer, result);
    if (result.matched())
      result.repeated = i;
  }
  if (!result.matched())
    collectWithoutRepeated(opcode, words, result);
  if (!result.matched())
    collectWithoutIgnored(opcode, words, result);
  if (!result.matched()) {
    explain(opcode, words, nullptr, result);
    if (findsChanges)
      findChanges(opcode, words, result);
  }
  return result;
}

MatchResult ptx::matchWithout(const FormInfo &removed, Words words) {
  MatchResult result;
  explain(removed.opcode, words, &removed, result);
  if (result.failure != MatchFailure::Missing)
    result.failure = MatchFailure::None;
  return result;
}
