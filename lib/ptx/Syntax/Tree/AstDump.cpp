// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Tree/AstDump.h"

#include "ptx/Syntax/Tree/DumpSink.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace ptx;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

/// Sends the nodes of one unit to a sink.
class UnitDumper {
public:
  UnitDumper(const SyntaxUnit &unit, DumpSink &sink) : unit(unit), sink(sink) { computeEnds(); }

  /// Visits all statements, and calls `dumpBody` for each function with a body.
  template <class DumpBody> void statements(DumpBody dumpBody);

private:
  /// First and last token of an expression.
  struct Ends {
    uint32_t first;
    uint32_t last;
  };
  /// An expression whose children are being visited.
  struct Frame {
    ExprId id;
    uint32_t nextChild;
  };

  void computeEnds();
  Ends endsOf(const Expr &e) const;
  /// After an error a child may be missing; then `e` itself represents it.
  Ends endsOf(ExprId child, const Expr &e) const {
    return child ? ends[child.index] : Ends{e.token.index, e.token.index};
  }
  SourceRange range(TokenId first, TokenId last) const;
  TokenId endOf(const Declarator &decl) const;

  void token(StringRef name, TokenId token);
  void begin(ExprId id, StringRef role);
  void expression(ExprId id, StringRef role);
  void expressions(StringRef name, StringRef role, ListRef list);

  void instruction(const Instruction &inst);
  void variable(VarId id, StringRef role);
  void declarator(const Declarator &decl);
  void directive(DirectiveId id, StringRef role);
  void loc(const Loc &loc);
  void functionHeader(const Function &func);
  template <class Range, class Member>
  void list(StringRef name, StringRef role, Range range, Member member);

  const SyntaxUnit &unit;
  DumpSink &sink;
  llvm::SmallVector<Ends, 0> ends; // by expression
  llvm::SmallVector<Frame, 0> frames;
};

StringRef notationName(Notation notation) {
  static constexpr StringRef names[] = {"decimal", "octal",  "hexadecimal",
                                        "binary",  "bits32", "bits64"};
  static_assert(std::size(names) == static_cast<size_t>(Notation::FloatBits64) + 1);
  return names[static_cast<size_t>(notation)];
}

} // namespace

//===-- Ranges --------------------------------------------------------------------------------===//

/// `SyntaxUnit::firstToken` and `lastToken` descend to the ends of an expression, which would take
/// quadratic time for all nodes of a deep one. Children have lower ids than their parents, so one
/// pass is sufficient.
void UnitDumper::computeEnds() {
  ends.reserve(unit.expressions().size());
  for (const Expr &e : unit.expressions())
    ends.push_back(endsOf(e));
}

UnitDumper::Ends UnitDumper::endsOf(const Expr &e) const {
  Ends result{e.token.index, e.token.index};
  if (exprShape(e.kind) == ExprShape::Sides) {
    result = {endsOf(e.lhs(), e).first, endsOf(e.rhs(), e).last};
    result.last += e.kind == ExprKind::Mask; // the `)`
    return result;
  }
  if (exprShape(e.kind) == ExprShape::List) {
    ArrayRef<ExprId> list = unit.list(e.list());
    bool closed =
        e.kind != ExprKind::Conditional && (e.kind != ExprKind::Attribute || !list.empty());
    if (e.kind == ExprKind::Conditional)
      result.first = endsOf(list.front(), e).first;
    if (!list.empty())
      result.last = endsOf(list.back(), e).last;
    result.last += closed;
    return result;
  }
  switch (e.kind) {
  case ExprKind::Member:
    result.last = e.component().index;
    break;
  case ExprKind::Qualified:
    result.first = endsOf(e.child(), e).first;
    break;
  case ExprKind::Cast: // `(` is before the type
    --result.first;
    [[fallthrough]];
  case ExprKind::Unary:
  case ExprKind::Field:
    result.last = endsOf(e.child(), e).last;
    break;
  case ExprKind::Index:
  case ExprKind::Paren:
  case ExprKind::Generic:
  case ExprKind::NameRange:
    result.last = endsOf(e.child(), e).last + 1;
    break;
  default:
    break;
  }
  return result;
}

/// The range from the first to the second token. After an error a closing token may be missing.
SourceRange UnitDumper::range(TokenId first, TokenId last) const {
  uint32_t end = unit.tokens().size() - 1;
  return unit.range({std::min(first.index, end)}, {std::min(last.index, end)});
}

TokenId UnitDumper::endOf(const Declarator &decl) const {
  if (decl.initializer)
    return {ends[decl.initializer.index].last};
  if (decl.nameCount)
    return {ends[decl.nameCount.index].last + 1};
  TokenId last = decl.name;
  for (ExprId count : unit.list(decl.dimensions)) // from `[` to `]`
    last.index = count ? ends[count.index].last + 1 : last.index + 2;
  return last;
}

