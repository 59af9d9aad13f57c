// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the `asm` calls in the text of LLVM IR, and their functions.

#include "ptx/Inline/Llvm/LlvmOperands.h"
#include "ptx/Inline/Llvm/LlvmTokens.h"
#include "ptx/Inline/Read/AsmStatements.h"
#include "ptx/Inline/Read/Dialect.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace ptx;
using llvm::StringRef;

namespace {

class LlvmReader {
public:
  explicit LlvmReader(StringRef source) : source(source), tokens(source, llvmSpelling) {}

  std::vector<AsmStatement> run();

private:
  struct Function {
    std::string name;
    StringRef attributes; ///< such as `#0`
    StringRef cpu;
  };

  uint32_t enterFunction(uint32_t keyword);
  uint32_t readAttributes(uint32_t keyword);
  uint32_t readStatement(uint32_t keyword);
  uint32_t resultType(uint32_t end) const;
  Platforms platformsOf(const Function &function) const;
  void finish(AsmStatement &statement) const;

  StringRef source;
  LlvmTokens tokens;
  std::vector<AsmStatement> statements;
  std::vector<Function> functions;
  llvm::DenseMap<StringRef, StringRef> cpus; // by the attributes
  std::optional<StringRef> triple;
  bool hasNvvm = false; // a feature of NVPTX only
  unsigned depth = 0;   // of braces
  uint32_t lastEnd = 0; // of a statement
  std::vector<uint32_t> functionStarts;
  std::vector<LlvmResult> namedResults;
};

} // namespace

/// Reads the head of a function. Returns the brace that opens the body.
uint32_t LlvmReader::enterFunction(uint32_t keyword) {
  uint32_t at = keyword + 1;
  for (; at < tokens.count() && tokens[at].kind != LlvmKind::Global; ++at)
    hasNvvm |= tokens.word(at) == "ptx_kernel";
  if (at == tokens.count())
    return at;
  Function function{
      .name = tokens.word(at).drop_front().trim('"').str(), .attributes = {}, .cpu = {}};
  llvm::SmallVector<SourceRange> parameters;
  if (tokens.word(at + 1) == "(")
    at = tokens.readList(at + 1, parameters);
  for (; at < tokens.count() && tokens.word(at) != "{"; ++at)
    if (tokens.is(at, LlvmKind::Attributes))
      function.attributes = tokens.word(at);
    else if (tokens.is(at, LlvmKind::String) && tokens.contentText(at) == "target-cpu")
      function.cpu = tokens.valueOf(at);
  functions.push_back(std::move(function));
  functionStarts.push_back(keyword);
  return at;
}

/// Reads `attributes #0 = { ... }`. Returns its end.
uint32_t LlvmReader::readAttributes(uint32_t keyword) {
  uint32_t at = keyword + 1;
  if (!tokens.is(at, LlvmKind::Attributes))
    return at;
  StringRef name = tokens.word(at);
  while (at < tokens.count() && tokens.word(at) != "}") {
    if (tokens.is(at, LlvmKind::String) && tokens.contentText(at) == "target-cpu")
      cpus[name] = tokens.valueOf(at);
    ++at;
  }
  return at + 1;
}

/// The start of the type that ends before `end`.
uint32_t LlvmReader::resultType(uint32_t end) const {
  unsigned nested = 0;
  for (uint32_t at = end; at-- > lastEnd;) {
    StringRef c = tokens.word(at);
    nested += tokens.closesList(at);
    nested -= tokens.opensList(at) && nested;
    // The suffix of the type: the parameters of a function type, an address space, a pointer.
    if (nested == 0 && c != "(" && c != "addrspace" && c != "*")
      return at;
  }
  return end;
}

