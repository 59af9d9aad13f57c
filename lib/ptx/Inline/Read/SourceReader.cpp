// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds functions, macros and conditions in C++ source, and the `asm` statements among them.

#include "ptx/Inline/Fragments/AsmCache.h"
#include "ptx/Inline/Read/AsmReader.h"
#include "ptx/Inline/Read/CodeStrings.h"
#include "ptx/Inline/Read/Conditions.h"
#include "ptx/Inline/Read/Dialect.h"
#include "ptx/Inline/Read/HeaderMacros.h"
#include "ptx/Inline/Read/MacroExpander.h"
#include "ptx/Inline/Read/ModuleStrings.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// A macro whose statements are analysed at its uses.
struct MacroWithAsm {
  CodeKind code; ///< the processor that executes its code
  /// Whether none of its statements is for a GPU, unless its code is certainly executed by one.
  bool isBoundToCpu = false;
};
using MacrosWithAsm = llvm::StringMap<MacroWithAsm>;

class SourceReader {
public:
  SourceReader(const SourceBuffer &buffer, llvm::ArrayRef<CppToken> tokens,
               const HeaderMacros *headers = nullptr);

  std::vector<AsmStatement> run();

private:
  /// An open brace.
  struct Scope {
    uint32_t function; ///< the number of the enclosing function, 0 outside of functions
    CodeKind code;
    /// For braces around a value: the start of the head that continues after them.
    std::optional<uint32_t> outerHead = std::nullopt;
    /// Whether a C++ condition can exclude the code for some targets; the same for the last closed
    /// braces in it.
    bool isConditional = false;
    bool wasConditional = false;
  };
  /// The code before a brace.
  struct Head {
    /// The name of the function, which can be empty; none if this is not a function.
    std::optional<StringRef> function;
    bool hasInitializers = false; ///< of a constructor
    bool isInParentheses = false; ///< such as the parentheses of parameters
  };
  /// An open `#if`.
  struct OpenCondition {
    uint32_t group;
    uint32_t region;     ///< of the surrounding code
    Platforms platforms; ///< of the current branch
    bool isOpaque;       ///< of the current branch
    SourceRange line;    ///< the condition of the current branch
    size_t depth;        ///< of the scopes before the `#if`
    uint32_t headStart;
    uint32_t latestHead; ///< of the scopes at the ends of its branches
  };
  /// An argument of `NV_IF_TARGET` or a similar macro.
  struct TargetArgument {
    uint32_t begin, end; ///< its tokens
    Platforms platforms;
    SourceRange condition; ///< the last condition that decides about it
    bool isOpaque;         ///< whether unknown conditions may exclude more platforms
  };

  StringRef word(uint32_t index) const { return tokens[index].text(source); }
  uint32_t count() const { return static_cast<uint32_t>(tokens.size()); }
  uint32_t lineEnd(uint32_t hash) const;
  llvm::ArrayRef<CppToken> slice(uint32_t begin, uint32_t end) const {
    return tokens.slice(begin, end > begin ? end - begin : 0);
  }

  void findDirectives();
  void defineMacro(uint32_t hash, uint32_t end, llvm::ArrayRef<uint32_t> groups);
  Condition conditionOf(uint32_t hash, uint32_t end);
  bool isIncludeGuard(uint32_t hash, uint32_t end) const;
  std::optional<SourceRange> guardOf(uint32_t keyword) const;
  Condition readLine(uint32_t hash, uint32_t end) const;
  uint32_t enterDirective(uint32_t hash);
  void expandUse(uint32_t name, MacroWithAsm &definition);
  void addExpanded(const ExpandedText &expansion, uint32_t name, size_t count, CodeKind code,
                   Platforms chosenFor);
  void changeBranch(uint32_t hash);
  bool hasConstantCondition(uint32_t begin, uint32_t end) const;
  void openBrace(uint32_t index);
  void enterTargetMacro(uint32_t name);
  Platforms platformsAt(uint32_t token) const;
  uint32_t branchOf(uint32_t hash, uint32_t brace) const;
  Head readHead(uint32_t begin, uint32_t brace) const;
  StringRef operatorName(uint32_t &index, uint32_t brace) const;
  bool isValue(const Head &head, uint32_t brace) const;
  CodeKind codeAfterHead(uint32_t begin, uint32_t brace) const;
  bool declaresParameters(uint32_t semicolon) const;
  void addStatement(uint32_t keyword, uint32_t end);
  static void shareUses(llvm::MutableArrayRef<AsmStatement> variants);

