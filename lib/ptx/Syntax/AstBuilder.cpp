// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/AstBuilder.h"

#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Syntax/GrammarWords.h"
#include "ptx/Syntax/Literals.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::ArrayRef;

void SyntaxUnit::Arrays::clearNodes() {
  stmts.clear();
  exprs.clear();
  lists.clear();
  words.clear();
  insts.clear();
  vars.clear();
  decls.clear();
  dirs.clear();
  locs.clear();
  blocks.clear();
  funcs.clear();
}

void AstBuilder::begin(llvm::StringRef source, llvm::SmallVector<Token, 0> newTokens) {
  arrays.clearNodes();
  arrays.tokens = std::move(newTokens);
  tokens = TokenList(source, arrays.tokens);
  if (items.empty())
    items.resize(256);
  itemCount = 0;
  guard = GuardKind::None;
  results = parameterRange = {};
  bodyOpen = bodyClose = {};
  openBlocks.clear();
  openSection = {};
}

SyntaxUnit AstBuilder::finish(UnitStorage storage) {
  SyntaxUnit unit;
  auto forEach = [](SyntaxUnit::Arrays &from, SyntaxUnit &to, llvm::ArrayRef<Token> &toTokens,
                    auto visit) {
    visit(from.tokens, toTokens);
    visit(from.stmts, to.stmts);
    visit(from.exprs, to.exprs);
    visit(from.lists, to.lists);
    visit(from.words, to.words);
    visit(from.insts, to.insts);
    visit(from.vars, to.vars);
    visit(from.decls, to.decls);
    visit(from.dirs, to.dirs);
    visit(from.locs, to.locList);
    visit(from.blocks, to.blocks);
    visit(from.funcs, to.funcs);
  };
  // Eight-byte slots: no node is aligned more strictly.
  auto slots = [](const auto &array) { return (array.size() * sizeof(array[0]) + 7) / 8; };
  ArrayRef<Token> keptTokens;
  size_t total = 0;
  forEach(arrays, unit, keptTokens, [&](auto &array, auto &) { total += slots(array); });
  unit.arenaBytes = total * 8;

  // A copy makes the tree compact and leaves the grown arrays, still in the cache, to the next
  // unit. For a unit of many megabytes it would double the memory.
  constexpr size_t mostToCopy = 8u << 20;
  if (storage == UnitStorage::Lent) {
    forEach(arrays, unit, keptTokens, [](auto &array, auto &ref) { ref = array; });
  } else if (unit.arenaBytes > mostToCopy) {
    unit.grown = std::make_unique<SyntaxUnit::Arrays>(std::move(arrays));
    arrays = {};
    forEach(*unit.grown, unit, keptTokens, [](auto &array, auto &ref) { ref = array; });
  } else {
    unit.arena.reset(new char[unit.arenaBytes]);
    char *next = unit.arena.get();
    forEach(arrays, unit, keptTokens, [&](auto &array, auto &ref) {
      using T = std::remove_cvref_t<decltype(array[0])>;
      if (!array.empty())
        memcpy(next, array.data(), array.size() * sizeof(T));
      ref = ArrayRef<T>(reinterpret_cast<T *>(next), array.size());
      next += slots(array) * 8;
    });
  }
  unit.tokenList = TokenList(tokens.buffer(), keptTokens);
  return unit;
}

void AstBuilder::setBody(SyntaxUnit &unit, FuncId function, uint32_t body) {
  // The unit owns the array; the view of it is constant for everybody else.
  const_cast<Function &>(unit.funcs[function.index]).body = body;
}

void AstBuilder::renumberWords(SyntaxUnit &unit, ArrayRef<WordId> numbers, WordTable &table) {
  auto renumber = [&](WordId word, TokenId token) {
    // Where a smaller table had no room, that of the module may have.
    return word == WordId::Overflow ? table.intern(unit.text(token))
                                    : numbers[static_cast<size_t>(word)];
  };
  for (const Instruction &inst : unit.insts) {
    const_cast<Instruction &>(inst).opcodeWord = renumber(inst.opcodeWord, inst.opcode);
    for (uint32_t i = 0; i != inst.modifierCount; ++i) {
      WordId &word = const_cast<WordId &>(unit.words[inst.modifiersFirst + i]);
      word = renumber(word, {inst.opcode.index + 1 + i});
    }
  }
}

