// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds Python calls with PTX arguments: the bindings of MLIR, Triton, CuTe DSL, llvmlite; and C++
// strings.

#include "ptx/Inline/Languages/Languages.h"
#include "ptx/Inline/Languages/PythonNames.h"
#include "ptx/Inline/Languages/PythonStrings.h"
#include "ptx/Inline/Llvm/LlvmOperands.h"
#include "ptx/Inline/Read/EmbeddedSource.h"
#include "ptx/Inline/Read/ModuleStrings.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// A function that takes a template and constraints.
struct AsmFunction {
  StringRef name;
  /// The positions of its arguments, from 0, and their names.
  unsigned text, constraints, operands, results;
  StringRef textName, constraintsName, operandsName, resultsName;
  /// The argument that specifies whether there are effects, or that there are none.
  StringRef effectsName;
  bool saysEffects;
  StringRef withEffects; ///< with the value that says that there are some
  bool isMethod = false; ///< so that its name alone is not specific
};

class PythonReader {
public:
  PythonReader(StringRef source, std::vector<PythonToken> given)
      : source(source), tokens(std::move(given)), names(source, tokens),
        strings(source, tokens, names), embedded(names.functionCount()) {}

  std::vector<AsmStatement> run();

private:
  /// The arguments of a call.
  struct Arguments {
    llvm::SmallVector<TokenRange> byPlace;
    llvm::SmallVector<std::pair<StringRef, TokenRange>> byName;

    TokenRange find(unsigned place, StringRef name) const;
  };

  StringRef word(uint32_t token) const {
    return token < tokens.size() ? tokens[token].text(source) : "";
  }
  SourceRange rangeOf(TokenRange range) const {
    return {tokens[range.begin].range.begin, tokens[range.end - 1].range.end};
  }
  const AsmFunction *functionAt(uint32_t token) const;
  Arguments argumentsOf(uint32_t open) const;
  AsmStatement makeStatement(uint32_t name) const;
  void setText(AsmStatement &statement, PythonString text) const;
  void readCall(const AsmFunction &function, uint32_t name);
  void readInlinePtx(uint32_t name);
  bool readPairs(AsmStatement &statement, const Arguments &arguments);
  void readVariants(llvm::function_ref<void()> read);
  bool hasUnusedResult(uint32_t name) const;
  void assignValues(AsmStatement &statement, TokenRange operands, TokenRange results) const;
  uint32_t readEmbedded(uint32_t token);
  uint32_t expressionEnd(uint32_t token) const;
  bool isDocumentation(uint32_t token, uint32_t end) const;
  StringRef calleeOf(uint32_t argument) const;
  bool isExpected(uint32_t token, uint32_t end) const;

  StringRef source;
  std::vector<PythonToken> tokens;
  PythonNames names;
  PythonStrings strings;
  EmbeddedSources embedded;
  std::vector<AsmStatement> statements;
};

} // namespace

static constexpr unsigned noPlace = UINT32_MAX;

static constexpr AsmFunction asmFunctions[] = {
    {"inline_asm", 2, 3, 1, 0, "asm_string", "constraints", "operands_", "res", "has_side_effects",
     true, "has_side_effects=True"},
    {"inline_asm_elementwise", 0, 1, 2, 3, "asm", "constraints", "args", "dtype", "is_pure", false,
     "is_pure=False"},
    {"InlineAsm", 1, 2, noPlace, noPlace, "asm", "constraint", "", "", "side_effect", true,
     "side_effect=True"},
    {"asm", 1, 2, 3, noPlace, "asm", "constraint", "args", "", "side_effect", true,
     "side_effect=True", true},
};

