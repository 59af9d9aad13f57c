// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds functions, macros and conditions in C++ source, and the `asm` statements among them.

#include "ptx/Inline/AsmCache.h"
#include "ptx/Inline/AsmReader.h"
#include "ptx/Inline/Conditions.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace ptx;
using llvm::StringRef;

namespace {

class SourceReader {
public:
  SourceReader(StringRef source, llvm::ArrayRef<CppToken> tokens)
      : source(source), tokens(tokens), macroBudget(source.size()) {}

  std::vector<AsmStatement> run();

private:
  /// An open brace: the number of the function that it is in, 0 outside of functions.
  using Scope = uint32_t;
  /// An open `#if`.
  struct OpenCondition {
    uint32_t group;
    uint32_t region;     ///< of the code around it
    Platforms platforms; ///< of the present branch
    size_t depth;        ///< of the scopes before it
    uint32_t headStart;
    uint32_t latestHead; ///< of those at the ends of its branches
  };
  /// An argument of `NV_IF_TARGET` and its relatives.
  struct TargetArgument {
    uint32_t begin, end; ///< its tokens
    Platforms platforms;
  };

  StringRef word(uint32_t index) const { return tokens[index].text(source); }
  uint32_t count() const { return static_cast<uint32_t>(tokens.size()); }
  uint32_t lineEnd(uint32_t hash) const;
  llvm::ArrayRef<CppToken> slice(uint32_t begin, uint32_t end) const {
    return tokens.slice(begin, end > begin ? end - begin : 0);
  }

  void findDirectives();
  void defineMacro(uint32_t hash, uint32_t end);
  Condition conditionOf(uint32_t hash, uint32_t end);
  Condition readLine(uint32_t hash, uint32_t end) const;
  uint32_t enterDirective(uint32_t hash);
  void changeBranch(uint32_t hash);
  void openBrace(uint32_t index);
  void enterTargetMacro(uint32_t name);
  Platforms platformsAt(uint32_t token) const;
  uint32_t branchOf(uint32_t hash, uint32_t brace) const;
  std::optional<StringRef> functionName(uint32_t begin, uint32_t brace) const;
  void addStatement(uint32_t keyword, uint32_t end);

  StringRef source;
  llvm::ArrayRef<CppToken> tokens;
  Directives directives;
  MacroBudget macroBudget;
  llvm::StringMap<Condition> lineConditions; // headers repeat them
  std::vector<AsmStatement> statements;

  llvm::SmallVector<Scope, 8> scopes;
  llvm::SmallVector<OpenCondition, 8> conditions;
  llvm::SmallVector<TargetArgument, 4> targetArguments; // some of them past
  bool hasOpenTargetMacro = false;                      // one that never ends
  uint32_t headStart = 0;                               // of what the next brace belongs to
  uint32_t functions = 0;
  llvm::DenseMap<uint32_t, StringRef> functionNames; // by number
  unsigned withoutEnd = 0;                           // statements so far
  uint32_t regions = 0;                              // so far
  uint32_t region = 0;
  std::string macro; // whose definition this is
};

} // namespace

/// The token after the line of the `#`.
uint32_t SourceReader::lineEnd(uint32_t hash) const {
  uint32_t end = hash + 1;
  while (end < count() && !tokens[end].startsLine)
    ++end;
  return end;
}

void SourceReader::defineMacro(uint32_t hash, uint32_t end) {
  if (hash + 2 >= end)
    return;
  llvm::ArrayRef<CppToken> body = slice(hash + 3, end);
  bool hasParameters = !body.empty() && body[0].kind == CppKind::LeftParen &&
                       body[0].range.begin == tokens[hash + 2].range.end;
  auto same = [&](const CppToken &a, const CppToken &b) {
    return a.text(source) == b.text(source);
  };
  auto [place, isNew] = directives.macros.try_emplace(word(hash + 2), body);
  const llvm::ArrayRef<CppToken> &known = place->second;
  bool isOther = !isNew && !std::equal(body.begin(), body.end(), known.begin(), known.end(), same);
  // A `#` is not a literal, so that the text of the macro is not known.
  if (isOther || hasParameters)
    place->second = slice(hash, hash + 1);
}

/// The condition of the `#if`, `#elif` or `#else` at `hash`.
Condition SourceReader::conditionOf(uint32_t hash, uint32_t end) {
  StringRef line = source.slice(tokens[hash + 1].range.begin, tokens[end - 1].range.end);
  auto known = lineConditions.find(line);
  if (known == lineConditions.end())
    known = lineConditions.try_emplace(line, readLine(hash, end)).first;
  return known->second;
}

Condition SourceReader::readLine(uint32_t hash, uint32_t end) const {
  StringRef name = word(hash + 1);
  if (name == "if" || name == "elif")
    return readCondition(source, slice(hash + 2, end));
  if (name == "else" || hash + 2 >= end)
    return {Platforms::all(), Platforms::none()};
  Condition condition = readDefined(word(hash + 2));
  if (name == "ifndef" || name == "elifndef")
    std::swap(condition.mayHold, condition.mayFail);
  return condition;
}

