// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/OperandRules.h"
#include "ptx/Diagnostics/Suggestion.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Sema/Instructions/InstructionText.h"
#include "ptx/Sema/Instructions/MissingModifiers.h"
#include "ptx/Sema/Instructions/MnemonicErrors.h"
#include "ptx/Sema/Instructions/ModifierReplacements.h"
#include "ptx/Sema/Instructions/Suggestions.h"
#include "ptx/Sema/Operands/OperandErrors.h"
#include "ptx/Support/Spelling.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <array>
#include <numeric>

using namespace ptx;
using llvm::StringRef;

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

/// Adds a note with the only M that shapes of this K have, and their N.
static void noteRows(Diagnostic &d, SourceRange range, Shape written, Opcode opcode) {
  std::optional<Shape> first;
  unsigned most = 0, step = 0;
  for (StringRef word : wordsOf(opcode)) {
    std::optional<Shape> other = parseShape(word);
    if (!other || other->k != written.k)
      continue;
    if (first && other->m != first->m)
      return;
    if (!first || other->n < first->n)
      first = other;
    most = std::max(most, other->n);
    step = std::gcd(step, other->n);
  }
  if (first)
    d.note(range, "expected `.m" + std::to_string(first->m) + "nNk" + std::to_string(first->k) +
                      "`, N a multiple of " + std::to_string(step) + " from " +
                      std::to_string(first->n) + " to " + std::to_string(most));
}

/// Adds a note with the shapes most similar to one that does not exist. Returns whether it is a
/// shape.
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
  else
    noteRows(d, range, *shape, opcode);
  return true;
}

/// Of shapes in place of a shape, keeps those that differ from it in the fewest numbers.
static void keepNearestShapes(Modifier written, llvm::SmallVectorImpl<ModifierChange> &changes) {
  std::optional<Shape> shape = parseShape(info(written).name);
  if (!shape)
    return;
  auto distance = [&](const ModifierChange &change) {
    std::optional<Shape> other = parseShape(info(change.word).name);
    return other ? (other->m != shape->m) + (other->n != shape->n) + (other->k != shape->k) : 3;
  };
  int least = 3;
  for (const ModifierChange &change : changes)
    least = std::min(least, distance(change));
  llvm::erase_if(changes, [&](const ModifierChange &change) { return distance(change) > least; });
}

/// Whether PTX has a modifier that is not a type, with a number between `before` and `after`.
static bool hasNumbered(StringRef before, StringRef after) {
  return llvm::any_of(std::array{1, 2, 4, 8, 16, 32, 64}, [&](int number) {
    std::string word = (before + llvm::Twine(number) + after).str();
    return findModifier(word) != Modifier::none && !findType(word);
  });
}

/// Adds a note with the words that differ from an unknown one only in its number, such as those for
/// `.x256`, if they are not types. Returns whether there are several.
static bool noteNumbers(Diagnostic &d, SourceRange range, StringRef modifier, Opcode opcode) {
  StringRef written = modifier.drop_front();
  StringRef before = written.take_until(llvm::isDigit);
  StringRef after = written.drop_front(before.size()).drop_while(llvm::isDigit);
  if (before.size() + after.size() == written.size() || !hasNumbered(before, after))
    return false;
  std::vector<std::pair<unsigned, StringRef>> words;
  for (StringRef word : wordsOf(opcode)) {
    StringRef middle = word;
    unsigned number;
    if (middle.consume_front(before) && middle.consume_back(after) &&
        !middle.getAsInteger(10, number) && !findType(word))
      words.emplace_back(number, word);
  }
  llvm::sort(words);
  words.erase(llvm::unique(words), words.end());
  constexpr size_t several = 3, most = 10;
  if (words.size() < several || words.size() > most)
    return false;
  std::vector<std::string> shown;
  for (const auto &[number, word] : words)
    shown.push_back(("`." + word + "`").str());
  d.note(range, "expected " + listText(shown));
  return true;
}

/// For the maximum or the minimum of predicates, adds a note with the instruction that computes it.
static void noteLogic(Diagnostic &d, SourceRange opcode, StringRef written, StringRef modifier) {
  StringRef logic = written == "max" ? "or" : written == "min" ? "and" : "";
  if (modifier != ".pred" || logic.empty())
    return;
  std::string instruction = (logic + ".pred").str();
  d.note(opcode, "for predicates, `" + instruction + "` computes the " +
                     (written == "max" ? "maximum" : "minimum"));
}

