// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_TREE_SYNTAXUNIT_H
#define PTX_SYNTAX_TREE_SYNTAXUNIT_H

#include "ptx/Syntax/Tree/AST.h"

#include <memory>
#include <vector>

namespace ptx {

/// The direct children of an expression, in source order; an entry may be invalid.
class ExprChildren {
public:
  explicit ExprChildren(llvm::ArrayRef<ExprId> list) : list(list), count(list.size()) {}
  explicit ExprChildren(const Expr &e, uint32_t count) : own{e.lhs(), e.rhs()}, count(count) {}

  const ExprId *begin() const { return list.empty() ? own : list.begin(); }
  const ExprId *end() const { return begin() + count; }
  uint32_t size() const { return count; }
  ExprId operator[](uint32_t i) const { return begin()[i]; }

private:
  ExprId own[2];
  llvm::ArrayRef<ExprId> list;
  uint32_t count;
};

/// Who owns the arrays of a unit.
enum class UnitStorage : uint8_t {
  Owned,
  /// The parser, which reuses them for the next unit. The tree is valid until then.
  Lent,
};

/// The syntax tree of one stretch of source: a function body, or the module outside of bodies. Ids
/// are local to the unit. If it owns its arrays, all are in one arena of the exact size; a very
/// large unit keeps the growable arrays in which it was built.
///
/// Statements are stored in source order, the statements of a nested block directly after the
/// block, so a pass that ignores nesting is a plain loop.
class SyntaxUnit {
public:
  SyntaxUnit() = default;
  SyntaxUnit(SyntaxUnit &&) = default;
  SyntaxUnit &operator=(SyntaxUnit &&) = default;

  const TokenList &tokens() const { return tokenList; }

  llvm::ArrayRef<Stmt> statements() const { return stmts; }
  llvm::ArrayRef<Expr> expressions() const { return exprs; }
  llvm::ArrayRef<Instruction> instructions() const { return insts; }
  llvm::ArrayRef<Variable> variables() const { return vars; }
  llvm::ArrayRef<Directive> directives() const { return dirs; }
  llvm::ArrayRef<Loc> locs() const { return locList; }
  /// Empty in a body.
  llvm::ArrayRef<Function> functions() const { return funcs; }
  /// Whether it is an `.entry`, that is neither a `.func` nor a `.callprototype`. (Manual 11.2)
  bool isEntry(const Function &function) const {
    return tokenList.kind(function.keyword.index) == TokenKind::Entry;
  }
  /// The entry name for diagnostics; empty for a function.
  llvm::StringRef entryName(const Function &function) const {
    return isEntry(function) ? text(function.name) : "";
  }

  const Stmt &operator[](StmtId id) const { return stmts[id.index]; }
  const Expr &operator[](ExprId id) const { return exprs[id.index]; }
  const Instruction &operator[](InstId id) const { return insts[id.index]; }
  const Variable &operator[](VarId id) const { return vars[id.index]; }
  const Declarator &operator[](DeclaratorId id) const { return decls[id.index]; }
  const Directive &operator[](DirectiveId id) const { return dirs[id.index]; }
  const Loc &operator[](LocId id) const { return locList[id.index]; }
  const Block &operator[](BlockId id) const { return blocks[id.index]; }
  const Function &operator[](FuncId id) const { return funcs[id.index]; }

  /// The expressions of a list; an entry may be invalid (`[]` among array dimensions).
  llvm::ArrayRef<ExprId> list(ListRef ref) const { return lists.slice(ref.first, ref.count); }
  /// The direct children of `e`, for every kind.
  ExprChildren children(const Expr &e) const {
    ExprShape shape = exprShape(e.kind);
    return shape == ExprShape::List ? ExprChildren(list(e.list()))
                                    : ExprChildren(e, static_cast<uint32_t>(shape));
  }
  /// The modifiers of an instruction in source order.
  llvm::ArrayRef<WordId> modifiers(const Instruction &inst) const {
    return words.slice(inst.modifiersFirst, inst.modifierCount);
  }

  /// The mnemonics and modifiers of this unit, and possibly of others.
  const WordTable &wordTable() const { return *table; }

