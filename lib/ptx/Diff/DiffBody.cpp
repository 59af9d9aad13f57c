// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diff/DiffBody.h"

#include "ptx/Sema/Declarations/Declarations.h"
#include "ptx/Sema/Names/SymbolWords.h"
#include "ptx/Support/Mixer.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace ptx;
using llvm::StringRef;

std::string ptx::tokensText(const SyntaxUnit &unit, TokenId first, TokenId last,
                            llvm::function_ref<StringRef(uint32_t token)> replacement) {
  std::string text;
  for (uint32_t i = first.index; i <= last.index; ++i) {
    SourceRange range = unit.range(TokenId{i});
    if (i != first.index && unit.range(TokenId{i - 1}).end != range.begin)
      text += ' ';
    StringRef other = replacement ? replacement(i) : StringRef();
    text += other.empty() ? unit.text(TokenId{i}) : other;
  }
  return text;
}

std::string ptx::declarationText(const Symbol &symbol) {
  const SyntaxUnit &unit = *symbol.unit;
  const Variable &variable = unit[symbol.variable];
  std::string text;
  auto add = [&](const llvm::Twine &word) {
    if (!text.empty())
      text += ' ';
    text += word.str();
  };
  for (TokenId token : {variable.linkage, variable.hidden, variable.space})
    if (token && unit.text(token) != ".reg")
      add(unit.text(token));
  // The order of qualifiers does not matter, nor does an alignment that the type implies.
  llvm::SmallVector<std::string, 2> qualifiers;
  for (DirectiveId id : variable.qualifiers)
    if (unit[id].kind != DirectiveKind::Align)
      qualifiers.push_back(tokensText(unit, unit[id].first, unit[id].last));
  llvm::sort(qualifiers);
  if (symbol.isMemory() && symbol.alignment > elementBytes(symbol))
    add(".align " + llvm::Twine(symbol.alignment));
  for (const std::string &qualifier : qualifiers)
    add(qualifier);
  add(typeText(symbol));
  for (TokenId token : {variable.ptr, variable.ptrSpace})
    if (token)
      add(unit.text(token));
  if (variable.ptr)
    for (DirectiveId id : variable.qualifiers)
      if (unit[id].kind == DirectiveKind::Align)
        add(tokensText(unit, unit[id].first, unit[id].last));
  if (ExprId initializer = unit[symbol.declarator].initializer)
    add("= " + tokensText(unit, unit.firstToken(initializer), unit.lastToken(initializer)));
  return text;
}

static uint64_t hashText(StringRef text) { return llvm::xxh3_64bits(text); }

/// Registers are too many for their declarations to identify them.
static uint64_t declarationHash(const Symbol &symbol) {
  if (symbol.kind != SymbolKind::Variable)
    return static_cast<uint64_t>(symbol.kind);
  if (symbol.isRegister())
    return (symbol.type ? static_cast<uint64_t>(*symbol.type) + 1 : 0) << 8 | symbol.vectorLength;
  return hashText(declarationText(symbol));
}

namespace {

/// Reads the statements of a body.
class LineReader {
public:
  LineReader(const CheckedUnit &checked, MnemonicSpeller &mnemonics, const llvm::StringSet<> &fixed)
      : checked(checked), unit(checked.scope.unit), mnemonics(mnemonics), fixed(fixed) {
    body.checked = &checked;
  }

  DiffBody read() {
    findExpressions();
    findDeclared();
    for (uint32_t i = 0; i != unit.statements().size(); ++i)
      readStatement(StmtId{i});
    dropUnusedLabels();
    findUnused();
    return std::move(body);
  }

private:
  static constexpr uint32_t none = ~0u;

  void findExpressions();
  void findDeclared();
  void readStatement(StmtId id);
  void readInstruction(InstId id);
  void readTokens(uint64_t head, TokenId first, TokenId last);
  void begin(uint64_t head, TokenId first, TokenId last);
  void end();
  void addTokens(TokenId first, TokenId last);
  void addToken(uint32_t token);
  uint64_t mnemonicHash(const Instruction &inst, const Signature *signature);
  void addName(uint32_t token, Binding binding);
  uint32_t nameOf(uint32_t token, Binding binding, const Symbol &symbol);
  void dropUnusedLabels();
  void findUnused();