  CodeKind code() const {
    return !macro.empty() ? codeOfMacro : scopes.empty() ? codeOfSource : scopes.back().code;
  }

  StringRef source;
  llvm::ArrayRef<CppToken> tokens;
  CodeKind codeOfSource;
  bool isOldC; // since declarations of parameters can follow them
  Directives directives;
  MacroBudget macroBudget;
  llvm::StringMap<Condition> lineConditions; // headers repeat them
  std::vector<AsmStatement> statements;

  llvm::SmallVector<Scope, 8> scopes;
  llvm::SmallVector<OpenCondition, 8> conditions;
  llvm::SmallVector<TargetArgument, 4> targetArguments; // some of them have ended
  bool hasOpenTargetMacro = false;                      // one without an end
  uint32_t headStart = 0;                               // of the owner of the next brace
  uint32_t functions = 0;
  llvm::DenseMap<uint32_t, StringRef> functionNames; // by number
  unsigned withoutEnd = 0;                           // statements so far
  uint32_t regions = 0;                              // number so far
  uint32_t region = 0;
  std::string macro; // the macro that is being defined
  CodeKind codeOfMacro = CodeKind::Any;
  MacrosWithAsm macrosToExpand; // of the tokens so far
};

} // namespace

/// The maximum number of tokens of a macro use that are examined.
static constexpr size_t longestUse = 4096;

/// Whether a statement would be better known with the arguments of its macro.
static bool isPartlyKnown(const AsmStatement &statement) {
  return statement.isBroken || !statement.holes.empty() ||
         llvm::any_of(statement.operands,
                      [](const AsmOperand &operand) { return !operand.constraint; });
}

/// The macros of headers whose statements are analysed at their uses, and the macros that use them.
static MacrosWithAsm macrosWithAsm(const HeaderMacros &headers) {
  MacrosWithAsm found;
  auto add = [&](auto holds) {
    size_t before = found.size();
    for (const auto &entry : headers.all())
      if (const std::optional<Directives::Macro> &macro = entry.second)
        for (uint32_t i = 0; i != macro->tokens.size(); ++i)
          if (macro->tokens[i].kind == CppKind::Identifier && holds(*macro, i)) {
            found.try_emplace(entry.first(), MacroWithAsm{CodeKind::Any});
            break;
          }
    return found.size() != before;
  };
  bool isAny = add([](const Directives::Macro &macro, uint32_t i) {
    if (!isAsmKeyword(macro.tokens[i].text(macro.source)))
      return false;
    unsigned variants = 1;
    MacroBudget budget(0);
    auto statement = readAsm(macro.source, macro.tokens, Directives(), budget, i,
                             static_cast<uint32_t>(macro.tokens.size()), 0, variants);
    return statement && isPartlyKnown(*statement);
  });
  constexpr unsigned mostLevels = 4;
  for (unsigned level = 0; isAny && level != mostLevels; ++level)
    isAny = add([&](const Directives::Macro &macro, uint32_t i) {
      return found.contains(macro.tokens[i].text(macro.source));
    });
  return found;
}

/// The language of a source, as far as its name determines it. A source without an extension is
/// read only if the user says that it is CUDA C++.
static CodeKind codeNamed(StringRef name) {
  return llvm::is_contained({".cu", ".cuh", ""}, llvm::sys::path::extension(name)) ? CodeKind::Cuda
                                                                                   : CodeKind::Any;
}

