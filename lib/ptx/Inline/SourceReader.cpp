// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds functions, macros and conditions in C++ source, and the `asm` statements among them.

#include "ptx/Inline/AsmReader.h"
#include "ptx/Inline/Conditions.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using llvm::StringRef;

namespace {

class SourceReader {
public:
  explicit SourceReader(StringRef source) : source(source), tokens(tokenizeCpp(source)) {}

  std::vector<AsmStatement> run();

private:
  /// An open brace.
  struct Scope {
    bool isFunction;
    std::string name;
    uint32_t number;
  };
  /// An open `#if`.
  struct OpenCondition {
    uint32_t group;
    uint32_t region;     ///< of the code around it
    Condition current;   ///< of its branch
    Condition remaining; ///< what no branch so far being chosen says
    size_t depth;        ///< of the scopes in front of it
    uint32_t headStart;
  };

  StringRef word(uint32_t index) const {
    return source.slice(tokens[index].range.begin, tokens[index].range.end);
  }
  uint32_t count() const { return static_cast<uint32_t>(tokens.size()); }
  uint32_t lineEnd(uint32_t hash) const;
  llvm::ArrayRef<CppToken> slice(uint32_t begin, uint32_t end) const {
    return llvm::ArrayRef(tokens).slice(begin, end > begin ? end - begin : 0);
  }

  void findDirectives();
  void defineMacro(uint32_t hash, uint32_t end);
  uint32_t enterDirective(uint32_t hash);
  void changeBranch(uint32_t hash, uint32_t end);
  void openBrace(uint32_t index);
  std::optional<std::string> functionName(uint32_t begin, uint32_t brace) const;
  void addStatement(uint32_t keyword, uint32_t end);

  StringRef source;
  std::vector<CppToken> tokens;
  Directives directives;
  std::vector<AsmStatement> statements;

  llvm::SmallVector<Scope, 8> scopes;
  llvm::SmallVector<OpenCondition, 8> conditions;
  uint32_t headStart = 0; // of what the next brace belongs to
  uint32_t functions = 0;
  uint32_t regions = 0; // so far
  uint32_t region = 0;
  std::string macro; // whose definition this is
};

} // namespace

/// The token behind the line of the `#`.
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
    return source.slice(a.range.begin, a.range.end) == source.slice(b.range.begin, b.range.end);
  };
  auto [place, isNew] = directives.macros.try_emplace(word(hash + 2), body);
  const llvm::ArrayRef<CppToken> &known = place->second;
  bool isOther = !isNew && !std::equal(body.begin(), body.end(), known.begin(), known.end(), same);
  // A `#` is not a literal, so that it stands for what is not known.
  if (isOther || hasParameters)
    place->second = slice(hash, hash + 1);
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
      directives.groups.back().firstIsNever =
          readCondition(source, slice(i + 2, end), name != "if").isNever;
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
      group.branches.push_back({i, end});
      group.hasElse |= name == "else";
      directives.conditions[i] = {open.back(), branch};
    }
  }
}

/// Takes note that another branch of an `#if` begins, or that it ends.
void SourceReader::changeBranch(uint32_t hash, uint32_t end) {
  auto found = directives.conditions.find(hash);
  if (found == directives.conditions.end())
    return;
  auto [group, branch] = found->second;
  if (branch == 0) {
    conditions.push_back({group, region, {}, {}, scopes.size(), headStart});
  } else {
    while (!conditions.empty() && conditions.back().group != group)
      conditions.pop_back();
    if (conditions.empty())
      return;
  }
  OpenCondition &open = conditions.back();
  if (branch == directives.groups[group].branches.size()) { // `#endif`
    region = open.region;
    conditions.pop_back();
    return;
  }
  StringRef name = word(hash + 1);
  if (branch > 0) {
    // Each branch can open the same function.
    scopes.truncate(std::min(open.depth, scopes.size()));
    headStart = open.headStart;
    Condition opposite = open.current.opposite();
    open.remaining.architectures = common(open.remaining.architectures, opposite.architectures);
  }
  open.current = {};
  if (name != "else" && name != "ifndef")
    open.current = readCondition(source, slice(hash + 2, end), name == "ifdef");
  region = ++regions;
}

/// Handles the line of the `#`. Returns the token behind it, or behind what of it was handled.
uint32_t SourceReader::enterDirective(uint32_t hash) {
  uint32_t end = lineEnd(hash);
  StringRef name = hash + 1 < end ? word(hash + 1) : "";
  if (name != "define") {
    changeBranch(hash, end);
    if (headStart == hash)
      headStart = end;
    return end;
  }
  macro = hash + 2 < end ? word(hash + 2).str() : "";
  ++functions;
  for (uint32_t i = hash + 3; i < end; ++i)
    if (tokens[i].kind == CppKind::Identifier && word(i).trim('_') == "asm")
      addStatement(i, end);
  macro.clear();
  if (headStart == hash)
    headStart = end;
  return end;
}

/// The name of the function whose body begins at `brace`, if the tokens from `begin` on are the
/// head of one.
std::optional<std::string> SourceReader::functionName(uint32_t begin, uint32_t brace) const {
  std::optional<std::string> name;
  for (uint32_t i = begin; i < brace; ++i) {
    if (tokens[i].kind == CppKind::Hash && tokens[i].startsLine) {
      i = lineEnd(i) - 1;
      continue;
    }
    // Behind the parameters, that of a constructor begins the initialisers.
    if (tokens[i].kind == CppKind::Colon && name)
      break;
    if (tokens[i].kind != CppKind::LeftParen)
      continue;
    bool isNamed = i > begin && tokens[i - 1].kind == CppKind::Identifier;
    StringRef before = isNamed ? word(i - 1) : "";
    bool isOther = llvm::StringSwitch<bool>(before)
                       .Cases("__launch_bounds__", "__attribute__", "alignas", "__declspec", true)
                       .Cases("decltype", "noexcept", "requires", "explicit", "__align__", true)
                       .Cases("__cluster_dims__", "__block_size__", "__maxnreg__", true)
                       .Default(!isNamed);
    if (!isOther)
      name = before.str();
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
  if (!scopes.empty() && scopes.back().isFunction) {
    scopes.push_back(scopes.back());
    return;
  }
  std::optional<std::string> name = functionName(headStart, index);
  scopes.push_back({name.has_value(), name.value_or(""), name ? ++functions : 0});
}

/// Adds the statement of the keyword, with each choice of the branches inside.
void SourceReader::addStatement(uint32_t keyword, uint32_t end) {
  constexpr unsigned mostVariants = 16;
  unsigned variants = 1;
  for (unsigned variant = 0; variant != std::min(variants, mostVariants); ++variant) {
    std::optional<AsmStatement> statement =
        readAsm(source, tokens, directives, keyword, end, variant, variants);
    if (!statement)
      return;
    bool inFunction = !scopes.empty() && scopes.back().isFunction;
    statement->function = !macro.empty() ? macro : inFunction ? scopes.back().name : "";
    statement->functionNumber = !macro.empty() ? functions : inFunction ? scopes.back().number : 0;
    statement->region = region;
    for (const OpenCondition &open : conditions) {
      statement->architectures =
          common(statement->architectures,
                 common(open.current.architectures, open.remaining.architectures));
      statement->isForOthers |= open.current.isForOthers;
      statement->isDisabled |= open.current.isNever;
    }
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
      if (word(i).trim('_') == "asm")
        addStatement(i, count());
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
  if (!source.text().contains("asm"))
    return {};
  return SourceReader(source.text()).run();
}