  /// The text of a token; of the first token of an expression.
  llvm::StringRef text(TokenId token) const { return tokenList.text(token.index); }
  SourceRange range(TokenId token) const { return tokenList.range(token.index); }
  /// From the first byte of `first` to the last of `last`.
  SourceRange range(TokenId first, TokenId last) const {
    return {range(first).begin, range(last).end};
  }

  /// The ends of an expression or statement, in tokens, and its source range.
  TokenId firstToken(ExprId id) const;
  TokenId lastToken(ExprId id) const;
  SourceRange range(ExprId id) const { return range(firstToken(id), lastToken(id)); }
  /// The source text of the expression.
  llvm::StringRef source(ExprId id) const {
    SourceRange where = range(id);
    return tokenList.buffer().slice(where.begin, where.end);
  }
  TokenId firstToken(StmtId id) const;
  TokenId lastToken(StmtId id) const;
  SourceRange range(StmtId id) const { return range(firstToken(id), lastToken(id)); }

  /// Whether the parser found no error in it, so that the tree represents all of its text.
  bool isComplete() const { return complete; }

  /// Whether text that the tree lacks may declare or define `name`: the name occurs in a statement
  /// that the parser skipped, or what this declares is unknown.
  bool mayDeclare(llvm::StringRef name) const;
  /// The offset from which on the tree may lack braces, so that its blocks are not those of the
  /// text; the largest number if it lacks none.
  uint32_t lostBraces() const { return lost ? lost->braces : UINT32_MAX; }

  /// Bytes that the unit occupies in memory, including its tokens.
  size_t bytes() const { return arenaBytes; }

private:
  friend class AstBuilder;
  friend class BodyReader;
  friend class ModuleOutline;
  friend class UnitParser;

  /// The arrays during construction.
  struct Arrays {
    llvm::SmallVector<Token, 0> tokens;
    llvm::SmallVector<Stmt, 0> stmts;
    llvm::SmallVector<Expr, 0> exprs;
    llvm::SmallVector<ExprId, 0> lists;
    llvm::SmallVector<WordId, 0> words;
    llvm::SmallVector<Instruction, 0> insts;
    llvm::SmallVector<Variable, 0> vars;
    llvm::SmallVector<Declarator, 0> decls;
    llvm::SmallVector<Directive, 0> dirs;
    llvm::SmallVector<Loc, 0> locs;
    llvm::SmallVector<Block, 0> blocks;
    llvm::SmallVector<Function, 0> funcs;

    /// Clears all arrays except the tokens.
    void clearNodes();
  };

  std::unique_ptr<char[]> arena;
  std::unique_ptr<Arrays> grown;
  size_t arenaBytes = 0;
  /// What the tree lacks after errors.
  struct Lost {
    /// The names in the skipped tokens, sorted. A name that can declare several names, as in
    /// `%r<10`, is listed without the number at its end.
    std::vector<llvm::StringRef> names;
    std::vector<llvm::StringRef> numbered;
    /// The first offset of a part with a brace whose counterpart is elsewhere.
    uint32_t braces = UINT32_MAX;
    bool anyName = false; ///< whether what was skipped may declare any name

    void sort();
  };
  Lost &loss();
  void lose(uint32_t firstToken, uint32_t endToken);

  bool complete = true;
  std::unique_ptr<Lost> lost; ///< null if nothing is
  TokenList tokenList;
  const WordTable *table = nullptr;
  llvm::ArrayRef<Stmt> stmts;
  llvm::ArrayRef<Expr> exprs;
  llvm::ArrayRef<ExprId> lists;
  llvm::ArrayRef<WordId> words;
  llvm::ArrayRef<Instruction> insts;
  llvm::ArrayRef<Variable> vars;
  llvm::ArrayRef<Declarator> decls;
  llvm::ArrayRef<Directive> dirs;
  llvm::ArrayRef<Loc> locList;
  llvm::ArrayRef<Block> blocks;
  llvm::ArrayRef<Function> funcs;
};

} // namespace ptx

#endif // PTX_SYNTAX_TREE_SYNTAXUNIT_H
