// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the `asm` calls in the text of LLVM IR, and the functions that they are in.

#include "ptx/Inline/AsmStatements.h"
#include "ptx/Inline/Dialect.h"
#include "ptx/Inline/LlvmTokens.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

class LlvmReader {
public:
  explicit LlvmReader(StringRef source) : source(source), tokens(tokenizeLlvm(source)) {}

  std::vector<AsmStatement> run();

private:
  struct Function {
    std::string name;
    StringRef attributes; ///< such as `#0`
    StringRef cpu;
  };

  uint32_t count() const { return static_cast<uint32_t>(tokens.size()); }
  bool is(uint32_t index, LlvmKind kind) const {
    return index < count() && tokens[index].kind == kind;
  }
  StringRef word(uint32_t index) const {
    return index < count() && tokens[index].kind != LlvmKind::String ? tokens[index].text(source)
                                                                     : "";
  }
  /// What is between the quotes.
  SourceRange contents(uint32_t string) const {
    return {tokens[string].range.begin + 1, tokens[string].range.end - 1};
  }
  StringRef textOf(uint32_t string) const {
    SourceRange range = contents(string);
    return source.slice(range.begin, range.end);
  }
  StringRef valueOf(uint32_t key) const;

  uint32_t enterFunction(uint32_t keyword);
  uint32_t readAttributes(uint32_t keyword);
  uint32_t readStatement(uint32_t keyword);
  uint32_t readList(uint32_t open, llvm::SmallVectorImpl<SourceRange> &elements) const;
  uint32_t resultType(uint32_t end) const;
  void readConstraints(AsmStatement &statement, SourceRange range,
                       llvm::ArrayRef<SourceRange> arguments, SourceRange result,
                       llvm::ArrayRef<SourceRange> results) const;
  Platforms platformsOf(const Function &function) const;
  void finish(AsmStatement &statement) const;

  StringRef source;
  std::vector<LlvmToken> tokens;
  std::vector<AsmStatement> statements;
  std::vector<Function> functions;
  llvm::DenseMap<StringRef, StringRef> cpus; // by the attributes
  std::optional<StringRef> triple;
  unsigned depth = 0;   // of braces
  uint32_t lastEnd = 0; // of a statement
};

} // namespace

/// The value of the attribute `"key"="value"`; empty if it has none.
StringRef LlvmReader::valueOf(uint32_t key) const {
  return word(key + 1) == "=" && is(key + 2, LlvmKind::String) ? textOf(key + 2) : "";
}

/// Reads the head of a function. Returns the brace that opens the body.
uint32_t LlvmReader::enterFunction(uint32_t keyword) {
  uint32_t at = keyword + 1;
  while (at < count() && tokens[at].kind != LlvmKind::Global)
    ++at;
  if (at == count())
    return at;
  Function function{.name = word(at).drop_front().trim('"').str(), .attributes = {}, .cpu = {}};
  llvm::SmallVector<SourceRange> parameters;
  if (word(at + 1) == "(")
    at = readList(at + 1, parameters);
  for (; at < count() && word(at) != "{"; ++at)
    if (is(at, LlvmKind::Attributes))
      function.attributes = word(at);
    else if (is(at, LlvmKind::String) && textOf(at) == "target-cpu")
      function.cpu = valueOf(at);
  functions.push_back(std::move(function));
  return at;
}

/// Reads `attributes #0 = { ... }`. Returns where it ends.
uint32_t LlvmReader::readAttributes(uint32_t keyword) {
  uint32_t at = keyword + 1;
  if (!is(at, LlvmKind::Attributes))
    return at;
  StringRef name = word(at);
  while (at < count() && word(at) != "}") {
    if (is(at, LlvmKind::String) && textOf(at) == "target-cpu")
      cpus[name] = valueOf(at);
    ++at;
  }
  return at + 1;
}