void AstBuilder::growItems() { items.resize_for_overwrite(items.size() * 2); }

//===-- Rules ---------------------------------------------------------------------------------===//

void AstBuilder::enter(Rule rule, uint32_t nextToken) {
  if (rule == Rule::Block) {
    openBlocks.push_back(static_cast<uint32_t>(arrays.blocks.size()));
    addStmt(StmtKind::Block, static_cast<uint32_t>(arrays.blocks.size()));
    arrays.blocks.push_back({{nextToken}, {}, {}});
  } else if (rule == Rule::SectionDirective) {
    openSection = {static_cast<uint32_t>(arrays.dirs.size())};
    addStmt(StmtKind::Directive, openSection.index);
    arrays.dirs.push_back({DirectiveKind::Section, {nextToken}, {nextToken}, {nextToken}, {}});
  }
}

void AstBuilder::leaveBroken(Rule rule) {
  if (rule == Rule::Block)
    arrays.blocks[openBlocks.pop_back_val()].end = {static_cast<uint32_t>(arrays.stmts.size())};
}

void AstBuilder::abandon(Mark mark) {
  discard(mark);
  guard = GuardKind::None;
  results = parameterRange = {};
  bodyOpen = bodyClose = {};
}

void AstBuilder::leaveOther(Rule rule, Mark mark, uint32_t nextToken, Rule parent) {
  switch (rule) {
  case Rule::Guard:
    guard = since(mark).size() == 2 ? GuardKind::Negated : GuardKind::Plain;
    return discard(mark);
  case Rule::Address:
  case Rule::Vector:
  case Rule::CallArguments:
  case Rule::InitializerList: {
    ListRef list = addList(since(mark));
    discard(mark);
    if (rule == Rule::Address && list.count == 3)
      if (const Expr &third = arrays.exprs[arrays.lists[list.first + 2].index];
          third.kind == ExprKind::Name)
        ptxasRejects(tokens.range(third.token.index), "a coordinate without braces here");
    ExprKind kind = rule == Rule::Address         ? ExprKind::Address
                    : rule == Rule::Vector        ? ExprKind::Vector
                    : rule == Rule::CallArguments ? ExprKind::Arguments
                                                  : ExprKind::Initializer;
    return pushExpr(addExpr(kind, {mark.firstToken}, list.first, list.count));
  }

  // Suffixes: they take the item before them in.
  case Rule::Component: {
    Item base = itemBelow(mark);
    TokenId component = since(mark)[0].token();
    discard({mark.items - 1, 0});
    return pushExpr(addExpr(ExprKind::Member, base.token(), component.index));
  }
  case Rule::AddressQualifier: {
    ExprId address = itemBelow(mark).expr();
    TokenId qualifier = since(mark)[0].token();
    discard({mark.items - 1, 0});
    return pushExpr(addExpr(ExprKind::Qualified, qualifier, address.index));
  }
  case Rule::Index: {
    Item base = itemBelow(mark);
    ExprId index = fold(since(mark));
    discard({mark.items - 1, 0});
    return pushExpr(addExpr(ExprKind::Index, base.token(), index.index));
  }
  case Rule::AddressOffset:
  case Rule::PairedName:
  case Rule::PairedPredicate: {
    ExprId base = toExpr(itemBelow(mark));
    TokenId op = since(mark)[0].token();
    ExprId right = fold(since(mark).drop_front());
    discard({mark.items - 1, 0});
    return pushExpr(addExpr(rule == Rule::AddressOffset ? ExprKind::Offset : ExprKind::Pair, op,
                            base.index, right.index));
  }
  case Rule::FieldValue: {
    TokenId name = itemBelow(mark).token();
    ExprId value = fold(since(mark));
    discard({mark.items - 1, 0});
    return pushExpr(addExpr(ExprKind::Field, name, value.index));
  }
  case Rule::MaskedAddress: {
    Item base = itemBelow(mark);
    ExprId mask = toExpr(base);
    ExprId inner = fold(since(mark));
    discard({mark.items - 1, 0});
    return pushExpr(addExpr(ExprKind::Mask, base.token(), mask.index, inner.index));
  }

  case Rule::GenericName: {
    ExprId inner = toExpr(since(mark).back());
    discard(mark);
    return pushExpr(addExpr(ExprKind::Generic, {mark.firstToken}, inner.index));
  }
  case Rule::ConstantAtom: {
    if (kindOf(mark.firstToken) != TokenKind::LParen || since(mark).empty())
      return;
    if (kindOf(mark.firstToken + 1) == TokenKind::Modifier)
      return; // a cast, complete already
    ExprId inner = toExpr(since(mark)[0]);
    discard(mark);
    return pushExpr(addExpr(ExprKind::Paren, {mark.firstToken}, inner.index));
  }
  case Rule::Cast: {
    ArrayRef<Item> flat = since(mark);
    TokenId type = flat[0].token();
    ExprId operand = fold(flat.drop_front());
    discard(mark);
    return pushExpr(addExpr(ExprKind::Cast, type, operand.index));
  }

  // Declarations
  case Rule::VariableDeclaration:
    return variable(mark, nextToken, false);
  case Rule::Parameter:
    return variable(mark, nextToken, true);
  case Rule::Declarator:
    return declarator(mark);
  case Rule::ParameterizedName: {
    // Less, the count, Greater
    ArrayRef<Item> parts = since(mark);
    ExprId number;
    if (parts.size() > 1) {
      count(parts[1].token());
      number = toExpr(parts[1]);
    }
    discard(mark);
    return push(NameCountTag, number.index);
  }
  case Rule::FirstDimension: {
    ExprId number = since(mark).empty() ? ExprId() : toExpr(since(mark)[0]);
    discard(mark);
    return push(DimensionTag, number.index);
  }
  case Rule::ArrayDimensions:
    for (uint32_t i = mark.items; i != itemCount; ++i)
      if (items[i].tag != DimensionTag)
        items[i] = {toExpr(items[i]).index, DimensionTag};
    return;
  case Rule::Initializer: {
    ExprId value = fold(since(mark));
    discard(mark);
    return push(InitializerTag, value.index);
  }
  case Rule::Alignment:
  case Rule::Attributes: {
    ArrayRef<Item> parts = since(mark);
    if (rule == Rule::Alignment && parts.size() > 1)
      count(parts[1].token());
    DirectiveId id =
        addDirective(rule == Rule::Alignment ? DirectiveKind::Align : DirectiveKind::Attribute,
                     mark, nextToken, {mark.firstToken}, parts.drop_front());
    discard(mark);
    return push(QualifierTag, id.index);
  }
  case Rule::Attribute: {
    TokenId name = since(mark)[0].token();
    ListRef list = addList(since(mark).drop_front());
    discard(mark);
    return pushExpr(addExpr(ExprKind::Attribute, name, list.first, list.count));
  }
  case Rule::ReturnParameters:
    return parameters(mark, results);
  case Rule::ParameterList:
    return parameters(mark, parameterRange);
  case Rule::Entry:
  case Rule::Function:
    return function(mark, nextToken);
  case Rule::Body:
    bodyOpen = {mark.firstToken};
    bodyClose = kindOf(nextToken - 1) == TokenKind::RBrace ? TokenId{nextToken - 1} : TokenId();
    return discard(mark);

  // Statements
  case Rule::Block: {
    Block &block = arrays.blocks[openBlocks.pop_back_val()];
    if (kindOf(nextToken - 1) == TokenKind::RBrace)
      block.close = {nextToken - 1};
    block.end = {static_cast<uint32_t>(arrays.stmts.size())};
    return;
  }
  case Rule::LabelledDirective:
    return labelled(mark, nextToken);
  case Rule::Target: {
    ArrayRef<Item> parts = since(mark);
    ExprId id = parts.size() == 2 && parts[1].tag == NameCountTag
                    ? addExpr(ExprKind::NameRange, parts[0].token(), parts[1].value)
                    : toExpr(parts[0]);
    discard(mark);
    return pushExpr(id);
  }
  case Rule::LocDirective:
    return loc(mark);
  case Rule::LineContinuation: {
    diagnostics.emit(diag::StrayBackslash{.range = tokens.range(mark.firstToken)});
    DirectiveId id = addDirective(DirectiveKind::Backslash, mark, nextToken, {mark.firstToken}, {});
    return addStmt(StmtKind::Directive, id.index);
  }

  // Directives
  case Rule::ThreadBlockDirective:
  case Rule::ResourceDirective:
  case Rule::ClusterFlag:
  case Rule::NoReturn:
  case Rule::AbiDirective:
  case Rule::LanguageDirective: {
    for (Item number : since(mark).drop_front())
      if (number.kind() != TokenKind::String)
        count(number.token());
    DirectiveId id = addDirective(DirectiveKind::Performance, mark, nextToken, {mark.firstToken},
                                  since(mark).drop_front());
    discard(mark);
    return push(DirectiveTag, id.index);
  }
  case Rule::InlinedLocation: {
    // FunctionName, name, [Plus, Integer,] InlinedAt, file, line, column
    llvm::SmallVector<Item, 8> parts(since(mark).drop_front());
    ExprId name = toExpr(parts[0]);
    if (parts.size() > 2 && parts[1].kind() == TokenKind::Plus) {
      ExprId offset = toExpr(parts[2]);
      name = addExpr(ExprKind::Offset, parts[1].token(), name.index, offset.index);
      parts.erase(parts.begin() + 1, parts.begin() + 3);
    }
    parts[0] = {name.index, ExprTag};
    if (parts.size() > 1)
      parts.erase(parts.begin() + 1);
    DirectiveId id =
        addDirective(DirectiveKind::InlinedAt, mark, nextToken, {mark.firstToken}, parts);
    discard(mark);
    return push(InlinedTag, id.index);
  }
  case Rule::LocIntermediate: {
    for (Item number : since(mark).drop_front())
      count(number.token());
    DirectiveId id = addDirective(DirectiveKind::IntermediateLoc, mark, nextToken,
                                  {mark.firstToken}, since(mark).drop_front());
    discard(mark);
    return addStmt(StmtKind::Directive, id.index);
  }
  case Rule::IntermediateSection: {
    DirectiveId id =
        addDirective(DirectiveKind::IntermediateSource, mark, nextToken, {mark.firstToken}, {});
    discard(mark);
    return addStmt(StmtKind::Directive, id.index);
  }
  case Rule::PragmaDirective: {
    DirectiveId id = addDirective(DirectiveKind::Pragma, mark, nextToken, {mark.firstToken},
                                  since(mark).drop_front());
    discard(mark);
    if (parent == Rule::EntryDirective)
      return push(DirectiveTag, id.index);
    return addStmt(StmtKind::Directive, id.index);
  }
  case Rule::VersionDirective:
  case Rule::TargetDirective:
  case Rule::AddressSizeDirective:
  case Rule::AliasDirective:
  case Rule::FileDirective: {
    if (rule == Rule::VersionDirective &&
        tokens.buffer()
            .slice(tokens.range(mark.firstToken).end, tokens.range(nextToken - 1).begin)
            .contains('\n'))
      ptxasRejects(tokens.range(nextToken - 1), "a line break after `.version`");
    if ((rule == Rule::FileDirective || rule == Rule::AddressSizeDirective) &&
        since(mark).size() > 1)
      count(since(mark)[1].token());
    DirectiveKind kind = rule == Rule::VersionDirective       ? DirectiveKind::Version
                         : rule == Rule::TargetDirective      ? DirectiveKind::Target
                         : rule == Rule::AddressSizeDirective ? DirectiveKind::AddressSize
                         : rule == Rule::AliasDirective       ? DirectiveKind::Alias
                                                              : DirectiveKind::File;
    DirectiveId id =
        addDirective(kind, mark, nextToken, {mark.firstToken}, since(mark).drop_front());
    discard(mark);
    return addStmt(StmtKind::Directive, id.index);
  }
  case Rule::DwarfDirective: {
    // Dwarf, then the word that says what follows
    ArrayRef<Item> parts = since(mark);
    bool section = parts[1].kind() == TokenKind::Section;
    DirectiveId id = addDirective(section ? DirectiveKind::DwarfSection : DirectiveKind::Dwarf,
                                  mark, nextToken, parts[1].token(), parts.drop_front(2));
    discard(mark);
    return addStmt(StmtKind::Directive, id.index);
  }
  case Rule::SectionDirective: {
    if (since(mark).size() > 1) {
      ListRef name = addList(since(mark).slice(1, 1));
      arrays.dirs[openSection.index].operands = name;
      arrays.dirs[openSection.index].last = {mark.firstToken + 2};
    }
    discard(mark);
    DirectiveId end = addDirective(DirectiveKind::SectionEnd, {itemCount, nextToken - 1}, nextToken,
                                   {nextToken - 1}, {});
    return addStmt(StmtKind::Directive, end.index);
  }
  case Rule::SectionLine:
    return sectionLine(mark, nextToken);
  case Rule::SectionValue:
  case Rule::DwarfValue:
    return sectionValue(mark);
  default:
    return;
  }
}

