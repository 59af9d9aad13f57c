// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds `asm!` in Rust whose operands are in the registers of nvptx, or whose text is PTX, and
// `ptx_asm!` of cuda-oxide.

#include "ptx/Inline/Languages/Languages.h"
#include "ptx/Inline/Languages/WordReader.h"
#include "ptx/Inline/Read/ModuleStrings.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using llvm::StringRef;

namespace {

class RustReader : WordReader {
public:
  explicit RustReader(StringRef source);

  std::vector<AsmStatement> run();

private:
  AsmStatement makeStatement(uint32_t name, uint32_t open) const;
  void forArguments(uint32_t open, llvm::function_ref<void(uint32_t, uint32_t)> read) const;
  void readStatement(uint32_t name, uint32_t open);
  void readPtxAsm(uint32_t name, uint32_t open);
  void readConstrained(AsmStatement &statement, uint32_t begin, uint32_t end) const;
  void readGlobal(uint32_t name, uint32_t open);
  void addModule(uint32_t token);
  bool readArgument(AsmStatement &statement, uint32_t begin, uint32_t end);
  void readOptions(AsmStatement &statement, uint32_t begin, uint32_t end) const;
  bool appendTemplate(uint32_t begin, uint32_t end, MappedText &text);
  void appendString(uint32_t token, MappedText &text) const;
  void nameOperands(AsmStatement &statement, const MappedText &text) const;

  StringRef function;
  uint32_t functions = 0;
};

} // namespace

static bool isRustNameCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

static std::pair<size_t, WordKind> firstRustToken(StringRef text, bool) {
  size_t prefix = text.find_first_not_of("bcr");
  StringRef rest = text.drop_front(std::min(prefix, text.size()));
  bool isRaw = prefix <= 2 && text.take_front(prefix).contains('r');
  if (size_t hashes = rest.find_first_not_of('#');
      isRaw && hashes < rest.size() && rest[hashes] == '"') {
    std::string closing = "\"" + std::string(hashes, '#');
    size_t end = text.find(closing, prefix + hashes + 1);
    return end == StringRef::npos ? std::pair(text.size(), WordKind::Broken)
                                  : std::pair(end + closing.size(), WordKind::String);
  }
  if (prefix <= 1 && rest.starts_with("\"")) {
    for (size_t at = prefix + 1; at < text.size(); ++at) {
      if (text[at] == '"')
        return {at + 1, WordKind::String};
      at += text[at] == '\\';
    }
    return {text.size(), WordKind::Broken};
  }
  if (text[0] == '\'') { // a character or a lifetime
    bool isEscape = text.substr(1, 1) == "\\";
    size_t end = text.find('\'', isEscape ? 3 : 2);
    size_t name = text.find_if_not(isRustNameCharacter, 1);
    bool isLifetime = !isEscape && name > 1 && (name == StringRef::npos || text[name] != '\'');
    constexpr size_t longest = 14; // `'\u{10ffff}'`
    if (isLifetime || end > longest)
      return {std::max<size_t>(std::min(name, text.size()), 1), WordKind::Word};
    return {end + 1, WordKind::Word};
  }
  size_t end = std::min(text.find_if_not(isRustNameCharacter), text.size());
  return end ? std::pair(end, WordKind::Word)
             : std::pair<size_t, WordKind>(1, WordKind::Punctuation);
}

RustReader::RustReader(StringRef source) : WordReader(source, {"//", "/*", "*/", firstRustToken}) {}

