// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Reference/Describe.h"
#include "ptx/Isa/Forms/Availability.h"
#include "ptx/Isa/Forms/OpenForm.h"
#include "ptx/Isa/Reference/OperandWords.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Isa/Tables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <set>

using namespace ptx;
using llvm::StringRef;

/// The operand that the condition requires, if it requires nothing else.
static std::optional<size_t> operandOf(uint16_t condition) {
  const ConditionNode &node = tables::conditions()[condition];
  if (node.kind != ConditionKind::Operand)
    return std::nullopt;
  return node.place;
}

/// Whether operand `index` is impossible with the words that are certain so far.
static bool isExcluded(const OpenForm &open, size_t index) {
  return llvm::any_of(open.form->rules(), [&](const RuleInfo &rule) {
    return !rule.ptxasIgnores && !rule.undocumented && operandOf(rule.condition) == index &&
           truthOf(open, rule.implied) == Truth::False;
  });
}

/// Whether the condition requires an impossible operand.
static bool isAboutExcluded(const OpenForm &open, uint16_t condition) {
  std::optional<size_t> operand = operandOf(condition);
  return operand && isExcluded(open, *operand);
}

//===-- Syntax lines ------------------------------------------------------------------------===//

static std::string dotted(StringRef name) { return ("." + llvm::Twine(name)).str(); }
static std::string code(const llvm::Twine &text) { return ("`" + text + "`").str(); }

/// `.name` of a place, or its only word.
static std::string placeText(const SlotInfo &slot, llvm::ArrayRef<Modifier> words) {
  if (words.size() == 1)
    return dotted(info(words.front()).name);
  // `{.shared{::cta}}`: the name is the shorter of two words.
  if (words.size() == 2 && info(words.front()).name == slot.name) {
    StringRef longer = info(words.back()).name;
    if (longer.consume_front(slot.name))
      return ("." + llvm::Twine(slot.name) + "{" + longer + "}").str();
  }
  return dotted(slot.name);
}

/// The syntax line, with the words that are certain.
static std::string syntaxText(const OpenForm &open) {
  const FormInfo &form = *open.form;
  std::string text = info(form.opcode).name.str();
  uint8_t link = 0;
  for (auto [place, slot] : llvm::enumerate(form.slots())) {
    std::vector<Modifier> words = open.places[place];
    bool optional = !open.isFilled(place);
    llvm::erase(words, Modifier::none);
    if (words.empty())
      continue;
    if (link && (!optional || slot.link != link)) {
      text += "}";
      link = 0;
    }
    if (optional && !link)
      text += "{";
    text += placeText(slot, words);
    if (optional && slot.link)
      link = slot.link;
    else if (optional)
      text += "}";
  }
  if (link)
    text += "}";
  std::string operands = form.syntax.text().drop_until([](char c) { return c == ' '; }).str();
  for (auto [index, operand] : llvm::enumerate(form.operands())) {
    std::string optional = ("{, " + operand.name.text() + "}").str();
    if (size_t at = operands.find(optional); at != std::string::npos && isExcluded(open, index))
      operands.erase(at, optional.size());
  }
  return text + operands;
}

//===-- Rows --------------------------------------------------------------------------------===//

namespace {

/// Collects rows. Equal rows of several forms are merged, and rows with one label are adjacent.
class RowList {
public:
  explicit RowList(std::vector<DescriptionRow> &rows) : rows(rows) {}

  void add(unsigned form, std::string label, std::string text) {
    auto same = llvm::find_if(
        rows, [&](const DescriptionRow &row) { return row.label == label && row.text == text; });
    if (same != rows.end()) {
      if (same->forms.back() != form)
        same->forms.push_back(form);
      return;
    }
    auto last = llvm::find_if(llvm::reverse(rows),
                              [&](const DescriptionRow &row) { return row.label == label; });
    rows.insert(last == rows.rend() ? rows.end() : last.base(),
                {std::move(label), std::move(text), {form}});
  }

private:
  std::vector<DescriptionRow> &rows;
};

/// Describes the forms of one instruction, which are added one after the other.
class Describer {
public:
  Describer(const InstructionInfo &instruction, bool brief) : brief(brief) {
    result.instruction = &instruction;
  }

  void add(const OpenForm &open) {
    result.forms.push_back({open, syntaxText(open)});
    number = result.forms.size();
    addModifiers(open);
    for (auto [index, operand] : llvm::enumerate(open.form->operands())) {
      if (isExcluded(open, index))
        continue;
      for (std::string &text : describeOperand(open, operand, brief))
        operands.add(number, code(operand.name.text()), std::move(text));
      held |= heldTypes(open, operand);
    }
    addRules(open);
    addNeeds(open);
  }