//===-- Expressions ---------------------------------------------------------------------------===//

void UnitDumper::token(StringRef name, TokenId token) {
  if (token)
    sink.field(name, unit.text(token));
}

/// Sends the node and its fields.
void UnitDumper::begin(ExprId id, StringRef role) {
  const Expr &e = unit[id];
  sink.beginNode(role, exprKindName(e.kind), range({ends[id.index].first}, {ends[id.index].last}));
  token("text", e.token);
  switch (e.kind) {
  case ExprKind::Member:
    token("component", e.component());
    break;
  case ExprKind::Integer:
    sink.number("value", e.integerValue());
    sink.field("notation", notationName(e.notation()));
    sink.flag("unsigned", e.isUnsigned());
    sink.flag("inexact", e.flags & Expr::inexactFlag);
    break;
  case ExprKind::Float: {
    bool isSingle = e.notation() == Notation::FloatBits32;
    sink.field("bits", "0x" + llvm::utohexstr(e.floatBits(), false, isSingle ? 8 : 16));
    sink.field("notation", notationName(e.notation()));
    sink.flag("inexact", e.flags & Expr::inexactFlag);
    break;
  }
  case ExprKind::Unary:
  case ExprKind::Binary:
    sink.field("operator", tokenKindName(e.op()));
    break;
  default:
    break;
  }
  if (exprShape(e.kind) == ExprShape::List)
    sink.beginList("elements");
  frames.push_back({id, 0});
}

/// Sends an expression and all its descendants. The depth of an expression is only limited by the
/// length of the source.
void UnitDumper::expression(ExprId id, StringRef role) {
  if (!id)
    return sink.noNode(role);
  begin(id, role);
  while (!frames.empty()) {
    const Expr &e = unit[frames.back().id];
    ExprShape shape = exprShape(e.kind);
    ExprChildren children = unit.children(e);
    uint32_t next = frames.back().nextChild++;
    if (next == children.size()) {
      if (shape == ExprShape::List)
        sink.endList();
      sink.endNode();
      frames.pop_back();
      continue;
    }
    ExprId child = children[next];
    StringRef childRole = shape == ExprShape::List    ? "element"
                          : shape == ExprShape::Child ? "child"
                          : next == 0                 ? "left"
                                                      : "right";
    if (child)
      begin(child, childRole);
    else
      sink.noNode(childRole);
  }
}

void UnitDumper::expressions(StringRef name, StringRef role, ListRef list) {
  sink.beginList(name);
  for (ExprId id : unit.list(list))
    expression(id, role);
  sink.endList();
}

//===-- Statements ----------------------------------------------------------------------------===//

template <class Range, class Member>
void UnitDumper::list(StringRef name, StringRef role, Range range, Member member) {
  sink.beginList(name);
  for (auto id : range)
    (this->*member)(id, role);
  sink.endList();
}

void UnitDumper::instruction(const Instruction &inst) {
  if (inst.guard != GuardKind::None) {
    token("guard", inst.guardRegister());
    sink.flag("negated", inst.guard == GuardKind::Negated);
  }
  token("opcode", inst.opcode);
  llvm::SmallVector<StringRef, 8> modifiers;
  for (uint32_t i = 1; i <= inst.modifierCount; ++i)
    modifiers.push_back(unit.text({inst.opcode.index + i}));
  sink.words("modifiers", modifiers);
  expressions("operands", "operand", inst.operands());
}

void UnitDumper::variable(VarId id, StringRef role) {
  const Variable &var = unit[id];
  sink.beginNode(role, "Variable", range(var.first, var.last));
  token("linkage", var.linkage);
  token("space", var.space);
  token("vector", var.vector);
  token("type", var.type);
  token("ptr", var.ptr);
  token("ptrSpace", var.ptrSpace);
  token("hidden", var.hidden);
  list("qualifiers", "qualifier", var.qualifiers, &UnitDumper::directive);
  sink.beginList("declarators");
  for (DeclaratorId declaratorId : var.declarators)
    declarator(unit[declaratorId]);
  sink.endList();
  sink.endNode();
}

void UnitDumper::declarator(const Declarator &decl) {
  sink.beginNode("declarator", "Declarator", range(decl.name, endOf(decl)));
  token("name", decl.name);
  if (decl.nameCount)
    expression(decl.nameCount, "nameCount");
  expressions("dimensions", "dimension", decl.dimensions);
  if (decl.initializer)
    expression(decl.initializer, "initializer");
  sink.endNode();
}