//===-- Statements ----------------------------------------------------------------------------===//

/// Whether a token of this kind is a name; the operand list of `call` holds them as they are.
static bool isName(TokenKind kind) {
  return kind == TokenKind::Identifier || kind == TokenKind::Call || kind == TokenKind::Generic ||
         kind == TokenKind::FunctionName || kind == TokenKind::InlinedAt;
}

/// Interns the mnemonic of `inst` and its modifiers. A module uses few, most of them short: the
/// same text is the same words.
void AstBuilder::addWords(Instruction &inst, ArrayRef<Item> modifiers) {
  inst.modifiersFirst = static_cast<uint32_t>(arrays.words.size());
  uint32_t last = modifiers.empty() ? inst.opcode.index : modifiers.back().value;
  llvm::StringRef text =
      tokens.buffer().slice(tokens[inst.opcode.index].offset(), tokens.range(last).end);
  KnownMnemonic *slot = nullptr;
  if (text.size() <= ShortWord::mostBytes && modifiers.size() < KnownMnemonic::mostWords) {
    ShortWord bytes(text);
    slot = &knownMnemonics[bytes.hash() % knownMnemonics.size()];
    if (slot->size == bytes.size && slot->head == bytes.head && slot->tail == bytes.tail) {
      inst.opcodeWord = slot->words[0];
      return arrays.words.append(slot->words + 1, slot->words + 1 + modifiers.size());
    }
    *slot = {.size = bytes.size, .head = bytes.head, .tail = bytes.tail};
  }
  inst.opcodeWord = words.intern(tokens.text(inst.opcode.index));
  for (Item modifier : modifiers)
    arrays.words.push_back(words.intern(tokens.text(modifier.value)));
  if (slot) {
    slot->words[0] = inst.opcodeWord;
    llvm::copy(llvm::ArrayRef(arrays.words).take_back(modifiers.size()), slot->words + 1);
  }
}