  InstructionDescription take() {
    addRegisters();
    return std::move(result);
  }

private:
  void addModifiers(const OpenForm &open) {
    for (auto [place, slot] : llvm::enumerate(open.form->slots())) {
      std::vector<Modifier> words = open.places[place];
      llvm::erase(words, Modifier::none);
      bool isPartOfName = slot.words().size() == 1 && !slot.optional;
      if (words.empty() || isPartOfName || (words.size() == 1 && slot.type))
        continue;
      StringRef what = info(words.front()).what;
      if (llvm::any_of(words, [&](Modifier word) { return info(word).what != what; }))
        what = "";
      std::string text = what.str();
      if (words.size() > 1) {
        text += what.empty() ? "" : ": ";
        for (Modifier word : words)
          text += "`." + info(word).name.str() + (word == words.back() ? "`" : "` ");
      }
      modifiers.add(number, code(placeText(slot, words)), text);
    }
  }

  void addRules(const OpenForm &open) {
    const FormInfo &form = *open.form;
    for (const RuleInfo &rule : form.rules()) {
      Truth needs = truthOf(open, rule.implied);
      if (truthOf(open, rule.condition) == Truth::False || needs == Truth::True ||
          isAboutExcluded(open, rule.condition))
        continue;
      rules.add(number, "", describeRule(open, rule) + authority(rule).str());
    }
    for (InstrPredicate check : form.checks())
      rules.add(number, "", summary(check).str());
    if (form.undocumented)
      rules.add(number, "", "not in the manual, but `ptxas` accepts it");
  }

  void addNeeds(const OpenForm &open) {
    const FormInfo &form = *open.form;
    auto appliesWith = [&](const GateInfo &other, const GateInfo &gate) {
      Truth applies = truthOf(open, other.condition);
      return applies == Truth::True ||
             (applies == Truth::Unknown &&
              describeCondition(open, other.condition) == describeCondition(open, gate.condition));
    };
    auto isIdle = [&](const GateInfo &gate) {
      return llvm::any_of(form.gates(), [&](const GateInfo &other) {
        return &gate != &other && appliesWith(other, gate) && implies(other, gate) &&
               (!implies(gate, other) || &other < &gate);
      });
    };
    bool any = false;
    for (const GateInfo &gate : form.gates()) {
      Truth applies = truthOf(open, gate.condition);
      if (applies == Truth::False || isIdle(gate) || isAboutExcluded(open, gate.condition))
        continue;
      any = true;
      std::string text = describeGateNeeds(gate) + authority(gate).str();
      std::string condition =
          applies == Truth::True ? "" : describeCondition(open, gate.condition) + ": ";
      needs.add(number, "", condition + text);
    }
    if (!any)
      needs.add(number, "", "every PTX version and target");
  }

  /// The source of a gate or rule, if the manual and `ptxas` differ.
  template <class GateOrRule> static StringRef authority(const GateOrRule &of) {
    return of.ptxasIgnores   ? " (not checked by `ptxas`)"
           : of.undocumented ? " (only `ptxas` asks for it)"
                             : "";
  }

  /// Types whose registers are the same share a row.
  void addRegisters() {
    for (const TypeInfo &type : allTypes()) {
      if (!(held & typeBit(type.id)) || !type.heldBy)
        continue;
      std::string text = describeTypes(type.heldBy), label = code(dotted(type.name));
      auto same = llvm::find_if(result.registers,
                                [&](const DescriptionRow &row) { return row.text == text; });
      if (same == result.registers.end())
        result.registers.push_back({std::move(label), std::move(text), {}});
      else
        same->label += " " + label;
    }
  }

  InstructionDescription result;
  RowList modifiers{result.modifiers}, operands{result.operands}, rules{result.rules},
      needs{result.needs};
  bool brief;
  TypeSet held = 0;
  unsigned number = 0;
};

} // namespace

std::string ptx::formNumbers(const DescriptionRow &row) {
  const std::vector<unsigned> &numbers = row.forms;
  std::string text;
  llvm::raw_string_ostream os(text);
  for (size_t i = 0; i < numbers.size();) {
    size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
      ++last;
    os << (i ? "," : "") << numbers[i];
    if (last > i)
      os << (last > i + 1 ? '-' : ',') << numbers[last];
    i = last + 1;
  }
  return text;
}

InstructionDescription ptx::describe(const InstructionInfo &instruction) {
  Describer describer(instruction, /*brief=*/false);
  for (const FormInfo &form : allForms())
    if (&form.instruction() == &instruction)
      describer.add(OpenForm(form));
  return describer.take();
}

//===-- Finding what is asked for -----------------------------------------------------------===//

