// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Fragments/FragmentText.h"
#include "ptx/Diagnostics/InlineRules.h"
#include "ptx/Inline/Fragments/PtxText.h"
#include "ptx/Inline/Read/TemplateReader.h"
#include "ptx/Isa/Instructions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

/// Whether `begin` to `end` of `text` is an operand of an arithmetic operator.
static bool isInExpression(StringRef text, uint32_t begin, uint32_t end) {
  StringRef before = text.take_front(begin).rtrim(), after = text.drop_front(end).ltrim();
  return (!before.empty() && StringRef("+-*/%(<>&|^~?:").contains(before.back())) ||
         (!after.empty() && StringRef("+-*/%<>&|^?").contains(after.front()));
}

uint32_t TemplateReader::skipDigits(uint32_t at) const {
  while (llvm::isDigit(byte(at)))
    ++at;
  return at;
}

uint32_t TemplateReader::wordEnd(uint32_t at) const {
  while (isNameCharacter(byte(at)))
    ++at;
  return at;
}

/// A constant in an expression. Any number can be added to an address; nothing else is claimed.
void TemplateReader::addConstant(uint32_t at, uint32_t end) {
  bool isAdded =
      bytes.take_front(at).rtrim().ends_with("+") && bytes.drop_front(end).ltrim().starts_with("]");
  if (isAdded)
    replace(at, end, "0");
  else
    hole(at, end);
}

/// Whether the text from `at` to `end` is part of a word.
bool TemplateReader::isSpliced(uint32_t at, uint32_t end) const {
  return (at > 0 && (isNameCharacter(byte(at - 1)) || byte(at - 1) == '.')) ||
         isNameCharacter(byte(end)) || byte(end) == '.';
}

/// Adds the unknown text at `at`. An integer is like an operand without a known value.
void TemplateReader::addUnknown(uint32_t at) {
  bool isInteger = unknown == Unknown::Blank && llvm::binary_search(statement.integers, at);
  if (!isInteger || isSpliced(at, at))
    hole(at, at);
  else if (isInExpression(bytes, at, at))
    addConstant(at, at);
  else
    replace(at, at, statement.syntax->name(unknownInteger, part));
}

/// Whether the name at `at` is in a declaration, or was in an earlier one. Such a name starts with
/// a register, so that it differs from those of other statements.
bool TemplateReader::isDeclared(uint32_t at, StringRef name) {
  constexpr uint32_t longest = 256;
  StringRef before = bytes.slice(at - std::min(at, longest), at);
  size_t start = before.find_last_of(";{}") + 1; // 0 if there is none
  if (before.substr(start).ltrim().starts_with("."))
    ownNames.insert(name);
  return ownNames.contains(name);
}

/// A register whose name continues in the following text, for example because of a missing line end
/// between two literals.
void TemplateReader::reportJoined(uint32_t at, uint32_t end) {
  StringRef word = bytes.slice(end, wordEnd(end));
  Diagnostic &d = diagnostics.emit(
      diag::JoinedAsmOperand{.range = source(at, end), .name = bytes.slice(at, end), .next = word});
  if (findOpcode(word) && statement.text.isEditable({at, end}))
    d.fix(source(end, end), ";", "insert `;`");
}

void TemplateReader::addOperand(StringRef digits, uint32_t at, uint32_t end) {
  const AsmSyntax &syntax = *statement.syntax;
  unsigned index = 0;
  bool isNumber = !digits.getAsInteger(10, index);
  size_t count = statement.operands.size();
  if (!statement.hasOperands) {
    keep(at, end);
    return;
  }
  if (!isNumber || index >= count) {
    if (!statement.isBroken) {
      std::string has = count == 0   ? "no operand"
                        : count == 1 ? "`" + syntax.name(0) + "` alone"
                                     : "`" + syntax.name(0) + "` to `" +
                                           syntax.name(static_cast<unsigned>(count) - 1) + "`";
      diagnostics.emit(diag::AsmOperandIndex{
          .range = source(at, end), .name = bytes.slice(at, end), .operands = has});
    }
    hole(at, end);
    return;
  }
  const AsmOperand &operand = statement.operands[index];
  StringRef letters = operand.letters(syntax);
  if (operand.value) {
    replace(at, end, *operand.value);
    return;
  }
  // A value can be part of a word: `.x%3`, `r%3`. `C` is replaced by any text.
  bool isRegister = syntax.registerType(letters).has_value();
  if (isRegister && isNameCharacter(byte(end))) {
    if (!isDeclared(at, bytes.slice(at, wordEnd(end))))
      reportJoined(at, end);
    hole(at, end);
  } else if (syntax.isText(letters) || (isSpliced(at, end) && !isRegister)) {
    hole(at, end);
  } else if (!isRegister && !letters.empty() && !llvm::isDigit(letters[0]) &&
             isInExpression(bytes, at, end)) {
    addConstant(at, end);
  } else if (part == 0 && bytes[at + 1] == digits[0]) {
    keep(at, end);
  } else {
    replace(at, end, syntax.name(index, part));
  }
}

uint32_t TemplateReader::signEnd(uint32_t at) const {
  size_t close = byte(at + 1) == '{' ? bytes.find('}', at) : StringRef::npos;
  return close == StringRef::npos ? wordEnd(at + 1) : static_cast<uint32_t>(close) + 1;
}

void TemplateReader::addSign(uint32_t at) {
  if (statement.text.isEditable({at, at + 2}))
    text.appendSpelled(bytes.substr(at, 1), source(at, at + 2));
  else
    keep(at + 1, at + 2);
}

std::vector<uint32_t> TemplateReader::run() {
  char sign = statement.syntax->sign;
  auto size = static_cast<uint32_t>(bytes.size());
  llvm::ArrayRef<uint32_t> places = statement.holes; // of unknown text
  for (uint32_t at = 0; at < size;) {
    for (; !places.empty() && places.front() <= at; places = places.drop_front())
      addUnknown(at);
    if (statement.isExtended && bytes[at] == sign) {
      uint32_t end = signEnd(at);
      if (!places.empty() && places.front() <= end) { // it continues with unknown text
        hole(at, end);
        at = end;
        places = places.drop_while([&](uint32_t place) { return place <= end; });
        continue;
      }
      uint32_t digitsEnd = skipDigits(at + 1);
      if (digitsEnd == at + 1) {
        at = readSign(at);
      } else {
        addOperand(bytes.slice(at + 1, digitsEnd), at, digitsEnd);
        at = digitsEnd;
      }
      continue;
    }
    size_t end = std::min(statement.isExtended ? bytes.find(sign, at) : bytes.size(), bytes.size());
    if (!places.empty())
      end = std::min<size_t>(end, places.front());
    keep(at, static_cast<uint32_t>(end));
    at = static_cast<uint32_t>(end);
  }
  for (size_t i = 0; i != places.size(); ++i)
    addUnknown(size);
  return std::move(holes);
}

bool ptx::appendTemplate(const AsmStatement &statement, unsigned part, MappedText &text,
                         DiagnosticList &diagnostics, Unknown unknown) {
  uint32_t begin = text.size();
  std::vector<uint32_t> holes =
      statement.syntax->sign == llvmSyntax.sign
          ? LlvmTemplate(statement, part, text, diagnostics, unknown).run()
          : CudaTemplate(statement, part, text, diagnostics, unknown).run();
  if (!holes.empty() && unknown == Unknown::Blank)
    blankAround(text, begin, holes);
  return holes.empty();
}