/// For a barrier in one instruction where PTX has two, adds a note with the second one.
static void noteWait(Diagnostic &d, SourceRange opcode, const Mnemonic &mnemonic, StringRef written,
                     const ModifierChange &change) {
  if (written != ".sync" || change.word != Modifier::arrive)
    return;
  for (const FormInfo &form : formsOf(mnemonic.opcode())) {
    StringRef arrive = form.instruction().name;
    if (!arrive.consume_back(".arrive"))
      continue;
    d.note(opcode,
           ("the barrier is two instructions: `" + arrive + ".arrive`, then `" + arrive + ".wait`")
               .str());
    return;
  }
}

/// The opcode with the words that are part of its name, if they are written as such.
static std::string opcodeText(const SyntaxUnit &unit, const Instruction &inst,
                              const Mnemonic &mnemonic) {
  const FormInfo *nearest = mnemonic.match().nearest;
  if (nearest && StringRef(mnemonicText(unit, inst)).starts_with(nearest->instruction().name))
    return nearest->instruction().name.str();
  return unit.text(inst.opcode).str();
}

/// Whether the register that `inst` writes is declared as an integer. A bit register may be
/// intended for another type than the instruction's.
static bool writesInteger(const BodyScope &scope, const Instruction &inst) {
  llvm::ArrayRef<ExprId> operands = scope.unit.list(inst.operands());
  const Symbol *symbol = operands.empty() ? nullptr : scope.symbol(scope.binding(operands.front()));
  if (!symbol || !symbol->isRegister() || !symbol->type)
    return false;
  TypeKind kind = info(*symbol->type).kind;
  return kind == TypeKind::Signed || kind == TypeKind::Unsigned;
}

/// The index of a scope without which the modifiers match, as in `ld.volatile.sys`.
static std::optional<unsigned> needlessScope(const BodyScope &scope, const Instruction &inst,
                                             const Mnemonic &mnemonic) {
  llvm::SmallVector<Modifier, 10> words = writtenWords(scope.unit, inst);
  for (unsigned i = 0; i != words.size(); ++i) {
    if (!llvm::is_contained({Modifier::cta, Modifier::cluster, Modifier::gpu, Modifier::sys},
                            words[i]))
      continue;
    llvm::SmallVector<Modifier, 10> others(words);
    others.erase(others.begin() + i);
    Mnemonic other = mnemonic.with(others);
    if (unlikeliness(scope, inst, other) == Unlikeliness::None)
      return i;
  }
  return std::nullopt;
}

/// Whether the modifier at `index` is a state space without which the modifiers match, so that the
/// address is generic.
static bool isNeedlessSpace(const BodyScope &scope, const Instruction &inst,
                            const Mnemonic &mnemonic, unsigned index) {
  llvm::SmallVector<Modifier, 10> words = writtenWords(scope.unit, inst);
  if (info(words[index]).what != "state space")
    return false;
  words.erase(words.begin() + index);
  Mnemonic other = mnemonic.with(words);
  return unlikeliness(scope, inst, other) == Unlikeliness::None;
}

/// Adds to `changes`, if no change begins with the word at `index`, the only word of the opcode
/// that does and matches: `.commit_group` in place of `.commit`.
static void addLongerWord(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                          unsigned index, llvm::SmallVectorImpl<ModifierChange> &changes) {
  llvm::SmallVector<Modifier, 10> words = writtenWords(scope.unit, inst);
  StringRef written = info(words[index]).name;
  auto isLonger = [&](StringRef word) {
    return word.consume_front(written) && word.starts_with("_");
  };
  if (info(words[index]).isType || written.empty() ||
      llvm::any_of(changes,
                   [&](const ModifierChange &change) { return isLonger(info(change.word).name); }))
    return;
  llvm::SmallVector<ModifierChange, 1> longer;
  for (StringRef word : wordsOf(mnemonic.opcode())) {
    ModifierChange change{static_cast<uint8_t>(index), findModifier(word)};
    if (!isLonger(word) || change.word == Modifier::none)
      continue;
    Mnemonic other = mnemonic.with(change.appliedTo(words));
    if (unlikeliness(scope, inst, other) == Unlikeliness::None)
      longer.push_back(change);
  }
  if (longer.size() == 1)
    changes.push_back(longer.front());
}

