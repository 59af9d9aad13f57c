// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/AsmReader.h"
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
            MacroBudget &budget, unsigned variant)
      : source(source), tokens(tokens), directives(directives), budget(budget), variant(variant) {}

  bool collect(uint32_t open, uint32_t end);
  void read(AsmStatement &statement, bool isGoto);

  unsigned variants() const { return mostBranches; }
  uint32_t closing() const { return inside.empty() ? 0 : lastByte; }
  /// Where the end is missing that `collect` did not find, if there certainly is none.
  std::optional<MissingEnd> missingEnd() const { return noEnd; }

private:
  bool at(CppKind kind) const { return next < inside.size() && inside[next].kind == kind; }
  /// A colon ends a section; two of them, closed up or not, end two.
  bool atColon() const { return at(CppKind::Colon) || at(CppKind::ColonColon); }

  uint32_t branchInside(const ConditionGroup &group);
  bool cannotFollow(const CppToken &token);
  void noteMissingEnd(const CppToken &last, const CppToken *broken);
  void skipParentheses();
  bool appendPiece(MappedText &text, unsigned depth);
  const Directives::Macro *definitionOf(StringRef name);
  bool appendMacro(StringRef name, SourceRange use, MappedText &text, unsigned depth);
  void readTemplate(AsmStatement &statement);
  bool readOperand(AsmStatement &statement, bool output, bool lacksComma);
  void readOperands(AsmStatement &statement, bool output);
  void readClobbers(AsmStatement &statement);
  void noteFault(AsmStatement &statement, SourceRange range, StringRef problem,
                 StringRef expected) const;

  StringRef source;
  llvm::ArrayRef<CppToken> tokens;
  const Directives &directives;
  MacroBudget &budget;
  size_t expanded = 0; // by macros of this statement, in bytes
  unsigned variant;
  unsigned mostBranches = 1;
  /// The branch whose definitions of macros count, where that makes a difference.
  std::optional<Directives::Place> branchOfMacros;
  bool inTemplate = false;
  Platforms platforms = Platforms::all(); // of the branches chosen
  std::vector<CppToken> inside;           // between the parentheses
  uint32_t lastByte = 0;
  unsigned braces = 0; // open ones, of a lambda
  std::optional<MissingEnd> noEnd;
  SourceRange openLiteral; // what follows the quote of a literal that does not end
  size_t next = 0;
};

} // namespace

/// The token where the chosen branch of `group` begins, or that after the group if no branch is
/// chosen.
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

/// Whether `token` cannot be inside of a statement, nor begin another one before it ends.
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

/// Takes note that the statement has no end after its token `last`, since `broken`, if it is not
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
  // The delimiter of a raw literal is not part of it.
  if (broken->text(source).take_front(quote).ends_with("R"))
    openLiteral.begin = std::min<size_t>(source.find('(', text), openLiteral.end - 1) + 1;
}

/// Collects the tokens from the parenthesis `open` to the one that closes it. Of a macro or between
/// the branches of an `#if` it is not known what follows.
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

/// Goes to the token after the parenthesis that closes the one here.
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

/// The definition of the macro `name`, which the choice of the branches decides if it has several;
/// null if it is not known.
const Directives::Macro *AsmReader::definitionOf(StringRef name) {
  auto found = directives.macros.find(name);
  if (found == directives.macros.end())
    return nullptr;
  llvm::ArrayRef<Directives::Macro> all = found->second;
  if (all.size() < 2)
    return all.begin();
  // Constraints of addresses, which are those of 64 bits, depend on the host.
  if (!inTemplate)
    return nullptr;
  if (!branchOfMacros) {
    // What branches inside of the statement have to do with that one is not known.
    if (mostBranches > 1)
      return nullptr;
    mostBranches = static_cast<unsigned>(all.size());
    const Directives::Macro &chosen = all[std::min<size_t>(variant, all.size() - 1)];
    branchOfMacros = chosen.place;
    platforms &= chosen.platforms;
  }
  const auto *macro = llvm::find_if(all, [&](const Directives::Macro &m) {
    return m.place->group == branchOfMacros->group && m.place->branch == branchOfMacros->branch;
  });
  return macro == all.end() ? nullptr : macro;
}

