// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/MnemonicErrors.h"
#include "ptx/Isa/Words.h"
#include "ptx/Sema/FormChoice.h"
#include "ptx/Sema/InstructionText.h"
#include "ptx/Sema/OperandErrors.h"
#include "ptx/Sema/Suggestions.h"

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
  for (Modifier word : words)
    if (std::string kind = info(word).what.str(); !llvm::is_contained(kinds, kind))
      kinds.push_back(kind);
  // A boolean operation is an operation.
  if (llvm::all_of(kinds, [](StringRef kind) { return kind.ends_with("operation"); }))
    kinds = {"operation"};
  std::string list = listText(kinds);
  if (StringRef(list).contains(" of "))
    return "a modifier for the " + list;
  return (StringRef("aeiou").contains(list.front()) ? "an " : "a ") + list + " modifier";
}

/// The modifier of the source that stands before `place` of the nearest form, or the opcode.
static SourceRange modifierBefore(const SyntaxUnit &unit, const Instruction &inst,
                                  const InstrView &view, size_t place) {
  while (place-- != 0)
    if (std::optional<unsigned> word = writtenModifier(unit, inst, view, place))
      return unit.range(modifierToken(inst, *word));
  return unit.range(inst.opcode);
}

void ptx::reportMissingModifier(const SyntaxUnit &unit, const Instruction &inst,
                                const MatchResult &match, DiagnosticList &diagnostics) {
  llvm::ArrayRef<SlotInfo> slots = match.nearest->slots();
  const SlotInfo &slot = slots[match.place];
  llvm::ArrayRef<Modifier> words = match.missing;
  std::string mnemonic = mnemonicText(unit, inst);
  std::string complete = manualMnemonic(completedView(match));
  std::string what = describeMissing(slot, words), expected = listOf(words);
  bool isOneOfSeveral =
      slot.type && llvm::any_of(llvm::enumerate(slots), [&](auto other) {
        return other.value().type && match.nearestView.modifiers[other.index()] != Modifier::none;
      });
  if (words.size() == 1) {
    what = describeModifiers(words);
    expected = quoted(complete);
  } else if (isOneOfSeveral) {
    what = "a second type";
    expected += ", as in " + quoted(complete);
  }
  Diagnostic &d = diagnostics.emit(diag::MissingModifier{.range = mnemonicRange(unit, inst),
                                                         .mnemonic = mnemonic,
                                                         .what = what,
                                                         .expected = expected});
  if (words.size() != 1)
    return;
  uint32_t end = modifierBefore(unit, inst, match.nearestView, match.place).end;
  std::string word = ("." + info(words.front()).name).str();
  d.fix({end, end}, word, "insert " + quoted(word));
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
  unsigned misfit = 3;
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
    unsigned misfit = operandMisfit(scope, inst, other);
    unsigned weight = weightOf(change), index = change.index;
    auto rank = std::tuple(misfit, weight, index);
    bool isAlike = index == best.index && weight == best.weight && !best.changes.empty();
    if (rank < std::tuple(best.misfit, best.weight, best.index)) {
      // Those of the same modifier that fit less well are named after it.
      if (!isAlike || best.misfit == 2)
        best.changes.clear();
      best.changes.insert(best.changes.begin(), change);
      best.misfit = misfit;
      best.weight = weight;
      best.index = index;
    } else if (isAlike && misfit < 2) {
      best.changes.push_back(change);
    }
  }
  return best;
}

/// How well the operands fit what `match`, whose failure is `Missing`, lacks.
static unsigned completedMisfit(const BodyScope &scope, const Instruction &inst,
                                const Mnemonic &mnemonic) {
  llvm::SmallVector<Modifier, 10> words;
  llvm::copy_if(completedView(mnemonic.match()).modifiers, std::back_inserter(words),
                [](Modifier w) { return w != Modifier::none; });
  Mnemonic other = mnemonic.with(words);
  return operandMisfit(scope, inst, other);
}

/// Of many changes of `written` those to a word that begins alike, or to an integer type as wide,
/// if there are some.
static void keepLikeliest(Modifier written, llvm::SmallVectorImpl<ModifierChange> &changes) {
  auto keep = [&](auto isLikely) {
    if (llvm::any_of(changes, isLikely))
      llvm::erase_if(changes, [&](const ModifierChange &change) { return !isLikely(change); });
  };
  keep([&](const ModifierChange &change) {
    return info(change.word).name.starts_with(info(written).name);
  });
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
    words.push_back(change.word);
  if (changes.front().next == Modifier::none)
    return listOf(words);
  std::vector<std::string> pairs;
  for (const ModifierChange &change : changes)
    pairs.push_back(("`." + info(change.word).name + "." + info(change.next).name + "`").str());
  return listText(pairs);
}