SourceReader::SourceReader(const SourceBuffer &buffer, llvm::ArrayRef<CppToken> tokens,
                           const HeaderMacros *headers)
    : source(buffer.text()), tokens(tokens), codeOfSource(codeNamed(buffer.name())),
      isOldC(llvm::sys::path::extension(buffer.name()) == ".c"), macroBudget(source.size()) {
  directives.headers = headers;
  if (headers)
    macrosToExpand = macrosWithAsm(*headers);
}

/// The token after the line of the `#`.
uint32_t SourceReader::lineEnd(uint32_t hash) const {
  uint32_t end = hash + 1;
  while (end < count() && !tokens[end].startsLine)
    ++end;
  return end;
}

/// Adds the definition at `hash`, which is in the innermost branches of `groups`.
void SourceReader::defineMacro(uint32_t hash, uint32_t end, llvm::ArrayRef<uint32_t> groups) {
  if (hash + 2 >= end)
    return;
  llvm::ArrayRef<CppToken> body = slice(hash + 3, end);
  bool hasParameters = !body.empty() && body[0].kind == CppKind::LeftParen &&
                       body[0].range.begin == tokens[hash + 2].range.end;
  Directives::Macro macro{source, {}, std::nullopt, false, hash, std::nullopt, Platforms::all()};
  if (hasParameters && !takeParameters(source, body, macro))
    body = slice(hash, hash + 1); // it is not part of a text
  macro.tokens = body;
  for (uint32_t group : groups) {
    llvm::ArrayRef<ConditionGroup::Branch> branches = directives.groups[group].branches;
    macro.place = {group, static_cast<uint32_t>(branches.size()) - 1};
    macro.platforms &= branches.back().platforms;
  }
  if (macro.platforms.isEmpty())
    return;
  auto same = [&](const CppToken &a, const CppToken &b) {
    return a.text(source) == b.text(source);
  };
  constexpr size_t most = 64;
  llvm::SmallVector<Directives::Macro, 1> &known = directives.macros[word(hash + 2)];
  bool isRepeated = llvm::any_of(known, [&](const Directives::Macro &other) {
    bool isInGroup = other.place && macro.place && other.place->group == macro.place->group;
    return (isInGroup || &other == &known.back()) && macro.parameters == other.parameters &&
           std::equal(body.begin(), body.end(), other.tokens.begin(), other.tokens.end(), same);
  });
  if (!isRepeated && known.size() < most)
    known.push_back(std::move(macro));
  else if (!isRepeated)
    known.back().tokens = slice(hash, hash + 1);
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

/// Whether the `#ifndef X` or `#if !defined(X)` at `hash`, whose line ends at `end`, is an include
/// guard: the next line defines its macro.
bool SourceReader::isIncludeGuard(uint32_t hash, uint32_t end) const {
  if (end + 2 >= count() || tokens[end].kind != CppKind::Hash || word(end + 1) != "define")
    return false;
  uint32_t last = tokens[end - 1].kind == CppKind::RightParen ? end - 2 : end - 1;
  return word(hash + 1).starts_with("if") && word(hash + 1) != "ifdef" &&
         word(end + 2) == word(last);
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
      defineMacro(i, end, open);
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
      group.isRestOpaque |= condition.isOpaque && !isIncludeGuard(i, end);
      group.isAboutAddresses |= condition.isAboutAddresses;
      group.branches.push_back({i, end, group.rest & condition.mayHold, group.isRestOpaque});
      group.rest &= condition.mayFail;
      directives.conditions[i] = {open.back(), branch};
    }
  }
}

