// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/AsmReader.h"
#include "ptx/Inline/Read/HeaderMacros.h"
#include "ptx/Inline/Read/MacroExpander.h"
#include "ptx/Inline/Read/StringLiteral.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

class AsmReader {
public:
  AsmReader(StringRef source, llvm::ArrayRef<CppToken> tokens, const Directives &directives,
            MacroBudget &budget, uint32_t keyword, unsigned variant)
      : source(source), tokens(tokens), directives(directives), budget(budget), keyword(keyword),
        variant(variant), choice(directives, keyword, variant) {}

  bool collect(uint32_t open, uint32_t end);
  void read(AsmStatement &statement, bool isGoto);

  unsigned variants() const { return mostBranches; }
  uint32_t closing() const { return inside.empty() ? 0 : lastByte; }
  /// The location of a missing end that `collect` did not find, if it is certainly missing.
  std::optional<MissingEnd> missingEnd() const { return noEnd; }

private:
  bool at(CppKind kind) const { return next < inside.size() && inside[next].kind == kind; }
  /// A colon ends a section; two colons, with or without a blank between them, end two.
  bool atColon() const { return at(CppKind::Colon) || at(CppKind::ColonColon); }

  uint32_t branchInside(const ConditionGroup &group);
  bool cannotFollow(const CppToken &token);
  void noteMissingEnd(const CppToken &last, const CppToken *broken);
  void skipParentheses();
  bool appendPiece(MappedText &text, unsigned depth);
  const Directives::Macro *definitionOf(StringRef name);
  bool appendMacro(StringRef name, SourceRange use, MappedText &text, unsigned depth);
  bool appendExpansion(MappedText &text);
  void readTemplate(AsmStatement &statement);
  bool readMacroOperand(AsmStatement &statement, AsmOperand operand);
  bool readOperand(AsmStatement &statement, bool output, bool lacksComma);
  void readOperands(AsmStatement &statement, bool output);
  void readClobbers(AsmStatement &statement);
  void noteFault(AsmStatement &statement, SourceRange range, StringRef problem,
                 StringRef expected) const;

  StringRef source;
  llvm::ArrayRef<CppToken> tokens;
  const Directives &directives;
  MacroBudget &budget;
  const uint32_t keyword; // of the statement; 0 if its use is unknown
  size_t expanded = 0;    // the text of macros of this statement, in bytes
  unsigned variant;
  unsigned mostBranches = 1;
  DefinitionChoice choice;
  bool inTemplate = false;
  Platforms platforms = Platforms::all(); // of the chosen branches
  std::vector<CppToken> inside;           // between the parentheses
  uint32_t lastByte = 0;
  unsigned braces = 0; // open ones, of a lambda
  std::optional<MissingEnd> noEnd;
  SourceRange openLiteral;                   // the text after the quote of an unterminated literal
  llvm::ArrayRef<CppToken> afterOpenLiteral; // the literals after it
  size_t next = 0;
};

} // namespace

/// The first token of the chosen branch of `group`; if no branch is chosen, the token after the
/// group.
uint32_t AsmReader::branchInside(const ConditionGroup &group) {
  llvm::SmallVector<std::pair<uint32_t, Platforms>, 4> choices;
  for (const ConditionGroup::Branch &branch : group.branches)
    if (!branch.platforms.isEmpty())
      choices.push_back({branch.first, branch.platforms});
  if (!group.rest.isEmpty())
    choices.push_back({group.end, group.rest});
  mostBranches = std::max<unsigned>(mostBranches, choices.size());
  auto [token, compiledFor] = choices[std::min<size_t>(variant, choices.size() - 1)];
  platforms &= compiledFor;
  return token;
}

/// Whether `token` can neither be inside of a statement nor start another one before the statement
/// ends.
bool AsmReader::cannotFollow(const CppToken &token) {
  switch (token.kind) {
  case CppKind::Broken:
    return true;
  case CppKind::LeftBrace:
    ++braces;
    return false;
  case CppKind::RightBrace:
    return braces-- == 0;
  case CppKind::Semicolon:
    return braces == 0;
  case CppKind::Identifier:
    return braces == 0 && isAsmKeyword(token.text(source));
  default:
    return false;
  }
}

