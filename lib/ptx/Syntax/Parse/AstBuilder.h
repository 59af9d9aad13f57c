// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_PARSE_ASTBUILDER_H
#define PTX_SYNTAX_PARSE_ASTBUILDER_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Syntax/Parse/Rules.h"
#include "ptx/Syntax/Tree/SyntaxUnit.h"

#include <array>

namespace ptx {

/// Builds the syntax tree of one unit from the sequence in which a parser enters rules, consumes
/// tokens and leaves rules. The lean parser and ANTLR's stock parser drive the same builder.
///
/// Every token that carries meaning becomes an item on one stack. A rule with meaning replaces the
/// items that were pushed since it was entered by one item. All other rules pass their items on to
/// the enclosing rule.
class AstBuilder {
public:
  AstBuilder(WordTable &words, DiagnosticList &diagnostics)
      : words(words), diagnostics(diagnostics) {}

  /// Starts a unit with the tokens `newTokens` of `source`, including the closing `EndOfFile`.
  void begin(llvm::StringRef source, llvm::SmallVector<Token, 0> newTokens);
  /// Ends the unit and returns its tree. Afterwards `tokenBuffer()` is available for the next unit.
  SyntaxUnit finish(UnitStorage storage);
  /// Storage for the tokens of the next unit, so that its capacity is used again.
  llvm::SmallVector<Token, 0> tokenBuffer() { return std::move(arrays.tokens); }
  /// The tokens of the current unit.
  const TokenList &tokenList() const { return tokens; }

  /// The state of a rule between `enter` and `leave`.
  struct Mark {
    uint32_t items;      ///< height of the item stack
    uint32_t firstToken; ///< the next token
  };
  Mark mark(uint32_t nextToken) const { return {itemCount, nextToken}; }

  /// Whether `enter` does anything for the rule.
  static constexpr bool actsOnEnter(Rule rule) {
    return rule == Rule::Block || rule == Rule::SectionDirective;
  }
  /// Whether `leave` may be called for the rule. The other rules need no mark.
  static constexpr bool actsOnLeave(Rule rule) { return actions[static_cast<size_t>(rule)]; }

  void enter(Rule rule, uint32_t nextToken);
  /// Adds the token `index`, unless it is punctuation that no rule uses.
  void token(TokenKind kind, uint32_t index) {
    if (!drops(kind))
      keep(kind, index);
  }
  /// The same for a token that is not such punctuation.
  void keep(TokenKind kind, uint32_t index) { push(static_cast<uint8_t>(kind), index); }
  static constexpr bool drops(TokenKind kind) { return dropped[static_cast<uint8_t>(kind)]; }
  /// Ends a rule; `nextToken` is the token after it, `parent` the enclosing rule.
  [[gnu::always_inline]] void leave(Rule rule, Mark mark, uint32_t nextToken, Rule parent) {
    // If the rule is a constant, the branch is folded away. The most frequent action is called
    // directly, so that compilers inline it.
    Action action = actions[static_cast<size_t>(rule)];
    if (action == &AstBuilder::endExpression)
      return endExpression({mark, nextToken, rule, parent});
    (this->*action)({mark, nextToken, rule, parent});
  }

  /// Sets the index of a function's body among the bodies of the module, in a finished unit.
  static void setBody(SyntaxUnit &unit, FuncId function, uint32_t body);

  /// Ends a rule during error recovery. Only a block is kept, since its statements are already
  /// stored.
  void leaveBroken(Rule rule);
  /// Discards the state that a construct that could not be parsed has stored for its end.
  void abandon(Mark mark);

private:
  /// An item is a token, tagged by its kind, or a node, tagged by one of these.
  enum Tag : uint8_t {
    ExprTag = 128,
    QualifierTag,
    DirectiveTag,
    DeclaratorTag,
    ParameterTag,
    NameCountTag,
    DimensionTag,
    InitializerTag,
    InlinedTag,
  };
  struct Item {
    uint32_t value;
    uint8_t tag;

    bool isToken() const { return tag < ExprTag; }
    TokenKind kind() const { return static_cast<TokenKind>(tag); }
    TokenId token() const { return {value}; }
    ExprId expr() const { return {value}; }
  };

  /// A rule that ends: `nextToken` is the token after it, `parent` the enclosing rule.
  struct Left {
    Mark mark;
    uint32_t nextToken;
    Rule rule;
    Rule parent;
  };
  using Action = void (AstBuilder::*)(Left);

  /// The function that builds the node of a rule; null for rules without meaning.
  static const std::array<Action, 256> actions;
  static const std::array<bool, 256> dropped;