/// Finds the branches of each `#if`, and the macros.
void SourceReader::findDirectives() {
  llvm::SmallVector<uint32_t, 8> open;
  for (uint32_t i = 0; i < count(); ++i) {
    if (tokens[i].kind != CppKind::Hash || !tokens[i].startsLine)
      continue;
    uint32_t end = lineEnd(i);
    if (i + 1 == end)
      continue;
    StringRef name = word(i + 1);
    if (name == "define")
      defineMacro(i, end);
    if (name == "if" || name == "ifdef" || name == "ifndef") {
      open.push_back(static_cast<uint32_t>(directives.groups.size()));
      directives.groups.emplace_back();
    }
    if (open.empty())
      continue;
    ConditionGroup &group = directives.groups[open.back()];
    auto branch = static_cast<uint32_t>(group.branches.size());
    if (name == "endif") {
      group.endHash = i;
      group.end = end;
      directives.conditions[i] = {open.pop_back_val(), branch};
    } else if (name.starts_with("if") || name.starts_with("el")) {
      Condition condition = conditionOf(i, end);
      group.branches.push_back({i, end, group.rest & condition.mayHold});
      group.rest &= condition.mayFail;
      directives.conditions[i] = {open.back(), branch};
    }
  }
}

/// Takes note that another branch of an `#if` begins, or that it ends.
void SourceReader::changeBranch(uint32_t hash) {
  auto found = directives.conditions.find(hash);
  if (found == directives.conditions.end())
    return;
  auto [group, branch] = found->second;
  if (branch == 0) {
    conditions.push_back({group, region, Platforms::all(), scopes.size(), headStart, headStart});
  } else {
    while (!conditions.empty() && conditions.back().group != group)
      conditions.pop_back();
    if (conditions.empty())
      return;
  }
  OpenCondition &open = conditions.back();
  open.latestHead = std::max(open.latestHead, headStart);
  if (branch == directives.groups[group].branches.size()) { // `#endif`
    region = open.region;
    headStart = open.latestHead; // what a branch has closed is not part of what follows
    conditions.pop_back();
    return;
  }
  if (branch > 0) {
    // Each branch can open the same function.
    scopes.truncate(std::min(open.depth, scopes.size()));
    headStart = open.headStart;
  }
  open.platforms = directives.groups[group].branches[branch].platforms;
  region = ++regions;
}

/// Handles the line of the `#`. Returns the token after it.
uint32_t SourceReader::enterDirective(uint32_t hash) {
  uint32_t end = lineEnd(hash);
  StringRef name = hash + 1 < end ? word(hash + 1) : "";
  if (name != "define") {
    changeBranch(hash);
    if (headStart == hash)
      headStart = end;
    return end;
  }
  macro = hash + 2 < end ? word(hash + 2).str() : "";
  ++functions;
  for (uint32_t i = hash + 3; i < end; ++i)
    if (tokens[i].kind == CppKind::Identifier && isAsmKeyword(word(i)))
      addStatement(i, end);
  macro.clear();
  if (headStart == hash)
    headStart = end;
  return end;
}

/// Where the branch with the token `brace` begins, of the `#if` at `hash`; 0 if none has it.
uint32_t SourceReader::branchOf(uint32_t hash, uint32_t brace) const {
  auto found = directives.conditions.find(hash);
  if (found == directives.conditions.end() || found->second.branch != 0)
    return 0;
  const ConditionGroup &group = directives.groups[found->second.group];
  if (group.endHash < brace)
    return 0;
  auto after = llvm::partition_point(
      group.branches, [&](const ConditionGroup::Branch &branch) { return branch.hash < brace; });
  return std::prev(after)->first;
}

/// The name of the function whose body begins at `brace`, if the tokens from `begin` on are the
/// head of one.
std::optional<StringRef> SourceReader::functionName(uint32_t begin, uint32_t brace) const {
  std::optional<StringRef> name;
  for (uint32_t i = begin; i < brace; ++i) {
    if (tokens[i].kind == CppKind::Hash && tokens[i].startsLine) {
      i = std::max(lineEnd(i), branchOf(i, brace)) - 1;
      continue;
    }
    // After the parameters, that of a constructor begins the initialisers.
    if (tokens[i].kind == CppKind::Colon && name)
      break;
    if (tokens[i].kind != CppKind::LeftParen)
      continue;
    bool isNamed = i > begin && tokens[i - 1].kind == CppKind::Identifier;
    StringRef before = isNamed ? word(i - 1) : "";
    bool isOther = llvm::is_contained(
        {"__launch_bounds__", "__attribute__", "alignas", "__declspec", "decltype", "noexcept",
         "requires", "explicit", "__align__", "__cluster_dims__", "__block_size__", "__maxnreg__"},
        before);
    if (isNamed && !isOther)
      name = before;
    unsigned depth = 0;
    for (; i < brace; ++i) {
      if (tokens[i].kind == CppKind::LeftParen)
        ++depth;
      if (tokens[i].kind == CppKind::RightParen && --depth == 0)
        break;
    }
  }
  return name;
}