/// Reports a modifier that does not match the others, with the possible ones.
static void reportReplacement(const BodyScope &scope, const Instruction &inst,
                              const Mnemonic &mnemonic, Replacement replacement,
                              DiagnosticList &diagnostics) {
  const SyntaxUnit &unit = scope.unit;
  unsigned index = replacement.index;
  llvm::SmallVector<Modifier, 10> words = writtenWords(unit, inst);
  addLongerWord(scope, inst, mnemonic, index, replacement.changes);
  keepLikeliest(words[index], replacement.changes);
  keepNearestShapes(words[index], replacement.changes);
  const ModifierChange &change = replacement.changes.front();
  unsigned last = change.next == Modifier::none ? index : index + 1;
  SourceRange range = unit.range(modifierToken(inst, index), modifierToken(inst, last));
  std::string written, rest = unit.text(inst.opcode).str();
  for (unsigned i = 0; i != inst.modifierCount; ++i)
    (i < index || i > last ? rest : written) += unit.text(modifierToken(inst, i));
  std::string expected = describeChanges(replacement.changes);
  if (std::optional<unsigned> needless = needlessScope(scope, inst, mnemonic))
    expected += ", or no " + quoted(unit.text(modifierToken(inst, *needless)));
  else if (isNeedlessSpace(scope, inst, mnemonic, index))
    expected += ", or no state space";
  bool isUnknown = mnemonic.match().failure == MatchFailure::NotAllowed;
  Diagnostic &d =
      isUnknown
          ? diagnostics.emit(diag::ModifierNotAllowed{.range = range,
                                                      .opcode = opcodeText(unit, inst, mnemonic),
                                                      .modifier = written,
                                                      .context = "; expected " + expected})
          : diagnostics.emit(diag::ModifierMismatch{
                .range = range, .modifier = written, .mnemonic = rest, .expected = expected});
  noteLogic(d, unit.range(inst.opcode), unit.text(inst.opcode), written);
  noteWait(d, unit.range(inst.opcode), mnemonic, written, change);
  if (std::optional<Applicability> applicability = applicabilityOf(replacement, words)) {
    if (applicability == Applicability::Safe &&
        (hasOtherReading(scope, inst, mnemonic, index) ||
         (!info(change.word).isType && !writesInteger(scope, inst))))
      applicability = Applicability::Unsafe;
    std::string word = ("." + info(change.word).name).str();
    d.fix(range, word, "replace by " + quoted(word), *applicability);
  }
  Mnemonic other = mnemonic.with(change.appliedTo(words));
  noteSyntax(unit, inst, other.match().candidates.front().view, d);
}

/// Reports the modifiers from `first` to `last`, without which the instruction is valid.
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

/// The index of another modifier of the same kind as `index` that could be removed instead.
static std::optional<unsigned> removableAlike(const SyntaxUnit &unit, const Instruction &inst,
                                              const MatchResult &match, unsigned index) {
  llvm::SmallVector<Modifier, 10> words = writtenWords(unit, inst);
  for (const ModifierChange &change : match.changes)
    if (change.word == Modifier::none && change.index != index &&
        info(words[change.index]).what == info(words[index]).what)
      return change.index;
  return std::nullopt;
}

/// `bra .L1`: a label name that looks like a modifier. Returns whether this is the case.
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

/// Reports `.shared.cta` if `.shared::cta` matches. Returns whether it does.
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

/// The only one of `words` that differs from `written` in one letter or digit; empty if there is
/// none or more than one.
static StringRef nearestWord(StringRef written, llvm::ArrayRef<Modifier> words) {
  NearestSpelling nearest(written.drop_front());
  for (Modifier word : words)
    nearest.consider(info(word).name);
  return nearest.word();
}

/// Adds the fix that moves the wrong modifier forward to its position.
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

namespace {

/// Reports why no form matches the modifiers of one instruction: one member function for each kind
/// of failure.
class NoFormReport {
public:
  NoFormReport(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
               DiagnosticList &diagnostics)
      : scope(scope), unit(scope.unit), inst(inst), mnemonic(mnemonic), match(mnemonic.match()),
        diagnostics(diagnostics), opcode(opcodeText(unit, inst, mnemonic)),
        replacement(chooseReplacement(scope, inst, mnemonic)) {}