  void push(uint8_t tag, uint32_t value) {
    if (LLVM_UNLIKELY(itemCount == items.size()))
      growItems();
    items[itemCount++] = {value, tag};
  }
  [[gnu::cold, gnu::noinline]] void growItems();
  void discard(Mark mark) { itemCount = mark.items; }
  void pushExpr(ExprId id) { push(ExprTag, id.index); }
  /// Replaces all items since `mark` by `id`.
  void replace(Mark mark, ExprId id) {
    discard(mark);
    pushExpr(id);
  }
  /// Replaces these items and the one before them.
  void replaceWithBase(Mark mark, ExprId id) { replace({mark.items - 1, 0}, id); }
  llvm::ArrayRef<Item> since(Mark mark) const {
    return llvm::ArrayRef<Item>(items.data() + mark.items, itemCount - mark.items);
  }
  Item itemBelow(Mark mark) const { return items[mark.items - 1]; }
  TokenKind kindOf(uint32_t token) const { return tokens.kind(token); }

  ExprId addExpr(ExprKind kind, TokenId token, uint32_t a = 0, uint32_t b = 0, uint8_t detail = 0,
                 uint16_t flags = 0) {
    arrays.exprs.push_back(Expr{token, kind, detail, flags, a, b});
    return {static_cast<uint32_t>(arrays.exprs.size() - 1)};
  }
  ExprId leaf(TokenKind kind, TokenId token);
  ExprId literal(TokenKind kind, TokenId token);
  ExprId toExpr(Item item) {
    if (!item.isToken())
      return item.expr();
    // The most frequent case.
    if (item.kind() == TokenKind::Identifier)
      return addExpr(ExprKind::Name, item.token());
    return leaf(item.kind(), item.token());
  }
  /// Folds prefix operators, terms, binary operators and a conditional into one expression.
  ExprId fold(llvm::ArrayRef<Item> flat);
  ExprId foldTerm(llvm::ArrayRef<Item> &flat);
  ListRef addList(llvm::ArrayRef<Item> expressions);
  DirectiveId addDirective(DirectiveKind kind, Mark mark, uint32_t nextToken, TokenId keyword,
                           llvm::ArrayRef<Item> operands);
  void addStmt(StmtKind kind, uint32_t index) { arrays.stmts.push_back({kind, index}); }

  void ptxasRejects(SourceRange range, llvm::StringRef what);
  void checkName(TokenKind kind, TokenId token);
  uint32_t count(TokenId token);
  void addWords(Instruction &inst, llvm::ArrayRef<Item> modifiers);
  TokenId takeLinkage(Mark &mark);
  Variable declaration(Left left, Declarator &parameter);
  void addFunction(Function func, Left left, Mark whole);
  DirectiveId takeDirective(DirectiveKind kind, Left left);
  void parameterList(Left left, IdRange<VarId> &range);

  // Statements, in AstBuilder.cpp.
  void endGuard(Left left);
  void endInstruction(Left left);
  void endBlock(Left left);
  void endTarget(Left left);
  void endLineContinuation(Left left);

  // Expressions, in ExpressionBuilder.cpp.
  /// Combines the items of a rule into one expression. Usually there is only one item.
  void endExpression(Left left) {
    if (LLVM_LIKELY(itemCount == left.mark.items + 1)) {
      Item &item = items[left.mark.items];
      item = {toExpr(item).index, ExprTag};
    } else {
      replace(left.mark, fold(since(left.mark)));
    }
  }
  llvm::StringRef mnemonicBefore(Mark mark) const;
  void checkCoordinates(Mark mark, ListRef list);
  void endAddress(Left left);
  void endList(Left left);
  void endComponent(Left left);
  void endAddressQualifier(Left left);
  void endIndex(Left left);
  void endPair(Left left);
  void endFieldValue(Left left);
  void endMaskedAddress(Left left);
  void endGenericName(Left left);
  void endConstantAtom(Left left);
  void endCast(Left left);

  // Declarations, in DeclarationBuilder.cpp.
  void endVariable(Left left);
  void endParameter(Left left);
  void endDeclarator(Left left);
  void endParameterizedName(Left left);
  void endFirstDimension(Left left);
  void endArrayDimensions(Left left);
  void endInitializer(Left left);
  void endReturnParameters(Left left) { parameterList(left, results); }
  void endParameterList(Left left) { parameterList(left, parameterRange); }
  void endFunction(Left left);
  void endBody(Left left);
  void callPrototype(Left left);

  // Directives, in DirectiveBuilder.cpp.
  void endQualifier(Left left);
  void endAttribute(Left left);
  void endPerformance(Left left);
  void endPragma(Left left);
  void endVersion(Left left);
  void endModuleDirective(Left left);
  void endLabelled(Left left);
  void endLoc(Left left);
  void endInlinedLocation(Left left);
  void endIntermediateLoc(Left left);
  void endIntermediateSection(Left left);
  void endMetadataSection(Left left);
  void addWholeDirective(DirectiveKind kind, Left left);
  void endDwarf(Left left);
  void endSection(Left left);
  void endSectionLine(Left left);
  void endSectionValue(Left left);

  WordTable &words;
  DiagnosticList &diagnostics;
  TokenList tokens;

  llvm::SmallVector<Item, 0> items;
  uint32_t itemCount = 0;

  SyntaxUnit::Arrays arrays;

