// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/FragmentText.h"
#include "ptx/Inline/PtxText.h"
#include "ptx/Isa/Instructions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace ptx;
using llvm::StringRef;

std::optional<TypeId> ptx::registerType(StringRef letters) {
  return llvm::StringSwitch<std::optional<TypeId>>(letters)
      .Case("h", TypeId::b16)
      .Case("r", TypeId::b32)
      .Case("l", TypeId::b64)
      .Case("q", TypeId::b128)
      .Case("f", TypeId::f32)
      .Case("d", TypeId::f64)
      .Default(std::nullopt);
}

std::string ptx::operandName(unsigned index, unsigned part) {
  std::string name = "%" + std::to_string(index);
  return part == 0 ? name : name + "$" + std::to_string(part);
}

std::string ptx::withoutPart(StringRef text) {
  std::string result;
  while (!text.empty()) {
    size_t end = text.find('%');
    result += text.take_front(end);
    text = text.drop_front(std::min(end, text.size()));
    if (text.empty())
      break;
    StringRef name = text.take_front(text.find_if_not(llvm::isDigit, 1));
    result += name;
    text = text.drop_front(name.size());
    if (name.size() > 1 && text.starts_with("$"))
      text = text.drop_front().drop_while(llvm::isDigit);
  }
  return result;
}

//===-- Operands ------------------------------------------------------------------------------===//

namespace {

/// Goes through one template.
class TemplateReader {
public:
  TemplateReader(const AsmStatement &statement, unsigned part, MappedText &text,
                 DiagnosticList &diagnostics)
      : statement(statement), bytes(statement.text.text()), part(part), text(text),
        diagnostics(diagnostics) {}

  std::vector<uint32_t> run();

private:
  uint32_t readPercent(uint32_t at);
  uint32_t readOperand(uint32_t at);
  void addConstant(uint32_t at, uint32_t end);
  void reportJoined(uint32_t at, uint32_t end);
  void hole() { holes.push_back(text.size()); }
  SourceRange source(uint32_t begin, uint32_t end) const {
    return statement.text.sourceOf({begin, end});
  }
  char byte(uint32_t at) const { return at < bytes.size() ? bytes[at] : '\0'; }

  const AsmStatement &statement;
  StringRef bytes;
  unsigned part;
  MappedText &text;
  DiagnosticList &diagnostics;
  std::vector<uint32_t> holes;
};

} // namespace

/// Whether what is at `begin` to `end` of `text` is an operand of an arithmetic operator.
static bool isInExpression(StringRef text, uint32_t begin, uint32_t end) {
  StringRef before = text.take_front(begin).rtrim(), after = text.drop_front(end).ltrim();
  return (!before.empty() && StringRef("+-*/%(<>&|^~?:").contains(before.back())) ||
         (!after.empty() && StringRef("+-*/%<>&|^?").contains(after.front()));
}

static bool isNameCharacter(char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; }

/// A constant in an expression. Any number can be added to an address; nothing else is claimed.
void TemplateReader::addConstant(uint32_t at, uint32_t end) {
  bool isAdded =
      bytes.take_front(at).rtrim().ends_with("+") && bytes.drop_front(end).ltrim().starts_with("]");
  if (isAdded)
    text.appendFor("0", source(at, end));
  else
    hole();
}

/// A register whose name goes on in what follows, as where the end of a line is missing between two
/// literals.
void TemplateReader::reportJoined(uint32_t at, uint32_t end) {
  StringRef word = bytes.drop_front(end).take_while(isNameCharacter);
  Diagnostic &d = diagnostics.emit(
      diag::JoinedAsmOperand{.range = source(at, end), .name = bytes.slice(at, end), .next = word});
  SourceRange behind = source(end, end);
  if (findOpcode(word) && statement.text.isEditable({at, end}))
    d.fix(behind, ";", "insert `;`");
}