  void report();

private:
  void unknownModifier();
  void notAllowed();
  void notTogether();
  void misplaced();
  void conflict();
  void missing();
  void ruleBroken();

  void twoModifiers(unsigned first, unsigned second);
  Diagnostic &modifierNotAllowed(const std::string &context);
  void explainWithout(Diagnostic &d);
  bool reportOtherWord();
  bool reportLackingWord();
  llvm::SmallVector<Modifier, 0> optionalWordsLike(unsigned index);
  bool reportTypes();
  bool reportTypeOrder();
  void replace() { reportReplacement(scope, inst, mnemonic, replacement, diagnostics); }

  StringRef text(unsigned word) const { return unit.text(modifierToken(inst, word)); }
  SourceRange range(unsigned word) const { return unit.range(modifierToken(inst, word)); }

  bool hasChange() const { return !replacement.changes.empty(); }
  /// Whether everything matches after the change.
  bool isExact() const { return hasChange() && replacement.misfit == Unlikeliness::None; }
  bool canReplace() const {
    return hasChange() && replacement.misfit < Unlikeliness::Unfit && !replacement.isRemoval();
  }
  bool canRemove() const { return replacement.isRemoval() && takesOperands(replacement.misfit); }

  const BodyScope &scope;
  const SyntaxUnit &unit;
  const Instruction &inst;
  const Mnemonic &mnemonic;
  const MatchResult &match;
  DiagnosticList &diagnostics;
  std::string opcode;
  Replacement replacement;
};

} // namespace

void NoFormReport::report() {
  switch (match.failure) {
  case MatchFailure::UnknownModifier:
    return unknownModifier();
  case MatchFailure::NotAllowed:
    return notAllowed();
  case MatchFailure::NotTogether:
    return notTogether();
  case MatchFailure::Misplaced:
    return misplaced();
  case MatchFailure::Conflict:
    return conflict();
  case MatchFailure::Missing:
    return missing();
  case MatchFailure::RuleBroken:
    return ruleBroken();
  case MatchFailure::None:
    return;
  }
}

/// Reports the wrong modifier; the message contains `context` after it.
Diagnostic &NoFormReport::modifierNotAllowed(const std::string &context) {
  return diagnostics.emit(diag::ModifierNotAllowed{.range = range(match.word),
                                                   .opcode = opcode,
                                                   .modifier = text(match.word),
                                                   .context = context});
}

/// Reports a word of another kind, if the instruction matches with one. Returns whether it does.
bool NoFormReport::reportOtherWord() {
  Replacement other = otherWord(scope, inst, mnemonic);
  if (other.changes.empty())
    return false;
  reportReplacement(scope, inst, mnemonic, other, diagnostics);
  return true;
}

/// Reports a missing word, or one of a few, with which the instruction matches: `.warpx4` of
/// `tcgen05.cp.32x128b`. Returns whether there is one.
bool NoFormReport::reportLackingWord() {
  constexpr size_t few = 4;
  llvm::SmallVector<Modifier, 10> words = writtenWords(unit, inst);
  llvm::SmallVector<Modifier, 4> lacking;
  std::string whole;
  unsigned place = 0;
  for (StringRef name : wordsOf(mnemonic.opcode())) {
    Modifier word = findModifier(name);
    if (word == Modifier::none || info(word).isType || llvm::is_contained(words, word) ||
        llvm::is_contained(lacking, word))
      continue;
    for (unsigned at = words.size(); at != 0; --at) {
      llvm::SmallVector<Modifier, 10> more(words);
      more.insert(more.begin() + at, word);
      Mnemonic other = mnemonic.with(more);
      if (!other.match().matched() || unlikeliness(scope, inst, other) != Unlikeliness::None)
        continue;
      place = at;
      whole = manualMnemonic(other.match().candidates.front().view);
      lacking.push_back(word);
      break;
    }
    if (lacking.size() > few)
      return false;
  }
  if (lacking.empty())
    return false;
  std::string example = lacking.size() > 1 ? "one of them, as in " : "";
  Diagnostic &d = diagnostics.emit(diag::MissingModifier{.range = mnemonicRange(unit, inst),
                                                         .mnemonic = mnemonicText(unit, inst),
                                                         .what = listOfModifiers(lacking),
                                                         .expected = example + quoted(whole)});
  uint32_t end = range(place - 1).end;
  std::string text = ("." + info(lacking.front()).name).str();
  if (lacking.size() == 1)
    d.fix({end, end}, text, "insert " + quoted(text), Applicability::Unsafe);
  return true;
}