  // State that parts of a construct store for its end. None of these constructs nests in itself.
  GuardKind guard = GuardKind::None;
  IdRange<VarId> results;
  IdRange<VarId> parameterRange;
  TokenId bodyOpen;
  TokenId bodyClose;
  llvm::SmallVector<uint32_t, 16> openBlocks;
  DirectiveId openSection;
};

// Defined here so that the parser, where rules and kinds are constants, needs no table lookups.

inline constexpr std::array<bool, 256> AstBuilder::dropped = [] {
  std::array<bool, 256> table{};
  for (TokenKind kind :
       {TokenKind::Semicolon, TokenKind::Comma, TokenKind::Colon, TokenKind::At, TokenKind::LBrace,
        TokenKind::RBrace, TokenKind::LParen, TokenKind::RParen, TokenKind::LBracket,
        TokenKind::RBracket, TokenKind::Assign, TokenKind::Backslash, TokenKind::EndOfFile})
    table[static_cast<uint8_t>(kind)] = true;
  return table;
}();

inline constexpr std::array<AstBuilder::Action, 256> AstBuilder::actions = [] {
  std::array<Action, 256> table{};
  auto on = [&](Action action, auto... rules) {
    ((table[static_cast<size_t>(rules)] = action), ...);
  };
  on(&AstBuilder::endGuard, Rule::Guard);
  on(&AstBuilder::endInstruction, Rule::LabelOrInstruction, Rule::LabelOrCall,
     Rule::GuardedInstruction, Rule::ContinuedInstruction);
  on(&AstBuilder::endBlock, Rule::Block);
  on(&AstBuilder::endTarget, Rule::Target);
  on(&AstBuilder::endLineContinuation, Rule::LineContinuation);

  on(&AstBuilder::endExpression, Rule::Operand, Rule::Destination, Rule::VectorElement,
     Rule::CallArgument, Rule::ConstantExpression, Rule::InitializerElement);
  on(&AstBuilder::endAddress, Rule::Address);
  on(&AstBuilder::endList, Rule::Vector, Rule::CallArguments, Rule::InitializerList);
  on(&AstBuilder::endComponent, Rule::Component);
  on(&AstBuilder::endAddressQualifier, Rule::AddressQualifier);
  on(&AstBuilder::endIndex, Rule::Index);
  on(&AstBuilder::endPair, Rule::AddressOffset, Rule::PairedName, Rule::PairedPredicate);
  on(&AstBuilder::endFieldValue, Rule::FieldValue);
  on(&AstBuilder::endMaskedAddress, Rule::MaskedAddress);
  on(&AstBuilder::endGenericName, Rule::GenericName);
  on(&AstBuilder::endConstantAtom, Rule::ConstantAtom);
  on(&AstBuilder::endCast, Rule::Cast);

  on(&AstBuilder::endVariable, Rule::VariableDeclaration);
  on(&AstBuilder::endParameter, Rule::Parameter);
  on(&AstBuilder::endDeclarator, Rule::Declarator);
  on(&AstBuilder::endParameterizedName, Rule::ParameterizedName);
  on(&AstBuilder::endFirstDimension, Rule::FirstDimension);
  on(&AstBuilder::endArrayDimensions, Rule::ArrayDimensions);
  on(&AstBuilder::endInitializer, Rule::Initializer);
  on(&AstBuilder::endReturnParameters, Rule::ReturnParameters);
  on(&AstBuilder::endParameterList, Rule::ParameterList);
  on(&AstBuilder::endFunction, Rule::Entry, Rule::DeviceFunction);
  on(&AstBuilder::endBody, Rule::Body);

  on(&AstBuilder::endQualifier, Rule::Alignment, Rule::Attributes);
  on(&AstBuilder::endAttribute, Rule::Attribute);
  on(&AstBuilder::endPerformance, Rule::ThreadBlockDirective, Rule::ResourceDirective,
     Rule::ClusterFlag, Rule::NoReturn, Rule::AbiDirective, Rule::RegisterDirective,
     Rule::LanguageDirective);
  on(&AstBuilder::endPragma, Rule::PragmaDirective);
  on(&AstBuilder::endVersion, Rule::VersionDirective);
  on(&AstBuilder::endModuleDirective, Rule::TargetDirective, Rule::AddressSizeDirective,
     Rule::AliasDirective, Rule::FileDirective);
  on(&AstBuilder::endLabelled, Rule::LabelledDirective);
  on(&AstBuilder::endLoc, Rule::LocDirective);
  on(&AstBuilder::endInlinedLocation, Rule::InlinedLocation);
  on(&AstBuilder::endIntermediateLoc, Rule::LocIntermediate);
  on(&AstBuilder::endIntermediateSection, Rule::IntermediateSection);
  on(&AstBuilder::endMetadataSection, Rule::MetadataSection);
  on(&AstBuilder::endDwarf, Rule::DwarfDirective);
  on(&AstBuilder::endSection, Rule::SectionDirective);
  on(&AstBuilder::endSectionLine, Rule::SectionLine);
  on(&AstBuilder::endSectionValue, Rule::SectionValue, Rule::DwarfValue);
  return table;
}();

} // namespace ptx

#endif // PTX_SYNTAX_PARSE_ASTBUILDER_H