/// The function of the table whose name is `token`, if the token is that of a call.
const AsmFunction *PythonReader::functionAt(uint32_t token) const {
  if (word(token + 1) != "(" ||
      (token > 0 && (word(token - 1) == "def" || word(token - 1) == "class")))
    return nullptr;
  const auto *found = llvm::find_if(
      asmFunctions, [&](const AsmFunction &function) { return function.name == word(token); });
  bool isMember = token > 0 && word(token - 1) == ".";
  return found != std::end(asmFunctions) && (isMember || !found->isMethod) ? found : nullptr;
}

TokenRange PythonReader::Arguments::find(unsigned place, StringRef name) const {
  for (const auto &[key, value] : byName)
    if (key == name)
      return value;
  return place < byPlace.size() ? byPlace[place] : TokenRange{0, 0};
}

/// The arguments of the call with the parenthesis `open`. Arguments after a starred one have no
/// position.
PythonReader::Arguments PythonReader::argumentsOf(uint32_t open) const {
  Arguments arguments;
  bool hasPlaces = true;
  auto end = std::min<uint32_t>(tokens[open].closing, tokens.size());
  for (TokenRange argument : elementsOf(source, tokens, {open + 1, end})) {
    hasPlaces &= word(argument.begin) != "*";
    if (word(argument.begin) == "**")
      continue;
    if (argument.begin + 1 < argument.end && word(argument.begin + 1) == "=")
      arguments.byName.push_back({word(argument.begin), {argument.begin + 2, argument.end}});
    else if (hasPlaces)
      arguments.byPlace.push_back(argument);
  }
  return arguments;
}

/// The statement of the call whose function is `name`.
AsmStatement PythonReader::makeStatement(uint32_t name) const {
  AsmStatement statement;
  uint32_t first = name;
  while (first > 1 && word(first - 1) == "." && tokens[first - 2].kind == PythonKind::Name)
    first -= 2;
  auto close = std::min<uint32_t>(tokens[name + 1].closing, tokens.size() - 1);
  statement.syntax = &llvmSyntax;
  statement.isExtended = true;
  statement.code = CodeKind::Named;
  statement.hasWideAddresses = true;
  statement.keyword = rangeOf({first, name + 1});
  statement.range = rangeOf({first, close + 1});
  statement.function = names.functionAt(name).str();
  statement.functionNumber = names.functionNumberAt(name);
  statement.hasUnusedResult = hasUnusedResult(first);
  return statement;
}

/// Whether the result of the call at `first` has no certain use. Callers of a function can ignore
/// its return value.
bool PythonReader::hasUnusedResult(uint32_t first) const {
  TokenRange line = names.tokensOfLine(first);
  if (line.begin == first || word(line.begin) == "return")
    return true;
  StringRef target = names.assignedAt(first);
  return target.empty() || !names.isUsed(target);
}

void PythonReader::setText(AsmStatement &statement, PythonString text) const {
  statement.text = std::move(text.text);
  statement.holes = std::move(text.holes);
  statement.integers = std::move(text.integers);
  statement.literals = std::move(text.literals);
  statement.reserved = text.reserved;
  if (statement.text.empty() && !statement.literals.empty())
    statement.emptyPlaces.push_back(
        partsOfLiteral(source, statement.literals.front()).contents.begin);
}

/// Assigns the written expressions to operands, if they can be distinguished.
void PythonReader::assignValues(AsmStatement &statement, TokenRange operands,
                                TokenRange results) const {
  llvm::SmallVector<SourceRange> arguments;
  bool isList = !operands.empty() && (word(operands.begin) == "[" || word(operands.begin) == "(") &&
                tokens[operands.begin].closing + 1 == operands.end;
  if (isList)
    for (TokenRange element : elementsOf(source, tokens, {operands.begin + 1, operands.end - 1}))
      arguments.push_back(rangeOf(element));
  LlvmValues values{arguments, {}, {}};
  if (!results.empty())
    values.result = rangeOf(results);
  AsmStatement tried = statement;
  if (assignLlvmValues(tried, source, values))
    statement.operands = std::move(tried.operands);
}