/// Records the start of the next branch of an `#if`, or its end.
void SourceReader::changeBranch(uint32_t hash) {
  auto found = directives.conditions.find(hash);
  if (found == directives.conditions.end())
    return;
  auto [group, branch] = found->second;
  if (branch == 0) {
    conditions.push_back(
        {group, region, Platforms::all(), false, {}, scopes.size(), headStart, headStart});
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
    // braces that a branch has closed are not part of the following code
    headStart = open.latestHead;
    conditions.pop_back();
    return;
  }
  if (branch > 0) {
    // Each branch can open the same function.
    scopes.truncate(std::min(open.depth, scopes.size()));
    headStart = open.headStart;
  }
  const ConditionGroup::Branch &entered = directives.groups[group].branches[branch];
  open.platforms = entered.platforms;
  open.isOpaque = entered.isOpaque;
  open.line = {tokens[hash].range.begin, tokens[entered.first - 1].range.end};
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
  codeOfMacro = code(); // at its definition
  macro = hash + 2 < end ? word(hash + 2).str() : "";
  codeOfMacro = codeAfterHead(hash + 3, end); // it can define functions
  ++functions;
  size_t before = statements.size();
  bool needsUse = false, isBound = true;
  for (uint32_t i = hash + 3; i < end; ++i) {
    if (tokens[i].kind != CppKind::Identifier)
      continue;
    if (isAsmKeyword(word(i))) {
      addStatement(i, end);
    } else if (auto used = macrosToExpand.find(word(i)); used != macrosToExpand.end()) {
      needsUse = true;
      isBound &= used->second.isBoundToCpu;
    }
  }
  auto added = llvm::ArrayRef(statements).drop_front(before);
  if (needsUse || llvm::any_of(added, isPartlyKnown))
    macrosToExpand[macro] = {codeOfMacro, isBound && llvm::all_of(added, isBoundToCpu)};
  macro.clear();
  if (headStart == hash)
    headStart = end;
  return end;
}

/// Adds the statements from the use of a macro at token `name`, for each choice of the branches
/// that define macros.
void SourceReader::expandUse(uint32_t name, MacroWithAsm &definition) {
  constexpr unsigned mostVariants = 8;
  CodeKind runBy = std::max(code(), definition.code);
  if (definition.isBoundToCpu && runBy == CodeKind::Any)
    return;
  if (scopes.empty() || scopes.back().function == 0)
    ++functions;
  unsigned variants = 1;
  for (unsigned variant = 0; variant != std::min(variants, mostVariants); ++variant) {
    DefinitionChoice choice(directives, name, variant);
    auto find = [&](StringRef macro) -> const Directives::Macro * {
      const Directives::Macro *found = choice.of(macro);
      // Constraints of addresses depend on the host.
      bool isConstraint = found && directives.definitions(macro, name).size() > 1 &&
                          found->tokens.size() == 1 &&
                          llvm::is_contained({"\"r\"", "\"l\""}, found->tokens[0].text(source));
      return isConstraint ? nullptr : found;
    };
    auto expanded =
        expandMacro(source, tokens.drop_front(name).take_front(longestUse), macroBudget, find);
    if (!expanded)
      return;
    variants = choice.variants();
    const auto &[expansion, count] = *expanded;
    size_t before = statements.size();
    addExpanded(expansion, name, count, runBy, choice.platforms());
    auto added = llvm::ArrayRef(statements).drop_front(before);
    // A statement that clobbers registers of a CPU here does so at every use.
    definition.isBoundToCpu |= !added.empty() && llvm::all_of(added, isBoundToCpu);
  }
}