/// Appends the contents of a literal. A backslash at the end of a line removes the blanks of the
/// next.
void RustReader::appendString(uint32_t token, MappedText &text) const {
  StringRef literal = textOf(token);
  uint32_t at = tokens[token].range.begin;
  size_t quote = literal.find('"');
  bool isRaw = literal.take_front(quote).contains('r');
  StringRef rest = literal.drop_front(quote + 1).rtrim('#').drop_back();
  at += static_cast<uint32_t>(quote) + 1;
  auto skip = [&](size_t count) {
    at += static_cast<uint32_t>(count);
    rest = rest.drop_front(count);
  };
  while (!rest.empty()) {
    size_t plain = isRaw ? rest.size() : std::min(rest.find('\\'), rest.size());
    text.append(rest.take_front(plain), at);
    skip(plain);
    if (rest.size() < 2)
      break;
    char c = rest[1];
    if (c == '\n' || c == '\r') {
      skip(rest.size() - rest.drop_front().ltrim().size());
      continue;
    }
    static constexpr StringRef letters = "nrt\\0\"'";
    static constexpr char meanings[] = "\n\r\t\\\0\"'";
    size_t known = letters.find(c);
    unsigned value = 0;
    bool isByte = c == 'x' && !rest.substr(2, 2).getAsInteger(16, value);
    char meaning = known != StringRef::npos ? meanings[known] : static_cast<char>(value);
    size_t length = isByte ? 4 : 2;
    if (known != StringRef::npos || isByte)
      text.appendSpelled(StringRef(&meaning, 1), {at, at + static_cast<uint32_t>(length)});
    skip(length);
  }
}

/// Appends the text of the tokens, if they are literals or `concat!` of them.
bool RustReader::appendTemplate(uint32_t begin, uint32_t end, MappedText &text) {
  if (is(begin, "concat") && is(begin + 1, "!") && begin + 2 < end &&
      tokens[begin + 2].closing + 1 == end) {
    for (uint32_t i = begin + 3; i + 1 < end; ++i)
      if (isString(i))
        appendString(i, text);
      else if (!is(i, ","))
        return false;
    return true;
  }
  if (begin + 1 != end || !isString(begin))
    return false;
  appendString(begin, text);
  return true;
}

void RustReader::readOptions(AsmStatement &statement, uint32_t begin, uint32_t end) const {
  for (uint32_t i = begin; i < end; ++i) {
    statement.clobbersMemory &= !is(i, "nomem") && !is(i, "readonly");
    if (is(i, "att_syntax"))
      statement.platforms = Platforms::others();
    statement.isExtended &= !is(i, "raw");
  }
}

/// Reads `name = in(reg32) value` and similar operands. Returns false if they cannot be for a GPU.
bool RustReader::readArgument(AsmStatement &statement, uint32_t begin, uint32_t end) {
  AsmOperand operand;
  operand.range = {tokens[begin].range.begin, tokens[end - 1].range.end};
  if (begin + 1 < end && is(begin + 1, "=") && !is(begin + 2, "=")) {
    operand.name = word(begin).str();
    begin += 2;
  }
  StringRef direction = word(begin);
  if (direction == "options") {
    readOptions(statement, begin + 1, end);
    return true;
  }
  bool isOutput = direction.ends_with("out");
  StringRef letter = llvm::StringSwitch<StringRef>(word(begin + 2))
                         .Case("reg16", "h")
                         .Case("reg32", "r")
                         .Case("reg64", "l")
                         .Case("reg128", "q")
                         .Default("");
  if (direction == "const") {
    operand.constraint = "n";
    StringRef value = word(begin + 1);
    if (begin + 2 == end && llvm::all_of(value, llvm::isDigit))
      operand.value = value.str();
  } else if (direction == "sym") {
    operand.constraint.reset();
  } else if (!(isOutput || direction == "in") || !is(begin + 1, "(") || letter.empty()) {
    return false;
  } else {
    StringRef modifier = direction.starts_with("in") ? (isOutput ? "+" : "")
                         : direction == "out"        ? "=&"
                                                     : "=";
    operand.constraint = (modifier + letter).str();
    operand.output = isOutput;
    operand.constraintRange = tokens[begin + 2].range;
    statement.isPtx = true;
    if (uint32_t first = begin + 4; first < end)
      operand.expression = {tokens[first].range.begin, operand.range.end};
  }
  statement.operands.push_back(std::move(operand));
  return true;
}