void UnitDumper::directive(DirectiveId id, StringRef role) {
  const Directive &directive = unit[id];
  sink.beginNode(role, "Directive", range(directive.first, directive.last));
  sink.field("directive", directiveKindName(directive.kind));
  token("keyword", directive.keyword);
  if (directive.kind == DirectiveKind::BranchTargets ||
      directive.kind == DirectiveKind::CallTargets)
    token("label", directive.first);
  expressions("operands", "operand", directive.operands);
  sink.endNode();
}

void UnitDumper::loc(const Loc &loc) {
  sink.number("file", loc.file);
  sink.number("line", loc.line);
  sink.number("column", loc.column);
  if (loc.inlined)
    directive(loc.inlined, "inlined");
}

void UnitDumper::functionHeader(const Function &func) {
  token("linkage", func.linkage);
  token("keyword", func.keyword);
  token("name", func.name);
  if (func.keyword && unit.tokens().kind(func.keyword.index) == TokenKind::CallPrototype)
    token("label", func.first);
  sink.flag("hasBody", func.hasBody());
  list("attributes", "attribute", func.attributes, &UnitDumper::directive);
  list("results", "result", func.results, &UnitDumper::variable);
  list("parameters", "parameter", func.parameters, &UnitDumper::variable);
  list("directives", "directive", func.directives, &UnitDumper::directive);
}

template <class DumpBody> void UnitDumper::statements(DumpBody dumpBody) {
  llvm::SmallVector<uint32_t> blockEnds;
  sink.beginList("statements");
  auto closeBlocks = [&](uint32_t next) {
    while (!blockEnds.empty() && blockEnds.back() <= next) {
      blockEnds.pop_back();
      sink.endList();
      sink.endNode();
    }
  };
  for (uint32_t i = 0; i != unit.statements().size(); ++i) {
    closeBlocks(i);
    const Stmt &stmt = unit.statements()[i];
    if (stmt.kind == StmtKind::Variable) {
      variable({stmt.index}, "");
      continue;
    }
    if (stmt.kind == StmtKind::Directive) {
      directive({stmt.index}, "");
      continue;
    }
    static constexpr StringRef names[] = {"Instruction", "Label",     "Variable", "Block",
                                          "Loc",         "Directive", "Function"};
    static_assert(std::size(names) == static_cast<size_t>(StmtKind::Function) + 1);
    sink.beginNode("", names[static_cast<size_t>(stmt.kind)],
                   range(unit.firstToken(StmtId{i}), unit.lastToken(StmtId{i})));
    if (stmt.kind == StmtKind::Block) {
      sink.flag("closed", unit[BlockId{stmt.index}].close.valid());
      sink.beginList("statements");
      blockEnds.push_back(std::max(i + 1, unit[BlockId{stmt.index}].end.index));
      continue;
    }
    if (stmt.kind == StmtKind::Instruction)
      instruction(unit[InstId{stmt.index}]);
    else if (stmt.kind == StmtKind::Label)
      token("name", {stmt.index});
    else if (stmt.kind == StmtKind::Loc)
      loc(unit[LocId{stmt.index}]);
    else {
      functionHeader(unit[FuncId{stmt.index}]);
      dumpBody(unit[FuncId{stmt.index}]);
    }
    sink.endNode();
  }
  closeBlocks(~0u);
  sink.endList();
}

static void dump(const Module &module, DumpSink &sink) {
  SourceRange whole{0, static_cast<uint32_t>(module.source().text().size())};
  sink.beginNode("", "Module", whole);
  sink.field("file", module.source().name());
  sink.flag("fragment", module.isFragment());
  sink.flag("complete", module.isComplete());
  auto noBody = [](const Function &) {};
  llvm::SmallVector<bool> dumped(module.bodies().size());
  UnitDumper(module.top(), sink).statements([&](const Function &func) {
    if (func.body >= module.bodies().size())
      return;
    dumped[func.body] = true;
    UnitDumper(module.bodies()[func.body], sink).statements(noBody);
  });
  // After an error in a header, its body belongs to no function.
  sink.beginList("bodies");
  for (auto [i, body] : llvm::enumerate(module.bodies())) {
    if (dumped[i])
      continue;
    SourceRange range{body.tokens()[0].offset(), body.tokens()[body.tokens().size() - 1].offset()};
    sink.beginNode("body", "Body", range);
    UnitDumper(body, sink).statements(noBody);
    sink.endNode();
  }
  sink.endList();
  sink.endNode();
}

void ptx::dumpAst(llvm::raw_ostream &os, const Module &module) {
  TextDumpSink sink(os, module.source());
  dump(module, sink);
}

void ptx::dumpAstAsJson(llvm::raw_ostream &os, const Module &module) {
  JsonDumpSink sink(os, module.source());
  dump(module, sink);
}