  const CheckedUnit &checked;
  const SyntaxUnit &unit;
  MnemonicSpeller &mnemonics;
  const llvm::StringSet<> &fixed;
  DiffBody body;
  Mixer mixer;
  /// By token: the expression that consists of the token, and the symbol that it declares.
  std::vector<uint32_t> expressions;
  llvm::DenseMap<uint32_t, uint32_t> declared; // by its offset in the source
  llvm::DenseMap<uint64_t, uint32_t> names;    // by symbol and number
  llvm::DenseMap<const Signature *, uint64_t> hashes;
};

} // namespace

void LineReader::findExpressions() {
  expressions.assign(unit.tokens().size(), none);
  for (uint32_t i = 0; i != unit.expressions().size(); ++i) {
    const Expr &e = unit[ExprId{i}];
    expressions[e.token.index] = i;
    if (e.kind == ExprKind::Member)
      expressions[e.component().index] = i;
  }
}

/// Labels of all scopes, which `BodyScope::find` does not see from outside.
void LineReader::findDeclared() {
  for (auto [i, symbol] : llvm::enumerate(checked.scope.symbols().all())) {
    body.parameterCount += symbol.parameter != ParameterKind::None;
    if (symbol.kind != SymbolKind::Variable)
      declared.try_emplace(symbol.range.begin, static_cast<uint32_t>(i));
  }
}

void LineReader::begin(uint64_t head, TokenId first, TokenId last) {
  mixer = Mixer(head);
  body.lines.push_back(
      {0, head, first, last, static_cast<uint32_t>(body.uses.size()), 0, TokenId{}});
}

void LineReader::end() {
  DiffLine &line = body.lines.back();
  line.shape = mixer.result();
  line.useCount = static_cast<uint32_t>(body.uses.size()) - line.firstUse;
}

static NameKind kindOf(const Symbol &symbol, bool isModule) {
  if (isModule)
    return NameKind::Global;
  if (symbol.kind != SymbolKind::Variable)
    return NameKind::Label;
  if (symbol.parameter != ParameterKind::None)
    return NameKind::Parameter;
  return symbol.isRegister() ? NameKind::Register : NameKind::Variable;
}

uint32_t LineReader::nameOf(uint32_t token, Binding binding, const Symbol &symbol) {
  bool isModule = binding.symbol.isModule();
  uint64_t key = static_cast<uint64_t>(binding.symbol.index()) << 32 | binding.number;
  auto [known, isNew] =
      names.try_emplace(key << 1 | isModule, static_cast<uint32_t>(body.names.size()));
  if (isNew)
    body.names.push_back({unit.text(TokenId{token}), &symbol, kindOf(symbol, isModule),
                          declarationHash(symbol), binding.symbol.index(),
                          static_cast<uint32_t>(body.uses.size()),
                          static_cast<uint32_t>(body.lines.size() - 1)});
  return known->second;
}

void LineReader::addName(uint32_t token, Binding binding) {
  const Symbol *symbol = checked.scope.symbol(binding.symbol);
  StringRef text = unit.text(TokenId{token});
  if (!symbol || (binding.symbol.isModule() && fixed.contains(text))) {
    mixer.add(hashText(text));
    return;
  }
  uint32_t name = nameOf(token, binding, *symbol);
  ++body.names[name].useCount;
  mixer.add(static_cast<uint64_t>(body.names[name].kind));
  body.uses.push_back({name, token});
}

void LineReader::addToken(uint32_t token) {
  StringRef text = unit.text(TokenId{token});
  uint32_t id = expressions[token];
  if (id == none) {
    auto label = declared.find(unit.range(TokenId{token}).begin);
    if (label != declared.end())
      addName(token, {SymbolRef::ofBody(label->second), 0});
    else
      mixer.add(hashText(text));
    return;
  }
  const Expr &e = unit[ExprId{id}];
  bool isComponent = e.kind == ExprKind::Member && e.component().index == token;
  if (isComponent)
    mixer.add(hashText(canonicalComponent(text)));
  else if (e.kind == ExprKind::Integer)
    mixer.add(Mixer(e.integerValue()).result() + e.isUnsigned());
  else if (e.kind == ExprKind::Float && e.notation() != Notation::FloatBits32)
    mixer.add(Mixer(e.floatBits()).result());
  else if (e.kind == ExprKind::Float)
    mixer.add(Mixer(e.floatBits()).result() + 1);
  else
    addName(token, checked.scope.numberedBinding(ExprId{id}));
}