/// Adds the statements that `read` adds, one for each choice of the alternatives in a call. If one
/// cannot be read, none is chosen.
void PythonReader::readVariants(llvm::function_ref<void()> read) {
  size_t first = statements.size();
  for (unsigned variant = 0, count = 1; variant != count; ++variant) {
    strings.choose(variant);
    read();
    count = strings.variants();
    bool isRead = statements.size() == first + variant + 1 && !statements.back().isBroken;
    if (count > 1 && !isRead) {
      statements.resize(first);
      strings.choose(std::nullopt);
      read();
      break;
    }
    if (isRead)
      statements.back().variant = variant;
  }
  strings.choose(std::nullopt);
}

/// Reads `llvm.inline_asm(res, operands, "template", "constraints")` and similar calls.
void PythonReader::readCall(const AsmFunction &function, uint32_t name) {
  AsmStatement statement = makeStatement(name);
  Arguments arguments = argumentsOf(name + 1);
  TokenRange text = arguments.find(function.text, function.textName);
  TokenRange constraints = arguments.find(function.constraints, function.constraintsName);
  std::optional<PythonString> known = strings.evaluate(text);
  if (!known) {
    // A method with the name can be anything; a user-defined function has other parameters.
    if (function.isMethod)
      return;
    statement.isBroken = true;
    statements.push_back(std::move(statement));
    return;
  }
  TokenRange effects = arguments.find(noPlace, function.effectsName);
  StringRef pure = function.saysEffects ? "False" : "True";
  bool hasDefault = effects.empty() && function.saysEffects;
  statement.isVolatile = !hasDefault && (effects.empty() || word(effects.begin) != pure);
  statement.effects = function.withEffects;
  setText(statement, std::move(*known));
  std::optional<PythonString> letters = strings.evaluate(constraints);
  if (letters && letters->holes.empty()) {
    readLlvmConstraints(statement, letters->text);
    assignValues(statement, arguments.find(function.operands, function.operandsName),
                 arguments.find(function.results, function.resultsName));
  } else {
    statement.hasOperands = false;
    statement.clobbersMemory = true; // possibly
  }
  statements.push_back(std::move(statement));
}

/// Reads the operands of `inline_ptx("add.u32 %0, %1, %2;", "=r", type, "r", x, "r", y)` of Numba,
/// whose template is like that of CUDA C++. Returns false for another form.
bool PythonReader::readPairs(AsmStatement &statement, const Arguments &arguments) {
  llvm::ArrayRef<TokenRange> pairs = arguments.byPlace;
  if (pairs.size() < 3 || pairs.size() % 2 == 0)
    return false;
  std::vector<AsmOperand> operands;
  for (pairs = pairs.drop_front(); !pairs.empty(); pairs = pairs.drop_front(2)) {
    std::optional<PythonString> letters = strings.evaluate(pairs[0]);
    if (!letters || !letters->holes.empty() ||
        !cudaSyntax.knows(cudaSyntax.letters(letters->text.text())))
      return false;
    AsmOperand operand;
    operand.constraint = letters->text.text().str();
    operand.range = operand.constraintRange = rangeOf(pairs[0]);
    operand.expression = rangeOf(pairs[1]);
    operand.output = !llvm::isAlpha(letters->text.text().front());
    operands.push_back(std::move(operand));
  }
  statement.syntax = &cudaSyntax;
  statement.operands = std::move(operands);
  return true;
}