/// Reads `asm sideeffect "template", "constraints"(arguments)`. Returns its end.
uint32_t LlvmReader::readStatement(uint32_t keyword) {
  AsmStatement statement;
  statement.syntax = &llvmSyntax;
  statement.isExtended = true;
  statement.keyword = tokens[keyword].range;
  uint32_t at = keyword + 1;
  for (;
       llvm::is_contained({"sideeffect", "alignstack", "inteldialect", "unwind"}, tokens.word(at));
       ++at) {
    statement.isVolatile |= tokens.word(at) == "sideeffect";
    if (tokens.word(at) == "inteldialect")
      statement.platforms = Platforms::others();
  }
  if (!tokens.is(at, LlvmKind::String))
    return at;
  if (depth > 0) {
    statement.function = functions.empty() ? "" : functions.back().name;
    statement.functionNumber = static_cast<uint32_t>(functions.size());
  }
  tokens.appendString(at, statement.text);
  if (statement.text.empty())
    statement.emptyPlaces.push_back(tokens.contents(at).begin);
  bool isCall = tokens.word(at + 1) == "," && tokens.is(at + 2, LlvmKind::String) &&
                tokens.word(at + 3) == "(";
  llvm::SmallVector<SourceRange> arguments, results;
  uint32_t end = isCall ? tokens.readList(at + 3, arguments) : at + 1;
  statement.range = {statement.keyword.begin, tokens[end - 1].range.end};
  statement.isBroken = !isCall || tokens.word(end - 1) != ")";
  if (isCall) {
    SourceRange result{statement.keyword.begin, statement.keyword.begin};
    if (uint32_t type = resultType(keyword); type != keyword) {
      result = tokens.range(type, keyword);
      if (tokens.word(type) == "{")
        tokens.readList(type, results);
    }
    readLlvmOperands(statement, source, tokens.contents(at + 2), {arguments, result, results});
  }
  if (uint32_t name = tokens.resultName(keyword, lastEnd); name != tokens.count())
    namedResults.push_back({statements.size(), name});
  statements.push_back(std::move(statement));
  lastEnd = end;
  return end;
}

/// The platforms for which `function` is compiled.
Platforms LlvmReader::platformsOf(const Function &function) const {
  if (triple && !triple->starts_with("nvptx"))
    return Platforms::others();
  StringRef cpu = function.cpu.empty() ? cpus.lookup(function.attributes) : function.cpu;
  if (std::optional<TargetId> target = findTarget(cpu))
    return Platforms::of(*target);
  return triple ? Platforms::all() & ~Platforms::others() : Platforms::all();
}

/// Adds the information about `statement` from the rest of the file.
void LlvmReader::finish(AsmStatement &statement) const {
  uint32_t number = statement.functionNumber;
  statement.platforms &= platformsOf(number ? functions[number - 1] : Function());
  statement.hasWideAddresses = triple && triple->starts_with("nvptx64");
  bool isNvptx = triple ? triple->starts_with("nvptx") : hasNvvm;
  statement.isPtx = isNvptx && !isEmptyAsm(statement);
}

std::vector<AsmStatement> LlvmReader::run() {
  statements.reserve(expectedStatements(source));
  for (uint32_t i = 0; i < tokens.count();) {
    StringRef text = tokens.word(i);
    if (text == "define" && depth == 0) {
      i = enterFunction(i);
    } else if (text == "attributes" && depth == 0) {
      i = readAttributes(i);
    } else if (text == "triple" && i > 0 && tokens.word(i - 1) == "target") {
      if (StringRef value = tokens.valueOf(i); !value.empty())
        triple = value;
      ++i;
    } else if (text == "asm" && !(i > 0 && tokens.word(i - 1) == "module")) {
      i = readStatement(i);
    } else {
      hasNvvm |= text.starts_with("!nvvm");
      if (text == "{")
        ++depth;
      if (text == "}" && depth > 0)
        --depth;
      ++i;
    }
  }
  for (AsmStatement &statement : statements)
    finish(statement);
  markUnusedResults(tokens, functionStarts, namedResults, statements);
  return std::move(statements);
}

std::vector<AsmStatement> ptx::findLlvmAsm(const SourceBuffer &source) {
  // Most files have none, and searching is faster than lexing.
  if (!mentionsAsm(source.text()))
    return {};
  return LlvmReader(source.text()).run();
}