/// Adds the statements of `expansion`, which replaces `count` tokens from `name` on.
void SourceReader::addExpanded(const ExpandedText &expansion, uint32_t name, size_t count,
                               CodeKind code, Platforms chosenFor) {
  SourceRange use = {tokens[name].range.begin, tokens[name + count - 1].range.end};
  uint32_t around = scopes.empty() ? 0 : scopes.back().function;
  Platforms platforms = platformsAt(name) & chosenFor;
  for (auto [i, token] : llvm::enumerate(expansion.tokens())) {
    if (token.kind != CppKind::Identifier || !isAsmKeyword(token.text(expansion.text())))
      continue;
    unsigned variants = 1;
    std::optional<AsmStatement> statement = readAsm(
        expansion.text(), expansion.tokens(), Directives(), macroBudget, static_cast<uint32_t>(i),
        static_cast<uint32_t>(expansion.tokens().size()), 0, variants);
    if (!statement)
      continue;
    expansion.toSource(*statement);
    statement->missingEnd.reset();
    statement->macroUse =
        AsmStatement::MacroUse{word(name).str(), tokens[name].range, statement->keyword.begin, ""};
    if (const Directives::Macro *definition =
            directives.headers ? directives.headers->find(word(name)) : nullptr)
      statement->macroUse->header = directives.headers->pathOf(*definition).str();
    statement->keyword = tokens[name].range;
    statement->range = use;
    statement->variant = 1; // the statements in the definition count
    statement->isInMacro = true;
    statement->function = around ? functionNames.lookup(around).str() : word(name).str();
    statement->functionNumber = around ? around : functions;
    statement->region = region;
    statement->code = code;
    statement->platforms &= platforms;
    statement->guard = guardOf(name);
    statements.push_back(std::move(*statement));
  }
}

/// The start of the branch with the token `brace`, of the `#if` at `hash`; 0 if no branch contains
/// it.
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

/// The name of the operator with the keyword `index`; moves `index` to the parenthesis of its
/// parameters.
StringRef SourceReader::operatorName(uint32_t &index, uint32_t brace) const {
  constexpr size_t longest = 40;
  uint32_t begin = tokens[index].range.begin;
  auto isAt = [&](uint32_t token, CppKind kind) {
    return token < brace && tokens[token].kind == kind;
  };
  bool isCall = isAt(index + 1, CppKind::LeftParen) && isAt(index + 2, CppKind::RightParen);
  index += isCall ? 3 : 1;
  while (index < brace && tokens[index].kind != CppKind::LeftParen)
    ++index;
  return source.slice(begin, tokens[index - 1].range.end).take_front(longest);
}

/// Reads the tokens from `begin` on as the head of the block that starts at `brace`.
SourceReader::Head SourceReader::readHead(uint32_t begin, uint32_t brace) const {
  Head head;
  std::optional<StringRef> &name = head.function;
  for (uint32_t i = begin; i < brace; ++i) {
    if (tokens[i].kind == CppKind::Hash && tokens[i].startsLine) {
      i = std::max(lineEnd(i), branchOf(i, brace)) - 1;
      continue;
    }
    // After the parameters, a colon of a constructor starts the initializers.
    if (tokens[i].kind == CppKind::Colon && name) {
      head.hasInitializers = true;
      break;
    }
    bool isOperator = tokens[i].kind == CppKind::Identifier && word(i) == "operator";
    if (isOperator)
      name = operatorName(i, brace);
    else if (tokens[i].kind != CppKind::LeftParen)
      continue;
    uint32_t end = i; // without the part of a lambda before its parameters
    while (end > begin && (word(end - 1) == "__device__" || word(end - 1) == "__host__"))
      --end;
    bool isNamed = end > begin && tokens[end - 1].kind == CppKind::Identifier;
    StringRef before = isNamed ? word(end - 1) : "";
    bool isOther = llvm::is_contained(
        {"__launch_bounds__", "__attribute__", "alignas", "__declspec", "decltype", "noexcept",
         "requires", "explicit", "__align__", "__cluster_dims__", "__block_size__", "__maxnreg__"},
        before);
    bool isControl = llvm::is_contained({"if", "for", "while", "switch", "catch"}, before);
    bool isLambda = end > begin && tokens[end - 1].kind == CppKind::RightSquare;
    if (isNamed && !isOther && !isOperator)
      name = isControl ? StringRef("") : before;
    else if (isLambda && !name)
      name = "";
    unsigned depth = 0;
    for (; i < brace; ++i) {
      if (tokens[i].kind == CppKind::LeftParen)
        ++depth;
      if (tokens[i].kind == CppKind::RightParen && --depth == 0)
        break;
    }
    head.isInParentheses = depth > 0;
  }
  return head;
}