/// The elements between the bracket `open` and the one that closes it. Returns the token after
/// that.
uint32_t LlvmReader::readList(uint32_t open, llvm::SmallVectorImpl<SourceRange> &elements) const {
  unsigned nested = 0;
  uint32_t first = open + 1;
  for (uint32_t at = open; at < count(); ++at) {
    StringRef c = word(at);
    bool closes = c == ")" || c == "]" || c == "}" || c == ">";
    if (c == "(" || c == "[" || c == "{" || c == "<")
      ++nested;
    if (nested == 1 && (closes || c == ",") && first < at)
      elements.push_back({tokens[first].range.begin, tokens[at - 1].range.end});
    if (nested == 1 && c == ",")
      first = at + 1;
    if (closes && --nested == 0)
      return at + 1;
  }
  return count();
}

/// Where the type begins that the tokens before `end` are.
uint32_t LlvmReader::resultType(uint32_t end) const {
  unsigned nested = 0;
  for (uint32_t at = end; at-- > lastEnd;) {
    StringRef c = word(at);
    if (c == ")" || c == "]" || c == "}" || c == ">")
      ++nested;
    if ((c == "(" || c == "[" || c == "{" || c == "<") && nested)
      --nested;
    // What follows the type: the parameters of a function type, an address space, a pointer.
    if (nested == 0 && c != "(" && c != "addrspace" && c != "*")
      return at;
  }
  return end;
}

/// Appends what the string whose contents are `range` says.
static void appendString(StringRef source, SourceRange range, MappedText &text) {
  StringRef rest = source.slice(range.begin, range.end);
  uint32_t at = range.begin;
  while (!rest.empty()) {
    size_t plain = std::min(rest.find('\\'), rest.size());
    bool isHex = plain + 2 < rest.size() && llvm::isHexDigit(rest[plain + 1]) &&
                 llvm::isHexDigit(rest[plain + 2]);
    // Any other backslash is a character like others.
    if (plain < rest.size() && !isHex && !rest.drop_front(plain).starts_with("\\\\"))
      ++plain;
    text.append(rest.take_front(plain), at);
    at += static_cast<uint32_t>(plain);
    rest = rest.drop_front(plain);
    if (rest.empty() || rest[0] != '\\' || (!isHex && !rest.starts_with("\\\\")))
      continue;
    uint32_t length = isHex ? 3 : 2;
    char c = isHex ? static_cast<char>(llvm::hexFromNibbles(rest[1], rest[2])) : '\\';
    text.appendSpelled(StringRef(&c, 1), {at, at + length});
    at += length;
    rest = rest.drop_front(length);
  }
}

/// The number that LLVM writes for the argument `i32 16`.
static std::optional<std::string> numberIn(StringRef argument) {
  StringRef type = argument.take_until(llvm::isSpace);
  StringRef value = argument.drop_front(argument.find_last_of(" \t\n") + 1);
  unsigned width;
  int64_t number;
  if (!type.consume_front("i") || type.getAsInteger(10, width) || width < 2 || width > 64 ||
      value.getAsInteger(10, number))
    return std::nullopt;
  return std::to_string(llvm::SignExtend64(static_cast<uint64_t>(number), width));
}

/// Reads the constraints in `range`, and gives each operand the argument or the part of the result
/// that it is.
void LlvmReader::readConstraints(AsmStatement &statement, SourceRange range,
                                 llvm::ArrayRef<SourceRange> arguments, SourceRange result,
                                 llvm::ArrayRef<SourceRange> results) const {
  llvm::SmallVector<size_t> direct; // the outputs that are results
  StringRef rest = source.slice(range.begin, range.end);
  for (uint32_t at = range.begin; at < range.end;) {
    StringRef text = rest.take_until([](char c) { return c == ','; });
    SourceRange place{at, at + static_cast<uint32_t>(text.size())};
    at = place.end + 1;
    rest = rest.drop_front(std::min(text.size() + 1, rest.size()));
    if (text.starts_with("~")) {
      statement.clobbersMemory |= text == "~{memory}";
      continue;
    }
    AsmOperand operand;
    operand.range = operand.constraintRange = place;
    operand.constraint = text.str();
    operand.modifiers = "=&*%";
    operand.output = text.starts_with("=");
    bool isIndirect = text.drop_back(operand.letters().size()).contains('*');
    if (text.starts_with("!")) {
      operand.constraint.reset(); // a label of `callbr`
    } else if (operand.output && !isIndirect) {
      direct.push_back(statement.operands.size());
    } else if (arguments.empty()) {
      statement.isBroken = true;
    } else {
      operand.expression = arguments.front();
      arguments = arguments.drop_front();
      if (operand.letters() == "n" || operand.letters() == "i")
        operand.value = numberIn(source.slice(operand.expression.begin, operand.expression.end));
    }
    statement.operands.push_back(std::move(operand));
  }
  statement.isBroken |= !arguments.empty();
  for (auto [i, index] : llvm::enumerate(direct))
    statement.operands[index].expression =
        direct.size() > 1 && direct.size() == results.size() ? results[i] : result;
}