/// Reports two modifiers of one kind; `second` is the extra one.
void NoFormReport::twoModifiers(unsigned first, unsigned second) {
  diagnostics
      .emit(diag::ModifierConflict{
          .range = range(second), .opcode = opcode, .first = text(first), .second = text(second)})
      .highlight(range(first));
}

/// The words with the same prefix that are possible in place of modifier `index`.
llvm::SmallVector<Modifier, 0> NoFormReport::optionalWordsLike(unsigned index) {
  constexpr size_t alike = 4; // with the dot
  llvm::SmallVector<Modifier, 0> words =
      wordsInPlaceOf(scope, inst, mnemonic, writtenWords(unit, inst), index);
  llvm::erase_if(words, [&](Modifier word) {
    return !text(index).starts_with(("." + info(word).name).str().substr(0, alike));
  });
  return words;
}

void NoFormReport::unknownModifier() {
  Diagnostic &d = diagnostics.emit(
      diag::UnknownModifier{.range = range(match.word), .modifier = text(match.word)});
  if (noteShapes(d, range(match.word), text(match.word), mnemonic.opcode()) ||
      noteNumbers(d, range(match.word), text(match.word), mnemonic.opcode()))
    return;
  constexpr size_t mostListed = 8;
  llvm::SmallVector<Modifier, 0> alternatives = alternativeWords(scope, inst, mnemonic, match.word);
  suggestModifier(unit, inst, match.word, mnemonic.opcode(), alternatives, d);
  if (alternatives.empty())
    alternatives = optionalWordsLike(match.word);
  if (d.fixes.empty() && d.notes.empty() && !alternatives.empty() &&
      alternatives.size() <= mostListed)
    d.note(range(match.word), "expected " + listOfModifiers(alternatives));
  if (d.fixes.empty() && d.notes.empty())
    explainWithout(d);
}

/// Adds to the report of an unknown modifier the words in its place with which everything matches,
/// or that everything does without it.
void NoFormReport::explainWithout(Diagnostic &d) {
  constexpr size_t few = 4;
  llvm::SmallVector<Modifier, 10> words = writtenWords(unit, inst);
  if (llvm::count(words, Modifier::none) != 1)
    return;
  ModifierChange removal{static_cast<uint8_t>(match.word), Modifier::none};
  Mnemonic other = mnemonic.with(removal.appliedTo(words));
  bool isExtra = takesOperands(unlikeliness(scope, inst, other));
  llvm::SmallVector<Modifier, 0> alternatives =
      wordsInPlaceOf(scope, inst, mnemonic, words, match.word);
  // Where it can be removed, the operations on an object of which the operands are those of another
  // form.
  if (isExtra)
    llvm::erase_if(alternatives, [&](Modifier word) {
      ModifierChange change{static_cast<uint8_t>(match.word), word};
      Mnemonic replaced = mnemonic.with(change.appliedTo(words));
      bool isOperation = StringRef(info(word).what).starts_with("operation on");
      return !isOperation || replaced.match().candidates.front().view.form ==
                                 other.match().candidates.front().view.form;
    });
  if (!alternatives.empty() && alternatives.size() <= few) {
    d.note(range(match.word),
           "expected " + listOfModifiers(alternatives) + (isExtra ? ", or none" : ""));
    return;
  }
  if (isExtra)
    d.fix(range(match.word), "", "remove it", Applicability::Unsafe);
}