/// Reads `inline_ptx("add.u32 {$w0}, {$r0}, {$r1};", ...)`, whose template names the results, the
/// arguments, and operands that are both. Their types are unknown.
void PythonReader::readInlinePtx(uint32_t name) {
  AsmStatement statement = makeStatement(name);
  statement.isVolatile = true;
  statement.clobbersMemory = true;
  Arguments arguments = argumentsOf(name + 1);
  std::optional<PythonString> known;
  if (TokenRange named = arguments.find(noPlace, "ptx_code"); !named.empty())
    known = strings.evaluate(named);
  for (TokenRange argument : arguments.byPlace)
    if (!known && word(argument.begin) != "[")
      known = strings.evaluate(argument);
  if (!known) {
    statement.isBroken = true;
    statements.push_back(std::move(statement));
    return;
  }
  setText(statement, PythonString(*known));
  if (readPairs(statement, arguments)) {
    statements.push_back(std::move(statement));
    return;
  }
  MappedText text;
  StringRef bytes = known->text.text();
  llvm::ArrayRef<uint32_t> holes = known->holes;
  uint32_t copied = 0;
  auto copyTo = [&](uint32_t end) {
    for (; !holes.empty() && holes.front() <= end; holes = holes.drop_front()) {
      statement.holes.push_back(text.size() + holes.front() - copied);
      if (llvm::binary_search(known->integers, holes.front()))
        statement.integers.push_back(statement.holes.back());
    }
    text.append(known->text, {copied, end});
    copied = end;
  };
  statement.holes.clear();
  statement.integers.clear();
  for (size_t at = 0; (at = bytes.find("{$", at)) != StringRef::npos; ++at) {
    StringRef inside = bytes.drop_front(at + 2).take_until([](char c) { return c == '}'; });
    StringRef digits = inside.ltrim("rw");
    bool isOperand = !digits.empty() && llvm::all_of(digits, llvm::isDigit) &&
                     digits.size() < inside.size() && bytes.substr(at + 2 + inside.size()) != "";
    if (!isOperand)
      continue;
    auto end = static_cast<uint32_t>(at + inside.size() + 3);
    StringRef written = bytes.slice(at, end);
    auto operand =
        llvm::find_if(statement.operands, [&](const AsmOperand &o) { return o.name == written; });
    size_t index = operand - statement.operands.begin();
    if (index == statement.operands.size()) {
      AsmOperand own;
      own.name = written.str();
      own.output = inside.contains('w');
      own.range = known->text.sourceOf({static_cast<uint32_t>(at), end});
      statement.operands.push_back(std::move(own));
    }
    copyTo(static_cast<uint32_t>(at));
    text.appendSpelled(("$" + llvm::Twine(index)).str(),
                       known->text.sourceOf({static_cast<uint32_t>(at), end}));
    copied = end;
  }
  copyTo(known->text.size());
  statement.text = std::move(text);
  statement.hasOperands = !statement.operands.empty(); // else `$0` and so on are
  statements.push_back(std::move(statement));
}

//===-- Strings of C++ ------------------------------------------------------------------------===//

/// The end of the expression whose first string is `token`.
uint32_t PythonReader::expressionEnd(uint32_t token) const {
  for (uint32_t i = token; i < tokens.size(); i = std::max(i, tokens[i].closing) + 1) {
    const PythonToken &next = tokens[i];
    StringRef text = next.text(source);
    bool isPart =
        next.kind == PythonKind::String || text == "+" || text == "." || text == "%" ||
        text == "(" || text == "[" || text == "{" || next.kind == PythonKind::Number ||
        (next.kind == PythonKind::Name &&
         !llvm::is_contained({"if", "else", "for", "in", "and", "or", "not", "is", "as"}, text));
    if (!isPart)
      return i;
  }
  return static_cast<uint32_t>(tokens.size());
}

/// Whether the string from `token` to `end` is a separate line without effect.
bool PythonReader::isDocumentation(uint32_t token, uint32_t end) const {
  TokenRange line = names.tokensOfLine(token);
  return line.begin == token && line.end == end;
}

/// The name of the function with the token as an argument; empty if there is none.
StringRef PythonReader::calleeOf(uint32_t argument) const {
  constexpr uint32_t longest = 64;
  unsigned depth = 0;
  for (uint32_t i = argument; i > 1 && argument - i < longest; --i) {
    StringRef text = word(i - 1);
    depth += text == ")" || text == "]" || text == "}";
    bool opens = text == "(" || text == "[" || text == "{";
    if (opens && depth-- == 0)
      return text == "(" ? word(i - 2) : "";
  }
  return "";
}