/// Whether `brace`, after `head`, starts a value instead of a body: of an argument, of a variable,
/// or of a member in a constructor.
bool SourceReader::isValue(const Head &head, uint32_t brace) const {
  // A head that continues after a value is read again, so its length and depth are limited.
  constexpr uint32_t longestHead = 1024;
  bool isInValue = !scopes.empty() && scopes.back().outerHead;
  if (brace == headStart || brace - headStart > longestHead || isInValue)
    return false;
  const CppToken &before = tokens[brace - 1];
  StringRef text = before.text(source);
  bool isType = text.ends_with(">") ||
                (before.kind == CppKind::Identifier &&
                 !llvm::is_contained(
                     {"const", "noexcept", "override", "final", "mutable", "__device__"}, text));
  return before.kind == CppKind::Comma || before.kind == CppKind::LeftParen || text == "=" ||
         (isType && (head.hasInitializers || head.isInParentheses));
}

/// The processor that executes the block after a head, which belongs to a function, to a lambda, or
/// to neither.
CodeKind SourceReader::codeAfterHead(uint32_t begin, uint32_t brace) const {
  CodeKind found = code();
  bool isBeforeName = true, isForGpu = false, isForHost = false;
  for (uint32_t i = begin; i < brace; ++i) {
    isBeforeName &= tokens[i].kind != CppKind::LeftParen;
    if (tokens[i].kind == CppKind::Hash && tokens[i].startsLine) {
      i = lineEnd(i) - 1;
      continue;
    }
    if (tokens[i].kind != CppKind::Identifier)
      continue;
    isForGpu |= word(i) == "__device__" || word(i) == "__global__";
    isForHost |= word(i) == "__host__";
    if (isBeforeName && word(i).contains("DEVICE")) // such as `CUTE_HOST_DEVICE`
      found = std::max(found, CodeKind::Named);
  }
  if (!isForGpu)
    return found;
  return isForHost ? std::max(found, CodeKind::Named) : CodeKind::Device;
}

/// Whether the tokens from `begin` to `end` contain an `if constexpr` whose condition can depend on
/// the target, unlike a condition about types, or the `else` of one.
bool SourceReader::hasConstantCondition(uint32_t begin, uint32_t end) const {
  for (uint32_t i = begin; i < end; ++i) {
    if (tokens[i].kind != CppKind::Identifier)
      continue;
    if (word(i) == "else" && !scopes.empty() && scopes.back().wasConditional)
      return true;
    if (word(i) != "constexpr" || i == begin || word(i - 1) != "if")
      continue;
    bool isOperand = true; // the following token
    for (i += 2; i < end; ++i) {
      StringRef text = word(i);
      if (isOperand && text != "!" && text != "(" && text != "std")
        return true;
      isOperand = text == "!" || text == "(" || text == "&&" || text == "||";
    }
  }
  return false;
}

void SourceReader::openBrace(uint32_t index) {
  CodeKind code = codeAfterHead(headStart, index);
  if (!scopes.empty() && scopes.back().function) {
    bool isConditional = scopes.back().isConditional || hasConstantCondition(headStart, index);
    scopes.push_back({scopes.back().function, code, std::nullopt, isConditional});
    return;
  }
  Head head = readHead(headStart, index);
  if (isValue(head, index)) {
    scopes.push_back({0, code, headStart});
  } else if (head.function) {
    functionNames[++functions] = *head.function;
    scopes.push_back({functions, code});
  } else {
    scopes.push_back({0, code});
  }
}

/// Records the platforms for which the arguments of `NV_IF_TARGET(condition, (code), (code))` and
/// of the other macros of <nv/target> are compiled.
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
  bool isOpaque = false;
  SourceRange range;
  for (size_t n = 0; n + 1 < arguments.size(); n += 2) {
    llvm::ArrayRef<CppToken> words = slice(arguments[n].first, arguments[n].second);
    Condition condition = readCondition(source, words);
    if (!words.empty())
      range = {words.front().range.begin, words.back().range.end};
    isOpaque |= condition.isOpaque;
    auto [first, end] = arguments[n + 1];
    targetArguments.push_back({first, end, rest & condition.mayHold, range, isOpaque});
    rest &= condition.mayFail;
  }
  if (arguments.size() % 2)
    targetArguments.push_back(
        {arguments.back().first, arguments.back().second, rest, range, isOpaque});
}