/// Records that the statement has no end after its token `last`, because `broken`, if it is not
/// null, cannot follow.
void AsmReader::noteMissingEnd(const CppToken &last, const CppToken *broken) {
  constexpr size_t longestPrefix = 3; // `u8R`
  uint32_t end = last.range.end;
  noEnd = {{end, end}, false};
  if (!broken || broken->kind != CppKind::Broken)
    return;
  size_t quote = broken->text(source).take_front(longestPrefix + 1).find('"');
  if (quote == StringRef::npos)
    return;
  uint32_t begin = broken->range.begin, text = begin + static_cast<uint32_t>(quote) + 1;
  noEnd = {{begin, text}, true};
  openLiteral = {text, broken->range.end};
  constexpr size_t mostLooked = 16;
  afterOpenLiteral = tokens.drop_front(broken - tokens.begin() + 1)
                         .take_front(mostLooked)
                         .take_while([](const CppToken &t) { return t.kind == CppKind::String; });
  // The delimiter of a raw literal is not part of it.
  if (broken->text(source).take_front(quote).ends_with("R"))
    openLiteral.begin = std::min<size_t>(source.find('(', text), openLiteral.end - 1) + 1;
}

/// Collects the tokens from the parenthesis `open` to the closing one. In a macro, or between the
/// branches of an `#if`, the following tokens are unknown.
bool AsmReader::collect(uint32_t open, uint32_t end) {
  unsigned depth = 0;
  auto lacksEnd = [&](const CppToken *found) {
    if (end == tokens.size() && mostBranches == 1)
      noteMissingEnd(inside.empty() ? tokens[open] : inside.back(), found);
    return false;
  };
  for (uint32_t i = open; i < end;) {
    const CppToken &token = tokens[i];
    if (token.kind == CppKind::Hash && token.startsLine) {
      auto found = directives.conditions.find(i);
      if (found == directives.conditions.end())
        return false;
      const ConditionGroup &group = directives.groups[found->second.group];
      uint32_t target = found->second.branch == 0 ? branchInside(group) : group.end;
      if (target <= i)
        return false;
      i = target;
      continue;
    }
    if (token.kind == CppKind::LeftParen)
      ++depth;
    if (token.kind == CppKind::RightParen && --depth == 0) {
      lastByte = token.range.end;
      return true;
    }
    if (cannotFollow(token))
      return lacksEnd(&token);
    if (i != open)
      inside.push_back(token);
    ++i;
  }
  return lacksEnd(nullptr);
}

/// Moves to the token after the parenthesis that closes the current one.
void AsmReader::skipParentheses() {
  unsigned depth = 0;
  for (; next < inside.size(); ++next) {
    if (at(CppKind::LeftParen))
      ++depth;
    if (at(CppKind::RightParen) && --depth == 0)
      break;
  }
  next = std::min(next + 1, inside.size());
}

bool Directives::holds(Place place, uint32_t token) const {
  const ConditionGroup &group = groups[place.group];
  uint32_t end = place.branch + 1 < group.branches.size() ? group.branches[place.branch + 1].hash
                                                          : group.endHash;
  return group.branches[place.branch].first <= token && token < end;
}

llvm::ArrayRef<Directives::Macro> Directives::definitions(StringRef name, uint32_t position) const {
  auto found = macros.find(name);
  if (found == macros.end()) {
    const Macro *macro = headers ? headers->find(name) : nullptr;
    return macro ? llvm::ArrayRef<Macro>(*macro) : llvm::ArrayRef<Macro>();
  }
  llvm::ArrayRef<Macro> all = found->second;
  if (all.size() == 1)
    return all;
  if (position)
    all = all.take_while([&](const Macro &macro) { return macro.hash < position; });
  if (all.empty())
    return {};
  const std::optional<Place> &last = all.back().place;
  if (!last || (position && holds(*last, position)))
    return position ? all.take_back() : llvm::ArrayRef<Macro>();
  // Definitions in the same branch replace each other; a definition before the `#if` can still
  // apply after it.
  size_t count = 1;
  while (count != all.size()) {
    const std::optional<Place> &before = all[all.size() - count - 1].place;
    if (!before || before->group != last->group ||
        before->branch == all[all.size() - count].place->branch)
      break;
    ++count;
  }
  bool isWhole = count > 1 && (position || count == all.size());
  return isWhole ? all.take_back(count) : llvm::ArrayRef<Macro>();
}

