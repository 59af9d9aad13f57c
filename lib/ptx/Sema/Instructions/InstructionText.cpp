// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Instructions/InstructionText.h"
#include "ptx/Isa/Reference/Words.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace ptx;
using llvm::StringRef;

SourceRange ptx::mnemonicRange(const SyntaxUnit &unit, const Instruction &inst) {
  return unit.range(inst.opcode, {inst.opcode.index + inst.modifierCount});
}

TokenId ptx::modifierToken(const Instruction &inst, unsigned index) {
  return {inst.opcode.index + 1 + index};
}

std::string ptx::mnemonicText(const SyntaxUnit &unit, const Instruction &inst) {
  std::string text = unit.text(inst.opcode).str();
  for (unsigned i = 0; i != inst.modifierCount; ++i)
    text += unit.text(modifierToken(inst, i));
  return text;
}

/// The word of modifier `index`; for `.const[2]`, the space.
static Modifier wordOf(const SyntaxUnit &unit, const Instruction &inst, unsigned index) {
  return findModifier(unit.text(modifierToken(inst, index)).drop_front().split('[').first);
}

llvm::SmallVector<Modifier, 10> ptx::writtenWords(const SyntaxUnit &unit, const Instruction &inst) {
  llvm::SmallVector<Modifier, 10> words;
  for (unsigned i = 0; i != inst.modifierCount; ++i)
    words.push_back(wordOf(unit, inst, i));
  return words;
}

llvm::SmallVector<JoinedModifiers, 1> ptx::joinedModifiers(const SyntaxUnit &unit,
                                                           const Instruction &inst) {
  // `.mbarrier::complete_tx::bytes` has the maximum number of parts.
  constexpr unsigned mostParts = 3;
  llvm::SmallVector<JoinedModifiers, 1> result;
  for (unsigned first = 0; first < inst.modifierCount; ++first)
    for (llvm::StringRef joint : {"::", "_"}) {
      std::string text = unit.text(modifierToken(inst, first)).drop_front().str();
      unsigned end = std::min<unsigned>(inst.modifierCount, first + mostParts);
      for (unsigned last = first + 1; last < end; ++last) {
        text += (joint + unit.text(modifierToken(inst, last)).drop_front()).str();
        if (Modifier word = findModifier(text); word != Modifier::none)
          result.push_back({first, last, word});
      }
    }
  return result;
}

std::optional<unsigned> ptx::writtenModifier(const SyntaxUnit &unit, const Instruction &inst,
                                             const InstrView &view, size_t place) {
  Modifier word = view.modifiers[place];
  if (word == Modifier::none)
    return std::nullopt;
  // Equal words are in the order of the positions.
  auto before = llvm::count(llvm::ArrayRef(view.modifiers).take_front(place), word);
  for (unsigned i = 0; i != inst.modifierCount; ++i)
    if (wordOf(unit, inst, i) == word && before-- == 0)
      return i;
  return std::nullopt;
}

std::string ptx::manualMnemonic(const InstrView &view) {
  std::string text = info(view.form->opcode).name.str();
  for (auto [slot, word] : llvm::zip(view.form->slots(), view.modifiers)) {
    if (word != Modifier::none)
      (text += '.') += info(word).name;
    else if (!slot.optional)
      (text += '.') +=
          slot.words().size() == 1 ? llvm::StringRef(info(slot.words().front()).name) : slot.name;
  }
  return text;
}

//===-- Operands ------------------------------------------------------------------------------===//

/// The position of the bracket that closes the first bracket of `text`.
static size_t closingBracket(StringRef text) {
  int depth = 0;
  for (size_t i = 0; i != text.size(); ++i) {
    depth += StringRef("[{(").contains(text[i]) - StringRef("]})").contains(text[i]);
    if (depth == 0)
      return i;
  }
  return text.size() - 1;
}

/// Splits `a, [b]{, c}`, all of which can be absent if `optional`.
static void splitOperands(StringRef text, bool optional,
                          llvm::SmallVectorImpl<OperandSyntax> &operands) {
  size_t begin = 0, i = 0;
  auto end = [&] {
    if (StringRef item = text.slice(begin, i).trim(); !item.empty())
      operands.push_back({item, optional});
  };
  while (i < text.size()) {
    StringRef rest = text.drop_front(i);
    if (rest.starts_with("{,")) {
      size_t close = closingBracket(rest);
      end();
      splitOperands(rest.slice(2, close), true, operands);
      begin = i += close + 1;
    } else if (rest.starts_with("{.")) { // a word after an address is not a separate operand
      end();
      begin = i += closingBracket(rest) + 1;
    } else if (rest.starts_with(",")) {
      end();
      begin = ++i;
    } else if (StringRef("[{(").contains(rest.front())) {
      i += closingBracket(rest) + 1;
    } else {
      ++i;
    }
  }
  end();
}

llvm::SmallVector<OperandSyntax, 8> ptx::operandSyntax(const FormInfo &form) {
  llvm::SmallVector<OperandSyntax, 8> operands;
  splitOperands(form.syntax.text().split(' ').second, false, operands);
  return operands;
}

std::string ptx::syntaxLine(const InstrView &view) {
  std::string text = manualMnemonic(view);
  // The first operand in a pair of brackets determines whether the brackets are present.
  llvm::SmallVector<unsigned, 8> firsts;
  llvm::ArrayRef<OperandInfo> operands = view.form->operands();
  for (unsigned i = 0; i != operands.size(); ++i)
    if (operands[i].kinds != OperandKind::suffix &&
        (i == 0 || !operands[i].bracket || operands[i].bracket != operands[i - 1].bracket))
      firsts.push_back(i);
  llvm::SmallVector<OperandSyntax, 8> items = operandSyntax(*view.form);
  bool areKnown = items.size() == firsts.size();
  std::string list;
  for (auto [i, item] : llvm::enumerate(items)) {
    bool isOpen = item.optional && (!view.operands || !areKnown);
    if (item.optional && !isOpen && !(view.operands >> firsts[i] & 1))
      continue;
    list += (isOpen ? "{, " : list.empty() ? "" : ", ") + item.text.str() + (isOpen ? "}" : "");
  }
  return list.empty() ? text : text + " " + list;
}

std::string ptx::listOfModifiers(llvm::ArrayRef<Modifier> written) {
  constexpr size_t most = 12, few = 3;
  llvm::SmallVector<Modifier, 16> words(written);
  // In a short list, the first word is the likeliest one.
  if (words.size() > few && llvm::all_of(words, [](Modifier word) { return info(word).isType; }))
    llvm::stable_sort(words, [](Modifier a, Modifier b) {
      const TypeInfo &x = info(info(a).type), &y = info(info(b).type);
      return std::tuple(x.lanes > 1, x.kind, x.width) < std::tuple(y.lanes > 1, y.kind, y.width);
    });
  if (words.size() <= most)
    return describeModifiers(words);
  return describeModifiers(llvm::ArrayRef(words).take_front(most - 2)) + ", or one of " +
         std::to_string(words.size() - most + 2) + " others";
}

void ptx::noteSyntax(const SyntaxUnit &unit, const Instruction &inst, const InstrView &view,
                     Diagnostic &d) {
  d.note(mnemonicRange(unit, inst), "the syntax is `" + syntaxLine(view) + "`");
}