static llvm::SmallVector<StringRef, 8> piecesOf(StringRef name) {
  llvm::SmallVector<StringRef, 8> pieces;
  name.split(pieces, '.');
  return pieces;
}

/// Whether `name` starts with all pieces of `begin`.
static bool beginsWith(StringRef name, StringRef begin) {
  return name.consume_front(begin) && (name.empty() || name.front() == '.');
}

static llvm::Error unknownInstruction(StringRef mnemonic) {
  std::vector<StringRef> names;
  for (const InstructionInfo *instruction : sortedInstructions())
    names.push_back(instruction->name);
  for (const OpcodeInfo &opcode : allOpcodes())
    names.push_back(opcode.name);
  std::string text = ("unknown instruction `" + mnemonic + "`").str();
  std::string hint = suggestNames(mnemonic, names);
  // Possibly only its first word is wrong.
  if (StringRef first = mnemonic.split('.').first; hint.empty() && first != mnemonic)
    hint = suggestNames(first, names);
  return llvm::createStringError(text + (hint.empty() ? "; --list-instructions shows all" : hint));
}

/// Explains why no form of `instructions`, which have the same opcode, accepts all `words`, the
/// modifiers of `mnemonic`.
static llvm::Error impossible(llvm::ArrayRef<const InstructionInfo *> instructions,
                              StringRef mnemonic, llvm::ArrayRef<Modifier> words) {
  auto forms = llvm::make_filter_range(allForms(), [&](const FormInfo &form) {
    return llvm::is_contained(instructions, &form.instruction());
  });
  auto isTaken = [&](llvm::ArrayRef<Modifier> list) {
    return llvm::any_of(forms,
                        [&](const FormInfo &form) { return openForm(form, list).has_value(); });
  };
  auto unknown =
      llvm::find_if(words, [&](Modifier word) { return word == Modifier::none || !isTaken(word); });
  if (unknown != words.end()) {
    StringRef piece = piecesOf(mnemonic)[unknown - words.begin() + 1];
    StringRef name = instructions.front()->name;
    std::vector<StringRef> known;
    for (const FormInfo &form : forms)
      for (const SlotInfo &slot : form.slots())
        for (Modifier other : slot.words())
          known.push_back(info(other).name);
    llvm::sort(known);
    known.erase(std::unique(known.begin(), known.end()), known.end());
    std::string hint = suggestNames(piece, known, ".");
    std::vector<std::string> longer;
    for (StringRef other : known)
      if (other.starts_with(piece) && other.drop_front(piece.size()).starts_with("::"))
        longer.push_back(code(dotted(other)));
    if (!longer.empty())
      hint = "; expected " + listText(longer);
    return llvm::createStringError("`" + name + "` has no modifier or type `." + piece + "`" +
                                   (hint.empty() ? "; see --describe " + name : llvm::Twine(hint)));
  }
  std::string begin = ("no form is `" + mnemonic + "`").str();
  auto text = [](Modifier word) { return code(dotted(info(word).name)); };
  for (size_t count = 2; count <= words.size(); ++count) {
    llvm::ArrayRef<Modifier> first = words.take_front(count);
    if (isTaken(first))
      continue;
    for (const FormInfo &form : forms)
      if (const RuleInfo *rule = excludingRule(form, first))
        return llvm::createStringError(begin + ": " + describeRule(form, *rule));
    for (Modifier other : first.drop_back())
      if (!isTaken({other, first.back()}))
        return llvm::createStringError(begin + ": " + text(other) + " cannot be combined with " +
                                       text(first.back()));
    return llvm::createStringError(begin + ": " + text(first.back()) +
                                   " cannot be combined with the modifiers before it");
  }
  llvm_unreachable("some modifiers were not taken");
}

/// `mnemonic` in the letter case of PTX: `FMA.RN.F32` becomes `fma.rn.f32`.
static std::string inLettersOfPtx(StringRef mnemonic) {
  std::string text;
  for (StringRef piece : piecesOf(mnemonic)) {
    bool isWord = findModifier(piece) != Modifier::none;
    auto alike = llvm::find_if(tables::modifiers(), [&](const ModifierInfo &modifier) {
      return modifier.name.equals_insensitive(piece);
    });
    bool isFirst = text.empty() && piece.data() == mnemonic.data();
    text += isFirst ? "" : ".";
    text += isWord && !isFirst                               ? piece.str()
            : !isFirst && alike != tables::modifiers().end() ? alike->name.str()
                                                             : piece.lower();
  }
  return text;
}