void SourceReader::openBrace(uint32_t index) {
  if (Scope around = scopes.empty() ? 0 : scopes.back()) {
    scopes.push_back(around);
    return;
  }
  std::optional<StringRef> name = functionName(headStart, index);
  if (name)
    functionNames[++functions] = *name;
  scopes.push_back(name ? functions : 0);
}

/// Notes for what the arguments of `NV_IF_TARGET(condition, (code), (code))` are compiled, and
/// those of the other macros of <nv/target>.
void SourceReader::enterTargetMacro(uint32_t name) {
  constexpr size_t deepest = 8;
  bool isMacro =
      llvm::is_contained({"NV_IF_TARGET", "NV_IF_ELSE_TARGET", "NV_DISPATCH_TARGET"}, word(name));
  if (!isMacro || name + 1 >= count() || tokens[name + 1].kind != CppKind::LeftParen)
    return;
  llvm::erase_if(targetArguments, [&](const TargetArgument &past) { return past.end <= name; });
  if (targetArguments.size() >= deepest || hasOpenTargetMacro)
    return;
  llvm::SmallVector<std::pair<uint32_t, uint32_t>, 4> arguments; // their tokens
  unsigned depth = 0;
  uint32_t begin = name + 2, i = name + 1;
  for (; i != count(); ++i) {
    CppKind kind = tokens[i].kind;
    depth += kind == CppKind::LeftParen;
    depth -= kind == CppKind::RightParen;
    if (depth == 0 || (depth == 1 && kind == CppKind::Comma)) {
      arguments.push_back({begin, i});
      begin = i + 1;
    }
    if (depth == 0)
      break;
  }
  hasOpenTargetMacro = i == count();
  if (hasOpenTargetMacro)
    return;
  Platforms rest = Platforms::all();
  for (size_t n = 0; n + 1 < arguments.size(); n += 2) {
    Condition condition = readCondition(source, slice(arguments[n].first, arguments[n].second));
    auto [first, end] = arguments[n + 1];
    targetArguments.push_back({first, end, rest & condition.mayHold});
    rest &= condition.mayFail;
  }
  if (arguments.size() % 2)
    targetArguments.push_back({arguments.back().first, arguments.back().second, rest});
}

/// What the code at `token` is compiled for.
Platforms SourceReader::platformsAt(uint32_t token) const {
  Platforms platforms = Platforms::all();
  for (const OpenCondition &open : conditions)
    platforms &= open.platforms;
  for (const TargetArgument &argument : targetArguments)
    if (argument.begin <= token && token < argument.end)
      platforms &= argument.platforms;
  return platforms;
}

/// Adds the statement of the keyword, with each choice of the branches inside.
void SourceReader::addStatement(uint32_t keyword, uint32_t end) {
  constexpr unsigned mostVariants = 16;
  unsigned variants = 1;
  Platforms platforms = platformsAt(keyword);
  for (unsigned variant = 0; variant != std::min(variants, mostVariants); ++variant) {
    std::optional<AsmStatement> statement =
        readAsm(source, tokens, directives, macroBudget, keyword, end, variant, variants);
    if (!statement)
      return;
    constexpr unsigned mostWithoutEnd = 10000; // errors, of which no more are reported
    if (statement->missingEnd && ++withoutEnd > mostWithoutEnd)
      return;
    Scope around = scopes.empty() ? 0 : scopes.back();
    statement->isInMacro = !macro.empty();
    statement->function = !macro.empty() ? macro : functionNames.lookup(around).str();
    statement->functionNumber = !macro.empty() ? functions : around;
    statement->region = region;
    statement->platforms &= platforms;
    statements.push_back(std::move(*statement));
  }
}

std::vector<AsmStatement> SourceReader::run() {
  findDirectives();
  for (uint32_t i = 0; i < count();) {
    switch (tokens[i].kind) {
    case CppKind::Hash:
      if (tokens[i].startsLine) {
        i = enterDirective(i);
        continue;
      }
      break;
    case CppKind::Identifier:
      if (isAsmKeyword(word(i)))
        addStatement(i, count());
      else if (word(i).starts_with("NV_"))
        enterTargetMacro(i);
      break;
    case CppKind::LeftBrace:
      openBrace(i);
      headStart = i + 1;
      break;
    case CppKind::RightBrace:
      if (!scopes.empty())
        scopes.pop_back();
      headStart = i + 1;
      break;
    case CppKind::Semicolon:
      headStart = i + 1;
      break;
    default:
      break;
    }
    ++i;
  }
  return std::move(statements);
}

std::vector<AsmStatement> ptx::findAsmStatements(const SourceBuffer &source) {
  // Most files have none, and searching is faster than lexing.
  if (!mentionsAsm(source.text()))
    return {};
  return SourceReader(source.text(), tokenizeCpp(source.text())).run();
}

std::vector<AsmStatement> ptx::updateAsmStatements(const SourceBuffer &source, AsmCache &cache) {
  if (!mentionsAsm(source.text()))
    return {};
  return SourceReader(source.text(), cache.tokens().tokenize(source.text())).run();
}