/// The platforms for which the code at `token` is compiled.
Platforms SourceReader::platformsAt(uint32_t token) const {
  Platforms platforms = Platforms::all();
  for (const OpenCondition &open : conditions)
    platforms &= open.platforms;
  for (const TargetArgument &argument : targetArguments)
    if (argument.begin <= token && token < argument.end)
      platforms &= argument.platforms;
  return platforms;
}

/// The innermost condition around the statement that depends on the target, if all such conditions
/// there are known.
std::optional<SourceRange> SourceReader::guardOf(uint32_t keyword) const {
  bool isConditional =
      (!scopes.empty() && scopes.back().isConditional) || hasConstantCondition(headStart, keyword);
  if (isConditional || !macro.empty() ||
      llvm::any_of(conditions, [](const OpenCondition &open) { return open.isOpaque; }))
    return std::nullopt;
  for (const TargetArgument &argument : llvm::reverse(targetArguments))
    if (argument.begin <= keyword && keyword < argument.end) {
      if (argument.isOpaque)
        return std::nullopt;
      if (!argument.platforms.containsAllTargets())
        return argument.condition;
    }
  for (const OpenCondition &open : llvm::reverse(conditions))
    if (!open.platforms.containsAllTargets())
      return open.line;
  return std::nullopt;
}

/// Records the operands that the variants of a statement share and use.
void SourceReader::shareUses(llvm::MutableArrayRef<AsmStatement> variants) {
  if (variants.size() < 2)
    return;
  llvm::DenseSet<uint32_t> used; // the start of the operands
  for (const AsmStatement &statement : variants) {
    llvm::BitVector operands = usedOperands(statement);
    for (unsigned index : operands.set_bits())
      used.insert(statement.operands[index].range.begin);
  }
  for (AsmStatement &statement : variants)
    for (AsmOperand &operand : statement.operands)
      operand.isUsedElsewhere = used.contains(operand.range.begin);
}

/// Adds the statement of the keyword, for each choice of the branches inside.
void SourceReader::addStatement(uint32_t keyword, uint32_t end) {
  constexpr unsigned mostVariants = 16;
  unsigned variants = 1;
  size_t first = statements.size();
  Platforms platforms = platformsAt(keyword);
  for (unsigned variant = 0; variant != std::min(variants, mostVariants); ++variant) {
    std::optional<AsmStatement> statement =
        readAsm(source, tokens, directives, macroBudget, keyword, end, variant, variants);
    if (!statement)
      return;
    // statements with errors, whose other errors are not reported
    constexpr unsigned mostWithoutEnd = 10000;
    if (statement->missingEnd && ++withoutEnd > mostWithoutEnd)
      return;
    uint32_t around = scopes.empty() ? 0 : scopes.back().function;
    statement->isInMacro = !macro.empty();
    statement->function = !macro.empty() ? macro : functionNames.lookup(around).str();
    statement->functionNumber = !macro.empty() ? functions : around;
    statement->region = region;
    statement->code = code();
    statement->platforms &= platforms;
    statement->hasWideAddresses &= llvm::none_of(conditions, [&](const OpenCondition &open) {
      return directives.groups[open.group].isAboutAddresses;
    });
    if (variants == 1)
      statement->guard = guardOf(keyword);
    statements.push_back(std::move(*statement));
  }
  shareUses(llvm::MutableArrayRef(statements).drop_front(first));
}