/// Whether the string from `token` to `end` is text that a test expects from a program. Such text
/// is not compiled.
bool PythonReader::isExpected(uint32_t token, uint32_t end) const {
  auto compares = [&](StringRef text) { return text == "==" || text == "!=" || text == "in"; };
  TokenRange line = names.tokensOfLine(token);
  bool isBeside = (token > line.begin && compares(word(token - 1))) ||
                  (end < line.end && (compares(word(end)) || word(end) == "not"));
  return isBeside || word(line.begin) == "assert" || comparesText(names.assignedAt(token)) ||
         comparesText(calleeOf(token));
}

/// Reads the C++ statements or the PTX module in the string that begins at `token`. Returns its
/// end.
uint32_t PythonReader::readEmbedded(uint32_t token) {
  uint32_t end = expressionEnd(token);
  if (isDocumentation(token, end) || isExpected(token, end))
    return end;
  StringRef target = names.assignedAt(token);
  PythonFormatting formatting =
      target.empty() ? PythonFormatting::None : names.formattingOf(target);
  bool isFinal = formatting != PythonFormatting::None;
  std::optional<PythonString> string = strings.evaluate({token, end}, formatting);
  if (mentionsModule(tokens[token].text(source))) {
    if (std::optional<AsmStatement> module =
            string && string->holes.empty() ? readModuleString(string->text, rangeOf({token, end}))
                                            : std::nullopt) {
      module->reserved = string->reserved;
      statements.push_back(std::move(*module));
    }
    return end;
  }
  if (!string) // unchanged, which is less certain
    string = strings.evaluate({token, token + 1});
  if (!string)
    return end;
  isFinal |= !string->reserved.empty();
  StringRef text = string->text.text();
  bool isCuda = text.contains("__global__") || text.contains("__device__");
  size_t first = statements.size();
  embedded.add(*string, isFinal, findAsmStatements, isCuda ? "string.cu" : "string.cpp",
               statements);
  // A statement without a function, in a test, is data of the test.
  if (names.functionAt(token).starts_with("test"))
    statements.erase(
        std::remove_if(statements.begin() + first, statements.end(),
                       [](const AsmStatement &statement) { return !statement.functionNumber; }),
        statements.end());
  for (AsmStatement &statement : llvm::MutableArrayRef(statements).drop_front(first))
    statement.reserved = string->reserved;
  return end;
}

std::vector<AsmStatement> PythonReader::run() {
  statements.reserve(expectedStatements(source));
  auto count = static_cast<uint32_t>(tokens.size());
  for (uint32_t i = 0; i < count;) {
    const PythonToken &token = tokens[i];
    if (token.kind == PythonKind::String &&
        (mentionsAsm(token.text(source)) || mentionsModule(token.text(source)))) {
      i = std::max(readEmbedded(i), i + 1);
      continue;
    }
    if (token.kind == PythonKind::Name) {
      if (const AsmFunction *function = functionAt(i)) {
        readVariants([&] { readCall(*function, i); });
        i = std::max(i + 1, tokens[i + 1].closing);
        continue;
      }
      if (token.text(source) == "inline_ptx" && word(i + 1) == "(" &&
          !(i > 0 && word(i - 1) == "def")) {
        readVariants([&] { readInlinePtx(i); });
        i = std::max(i + 1, tokens[i + 1].closing);
        continue;
      }
    }
    ++i;
  }
  return std::move(statements);
}

std::vector<AsmStatement> ptx::findPythonAsm(const SourceBuffer &source) {
  // Most files have none, and searching is faster than lexing.
  StringRef text = source.text();
  if (!mentionsAsmOrPtx(text) && !mentionsModule(text))
    return {};
  return PythonReader(text, tokenizePython(text)).run();
}