/// Sets the text of `statement` to `text`, with the operands as in LLVM.
void RustReader::nameOperands(AsmStatement &statement, const MappedText &text) const {
  StringRef bytes = text.text();
  unsigned next = 0; // of `{}`
  for (uint32_t at = 0; at < text.size();) {
    auto end = static_cast<uint32_t>(std::min(bytes.find_first_of("{}$", at), bytes.size()));
    statement.text.append(text, {at, end});
    at = end;
    if (at == text.size())
      break;
    char c = bytes[at];
    SourceRange place = text.sourceOf({at, at + 1});
    if (c == '$') { // without a meaning here
      statement.text.appendSpelled("$$", place);
      ++at;
      continue;
    }
    if (at + 1 < text.size() && bytes[at + 1] == c) {
      statement.text.appendSpelled(bytes.substr(at, 1), text.sourceOf({at, at + 2}));
      at += 2;
      continue;
    }
    size_t close = bytes.find('}', at);
    if (c == '}' || close == StringRef::npos) {
      statement.isBroken = true;
      return;
    }
    StringRef written = bytes.slice(at, close + 1);
    StringRef name = written.drop_front().drop_back().split(':').first.trim();
    unsigned index = 0;
    if (name.empty()) {
      index = next++;
    } else if (name.getAsInteger(10, index)) {
      auto found =
          llvm::find_if(statement.operands, [&](const AsmOperand &o) { return o.name == name; });
      index = static_cast<unsigned>(found - statement.operands.begin());
    }
    auto stop = static_cast<uint32_t>(close) + 1;
    statement.text.appendSpelled(("$" + llvm::Twine(index)).str(), text.sourceOf({at, stop}));
    at = stop;
  }
}

/// The statement of the macro `name` with the bracket `open`.
AsmStatement RustReader::makeStatement(uint32_t name, uint32_t open) const {
  AsmStatement statement;
  statement.isExtended = true;
  statement.isVolatile = true;
  statement.hasWideAddresses = true;
  statement.keyword = tokens[name].range;
  statement.range = {statement.keyword.begin, tokens[tokens[open].closing].range.end};
  statement.function = function.str();
  statement.functionNumber = functions;
  return statement;
}

/// Calls `read` with the tokens of each argument of the macro with the bracket `open`.
void RustReader::forArguments(uint32_t open,
                              llvm::function_ref<void(uint32_t, uint32_t)> read) const {
  uint32_t begin = open + 1, close = tokens[open].closing;
  for (uint32_t i = begin; i <= close; i = std::max(i, tokens[i].closing) + 1) {
    if (i != close && !is(i, ","))
      continue;
    if (begin < i)
      read(begin, i);
    begin = i + 1;
  }
}

/// Reads `asm!("template", "template", operands, options(...))`.
void RustReader::readStatement(uint32_t name, uint32_t open) {
  AsmStatement statement = makeStatement(name, open);
  statement.syntax = &rustSyntax;
  statement.clobbersMemory = true;
  MappedText text;
  bool isTemplate = true, isForGpu = true;
  forArguments(open, [&](uint32_t begin, uint32_t end) {
    isTemplate &= isString(begin) || is(begin, "concat");
    if (!isTemplate) {
      isForGpu &= readArgument(statement, begin, end);
      return;
    }
    uint32_t place = tokens[begin].range.begin;
    if (!text.empty())
      text.appendFor("\n", {place, place});
    isForGpu &= appendTemplate(begin, end, text);
  });
  if (!isForGpu || text.empty())
    return;
  nameOperands(statement, text);
  for (auto [index, operand] : llvm::enumerate(statement.operands))
    operand.name = "{" + (operand.name.empty() ? std::to_string(index) : operand.name) + "}";
  statement.reserved = "{}";
  statements.push_back(std::move(statement));
}