void AstBuilder::instruction(Mark mark, uint32_t nextToken) {
  ArrayRef<Item> parts = since(mark);
  if (parts.empty()) // a labelled directive has taken the label
    return;
  TokenId opcode = parts[0].token();
  if (guard == GuardKind::None && kindOf(opcode.index + 1) == TokenKind::Colon) {
    checkName(kindOf(opcode.index), opcode);
    discard(mark);
    return addStmt(StmtKind::Label, opcode.index);
  }
  Instruction inst;
  inst.opcode = opcode;
  inst.last = {nextToken - 1};
  inst.guard = guard;
  guard = GuardKind::None;
  parts = parts.drop_front();
  size_t i = 0;
  while (i != parts.size() && parts[i].isToken() && !isName(parts[i].kind()))
    ++i;
  addWords(inst, parts.take_front(i));
  constexpr size_t most = 0xFFFF;
  if (LLVM_UNLIKELY(i > most || parts.size() - i > most)) {
    diagnostics.emit(diag::TooManyOperands{.range = tokens.range(opcode.index),
                                           .what = i > most ? "modifiers" : "operands",
                                           .limit = most});
    arrays.words.truncate(inst.modifiersFirst + std::min(i, most));
    parts = parts.take_front(i + std::min(parts.size() - i, most));
  }
  inst.modifierCount = static_cast<uint16_t>(std::min(i, most));
  ListRef operands = addList(parts.drop_front(i));
  inst.operandsFirst = operands.first;
  inst.operandCount = static_cast<uint16_t>(operands.count);
  discard(mark);
  addStmt(StmtKind::Instruction, static_cast<uint32_t>(arrays.insts.size()));
  arrays.insts.push_back(inst);
}