void LineReader::addTokens(TokenId first, TokenId last) {
  for (uint32_t i = first.index; i <= last.index; ++i)
    if (unit.tokens().kind(i) != TokenKind::Semicolon)
      addToken(i);
}

/// A hash of the canonical spelling.
uint64_t LineReader::mnemonicHash(const Instruction &inst, const Signature *signature) {
  auto ofSource = [&] {
    std::string text;
    for (uint32_t i = 0; i <= inst.modifierCount; ++i)
      text += unit.text(TokenId{inst.opcode.index + i});
    return hashText(text);
  };
  if (!signature || signature->view.form->undocumented)
    return ofSource();
  auto [known, isNew] = hashes.try_emplace(signature, 0);
  if (isNew) {
    StringRef text = mnemonics.respelled(unit, inst, *signature);
    known->second = text.empty() ? ofSource() : hashText(text);
  }
  return known->second;
}

void LineReader::readInstruction(InstId id) {
  const Instruction &inst = unit[id];
  begin(hashText(unit.text(inst.opcode)), inst.first(), inst.last);
  body.lines.back().opcode = inst.opcode;
  mixer.add(static_cast<uint64_t>(inst.guard));
  if (inst.guard != GuardKind::None)
    addName(inst.guardRegister().index, checked.scope.numberedGuard(id));
  mixer.add(mnemonicHash(inst, checked.signatures[id.index]));
  TokenId operands{inst.opcode.index + 1 + inst.modifierCount};
  addTokens(operands, inst.last);
  end();
}

void LineReader::readTokens(uint64_t head, TokenId first, TokenId last) {
  begin(head, first, last);
  addTokens(first, last);
  end();
}

void LineReader::readStatement(StmtId id) {
  const Stmt &stmt = unit[id];
  uint64_t head = static_cast<uint64_t>(stmt.kind);
  switch (stmt.kind) {
  case StmtKind::Instruction:
    return readInstruction({stmt.index});
  case StmtKind::Label:
  case StmtKind::Function:
    return readTokens(head, unit.firstToken(id), unit.lastToken(id));
  case StmtKind::Directive: {
    DirectiveKind kind = unit[DirectiveId{stmt.index}].kind;
    if (kind == DirectiveKind::Pragma || kind == DirectiveKind::BranchTargets ||
        kind == DirectiveKind::CallTargets)
      readTokens(head + (static_cast<uint64_t>(kind) << 8), unit.firstToken(id),
                 unit.lastToken(id));
    return;
  }
  // Names are compared where they are used, and blocks only limit their scope.
  case StmtKind::Variable:
  case StmtKind::Block:
  case StmtKind::Loc:
    return;
  }
}

/// Labels that only debug information refers to are not compared.
void LineReader::dropUnusedLabels() {
  llvm::erase_if(body.lines, [&](const DiffLine &line) {
    return !line.isInstruction() && line.head == static_cast<uint64_t>(StmtKind::Label) &&
           line.useCount == 1 && body.names[body.uses[line.firstUse].name].useCount == 1;
  });
  for (DiffName &name : body.names)
    name.useCount = 0;
  for (auto [i, line] : llvm::enumerate(body.lines))
    for (uint32_t use = line.firstUse; use != line.firstUse + line.useCount; ++use) {
      DiffName &name = body.names[body.uses[use].name];
      // The statement after a label identifies it, wherever the label is first used.
      bool isLabel = line.head == static_cast<uint64_t>(StmtKind::Label) && !line.isInstruction();
      if (name.useCount++ == 0 || isLabel) {
        name.firstUse = use;
        name.firstLine = static_cast<uint32_t>(i);
      }
    }
}

void LineReader::findUnused() {
  for (auto [i, symbol] : llvm::enumerate(checked.scope.symbols().all()))
    if (symbol.isMemory() && symbol.parameter == ParameterKind::None && !symbol.broken &&
        symbol.variable.valid() && !names.contains(static_cast<uint64_t>(i) << 33))
      body.unused.push_back(&symbol);
}

DiffBody ptx::readDiffBody(const CheckedUnit &checked, MnemonicSpeller &mnemonics,
                           const llvm::StringSet<> &fixed) {
  return LineReader(checked, mnemonics, fixed).read();
}