void NoFormReport::notAllowed() {
  llvm::SmallVector<Modifier, 0> alternatives;
  // Another word matches better than the words of its kind.
  if (!canRemove() && !(canReplace() && isExact()))
    alternatives = alternativeWords(scope, inst, mnemonic, match.word);
  if (alternatives.empty() && hasChange() && !replacement.isRemoval())
    return replace();
  Diagnostic &d =
      modifierNotAllowed(alternatives.empty() ? "" : "; expected " + listOfModifiers(alternatives));
  if (alternatives.empty()) {
    noteSyntax(unit, inst, match.nearestView, d);
  } else {
    ModifierChange change{match.word, alternatives.front()};
    Mnemonic other = mnemonic.with(change.appliedTo(writtenWords(unit, inst)));
    noteSyntax(unit, inst, other.match().candidates.front().view, d);
  }
  // If the operands match without it, it is an extra word, not a misspelling of another.
  if (canRemove()) {
    d.fix(range(match.word), "", "remove it", Applicability::Unsafe);
    return;
  }
  if (StringRef nearest = nearestWord(text(match.word), alternatives); !nearest.empty())
    return suggest(d, range(match.word), nearest, ".", Applicability::Unsafe);
  suggestModifier(unit, inst, match.word, mnemonic.opcode(), {}, d);
}

void NoFormReport::notTogether() {
  if (!isExact() && reportOtherWord())
    return;
  if (replacement.changes.size() > 1 && reportLackingWord())
    return;
  if (canReplace()) {
    if (replacement.weight == Replacement::operationWeight)
      if (std::optional<unsigned> first = needlessPair(scope, inst, mnemonic))
        return reportRemoval(unit, inst, *first, *first + 1, diagnostics);
    return replace();
  }
  if (canRemove()) {
    if (std::optional<unsigned> other = removableAlike(unit, inst, match, replacement.index))
      return twoModifiers(replacement.index, *other);
    return reportRemoval(unit, inst, replacement.index, replacement.index, diagnostics);
  }
  if (match.other == MatchResult::noWord)
    return noteSyntax(unit, inst, match.nearestView, modifierNotAllowed(" with these modifiers"));
  bool isPartOfName = llvm::is_contained(llvm::split(opcode, '.'), text(match.other).drop_front());
  Diagnostic &d =
      modifierNotAllowed(isPartOfName ? "" : " together with " + quoted(text(match.other)));
  d.highlight(range(match.other));
  noteSyntax(unit, inst, match.nearestView, d);
}

void NoFormReport::misplaced() {
  fixPlace(scope, inst, mnemonic,
           diagnostics.emit(diag::MisplacedModifier{
               .range = range(match.word), .modifier = text(match.word), .opcode = opcode}));
}

/// The first and the last of the consecutive types around `word`.
static std::pair<unsigned, unsigned> typesAround(llvm::ArrayRef<Modifier> words, unsigned word) {
  unsigned first = word, last = word;
  while (first != 0 && info(words[first - 1]).isType)
    --first;
  while (last + 1 != words.size() && info(words[last + 1]).isType)
    ++last;
  return {first, last};
}

/// Reports the types of `mma.….bf16.bf16.bf16.bf16`, if other types in two places match. Returns
/// whether they do.
bool NoFormReport::reportTypes() {
  llvm::SmallVector<Modifier, 10> words = writtenWords(unit, inst);
  auto [first, last] = typesAround(words, match.word);
  if (!info(words[match.word]).isType || last - first < 2)
    return false;
  for (StringRef word : wordsOf(mnemonic.opcode())) {
    Modifier type = findModifier(word);
    if (type == Modifier::none || !info(type).isType)
      continue;
    for (unsigned i = first; i != last; ++i)
      for (unsigned j = i + 1; j <= last; ++j) {
        llvm::SmallVector<Modifier, 10> changed(words);
        changed[i] = changed[j] = type;
        if (mnemonic.with(changed).match().failure != MatchFailure::None)
          continue;
        std::string written, expected, rest = opcode;
        for (unsigned k = 0; k != words.size(); ++k) {
          (k < first || k > last ? rest : written) += text(k);
          if (k >= first && k <= last)
            expected += ("." + info(changed[k]).name).str();
        }
        diagnostics.emit(diag::ModifierMismatch{
            .range = unit.range(modifierToken(inst, first), modifierToken(inst, last)),
            .modifier = written,
            .mnemonic = rest,
            .expected = quoted(expected)});
        return true;
      }
  }
  return false;
}

