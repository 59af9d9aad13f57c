// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Tree/SyntaxUnit.h"

#include "ptx/Syntax/Lex/GrammarWords.h"
#include "ptx/Syntax/Lex/Scanner.h"
#include "ptx/Syntax/Tree/Module.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

//===-- What errors hide ----------------------------------------------------------------------===//

bool SyntaxUnit::mayDeclare(StringRef name) const {
  if (!lost)
    return false;
  if (lost->anyName || llvm::binary_search(lost->names, name))
    return true;
  // `%r<10` declares `%r1`.
  for (StringRef rest = name; !rest.empty() && llvm::isDigit(rest.back());) {
    rest = rest.drop_back();
    if (llvm::binary_search(lost->numbered, rest))
      return true;
  }
  return false;
}

void SyntaxUnit::Lost::sort() {
  llvm::sort(names);
  llvm::sort(numbered);
}

SyntaxUnit::Lost &SyntaxUnit::loss() {
  if (!lost)
    lost = std::make_unique<Lost>();
  return *lost;
}

namespace {

/// What the skipped tokens of one part declare, and whether their braces match.
class SkippedPart {
public:
  explicit SkippedPart(std::vector<StringRef> &names) : names(names) {}

  void add(TokenKind kind, StringRef text) {
    switch (kind) {
    case TokenKind::Identifier:
    case TokenKind::Call:
    case TokenKind::Generic:
    case TokenKind::FunctionName:
    case TokenKind::InlinedAt:
      names.push_back(text);
      break;
    case TokenKind::Less:
    case TokenKind::Greater:
      isNumbered = true;
      break;
    case TokenKind::LBrace:
      ++open;
      break;
    case TokenKind::RBrace:
      isBalanced &= open != 0;
      open -= open != 0;
      break;
    case TokenKind::UnterminatedComment:
      hideRest();
      break;
    case TokenKind::UnterminatedString: // the quote may be the only surplus character of its line
      text.contains('\n') ? hideRest() : addText(text.drop_front());
      break;
    default:
      declares |= kind == TokenKind::Colon || spaceOf(kind);
      break;
    }
  }

  bool matches() const { return isBalanced && open == 0; }

  bool declares = false, isNumbered = false, hidesNames = false;

private:
  /// The part reaches the end of the text.
  void hideRest() {
    isBalanced = false;
    hidesNames = true;
  }

  void addText(StringRef text) {
    charscan::Scanner scanner(text, 0, static_cast<uint32_t>(text.size()));
    for (TokenKind kind; (kind = scanner.next()) != TokenKind::EndOfFile;)
      add(kind, text.slice(scanner.start(), scanner.stop()));
  }

  std::vector<StringRef> &names;
  unsigned open = 0;
  bool isBalanced = true;
};

} // namespace

/// Records that the tree lacks the tokens from `firstToken` up to `endToken`.
void SyntaxUnit::lose(uint32_t firstToken, uint32_t endToken) {
  if (firstToken == endToken)
    return;
  Lost &all = loss();
  size_t before = all.names.size();
  SkippedPart part(all.names);
  for (uint32_t i = firstToken; i != endToken; ++i)
    part.add(tokenList.kind(i), tokenList.text(i));
  if (!part.matches())
    all.braces = std::min(all.braces, tokenList.range(firstToken).begin);
  llvm::ArrayRef<StringRef> names = llvm::ArrayRef(all.names).drop_front(before);
  // A label or a declaration without a name can declare any name.
  all.anyName |= part.hidesNames || (part.declares && names.empty());
  if (part.isNumbered)
    for (StringRef name : names)
      all.numbered.push_back(name.rtrim("0123456789"));
}

//===-- Places --------------------------------------------------------------------------------===//

TokenId SyntaxUnit::firstToken(ExprId id) const {
  for (;;) {
    const Expr &e = (*this)[id];
    switch (e.kind) {
    case ExprKind::Offset:
    case ExprKind::Binary:
    case ExprKind::Pair:
    case ExprKind::Difference:
    case ExprKind::Mask:
      id = e.lhs();
      break;
    case ExprKind::Conditional:
      id = list(e.list()).front();
      break;
    case ExprKind::Qualified:
      id = e.child();
      break;
    case ExprKind::Cast: // `(` is before the type
      return {e.token.index - 1};
    default:
      return e.token;
    }
  }
}