/// `.branchtargets`, `.calltargets` and `.callprototype`, whose label is the item below.
void AstBuilder::labelled(Mark mark, uint32_t nextToken) {
  TokenKind kind = kindOf(mark.firstToken);
  if (kind == TokenKind::CallPrototype)
    return callPrototype(mark, nextToken);
  TokenId label = itemBelow(mark).token();
  DirectiveId id = addDirective(
      kind == TokenKind::BranchTargets ? DirectiveKind::BranchTargets : DirectiveKind::CallTargets,
      {mark.items, label.index}, nextToken, {mark.firstToken}, since(mark).drop_front());
  discard({mark.items - 1, 0});
  addStmt(StmtKind::Directive, id.index);
}

void AstBuilder::loc(Mark mark) {
  // Loc, file, line, column, [the inlined location]
  ArrayRef<Item> parts = since(mark);
  Loc loc{{mark.firstToken}, 0, 0, 0, {}};
  if (parts.size() >= 4) {
    loc.file = count(parts[1].token());
    loc.line = count(parts[2].token());
    loc.column = count(parts[3].token());
  }
  if (parts.back().tag == InlinedTag)
    loc.inlined = {parts.back().value};
  discard(mark);
  addStmt(StmtKind::Loc, static_cast<uint32_t>(arrays.locs.size()));
  arrays.locs.push_back(loc);
}