/// Reads `asm sideeffect "template", "constraints"(arguments)`. Returns where it ends.
uint32_t LlvmReader::readStatement(uint32_t keyword) {
  AsmStatement statement;
  statement.syntax = &llvmSyntax;
  statement.isExtended = true;
  statement.keyword = tokens[keyword].range;
  uint32_t at = keyword + 1;
  for (; llvm::is_contained({"sideeffect", "alignstack", "inteldialect", "unwind"}, word(at));
       ++at) {
    statement.isVolatile |= word(at) == "sideeffect";
    if (word(at) == "inteldialect")
      statement.platforms = Platforms::others();
  }
  if (!is(at, LlvmKind::String))
    return at;
  if (depth > 0) {
    statement.function = functions.empty() ? "" : functions.back().name;
    statement.functionNumber = static_cast<uint32_t>(functions.size());
  }
  appendString(source, contents(at), statement.text);
  bool isCall = word(at + 1) == "," && is(at + 2, LlvmKind::String) && word(at + 3) == "(";
  llvm::SmallVector<SourceRange> arguments, results;
  uint32_t end = isCall ? readList(at + 3, arguments) : at + 1;
  statement.range = {statement.keyword.begin, tokens[end - 1].range.end};
  statement.isBroken = !isCall || word(end - 1) != ")";
  if (isCall) {
    SourceRange result{statement.keyword.begin, statement.keyword.begin};
    if (uint32_t type = resultType(keyword); type != keyword) {
      result = {tokens[type].range.begin, tokens[keyword - 1].range.end};
      if (word(type) == "{")
        readList(type, results);
    }
    readConstraints(statement, contents(at + 2), arguments, result, results);
  }
  statements.push_back(std::move(statement));
  lastEnd = end;
  return end;
}

/// What `function` is compiled for.
Platforms LlvmReader::platformsOf(const Function &function) const {
  if (triple && !triple->starts_with("nvptx"))
    return Platforms::others();
  StringRef cpu = function.cpu.empty() ? cpus.lookup(function.attributes) : function.cpu;
  if (std::optional<TargetId> target = findTarget(cpu))
    return Platforms::of(*target);
  return triple ? Platforms::all() & ~Platforms::others() : Platforms::all();
}

/// Adds what the rest of the file says of `statement`.
void LlvmReader::finish(AsmStatement &statement) const {
  uint32_t number = statement.functionNumber;
  statement.platforms &= platformsOf(number ? functions[number - 1] : Function());
  bool isNvptx = triple && triple->starts_with("nvptx");
  statement.isPtx = isNvptx && dialectOf(statement) != Dialect::Empty;
}

std::vector<AsmStatement> LlvmReader::run() {
  for (uint32_t i = 0; i < count();) {
    StringRef text = word(i);
    if (text == "define" && depth == 0) {
      i = enterFunction(i);
    } else if (text == "attributes" && depth == 0) {
      i = readAttributes(i);
    } else if (text == "triple" && i > 0 && word(i - 1) == "target") {
      if (StringRef value = valueOf(i); !value.empty())
        triple = value;
      ++i;
    } else if (text == "asm" && !(i > 0 && word(i - 1) == "module")) {
      i = readStatement(i);
    } else {
      if (text == "{")
        ++depth;
      if (text == "}" && depth > 0)
        --depth;
      ++i;
    }
  }
  for (AsmStatement &statement : statements)
    finish(statement);
  return std::move(statements);
}

std::vector<AsmStatement> ptx::findLlvmAsm(const SourceBuffer &source) {
  // Most files have none, and searching is faster than lexing.
  if (!source.text().contains("asm"))
    return {};
  return LlvmReader(source.text()).run();
}