TokenId SyntaxUnit::lastToken(ExprId id) const {
  // The number of closing brackets after the innermost last expression.
  uint32_t closers = 0;
  for (;;) {
    const Expr &e = (*this)[id];
    TokenId last = e.token;
    switch (e.kind) {
    case ExprKind::Member:
      last = e.component();
      break;
    case ExprKind::Offset:
    case ExprKind::Binary:
    case ExprKind::Pair:
    case ExprKind::Difference:
      id = e.rhs();
      continue;
    case ExprKind::Mask:
      ++closers;
      id = e.rhs();
      continue;
    case ExprKind::Conditional:
      id = list(e.list()).back();
      continue;
    case ExprKind::Unary:
    case ExprKind::Cast:
      id = e.child();
      continue;
    case ExprKind::Field:
      if (!e.child())
        break;
      id = e.child();
      continue;
    case ExprKind::Index:
    case ExprKind::Paren:
    case ExprKind::Generic:
    case ExprKind::NameRange:
      ++closers;
      id = e.child();
      continue;
    case ExprKind::Vector:
    case ExprKind::Address:
    case ExprKind::Arguments:
    case ExprKind::Initializer:
      ++closers;
      if (e.list().count == 0)
        break;
      id = list(e.list()).back();
      continue;
    case ExprKind::Attribute:
      if (e.list().count == 0)
        break;
      ++closers;
      id = list(e.list()).back();
      continue;
    default:
      break;
    }
    return {std::min(last.index + closers, tokenList.size() - 1)};
  }
}

TokenId SyntaxUnit::firstToken(StmtId id) const {
  const Stmt &s = (*this)[id];
  switch (s.kind) {
  case StmtKind::Instruction:
    return insts[s.index].first();
  case StmtKind::Label:
    return {s.index};
  case StmtKind::Variable:
    return vars[s.index].first;
  case StmtKind::Block:
    return blocks[s.index].open;
  case StmtKind::Loc:
    return locList[s.index].first;
  case StmtKind::Directive:
    return dirs[s.index].first;
  case StmtKind::Function:
    return funcs[s.index].first;
  }
  return {};
}

TokenId SyntaxUnit::lastToken(StmtId id) const {
  const Stmt &s = (*this)[id];
  switch (s.kind) {
  case StmtKind::Instruction:
    return insts[s.index].last;
  case StmtKind::Label:
    return {s.index + 1};
  case StmtKind::Variable:
    return vars[s.index].last;
  case StmtKind::Block:
    return blocks[s.index].close.valid() ? blocks[s.index].close : TokenId{tokenList.size() - 1};
  case StmtKind::Loc: {
    const Loc &loc = locList[s.index];
    return loc.inlined ? dirs[loc.inlined.index].last : TokenId{loc.first.index + 3};
  }
  case StmtKind::Directive:
    return dirs[s.index].last;
  case StmtKind::Function:
    return funcs[s.index].last;
  }
  return {};
}

size_t Module::bytes() const {
  size_t total = topUnit.bytes();
  for (const SyntaxUnit &body : bodyUnits)
    total += body.bytes() + sizeof(SyntaxUnit);
  return total;
}

StringRef ptx::exprKindName(ExprKind kind) {
  static constexpr StringRef names[] = {
      "Name",     "Member", "Index",     "Offset",    "Sink",       "Integer",     "Float",
      "WarpSize", "String", "Unary",     "Cast",      "Binary",     "Conditional", "Paren",
      "Pair",     "Vector", "Address",   "Qualified", "Arguments",  "Initializer", "Field",
      "Generic",  "Mask",   "NameRange", "Attribute", "Difference", "SectionName"};
  static_assert(std::size(names) == static_cast<size_t>(ExprKind::SectionName) + 1);
  return names[static_cast<size_t>(kind)];
}

StringRef ptx::directiveKindName(DirectiveKind kind) {
  static constexpr StringRef names[] = {
      "Version",       "Target",          "AddressSize",     "File",
      "Pragma",        "Alias",           "Section",         "SectionLabel",
      "SectionData",   "SectionEnd",      "Dwarf",           "DwarfSection",
      "BranchTargets", "CallTargets",     "Align",           "Attribute",
      "Performance",   "IntermediateLoc", "MetadataSection", "IntermediateSource",
      "Backslash",     "InlinedAt"};
  static_assert(std::size(names) == static_cast<size_t>(DirectiveKind::InlinedAt) + 1);
  return names[static_cast<size_t>(kind)];
}