/// The value of a count; one that does not fit 32 bits is an error.
uint32_t AstBuilder::count(TokenId token) {
  if (kindOf(token.index) == TokenKind::WarpSize)
    return 32;
  IntegerLiteral value = parseInteger(tokens.text(token.index));
  if (value.range != LiteralRange::Exact || value.value > 0xFFFF'FFFF)
    diagnostics.emit(diag::CountTooLarge{
        .range = tokens.range(token.index), .what = "count", .number = tokens.text(token.index)});
  return static_cast<uint32_t>(value.value);
}

//===-- Declarations --------------------------------------------------------------------------===//

/// The linkage directive before an item at module scope belongs to it, though it is before
/// the rule.
TokenId AstBuilder::takeLinkage(Mark &mark) {
  if (mark.items == 0)
    return {};
  Item below = itemBelow(mark);
  if (!below.isToken() || !canBe(below.kind(), DirectivePlace::BeforeVariable))
    return {};
  --mark.items;
  mark.firstToken = below.value;
  return below.token();
}

void AstBuilder::variable(Mark mark, uint32_t nextToken, bool isParameter) {
  ArrayRef<Item> parts = since(mark);
  Variable var{};
  Mark whole = mark;
  if (!isParameter)
    var.linkage = takeLinkage(whole);
  var.first = {whole.firstToken};
  var.last = {nextToken - 1};
  var.declarators.first = static_cast<uint32_t>(arrays.decls.size());
  TokenId parameterName;
  uint32_t dimensions = 0;
  uint32_t firstDimension = static_cast<uint32_t>(arrays.lists.size());
  for (Item item : parts) {
    switch (item.tag) {
    case QualifierTag:
      if (var.qualifiers.count++ == 0)
        var.qualifiers.first = item.value;
      break;
    case DeclaratorTag:
      if (var.declarators.count++ == 0)
        var.declarators.first = item.value;
      break;
    case DimensionTag:
      arrays.lists.push_back({item.value});
      ++dimensions;
      break;
    default:
      if (item.kind() == TokenKind::Hidden)
        var.hidden = item.token();
      else if (item.kind() == TokenKind::Vector)
        var.vector = item.token();
      else if (item.kind() == TokenKind::Modifier)
        (var.ptr && var.type ? var.ptrSpace : var.type) = item.token();
      else if (item.kind() == TokenKind::Ptr)
        var.ptr = item.token();
      else if (!var.space)
        var.space = item.token();
      else if (var.ptr && spaceOf(item.kind()))
        var.ptrSpace = item.token();
      else
        parameterName = item.token();
    }
  }
  discard(whole);
  if (var.space && kindOf(var.space.index) == TokenKind::Sreg)
    diagnostics.emit(diag::SregDeclaration{.range = tokens.range(var.space.index)});
  if (isParameter) {
    var.declarators.count = 1;
    arrays.decls.push_back({parameterName, {}, {firstDimension, dimensions}, {}});
    arrays.vars.push_back(var);
    return push(ParameterTag, static_cast<uint32_t>(arrays.vars.size() - 1));
  }
  if (var.declarators.empty())
    diagnostics.emit(diag::EmptyDeclaration{
        .range = {tokens.range(var.first.index).begin, tokens.range(var.last.index).end}});
  addStmt(StmtKind::Variable, static_cast<uint32_t>(arrays.vars.size()));
  arrays.vars.push_back(var);
}

void AstBuilder::declarator(Mark mark) {
  Declarator decl{};
  decl.dimensions.first = static_cast<uint32_t>(arrays.lists.size());
  for (Item item : since(mark)) {
    switch (item.tag) {
    case NameCountTag:
      decl.nameCount = {item.value};
      break;
    case DimensionTag:
      arrays.lists.push_back({item.value});
      ++decl.dimensions.count;
      break;
    case InitializerTag:
      decl.initializer = {item.value};
      break;
    default:
      decl.name = item.token();
      checkName(item.kind(), decl.name);
    }
  }
  discard(mark);
  arrays.decls.push_back(decl);
  push(DeclaratorTag, static_cast<uint32_t>(arrays.decls.size() - 1));
}

void AstBuilder::parameters(Mark mark, IdRange<VarId> &range) {
  ArrayRef<Item> parts = since(mark);
  range = {parts.empty() ? 0 : parts[0].value, static_cast<uint32_t>(parts.size())};
  discard(mark);
}

void AstBuilder::function(Mark mark, uint32_t nextToken) {
  Function func{};
  Mark whole = mark;
  func.keyword = {mark.firstToken};
  func.linkage = takeLinkage(whole);
  func.first = {whole.firstToken};
  func.last = {nextToken - 1};
  for (Item item : since(mark).drop_front()) {
    switch (item.tag) {
    case QualifierTag:
      func.attributes = {item.value, 1};
      break;
    case DirectiveTag:
      if (func.directives.count++ == 0)
        func.directives.first = item.value;
      break;
    default:
      if (item.isToken())
        func.name = item.token();
    }
  }
  func.results = results;
  func.parameters = parameterRange;
  func.open = bodyOpen;
  func.close = bodyClose;
  results = parameterRange = {};
  bodyOpen = bodyClose = {};
  discard(whole);
  addStmt(StmtKind::Function, static_cast<uint32_t>(arrays.funcs.size()));
  arrays.funcs.push_back(func);
}

void AstBuilder::callPrototype(Mark mark, uint32_t nextToken) {
  Function func{};
  func.first = itemBelow(mark).token();
  func.last = {nextToken - 1};
  func.keyword = {mark.firstToken};
  for (Item item : since(mark).drop_front()) {
    if (item.tag == DirectiveTag) {
      if (func.directives.count++ == 0)
        func.directives.first = item.value;
    } else if (item.isToken()) {
      func.name = item.token();
    }
  }
  func.results = results;
  func.parameters = parameterRange;
  results = parameterRange = {};
  discard({mark.items - 1, 0});
  addStmt(StmtKind::Function, static_cast<uint32_t>(arrays.funcs.size()));
  arrays.funcs.push_back(func);
}

//===-- Directives ----------------------------------------------------------------------------===//

DirectiveId AstBuilder::addDirective(DirectiveKind kind, Mark mark, uint32_t nextToken,
                                     TokenId keyword, ArrayRef<Item> operands) {
  ListRef list = addList(operands);
  arrays.dirs.push_back({kind, {mark.firstToken}, {nextToken - 1}, keyword, list});
  return {static_cast<uint32_t>(arrays.dirs.size() - 1)};
}

void AstBuilder::sectionLine(Mark mark, uint32_t nextToken) {
  ArrayRef<Item> parts = since(mark);
  bool label = kindOf(mark.firstToken) != TokenKind::Modifier;
  DirectiveId id =
      addDirective(label ? DirectiveKind::SectionLabel : DirectiveKind::SectionData, mark,
                   nextToken, {mark.firstToken}, label ? parts : parts.drop_front());
  discard(mark);
  addStmt(StmtKind::Directive, id.index);
}

/// [Minus] Integer; name or section name, [Plus Integer]; name, Minus, name
void AstBuilder::sectionValue(Mark mark) {
  ArrayRef<Item> parts = since(mark);
  ExprId value;
  if (parts.size() == 3) {
    ExprId left = toExpr(parts[0]);
    ExprId right = toExpr(parts[2]);
    value = addExpr(parts[1].kind() == TokenKind::Plus ? ExprKind::Offset : ExprKind::Difference,
                    parts[1].token(), left.index, right.index);
  } else {
    value = fold(parts);
  }
  discard(mark);
  pushExpr(value);
}