/// The instructions whose names start with `part`; otherwise those whose names contain the word
/// `part`.
static std::vector<const InstructionInfo *> namedLike(StringRef part) {
  std::vector<const InstructionInfo *> result = sortedInstructions();
  auto begins = [&](const InstructionInfo *i) { return i->name.starts_with(part); };
  bool any = llvm::any_of(result, begins);
  llvm::erase_if(result, [&](const InstructionInfo *i) {
    return any ? !begins(i) : !llvm::is_contained(piecesOf(i->name), part);
  });
  return result;
}

std::vector<const InstructionInfo *> ptx::findInstructions(StringRef text) {
  std::string word = text.lower();
  std::vector<const InstructionInfo *> result = namedLike(word);
  if (!result.empty())
    return result;
  result = sortedInstructions();
  llvm::erase_if(result, [&](const InstructionInfo *i) {
    return !i->name.contains(word) && !StringRef(i->summary.lower()).contains(word);
  });
  return result;
}

llvm::Expected<Description> ptx::describe(StringRef written) {
  std::string inLetters = inLettersOfPtx(written);
  StringRef mnemonic = inLetters;
  // The longest name that is a prefix of `mnemonic`; otherwise the names with the prefix
  // `mnemonic`.
  std::vector<const InstructionInfo *> named, longer;
  for (const InstructionInfo *instruction : sortedInstructions()) {
    if (beginsWith(mnemonic, instruction->name)) {
      if (!named.empty() && named.front()->name.size() < instruction->name.size())
        named.clear();
      named.push_back(instruction);
    } else if (beginsWith(instruction->name, mnemonic)) {
      longer.push_back(instruction);
    }
  }
  Description result;
  bool oneLonger = llvm::all_of(longer, [&](auto *i) { return i->name == longer.front()->name; });
  if (named.empty() && longer.empty() && !mnemonic.empty())
    result.others = namedLike(mnemonic);
  if (named.empty() && longer.empty())
    return result.others.empty() ? unknownInstruction(written)
                                 : llvm::Expected<Description>(std::move(result));
  if (named.empty() && oneLonger)
    named = std::move(longer);
  else
    result.others = std::move(longer);
  if (named.empty())
    return result;

  llvm::SmallVector<Modifier> words;
  auto pieces = piecesOf(mnemonic);
  for (StringRef piece : llvm::drop_begin(pieces))
    words.push_back(findModifier(piece));
  bool isKnown = !llvm::is_contained(words, Modifier::none);
  for (const InstructionInfo *instruction : named) {
    Describer describer(*instruction, /*brief=*/true);
    bool any = false;
    for (const FormInfo &form : allForms()) {
      if (!isKnown || &form.instruction() != instruction)
        continue;
      if (std::optional<OpenForm> open = openForm(form, words)) {
        describer.add(*open);
        any = true;
      }
    }
    if (any)
      result.instructions.push_back(describer.take());
  }
  if (result.instructions.empty())
    return impossible(named, mnemonic, words);
  return result;
}

//===-- All instructions --------------------------------------------------------------------===//

/// The numbers of `9.7.13.4` or `9.7.13.4@9.4`, for comparisons.
static std::vector<unsigned> sectionNumbers(StringRef section) {
  std::vector<unsigned> numbers;
  for (StringRef piece : llvm::split(section.split('@').first, '.')) {
    unsigned number = 0;
    piece.getAsInteger(10, number);
    numbers.push_back(number);
  }
  return numbers;
}

static bool isEarlier(StringRef a, StringRef b) {
  return std::pair(sectionNumbers(a), a) < std::pair(sectionNumbers(b), b);
}

std::vector<StringRef> ptx::allSections() {
  std::vector<StringRef> result;
  for (const InstructionInfo &instruction : allInstructions())
    result.push_back(instruction.section);
  llvm::sort(result, isEarlier);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::vector<const InstructionInfo *> ptx::sortedInstructions() {
  std::vector<const InstructionInfo *> result;
  for (const InstructionInfo &instruction : allInstructions())
    result.push_back(&instruction);
  llvm::stable_sort(result, [](const InstructionInfo *a, const InstructionInfo *b) {
    if (a->name != b->name)
      return a->name < b->name;
    return isEarlier(a->section, b->section);
  });
  return result;
}

std::vector<const InstructionInfo *> ptx::instructionsSince(PtxVersion version) {
  std::set<const InstructionInfo *> newer;
  for (const FormInfo &form : allForms())
    if (llvm::any_of(form.gates(),
                     [&](const GateInfo &gate) { return !gate.closes && gate.version >= version; }))
      newer.insert(&form.instruction());
  std::vector<const InstructionInfo *> result = sortedInstructions();
  llvm::erase_if(result, [&](const InstructionInfo *i) { return !newer.count(i); });
  return result;
}