const Directives::Macro *DefinitionChoice::of(StringRef name) {
  llvm::ArrayRef<Directives::Macro> all = directives.definitions(name, position);
  if (all.size() < 2)
    return all.empty() ? nullptr : all.begin();
  if (!branch) {
    count = static_cast<unsigned>(all.size());
    const Directives::Macro &chosen = all[std::min<size_t>(variant, all.size() - 1)];
    branch = chosen.place;
    chosenFor = chosen.platforms;
  }
  const auto *macro = llvm::find_if(all, [&](const Directives::Macro &m) {
    return m.place->group == branch->group && m.place->branch == branch->branch;
  });
  return macro == all.end() ? nullptr : macro;
}

/// The definition of the macro `name`; if it has several, the chosen branches select one. Null if
/// it is unknown.
const Directives::Macro *AsmReader::definitionOf(StringRef name) {
  bool isOne = directives.definitions(name, keyword).size() < 2;
  // Constraints of addresses, which mean 64-bit addresses, depend on the host. The relation between
  // branches inside of the statement and branches of macros is unknown.
  if (!isOne && (!inTemplate || (mostBranches > 1 && !choice.hasChosen())))
    return nullptr;
  const Directives::Macro *macro = choice.of(name);
  mostBranches = std::max(mostBranches, choice.variants());
  return macro;
}

bool MacroBudget::spend(size_t size, size_t &spent) {
  // No real statement is longer than this.
  constexpr size_t most = 64 << 10;
  spent += size;
  if (spent > most)
    excess = {"macros make more than 64 KiB of this statement", "their text"};
  else if (size > left)
    excess = {"macros make more than 4 MiB of the statements in this source", "their text"};
  if (excess)
    return false;
  left -= size;
  return true;
}

/// Appends the replacement text of the macro `name`, if it consists of literals.
bool AsmReader::appendMacro(StringRef name, SourceRange use, MappedText &text, unsigned depth) {
  constexpr unsigned deepest = 8;
  const Directives::Macro *macro = depth == deepest ? nullptr : definitionOf(name);
  if (!macro || macro->parameters)
    return false;
  MappedText own;
  for (const CppToken &token : macro->tokens) {
    if (!budget.spend(token.range.size(), expanded))
      return false;
    bool known = token.kind == CppKind::String ? appendLiteral(macro->source, token.range, own)
                 : token.kind == CppKind::Identifier
                     ? appendMacro(token.text(macro->source), use, own, depth + 1)
                     : false;
    if (!known)
      return false;
  }
  text.appendFor(own.text(), use);
  return true;
}

/// Appends the replacement text of the macro whose name was read last, with its arguments, if it
/// consists of literals.
bool AsmReader::appendExpansion(MappedText &text) {
  llvm::ArrayRef<CppToken> rest = llvm::ArrayRef(inside).drop_front(next - 1);
  auto found =
      expandMacro(source, rest, budget, [&](StringRef name) { return definitionOf(name); });
  if (!found)
    return false;
  auto &[expansion, count] = *found;
  // In the definition of another macro, the name can be a parameter.
  bool isInMacro = keyword == 0;
  if (isInMacro && llvm::any_of(rest.take_front(count).drop_front(), [](const CppToken &token) {
        return token.kind == CppKind::Identifier;
      }))
    return false;
  MappedText own;
  bool known = llvm::all_of(expansion.tokens(), [&, &expansion = expansion](const CppToken &token) {
    return token.kind == CppKind::String && appendLiteral(expansion.text(), token.range, own);
  });
  if (!known)
    return false;
  text.appendFor(own.text(), {rest.front().range.begin, rest[count - 1].range.end});
  next += count - 1;
  return true;
}