/// Appends the text that the macro `name` is replaced by, if that is literals.
bool AsmReader::appendMacro(StringRef name, SourceRange use, MappedText &text, unsigned depth) {
  constexpr unsigned deepest = 8;
  const Directives::Macro *macro = depth == deepest ? nullptr : definitionOf(name);
  if (!macro)
    return false;
  // A statement of more than this is not written by anybody.
  constexpr size_t most = 64 << 10;
  MappedText own;
  for (const CppToken &token : macro->tokens) {
    size_t size = token.range.size();
    expanded += size;
    if (expanded > most || size > budget.left)
      return false;
    budget.left -= size;
    bool known = token.kind == CppKind::String ? appendLiteral(source, token.range, own)
                 : token.kind == CppKind::Identifier
                     ? appendMacro(token.text(source), use, own, depth + 1)
                     : false;
    if (!known)
      return false;
  }
  text.appendFor(own.text(), use);
  return true;
}

/// Reads one piece of a text. Returns false if its text is not known.
bool AsmReader::appendPiece(MappedText &text, unsigned depth) {
  const CppToken &token = inside[next++];
  switch (token.kind) {
  case CppKind::String:
    return appendLiteral(source, token.range, text);
  case CppKind::Identifier:
    if (at(CppKind::LeftParen)) {
      skipParentheses();
      return false;
    }
    return appendMacro(token.text(source), token.range, text, depth);
  case CppKind::LeftParen:
    --next;
    skipParentheses();
    return false;
  default:
    return false;
  }
}

/// Takes note of what compilers reject. In branches of an `#if`, something else can be there.
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
  // The language can be told by what there is of the literal.
  if (next == inside.size())
    statement.text.append(source.slice(openLiteral.begin, openLiteral.end), openLiteral.begin);
}

/// The value of the tokens of an expression, if they are a literal of an integer.
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
  operand.constraintRange = inside[next].range;
  MappedText constraint;
  bool known = at(CppKind::String) || at(CppKind::Identifier);
  while (next < inside.size() && !at(CppKind::LeftParen) && !at(CppKind::Comma) && !atColon()) {
    operand.constraintRange.end = inside[next].range.end;
    if (at(CppKind::Identifier) && next + 1 < inside.size() &&
        inside[next + 1].kind == CppKind::LeftParen) {
      // The expression is what follows, not the argument of a macro.
      known &= appendMacro(inside[next].text(source), inside[next].range, constraint, 0);
      ++next;
    } else {
      known &= appendPiece(constraint, 0);
    }
  }
  if (!at(CppKind::LeftParen))
    return false;
  if (known)
    operand.constraint = constraint.text().str();
  operand.expression.begin = inside[next].range.end;
  size_t first = next + 1;
  skipParentheses();
  if (operand.constraint == "n")
    operand.value = valueOf(source, llvm::ArrayRef(inside).slice(first, next - 1 - first));
  operand.expression.end = inside[next - 1].range.begin;
  operand.range.end = inside[next - 1].range.end;
  statement.operands.push_back(std::move(operand));
  return true;
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
    statement.clobbersMemory |= isMemory || !isKnown; // perhaps
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
  statement.platforms = platforms;
}

/// The token before `token`, which is in no directive, as a compiler sees it that takes the branch
/// of an `#if` which holds `token`; null if there is none, or none near.
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
    // An `#else` follows what is before the `#if`.
    auto found = directives.conditions.find(line);
    if (found != directives.conditions.end()) {
      const ConditionGroup &group = directives.groups[found->second.group];
      if (found->second.branch < group.branches.size())
        token = group.branches.front().hash;
    }
  }
  return nullptr;
}

/// Whether `statement` after the token `before` says how a function or a variable is called, as in
/// `int f() asm("name")`.
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
  statement.hasWideAddresses = true; // since CUDA 12 there are no others
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
  AsmReader reader(source, tokens, directives, budget, variant);
  bool complete = reader.collect(open, end);
  statement.range = {statement.keyword.begin, complete ? reader.closing() : tokens[open].range.end};
  statement.missingEnd = reader.missingEnd();
  if (complete || statement.missingEnd)
    reader.read(statement, isGoto);
  variants = reader.variants();
  statement.isBroken |= !complete || statement.fault;
  statement.variant = variant;
  bool isInMacro = end != tokens.size();
  const CppToken *before =
      isInMacro ? &tokens[keyword - 1] : tokenBefore(tokens, directives, keyword);
  if (complete && isLabel(statement, source, before))
    return std::nullopt;
  return statement;
}