/// Reads `%` and a number. Returns where it ends.
uint32_t TemplateReader::readOperand(uint32_t at) {
  uint32_t end = at + 1;
  while (llvm::isDigit(byte(end)))
    ++end;
  StringRef digits = bytes.slice(at + 1, end);
  unsigned index = 0;
  bool isNumber = !digits.getAsInteger(10, index);
  size_t count = statement.operands.size();
  if (!statement.hasOperands) {
    text.append(statement.text, {at, end});
    return end;
  }
  if (!isNumber || index >= count) {
    if (!statement.isBroken) {
      std::string has = count == 0   ? "no operand"
                        : count == 1 ? "`%0` alone"
                                     : "`%0` to `%" + std::to_string(count - 1) + "`";
      diagnostics.emit(diag::AsmOperandIndex{
          .range = source(at, end), .name = bytes.slice(at, end), .operands = has});
    }
    hole();
    return end;
  }
  // A value can be put into a word: `.x%3`, `r%3`; and `C` is replaced by any text.
  StringRef letters = statement.operands[index].letters();
  bool isSpliced = (at > 0 && (isNameCharacter(byte(at - 1)) || byte(at - 1) == '.')) ||
                   isNameCharacter(byte(end)) || byte(end) == '.';
  bool isRegister = registerType(letters).has_value();
  if (isRegister && isNameCharacter(byte(end))) {
    reportJoined(at, end);
    hole();
  } else if (letters == "C" || (isSpliced && !isRegister)) {
    hole();
  } else if (!isRegister && !letters.empty() && !llvm::isDigit(letters[0]) &&
             isInExpression(bytes, at, end)) {
    addConstant(at, end);
  } else if (part == 0) {
    text.append(statement.text, {at, end});
  } else {
    text.appendFor(operandName(index, part), source(at, end));
  }
  return end;
}

/// Reads what begins with the `%` at `at`. Returns where it ends.
uint32_t TemplateReader::readPercent(uint32_t at) {
  char c = byte(at + 1);
  if (llvm::isDigit(c))
    return readOperand(at);
  switch (c) {
  case '%':
    if (statement.text.isEditable({at, at + 2}))
      text.appendSpelled("%", source(at, at + 2));
    else
      text.append(statement.text, {at + 1, at + 2});
    return at + 2;
  case '=':
    text.appendFor("17", source(at, at + 2));
    return at + 2;
  case '{':
  case '}':
  case '|':
    text.appendFor(" ", source(at, at + 2));
    return at + 2;
  case '[': {
    size_t end = std::min(bytes.find(']', at), bytes.size() - 1) + 1;
    diagnostics.emit(
        diag::SymbolicAsmOperand{.range = source(at, end), .name = bytes.slice(at, end)});
    hole();
    return end;
  }
  default:
    break;
  }
  if (llvm::isAlpha(c) && llvm::isDigit(byte(at + 2))) {
    uint32_t end = at + 2;
    while (isNameCharacter(byte(end)))
      ++end;
    StringRef name = bytes.slice(at, end);
    Diagnostic &d = diagnostics.emit(diag::AsmOperandModifier{
        .range = source(at, end), .name = name, .modifier = bytes.slice(at, at + 2)});
    if (statement.text.isEditable({at, end}))
      d.fix({source(at, at + 1).begin, source(at, at + 1).begin}, "%",
            "write `%" + name.str() + "`");
    hole();
    return end;
  }
  text.append(statement.text, {at, at + 1});
  return at + 1;
}

std::vector<uint32_t> TemplateReader::run() {
  llvm::ArrayRef<uint32_t> unknown = statement.holes;
  for (uint32_t at = 0; at < bytes.size();) {
    for (; !unknown.empty() && unknown.front() <= at; unknown = unknown.drop_front())
      hole();
    if (statement.isExtended && bytes[at] == '%') {
      at = readPercent(at);
      continue;
    }
    size_t end = std::min(statement.isExtended ? bytes.find('%', at) : bytes.size(), bytes.size());
    if (!unknown.empty())
      end = std::min<size_t>(end, unknown.front());
    text.append(statement.text, {at, static_cast<uint32_t>(end)});
    at = static_cast<uint32_t>(end);
  }
  for (size_t i = 0; i != unknown.size(); ++i)
    hole();
  return std::move(holes);
}

bool ptx::appendTemplate(const AsmStatement &statement, unsigned part, MappedText &text,
                         DiagnosticList &diagnostics) {
  uint32_t begin = text.size();
  std::vector<uint32_t> holes = TemplateReader(statement, part, text, diagnostics).run();
  if (!holes.empty())
    blankAround(text, begin, holes);
  return holes.empty();
}
