// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the operations `llvm.inline_asm` in the text of MLIR, and their functions.

#include "ptx/Inline/Llvm/LlvmOperands.h"
#include "ptx/Inline/Llvm/LlvmTokens.h"
#include "ptx/Inline/Read/AsmStatements.h"
#include "ptx/Inline/Read/Dialect.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/SmallVector.h"

using namespace ptx;
using llvm::StringRef;

namespace {

class MlirReader {
public:
  explicit MlirReader(StringRef source) : source(source), tokens(source, mlirSpelling) {}

  std::vector<AsmStatement> run();

private:
  uint32_t enterFunction(uint32_t keyword);
  uint32_t readTarget(uint32_t attribute);
  uint32_t readStatement(uint32_t keyword);
  uint32_t readArguments(uint32_t at, llvm::SmallVectorImpl<SourceRange> &arguments) const;
  uint32_t readResult(uint32_t at, LlvmValues &values,
                      llvm::SmallVectorImpl<SourceRange> &results) const;
  void finish(AsmStatement &statement) const;

  StringRef source;
  LlvmTokens tokens;
  std::vector<AsmStatement> statements;
  StringRef function; // the last token; empty at the end of the text
  uint32_t functions = 0;
  unsigned depth = 0;                    // of braces
  unsigned functionDepth = 0;            // of the braces around the current function
  Platforms targets = Platforms::none(); // that the file names
  StringRef triple;
  std::vector<uint32_t> functionStarts;
  std::vector<LlvmResult> namedResults;
};

} // namespace

/// Reads the head of a function, such as `llvm.func @f`. Returns the end of its name.
uint32_t MlirReader::enterFunction(uint32_t keyword) {
  // `private` and the linkage precede the name.
  constexpr uint32_t mostWords = 4;
  uint32_t at = keyword + 1;
  while (at <= keyword + mostWords && tokens.is(at, LlvmKind::Word))
    ++at;
  if (!tokens.is(at, LlvmKind::Global))
    return at;
  function = tokens.word(at).drop_front().trim('"');
  ++functions;
  functionStarts.push_back(keyword);
  functionDepth = depth;
  return at + 1;
}

/// Reads `#nvvm.target<chip = "sm_90a", ...>`. Returns where it ends.
uint32_t MlirReader::readTarget(uint32_t attribute) {
  if (tokens.word(attribute + 1) != "<")
    return attribute + 1;
  llvm::SmallVector<SourceRange> ignored;
  uint32_t end = tokens.readList(attribute + 1, ignored);
  for (uint32_t at = attribute + 1; at < end; ++at)
    if (tokens.word(at) == "chip")
      if (std::optional<TargetId> target = findTarget(tokens.valueOf(at)))
        targets |= Platforms::of(*target);
  return end;
}

/// Reads `%a, %b#1`. Returns where it ends.
uint32_t MlirReader::readArguments(uint32_t at,
                                   llvm::SmallVectorImpl<SourceRange> &arguments) const {
  while (tokens.word(at).starts_with("%")) {
    uint32_t first = at++;
    if (tokens.is(at, LlvmKind::Attributes)) // the number of a result
      ++at;
    arguments.push_back(tokens.range(first, at));
    if (tokens.word(at) == ",")
      ++at;
  }
  return at;
}

/// Reads `: (i32) -> i32`. Returns where it ends.
uint32_t MlirReader::readResult(uint32_t at, LlvmValues &values,
                                llvm::SmallVectorImpl<SourceRange> &results) const {
  llvm::SmallVector<SourceRange> ignored;
  if (tokens.word(at) != ":" || tokens.word(at + 1) != "(")
    return at;
  at = tokens.readList(at + 1, ignored);
  if (tokens.word(at) != "-" || tokens.word(at + 1) != ">" || at + 2 >= tokens.count())
    return at;
  uint32_t type = at + 2;
  bool isStructure = tokens.word(type) == "!llvm.struct" && tokens.word(type + 1) == "<" &&
                     tokens.word(type + 2) == "(";
  if (isStructure)
    tokens.readList(type + 2, results);
  uint32_t end = type + !tokens.opensList(type);
  if (tokens.opensList(end) && tokens.word(end) != "{")
    end = tokens.readList(end, ignored);
  values.result = tokens.range(type, std::max(end, type + 1));
  values.results = results;
  return end;
}