/// Whether the change is sure not to change what the instruction does: the type, which the operands
/// fit, and the rounding.
static bool isSafe(const Replacement &replacement) {
  const ModifierChange &change = replacement.changes.front();
  return replacement.changes.size() == 1 && change.next == Modifier::none &&
         (info(change.word).isType || info(change.word).what == "rounding");
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
  if (isSafe(replacement)) {
    std::string word = ("." + info(change.word).name).str();
    d.fix(range, word, "replace by " + quoted(word));
  }
  Mnemonic other = mnemonic.with(change.appliedTo(words));
  noteSyntax(unit, inst, other.match().candidates.front().view, d);
}

/// Reports a modifier without which all is well.
static void reportRemoval(const SyntaxUnit &unit, const Instruction &inst, unsigned index,
                          DiagnosticList &diagnostics) {
  SourceRange range = unit.range(modifierToken(inst, index));
  std::string rest = unit.text(inst.opcode).str();
  for (unsigned i = 0; i != inst.modifierCount; ++i)
    if (i != index)
      rest += unit.text(modifierToken(inst, i));
  diagnostics
      .emit(diag::ModifierNotAllowed{.range = range,
                                     .opcode = rest,
                                     .modifier = unit.text(modifierToken(inst, index)),
                                     .context = ""})
      .fix(range, "", "remove it");
}

void ptx::reportNoForm(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                       DiagnosticList &diagnostics) {
  const SyntaxUnit &unit = scope.unit;
  const MatchResult &match = mnemonic.match();
  std::string opcode = opcodeText(unit, inst, mnemonic);
  auto token = [&](uint8_t word) { return modifierToken(inst, word); };
  auto text = [&](uint8_t word) { return unit.text(token(word)); };
  auto range = [&](uint8_t word) { return unit.range(token(word)); };
  Replacement replacement = chooseReplacement(scope, inst, mnemonic);
  bool hasChange = !replacement.changes.empty();
  bool canReplace = hasChange && replacement.misfit < 2 && !replacement.isRemoval();
  switch (match.failure) {
  case MatchFailure::UnknownModifier: {
    Diagnostic &d = diagnostics.emit(
        diag::UnknownModifier{.range = range(match.word), .modifier = text(match.word)});
    if (noteShapes(d, range(match.word), text(match.word), mnemonic.opcode()))
      return;
    return suggestModifier(unit, inst, match.word, mnemonic.opcode(), d);
  }
  case MatchFailure::NotAllowed: {
    if (hasChange && !replacement.isRemoval())
      return reportReplacement(unit, inst, mnemonic, replacement, diagnostics);
    Diagnostic &d = diagnostics.emit(diag::ModifierNotAllowed{
        .range = range(match.word), .opcode = opcode, .modifier = text(match.word), .context = ""});
    noteSyntax(unit, inst, match.nearestView, d);
    // Without it the operands fit: it is too many, and no other word is meant.
    if (hasChange && replacement.misfit == 0)
      return;
    return suggestModifier(unit, inst, match.word, mnemonic.opcode(), d);
  }
  case MatchFailure::NotTogether: {
    if (canReplace)
      return reportReplacement(unit, inst, mnemonic, replacement, diagnostics);
    if (hasChange && replacement.isRemoval() && replacement.misfit == 0)
      return reportRemoval(unit, inst, replacement.index, diagnostics);
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
    diagnostics.emit(diag::MisplacedModifier{
        .range = range(match.word), .modifier = text(match.word), .opcode = opcode});
    return;
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
  case MatchFailure::Missing:
    if (canReplace && replacement.weight < operationWeight &&
        replacement.misfit < completedMisfit(scope, inst, mnemonic))
      return reportReplacement(unit, inst, mnemonic, replacement, diagnostics);
    return reportMissingModifier(unit, inst, match, diagnostics);
  case MatchFailure::RuleBroken:
    if (canReplace)
      return reportReplacement(unit, inst, mnemonic, replacement, diagnostics);
    diagnostics.emit(
        diag::ModifierCombination{.range = mnemonicRange(unit, inst),
                                  .mnemonic = mnemonicText(unit, inst),
                                  .rule = describeBrokenRule(match.nearestView, *match.rule)});
    return;
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
    return failure.id == DiagId::RetiredFeature;
  });
  if (signature.undocumentedRule && !isRetired)
    reportBrokenRule(scope, inst, signature.view, *signature.undocumentedRule, {}, diagnostics);
}