/// Reads one piece of a text. Returns false if its text is unknown.
bool AsmReader::appendPiece(MappedText &text, unsigned depth) {
  const CppToken &token = inside[next++];
  switch (token.kind) {
  case CppKind::String:
    return appendLiteral(source, token.range, text);
  case CppKind::Identifier:
    if (appendMacro(token.text(source), token.range, text, depth) || appendExpansion(text))
      return true;
    if (at(CppKind::LeftParen))
      skipParentheses();
    return false;
  case CppKind::LeftParen:
    --next;
    skipParentheses();
    return false;
  default:
    return false;
  }
}

/// Records errors that compilers report. Branches of an `#if` may contain other text.
void AsmReader::noteFault(AsmStatement &statement, SourceRange range, StringRef problem,
                          StringRef expected) const {
  if (mostBranches == 1 && !statement.fault)
    statement.fault = AsmFault{range, problem, expected};
}

void AsmReader::readTemplate(AsmStatement &statement) {
  while (next < inside.size() && !atColon() && !at(CppKind::Comma)) {
    const CppToken &piece = inside[next];
    uint32_t size = statement.text.size();
    if (at(CppKind::LeftParen) && next > 1 && inside[next - 1].kind == CppKind::String)
      noteFault(statement, inside[next - 1].range, "the template ends before an operand",
                "`:` before it");
    if (piece.kind == CppKind::String)
      statement.literals.push_back(piece.range);
    else
      statement.hasOthers = true;
    if (!appendPiece(statement.text, 0))
      statement.holes.push_back(statement.text.size());
    if (piece.kind == CppKind::String && statement.text.size() == size)
      statement.emptyPlaces.push_back(startOfText(source, piece.range));
  }
  if (next < inside.size() && !atColon())
    statement.isBroken = true;
  // The rest of the literal, and the following literals, indicate the language.
  if (next == inside.size()) {
    statement.text.append(source.slice(openLiteral.begin, openLiteral.end), openLiteral.begin);
    for (const CppToken &literal : afterOpenLiteral)
      appendLiteral(source, literal.range, statement.text);
  }
}

/// The value of the tokens of an expression, if they are an integer literal.
static std::optional<std::string> valueOf(StringRef source, llvm::ArrayRef<CppToken> tokens) {
  std::string text;
  if (tokens.size() > 1 && tokens.front().text(source) == "-") {
    text = "-";
    tokens = tokens.drop_front();
  }
  if (tokens.size() != 1)
    return std::nullopt;
  StringRef digits = tokens.front().text(source).rtrim("uUlL");
  int64_t value;
  if (digits.empty() || !llvm::isDigit(digits.front()) || digits.getAsInteger(0, value))
    return std::nullopt;
  return text + std::to_string(value);
}

/// Reads an operand that is the use of a macro with parameters, whose name is next, if its text has
/// the form `"constraint" (expression)`.
bool AsmReader::readMacroOperand(AsmStatement &statement, AsmOperand operand) {
  auto found = expandMacro(source, llvm::ArrayRef(inside).drop_front(next), budget,
                           [&](StringRef name) { return definitionOf(name); });
  if (!found)
    return false;
  auto &[expansion, count] = *found;
  llvm::ArrayRef<CppToken> rest = expansion.tokens();
  MappedText constraint;
  while (!rest.empty() && rest.front().kind == CppKind::String &&
         appendLiteral(expansion.text(), rest.front().range, constraint))
    rest = rest.drop_front();
  bool isWhole = rest.size() > 1 && rest.front().kind == CppKind::LeftParen &&
                 rest.back().kind == CppKind::RightParen && !constraint.empty();
  if (!isWhole)
    return false;
  operand.range.end = inside[next + count - 1].range.end;
  operand.constraintRange = operand.expression = operand.range;
  if (rest.size() > 2)
    operand.expression =
        expansion.sourceOf({rest[1].range.begin, rest.drop_back().back().range.end});
  operand.constraint = constraint.text().str();
  next += count;
  statement.operands.push_back(std::move(operand));
  return true;
}