/// Whether the declaration before the `;` declares parameters in the old style of C, after their
/// names: `int f(a, b) int a, b; {`.
bool SourceReader::declaresParameters(uint32_t semicolon) const {
  constexpr uint32_t longest = 64;
  if (!isOldC || !scopes.empty() || semicolon - headStart > longest)
    return false;
  uint32_t i = headStart;
  while (i < semicolon && tokens[i].kind != CppKind::LeftParen)
    ++i;
  bool hasName = i > headStart && tokens[i - 1].kind == CppKind::Identifier;
  for (++i; i + 1 < semicolon && tokens[i].kind == CppKind::Identifier &&
            tokens[i + 1].kind == CppKind::Comma;)
    i += 2;
  return hasName && i + 2 < semicolon && tokens[i].kind == CppKind::Identifier &&
         tokens[i + 1].kind == CppKind::RightParen && tokens[i + 2].kind == CppKind::Identifier &&
         !word(i + 2).starts_with("_");
}

std::vector<AsmStatement> SourceReader::run() {
  statements.reserve(expectedStatements(source));
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
      else if (!macrosToExpand.empty())
        if (auto found = macrosToExpand.find(word(i)); found != macrosToExpand.end())
          expandUse(i, found->second);
      break;
    case CppKind::LeftBrace:
      openBrace(i);
      headStart = i + 1;
      break;
    case CppKind::RightBrace:
      headStart = scopes.empty() ? i + 1 : scopes.back().outerHead.value_or(i + 1);
      if (!scopes.empty()) {
        bool wasConditional = scopes.pop_back_val().isConditional;
        if (!scopes.empty())
          scopes.back().wasConditional = wasConditional;
      }
      break;
    case CppKind::Semicolon:
      if (!declaresParameters(i))
        headStart = i + 1;
      break;
    default:
      break;
    }
    ++i;
  }
  return std::move(statements);
}

/// Most files have no PTX, and searching is faster than lexing.
static bool mentionsPtx(StringRef text) { return mentionsAsm(text) || mentionsModule(text); }

static std::vector<AsmStatement> findOutsideOfStrings(const SourceBuffer &source) {
  return SourceReader(source, tokenizeCpp(source.text())).run();
}

static std::vector<AsmStatement> readSource(const SourceBuffer &source,
                                            llvm::ArrayRef<CppToken> tokens,
                                            const HeaderMacros *headers) {
  std::vector<AsmStatement> statements = SourceReader(source, tokens, headers).run();
  addCodeStrings(source.text(), tokens, findOutsideOfStrings, statements);
  return statements;
}

std::vector<AsmStatement> ptx::findAsmStatements(const SourceBuffer &source) {
  if (!mentionsPtx(source.text()))
    return {};
  return readSource(source, tokenizeCpp(source.text()), nullptr);
}

std::vector<AsmStatement> ptx::findAsmWithHeaders(const SourceBuffer &source, HeaderFiles &headers,
                                                  const HeaderSearch &search, AsmCache *cache) {
  if (!search.searchesAllSources && !mentionsPtx(source.text()))
    return {};
  std::vector<CppToken> read;
  if (!cache)
    read = tokenizeCpp(source.text());
  const std::vector<CppToken> &tokens = cache ? cache->tokens().tokenize(source.text()) : read;
  HeaderMacros macros(headers, search);
  macros.read(source.text(), tokens, source.name());
  std::vector<AsmStatement> statements = readSource(source, tokens, &macros);
  // A part of another header can use the macros of the including file.
  auto needsMore = [](const AsmStatement &statement) {
    bool isForCpu = statement.code == CodeKind::Any && isBoundToCpu(statement);
    return isPartlyKnown(statement) && !isForCpu;
  };
  if (llvm::any_of(statements, needsMore) && macros.readIncluders(source.name()))
    statements = readSource(source, tokens, &macros);
  return statements;
}

std::vector<AsmStatement> ptx::updateAsmStatements(const SourceBuffer &source, AsmCache &cache) {
  if (!mentionsPtx(source.text()))
    return {};
  return readSource(source, cache.tokens().tokenize(source.text()), nullptr);
}