/// Reports the types of `wgmma.….f16.f16.f32`, if the instruction matches with the last one moved
/// to the front, or the first one to the end. Returns whether it does.
bool NoFormReport::reportTypeOrder() {
  llvm::SmallVector<Modifier, 10> words = writtenWords(unit, inst);
  auto [first, last] = typesAround(words, match.word);
  if (!info(words[match.word]).isType || last == first)
    return false;
  for (bool isLastFirst : {true, false}) {
    llvm::SmallVector<Modifier, 10> changed(words);
    auto *begin = changed.begin() + first, *end = changed.begin() + last + 1;
    std::rotate(begin, isLastFirst ? end - 1 : begin + 1, end);
    Mnemonic other = mnemonic.with(changed);
    if (unlikeliness(scope, inst, other) != Unlikeliness::None)
      continue;
    std::string written, expected, rest = unit.text(inst.opcode).str();
    for (unsigned i = 0; i != words.size(); ++i) {
      (i < first || i > last ? rest : written) += text(i);
      if (i >= first && i <= last)
        expected += ("." + info(changed[i]).name).str();
    }
    SourceRange types = unit.range(modifierToken(inst, first), modifierToken(inst, last));
    diagnostics
        .emit(diag::ModifierMismatch{
            .range = types, .modifier = written, .mnemonic = rest, .expected = quoted(expected)})
        .fix(types, expected, "replace by " + quoted(expected), Applicability::Unsafe);
    return true;
  }
  return false;
}

void NoFormReport::conflict() {
  if (text(match.word) != text(match.other)) {
    if (!reportTypeOrder())
      twoModifiers(match.other, match.word);
    return;
  }
  // For example `.row` at both positions of a layout, or a conversion of a type to itself, which
  // requires both.
  if (canReplace() &&
      !(info(replacement.changes.front().word).isType && needlessWord(scope, inst, mnemonic)))
    return replace();
  if (reportTypes())
    return;
  // The first one is a part of the name.
  if (llvm::is_contained(llvm::split(opcode, '.'), text(match.word).drop_front())) {
    modifierNotAllowed(" after its name")
        .fix(range(match.word), "", "remove it", Applicability::Unsafe);
    return;
  }
  diagnostics.emit(diag::DuplicateModifier{
      .range = range(match.word), .opcode = opcode, .modifier = text(match.word)});
}

void NoFormReport::missing() {
  Completion completion = completeMnemonic(scope, inst, mnemonic);
  if (completion.misfit != Unlikeliness::None && replacement.changes.size() > 1 &&
      reportLackingWord())
    return;
  if (canReplace() && replacement.weight < Replacement::operationWeight &&
      replacement.misfit < completion.misfit)
    return replace();
  // `fence.proxy.alias.sys`: with more words it requires another target, or does not match either.
  if (completion.misfit >= Unlikeliness::OtherTarget)
    if (std::optional<unsigned> needless = needlessWord(scope, inst, mnemonic))
      return reportRemoval(unit, inst, *needless, *needless, diagnostics);
  // Replacing one word is a smaller change than adding several missing ones.
  if (!completion.added.empty() && !completion.choices.empty() && reportOtherWord())
    return;
  reportCompletion(scope, inst, mnemonic, completion, diagnostics);
}

void NoFormReport::ruleBroken() {
  // A word that the rule requires is missing.
  Completion completion = completeRule(scope, inst, mnemonic);
  bool isNearer = !hasChange() || completion.misfit <= replacement.misfit;
  if (takesOperands(completion.misfit) && isNearer)
    return reportCompletion(scope, inst, mnemonic, completion, diagnostics);
  if (!isExact() && reportOtherWord())
    return;
  if (replacement.changes.size() > 1 && reportLackingWord())
    return;
  if (canReplace())
    return replace();
  if (canRemove())
    return reportRemoval(unit, inst, replacement.index, replacement.index, diagnostics);
  diagnostics.emit(
      diag::ModifierCombination{.range = mnemonicRange(unit, inst),
                                .mnemonic = mnemonicText(unit, inst),
                                .rule = describeBrokenRule(match.nearestView, *match.rule)});
}

void ptx::reportNoForm(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                       DiagnosticList &diagnostics) {
  if (reportDottedName(scope.unit, inst, mnemonic, diagnostics) ||
      reportParts(scope, inst, mnemonic, opcodeText(scope.unit, inst, mnemonic), diagnostics))
    return;
  NoFormReport(scope, inst, mnemonic, diagnostics).report();
}