/// Reads `[name] "constraint" (expression)`.
bool AsmReader::readOperand(AsmStatement &statement, bool output, bool lacksComma) {
  AsmOperand operand;
  operand.output = output;
  operand.lacksComma = lacksComma;
  operand.range = inside[next].range;
  if (at(CppKind::LeftSquare)) {
    operand.isNamed = true;
    while (next < inside.size() && !at(CppKind::RightSquare))
      ++next;
    ++next;
  }
  if (next >= inside.size())
    return false;
  if (at(CppKind::Identifier) && readMacroOperand(statement, operand))
    return true;
  operand.constraintRange = inside[next].range;
  MappedText constraint;
  bool known = at(CppKind::String) || at(CppKind::Identifier);
  while (next < inside.size() && !at(CppKind::LeftParen) && !at(CppKind::Comma) && !atColon()) {
    operand.constraintRange.end = inside[next].range.end;
    if (at(CppKind::Identifier) && next + 1 < inside.size() &&
        inside[next + 1].kind == CppKind::LeftParen) {
      // The expression follows, and is not the argument of a macro, unless there are two pairs of
      // parentheses.
      known &= appendMacro(inside[next].text(source), inside[next].range, constraint, 0);
      size_t first = ++next;
      skipParentheses();
      if (at(CppKind::LeftParen))
        known = false;
      else
        next = first;
    } else {
      known &= appendPiece(constraint, 0);
    }
  }
  if (!at(CppKind::LeftParen)) {
    if (inside[next - 1].kind == CppKind::String)
      noteFault(statement, inside[next - 1].range, "an operand has a constraint alone",
                "its expression in parentheses");
    return false;
  }
  if (operand.range.begin == inside[next].range.begin)
    noteFault(statement, inside[next].range, "an operand has no constraint",
              "one such as `\"r\"` before it");
  if (known)
    operand.constraint = constraint.text().str();
  operand.expression.begin = inside[next].range.end;
  size_t first = next + 1;
  skipParentheses();
  if (operand.constraint == "n")
    operand.value = valueOf(source, llvm::ArrayRef(inside).slice(first, next - 1 - first));
  operand.expression.end = inside[next - 1].range.begin;
  operand.range.end = inside[next - 1].range.end;
  return statement.addOperand(std::move(operand));
}

void AsmReader::readOperands(AsmStatement &statement, bool output) {
  bool needsComma = false;
  while (next < inside.size() && !atColon()) {
    if (at(CppKind::Comma)) {
      SourceRange comma = inside[next++].range;
      if (!needsComma || next == inside.size() || atColon())
        noteFault(statement, comma, "a comma is not between two operands", "an operand");
      needsComma = false;
      continue;
    }
    if (!readOperand(statement, output, needsComma)) {
      statement.isBroken = true;
      while (next < inside.size() && !atColon())
        ++next;
      return;
    }
    needsComma = true;
  }
}

void AsmReader::readClobbers(AsmStatement &statement) {
  while (next < inside.size() && !atColon()) {
    MappedText text;
    bool isKnown = true;
    SourceRange range = inside[next].range;
    while (next < inside.size() && !atColon() && !at(CppKind::Comma))
      isKnown &= appendPiece(text, 0);
    range.end = inside[std::max<size_t>(next, 1) - 1].range.end;
    bool isMemory = text.text() == "memory";
    statement.clobbersMemory |= isMemory || !isKnown; // possibly
    if (isKnown && !isMemory && !text.text().empty())
      statement.otherClobbers.push_back({range, text.text().str()});
    if (at(CppKind::Comma))
      ++next;
  }
}

