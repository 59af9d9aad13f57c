// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/DirectiveRules.h"
#include "ptx/Sema/DebugDirectives.h"

#include "ptx/Sema/Constant.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// A type of data in a section.
struct DataType {
  llvm::StringLiteral name;
  unsigned bits;
};

/// Checks the sections of one module.
class SectionChecker {
public:
  SectionChecker(const Module &module, const SymbolTable &symbols, GateReport &gates,
                 DiagnosticList &diagnostics)
      : module(module), unit(module.top()), symbols(symbols), gates(gates),
        diagnostics(diagnostics) {}

  SectionLabels run();

private:
  /// A label that data refers to.
  struct Reference {
    StringRef name;
    SourceRange range;
  };

  void defineLabels();
  void data(const Directive &line);
  void number(ExprId id, const DataType &type);
  void address(ExprId id, const DataType &type);
  void difference(const Expr &e);
  void undefinedLabels();

  const Module &module;
  const SyntaxUnit &unit;
  const SymbolTable &symbols;
  GateReport &gates;
  DiagnosticList &diagnostics;
  SectionLabels labels;
  std::vector<Reference> references;
};

} // namespace

static constexpr DataType dataTypes[] = {{".b8", 8}, {".b16", 16}, {".b32", 32}, {".b64", 64}};

SectionLabels SectionChecker::run() {
  defineLabels();
  for (const Directive &directive : unit.directives()) {
    if (directive.kind == DirectiveKind::Section)
      gates.use(Feature::SectionDirective, unit.range(directive.first));
    else if (directive.kind == DirectiveKind::SectionData)
      data(directive);
  }
  if (module.isComplete())
    undefinedLabels();
  return std::move(labels);
}

/// Labels can stand behind their use; all sections share them.
void SectionChecker::defineLabels() {
  llvm::DenseMap<StringRef, SourceRange> places;
  uint32_t section = 0;
  for (const Directive &directive : unit.directives()) {
    section += directive.kind == DirectiveKind::Section;
    if (directive.kind != DirectiveKind::SectionLabel)
      continue;
    StringRef name = unit.text(directive.first);
    SourceRange range = unit.range(directive.first);
    if (gates.use(Feature::SectionLabel, range))
      gates.use(Feature::SectionLabelByManual, range);
    auto [place, isNew] = places.try_emplace(name, range);
    labels.try_emplace(name, section);
    if (!isNew)
      diagnostics.emit(diag::DuplicateSectionLabel{.range = range, .name = name})
          .note(place->second, "it is defined first here");
  }
}

void SectionChecker::data(const Directive &line) {
  StringRef name = unit.text(line.first);
  const auto *type =
      llvm::find_if(dataTypes, [&](const DataType &each) { return each.name == name; });
  if (type == std::end(dataTypes)) {
    diagnostics.emit(diag::DwarfType{.range = unit.range(line.first),
                                     .type = name,
                                     .expected = "`.b8`, `.b16`, `.b32` or `.b64`"});
    return;
  }
  if (type->bits == 16)
    gates.use(Feature::SectionHalfWords, unit.range(line.first));
  for (ExprId id : unit.list(line.operands)) {
    ExprKind kind = unit[id].kind;
    if (kind == ExprKind::Integer || kind == ExprKind::Unary)
      number(id, *type);
    else
      address(id, *type);
  }
}

/// From -2^(n-1) to 2^n - 1. (Manual 11.5.2)
void SectionChecker::number(ExprId id, const DataType &type) {
  SourceRange range = unit.range(id);
  bool negative = unit[id].kind == ExprKind::Unary;
  if (negative)
    gates.use(Feature::SectionNegative, range);
  const Expr &literal = negative ? unit[unit[id].child()] : unit[id];
  uint64_t value = literal.integerValue();
  uint64_t most = negative ? uint64_t{1} << (type.bits - 1) : ~uint64_t{0} >> (64 - type.bits);
  if (value <= most || literal.flags & Expr::inexactFlag)
    return;
  std::string shown = llvm::utostr(value, negative);
  std::string least = llvm::utostr(uint64_t{1} << (type.bits - 1), /*isNeg=*/true);
  std::string greatest = llvm::utostr(~uint64_t{0} >> (64 - type.bits));
  diagnostics.emit(diag::DwarfValue{.range = range,
                                    .value = shown,
                                    .type = type.name,
                                    .expected = (least + llvm::Twine(" to ") + greatest).str()});
}

/// A label, a section or a function with or without an offset, or the distance of two labels.
void SectionChecker::address(ExprId id, const DataType &type) {
  const Expr &e = unit[id];
  if (type.bits < 32) {
    diagnostics.emit(diag::DwarfType{
        .range = unit.range(id), .type = type.name, .expected = "`.b32` or `.b64` for an address"});
    return;
  }
  if (e.kind == ExprKind::Difference)
    return difference(e);
  ExprId label = id;
  if (e.kind == ExprKind::Offset) {
    gates.use(Feature::SectionOffset, unit.range(id));
    label = e.lhs();
  }
  if (unit[label].kind == ExprKind::Name)
    references.push_back({unit.text(unit[label].token), unit.range(label)});
}

void SectionChecker::difference(const Expr &e) {
  SourceRange range{unit.range(e.lhs()).begin, unit.range(e.rhs()).end};
  gates.use(Feature::SectionDifference, range);
  StringRef names[] = {unit.text(unit[e.lhs()].token), unit.text(unit[e.rhs()].token)};
  const auto left = labels.find(names[0]), right = labels.find(names[1]);
  if (left != labels.end() && right != labels.end() && left->second != right->second)
    diagnostics.emit(
        diag::DistanceAcrossSections{.range = range, .first = names[0], .second = names[1]});
  references.push_back({names[0], unit.range(e.lhs())});
  references.push_back({names[1], unit.range(e.rhs())});
}

/// The names of all variables of `unit`, parameters included.
static void addVariables(const SyntaxUnit &unit, llvm::DenseSet<StringRef> &names) {
  for (const Variable &variable : unit.variables())
    for (DeclaratorId id : variable.declarators)
      names.insert(unit.text(unit[id].name));
}

/// A label can also be that of an instruction, a function, a variable or a parameter.
void SectionChecker::undefinedLabels() {
  llvm::erase_if(references, [&](const Reference &reference) {
    return labels.contains(reference.name) || symbols.find(reference.name);
  });
  if (references.empty())
    return;
  llvm::DenseSet<StringRef> names;
  addVariables(unit, names);
  for (const SyntaxUnit &body : module.bodies()) {
    addVariables(body, names);
    for (const Stmt &stmt : body.statements())
      if (stmt.kind == StmtKind::Label)
        names.insert(body.text(TokenId{stmt.index}));
  }
  for (const Reference &reference : references)
    if (names.insert(reference.name).second)
      diagnostics.emit(diag::UnknownSectionLabel{.range = reference.range, .name = reference.name});
}

SectionLabels ptx::checkDebugSections(const Module &module, const SymbolTable &symbols,
                                      GateReport &gates, DiagnosticList &diagnostics) {
  return SectionChecker(module, symbols, gates, diagnostics).run();
}