/// Reads `in("r") value`, `clobber("memory")` and similar operands.
void RustReader::readConstrained(AsmStatement &statement, uint32_t begin, uint32_t end) const {
  StringRef direction = word(begin);
  if (direction == "options")
    return;
  uint32_t constraint = begin + 2;
  if (!is(begin + 1, "(") || !isString(constraint) || !is(begin + 3, ")")) {
    statement.isBroken = true;
    return;
  }
  MappedText letters;
  appendString(constraint, letters);
  if (direction == "clobber") {
    statement.clobbersMemory |= letters.text() == "memory";
    return;
  }
  AsmOperand operand;
  operand.range = {tokens[begin].range.begin, tokens[end - 1].range.end};
  operand.constraint = letters.text().str();
  operand.constraintRange = tokens[constraint].range;
  operand.output = direction != "in";
  if (begin + 4 < end)
    operand.expression = {tokens[begin + 4].range.begin, operand.range.end};
  statement.addOperand(std::move(operand));
}

/// Reads `ptx_asm!("template", out("=r") result, in("r") value, clobber("memory"))`, whose template
/// is like that of CUDA C++.
void RustReader::readPtxAsm(uint32_t name, uint32_t open) {
  AsmStatement statement = makeStatement(name, open);
  statement.syntax = &cudaOxideSyntax;
  statement.isPtx = true;
  forArguments(open, [&](uint32_t begin, uint32_t end) {
    if (begin != open + 1)
      readConstrained(statement, begin, end);
    else if (isString(begin) && begin + 1 == end)
      appendString(begin, statement.text);
  });
  if (!statement.text.empty())
    statements.push_back(std::move(statement));
}

/// Reads `global_asm!("text", "text")`, which is at the level of a module.
void RustReader::readGlobal(uint32_t name, uint32_t open) {
  uint32_t close = tokens[open].closing;
  MappedText text;
  bool isText = true; // and nothing else
  for (uint32_t i = open + 1; i < close && isText; ++i) {
    isText = isString(i) || is(i, ",");
    if (!isString(i))
      continue;
    if (!text.empty())
      text.appendFor("\n", {tokens[i].range.begin, tokens[i].range.begin});
    appendString(i, text);
  }
  if (std::optional<AsmStatement> found =
          isText ? readModulePart(text, {tokens[name].range.begin, tokens[close].range.end})
                 : std::nullopt)
    statements.push_back(std::move(*found));
}

void RustReader::addModule(uint32_t token) {
  MappedText text;
  appendString(token, text);
  if (std::optional<AsmStatement> found = readModuleString(std::move(text), tokens[token].range))
    statements.push_back(std::move(*found));
}

std::vector<AsmStatement> RustReader::run() {
  for (uint32_t i = 0; i < count(); ++i) {
    if (is(i, "fn") && i + 1 < count() && tokens[i + 1].kind == WordKind::Word) {
      function = word(i + 1);
      ++functions;
    }
    if (isString(i) && mentionsModule(textOf(i)))
      addModule(i);
    uint32_t open = i + 2;
    bool isOpen = is(open, "(") || is(open, "[") || is(open, "{");
    void (RustReader::*read)(uint32_t, uint32_t) = is(i, "asm")       ? &RustReader::readStatement
                                                   : is(i, "ptx_asm") ? &RustReader::readPtxAsm
                                                   : is(i, "global_asm") ? &RustReader::readGlobal
                                                                         : nullptr;
    if (read && is(i + 1, "!") && isOpen && tokens[open].closing != 0) {
      (this->*read)(i, open);
      i = tokens[open].closing;
    }
  }
  return std::move(statements);
}

std::vector<AsmStatement> ptx::findRustAsm(const SourceBuffer &source) {
  StringRef text = source.text();
  if (!(mentionsAsm(text) && text.contains("asm!")) && !mentionsModule(text))
    return {};
  return RustReader(text).run();
}