void AsmReader::read(AsmStatement &statement, bool isGoto) {
  inTemplate = true;
  readTemplate(statement);
  inTemplate = false;
  unsigned section = 0;
  while (atColon()) {
    statement.isExtended = true;
    section += at(CppKind::ColonColon) ? 2 : 1;
    if (section > 3 && !isGoto)
      noteFault(statement, inside[next].range, "a colon too many",
                "three at most: before the outputs, the inputs and the clobbers");
    ++next;
    if (section <= 2)
      readOperands(statement, section == 1);
    else if (section == 3)
      readClobbers(statement);
    else
      break; // the labels of `asm goto`
  }
  statement.platforms = platforms & choice.platforms();
}

/// The token before `token`, which is in no directive, for a compiler that selects the branch of an
/// `#if` with `token`; null if there is none, or none nearby.
static const CppToken *tokenBefore(llvm::ArrayRef<CppToken> tokens, const Directives &directives,
                                   uint32_t token) {
  constexpr unsigned mostDirectives = 16;
  for (unsigned i = 0; i != mostDirectives && token > 0; ++i) {
    if (!tokens[token].startsLine)
      return &tokens[token - 1];
    uint32_t line = token - 1;
    while (line > 0 && !tokens[line].startsLine)
      --line;
    if (tokens[line].kind != CppKind::Hash)
      return &tokens[token - 1];
    token = line;
    // The code before the `#if` also precedes an `#else`.
    auto found = directives.conditions.find(line);
    if (found != directives.conditions.end()) {
      const ConditionGroup &group = directives.groups[found->second.group];
      if (found->second.branch < group.branches.size())
        token = group.branches.front().hash;
    }
  }
  return nullptr;
}

/// Whether `statement`, after the token `before`, specifies the symbol of a function or a variable,
/// as in `int f() asm("name")`.
static bool isLabel(const AsmStatement &statement, StringRef source, const CppToken *before) {
  if (!before || statement.isExtended || statement.isVolatile || statement.text.empty() ||
      !statement.holes.empty() || statement.text.text().find_first_of(" ;\t\n") != StringRef::npos)
    return false;
  bool isName = before->kind == CppKind::Identifier &&
                !llvm::is_contained({"else", "do"}, before->text(source));
  return isName || before->kind == CppKind::RightParen || before->kind == CppKind::RightSquare;
}

std::optional<AsmStatement> ptx::readAsm(StringRef source, llvm::ArrayRef<CppToken> tokens,
                                         const Directives &directives, MacroBudget &budget,
                                         uint32_t keyword, uint32_t end, unsigned variant,
                                         unsigned &variants) {
  AsmStatement statement;
  statement.keyword = tokens[keyword].range;
  statement.hasWideAddresses = true; // there are no others since CUDA 12
  uint32_t open = keyword + 1;
  bool isGoto = false;
  for (; open < end && tokens[open].kind == CppKind::Identifier; ++open) {
    StringRef word = tokens[open].text(source);
    bool isVolatile = llvm::is_contained({"volatile", "__volatile__", "__volatile"}, word);
    if (!isVolatile && !llvm::is_contained({"inline", "__inline__", "__inline", "goto"}, word))
      return std::nullopt;
    statement.isVolatile |= isVolatile;
    isGoto |= word == "goto";
  }
  if (open >= end || tokens[open].kind != CppKind::LeftParen)
    return std::nullopt;
  bool isInMacro = end != tokens.size();
  // Inside of another macro, the place of the use is unknown.
  AsmReader reader(source, tokens, directives, budget, isInMacro ? 0 : keyword, variant);
  budget.takeExcess(); // of other statements
  bool complete = reader.collect(open, end);
  statement.range = {statement.keyword.begin, complete ? reader.closing() : tokens[open].range.end};
  statement.missingEnd = reader.missingEnd();
  if (complete || statement.missingEnd)
    reader.read(statement, isGoto);
  variants = reader.variants();
  statement.isBroken |= !complete || statement.fault;
  if (!statement.excess)
    statement.excess = budget.takeExcess();
  statement.variant = variant;
  const CppToken *before =
      isInMacro ? &tokens[keyword - 1] : tokenBefore(tokens, directives, keyword);
  if (complete && isLabel(statement, source, before))
    return std::nullopt;
  return statement;
}