/// Reads `llvm.inline_asm has_side_effects "template", "constraints" %a : (i32) -> i32`. Returns
/// where it ends.
uint32_t MlirReader::readStatement(uint32_t keyword) {
  AsmStatement statement;
  statement.syntax = &llvmSyntax;
  statement.isExtended = true;
  statement.effectsWord = "has_side_effects";
  statement.keyword = tokens[keyword].range;
  if (depth > functionDepth && !function.empty()) {
    statement.function = function.str();
    statement.functionNumber = functions;
  }
  llvm::SmallVector<SourceRange> ignored, arguments, results;
  uint32_t at = keyword + 1;
  // `asm_dialect = att`, `operand_attrs = [...]`, `tail_call_kind = <tail>`
  while (tokens.is(at, LlvmKind::Word) || tokens.word(at) == "=" || tokens.opensList(at)) {
    statement.isVolatile |= tokens.word(at) == statement.effectsWord;
    if (tokens.word(at) == "intel")
      statement.platforms = Platforms::others();
    at = tokens.opensList(at) ? tokens.readList(at, ignored) : at + 1;
  }
  if (!tokens.is(at, LlvmKind::String))
    return at;
  tokens.appendString(at, statement.text);
  if (statement.text.empty())
    statement.emptyPlaces.push_back(tokens.contents(at).begin);
  statement.isBroken = tokens.word(at + 1) != "," || !tokens.is(at + 2, LlvmKind::String);
  uint32_t end = at + 1;
  if (!statement.isBroken) {
    LlvmValues values;
    values.result = {statement.keyword.begin, statement.keyword.begin};
    end = readArguments(at + 3, arguments);
    values.arguments = arguments;
    end = readResult(end, values, results);
    readLlvmOperands(statement, source, tokens.contents(at + 2), values);
  }
  statement.range = tokens.range(keyword, end);
  if (uint32_t name = tokens.resultName(keyword, keyword - std::min(keyword, 2u));
      name != tokens.count())
    namedResults.push_back({statements.size(), name});
  statements.push_back(std::move(statement));
  return end;
}

/// Adds the information about `statement` from the rest of the file.
void MlirReader::finish(AsmStatement &statement) const {
  if (!triple.empty() && !triple.starts_with("nvptx"))
    statement.platforms = Platforms::others();
  if (!targets.isEmpty())
    statement.platforms &= targets;
  statement.hasWideAddresses = triple.starts_with("nvptx64");
  bool isNvptx = triple.starts_with("nvptx") || !targets.isEmpty();
  statement.isPtx = isNvptx && !isEmptyAsm(statement);
}

std::vector<AsmStatement> MlirReader::run() {
  statements.reserve(expectedStatements(source));
  for (uint32_t i = 0; i < tokens.count();) {
    StringRef text = tokens.word(i);
    if (text == "llvm.inline_asm") {
      i = readStatement(i);
    } else if (text.ends_with(".func")) {
      i = enterFunction(i);
    } else if (text == "#nvvm.target") {
      i = readTarget(i);
    } else {
      if (text == "llvm.target_triple")
        triple = tokens.valueOf(i);
      if (text == "{")
        ++depth;
      if (text == "}" && depth > 0 && --depth < functionDepth)
        function = "";
      ++i;
    }
  }
  for (AsmStatement &statement : statements)
    finish(statement);
  markUnusedResults(tokens, functionStarts, namedResults, statements);
  return std::move(statements);
}

std::vector<AsmStatement> ptx::findMlirAsm(const SourceBuffer &source) {
  // Most files have none, and searching is faster than lexing.
  if (!mentionsAsm(source.text()))
    return {};
  return MlirReader(source.text()).run();
}
