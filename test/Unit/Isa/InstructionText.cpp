// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InstructionText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

using namespace ptx;
using llvm::StringRef;

std::vector<std::vector<std::string>> test::readTable(StringRef name) {
  auto file = llvm::MemoryBuffer::getFile((ISA_DATA_FOLDER "/" + name).str());
  EXPECT_TRUE(file) << name.str();
  std::vector<std::vector<std::string>> rows;
  StringRef rest = file ? (*file)->getBuffer() : StringRef();
  rest = rest.split('\n').second;
  while (!rest.empty()) {
    auto [line, more] = rest.split('\n');
    llvm::SmallVector<StringRef> cells;
    line.split(cells, '\t');
    rows.emplace_back(cells.begin(), cells.end());
    rest = more;
  }
  return rows;
}

static std::vector<std::string> splitOperands(StringRef text) {
  std::vector<std::string> result;
  int depth = 0;
  size_t first = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || (text[i] == ',' && depth == 0)) {
      if (StringRef piece = text.slice(first, i).trim(); !piece.empty())
        result.push_back(piece.str());
      first = i + 1;
    } else if (StringRef("([{").contains(text[i])) {
      ++depth;
    } else if (StringRef(")]}").contains(text[i])) {
      --depth;
    }
  }
  return result;
}

std::vector<test::InstructionText> test::splitInstructions(StringRef text) {
  std::vector<InstructionText> result;
  llvm::SmallVector<StringRef> pieces;
  text.split(pieces, ';');
  for (StringRef piece : pieces) {
    while (piece.consume_front("\\n"))
      continue;
    // A brace at the beginning is that of a block.
    piece = piece.ltrim(" \t\n{}").rtrim();
    if (size_t colon = piece.find(": "); colon != StringRef::npos)
      piece = piece.substr(colon + 2).trim();
    if (piece.starts_with("@"))
      piece = piece.split(' ').second.trim();
    if (piece.empty())
      continue;
    auto [mnemonic, operands] = piece.split(' ');
    result.push_back({mnemonic.str(), splitOperands(operands)});
  }
  return result;
}

std::optional<Opcode> test::opcodeOf(StringRef mnemonic) {
  return findOpcode(mnemonic.split('.').first);
}

bool test::isFinished(StringRef mnemonic) { return opcodeOf(mnemonic).has_value(); }

MatchResult test::match(StringRef mnemonic) {
  llvm::SmallVector<StringRef> words;
  mnemonic.split(words, '.');
  llvm::SmallVector<Modifier> modifiers;
  for (StringRef word : llvm::drop_begin(words))
    modifiers.push_back(findModifier(word));
  // The tables are what `ptxas` 13.0 said.
  return matchForms(*findOpcode(words.front()), modifiers, /*findsChanges=*/true,
                    numberOf(*findRelease("13.0")));
}

/// Whether an operand written as `text` can be `operand` of `view`.
static bool fits(const InstrView &view, const OperandInfo &operand, StringRef text) {
  if (operand.kinds == OperandKind::sink && text != "_")
    return false;
  if (text.starts_with("(") != (operand.kinds == OperandKind::arguments))
    return false;
  if (text.starts_with("-%") && !operand.signable)
    return false;
  // Special registers have components, which are no selectors.
  StringRef selector = text.split('.').second;
  bool isSelected = selector.size() > 1 && StringRef("bh").contains(selector.front());
  if (isSelected ? !operand.selects(selector) : operand.selectorNeeded)
    return false;
  bool isPredicate = text.starts_with("!") ||
                     (text.starts_with("%p") && text.size() > 2 && llvm::isDigit(text[2]));
  if (isPredicate && !(operand.kinds & OperandKind::predicate))
    return false;
  if (text.contains('|') ? operand.pairedPredicate == PairedPredicate::None
                         : operand.pairedPredicate == PairedPredicate::Required)
    return false;
  if (text == "_" && (operand.kinds & OperandKind::sink))
    return true;
  return shapeOf(view, operand).takes(text.starts_with("{") ? text.count(',') + 1 : 0);
}

/// The operands of `all` from `place` on that are in its brackets, or that operand alone.
static llvm::ArrayRef<OperandInfo> inBrackets(llvm::ArrayRef<OperandInfo> all, size_t place) {
  uint8_t bracket = all[place].bracket;
  return all.slice(place).take_while(
      [&](const OperandInfo &o) { return o.bracket == bracket && (bracket || &o == &all[place]); });
}

/// Whether `text` can be `group` of `view`, which is in brackets together, or is one operand.
static bool groupFits(const InstrView &view, llvm::ArrayRef<OperandInfo> group, StringRef text) {
  if (group.front().kinds == OperandKind::suffix ||
      text.starts_with("[") != (group.front().bracket != 0))
    return false;
  if (group.front().bracket == 0)
    return fits(view, group.front(), text);
  std::vector<std::string> elements = splitOperands(text.drop_front().drop_back());
  return elements.size() == group.size() &&
         llvm::all_of(llvm::zip_equal(group, elements),
                      [&](auto pair) { return fits(view, std::get<0>(pair), std::get<1>(pair)); });
}

bool test::keepsRules(const InstrView &view) {
  return llvm::all_of(view.form->rules(), [&](const RuleInfo &rule) {
    return rule.ptxasIgnores || rule.undocumented || !fulfils(view, rule.condition) ||
           fulfils(view, rule.implied);
  });
}

/// Gives the operands from `place` of the form on the texts; each way that fits is added to
/// `result`.
static void assign(const InstrView &view, size_t place, llvm::ArrayRef<std::string> texts,
                   std::vector<InstrView> &result) {
  llvm::ArrayRef<OperandInfo> operands = view.form->operands();
  if (place == operands.size()) {
    if (texts.empty() && test::keepsRules(view))
      result.push_back(view);
    return;
  }
  llvm::ArrayRef<OperandInfo> group = inBrackets(operands, place);
  size_t next = place + group.size();
  if (!texts.empty() && groupFits(view, group, texts.front())) {
    InstrView with = view;
    for (size_t i = place; i < next; ++i)
      with.operands |= 1u << i;
    // A pair is of one text, and one operand is a register where its name says so.
    StringRef text = texts.front();
    if (text.contains('|'))
      with.pairedPredicates |= 1u << place;
    if (text.ltrim('[').starts_with("%"))
      with.registers |= 1u << place;
    with.constants.resize(place + 1);
    if (int64_t value; !text.getAsInteger(0, value))
      with.constants[place] = value;
    assign(with, next, texts.drop_front(), result);
  }
  if (group.front().optional)
    assign(view, next, texts, result);
}

std::vector<InstrView> test::candidates(const InstructionText &instruction) {
  std::vector<InstrView> result;
  for (const FormCandidate &candidate : match(instruction.mnemonic).candidates)
    assign(candidate.view, 0, instruction.operands, result);
  return result;
}
