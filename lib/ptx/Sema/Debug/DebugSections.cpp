// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/DirectiveRules.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Sema/Debug/DebugDirectives.h"

#include "ptx/Sema/Declarations/Constant.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// A type of data in a section.
struct DataType {
  llvm::StringLiteral name;
  unsigned bits;
  bool isSigned = true; ///< whether a number can be negative
};

/// Checks the sections of one module.
class SectionChecker {
public:
  SectionChecker(const SyntaxUnit &top, const SymbolTable &symbols, GateReport &gates,
                 DiagnosticList &diagnostics)
      : unit(top), symbols(symbols), gates(gates), diagnostics(diagnostics) {}

  DebugSections run();

private:
  void checkName(SourceRange range, StringRef name);
  void defineLabels();
  void data(const Directive &line);
  void dwarf(const Directive &line);
  void number(ExprId id, const DataType &type);
  void address(ExprId id, const DataType &type);
  void difference(const Expr &e);
  void forgetDeclared();

  const SyntaxUnit &unit;
  const SymbolTable &symbols;
  GateReport &gates;
  DiagnosticList &diagnostics;
  DebugSections sections;
};

} // namespace

static constexpr DataType dataTypes[] = {{".b8", 8}, {".b16", 16}, {".b32", 32}, {".b64", 64}};
static constexpr DataType dwarfTypes[] = {
    {".byte", 8, false}, {".4byte", 32, false}, {".quad", 64, false}};

DebugSections SectionChecker::run() {
  defineLabels();
  for (const Directive &directive : unit.directives()) {
    if (directive.kind == DirectiveKind::Section)
      gates.use(Feature::Section, unit.range(directive.first));
    else if (directive.kind == DirectiveKind::SectionData)
      data(directive);
    else if (directive.kind == DirectiveKind::Dwarf)
      dwarf(directive);
  }
  forgetDeclared();
  return std::move(sections);
}

/// The names of sections that the manual does not list are names. (Manual 4.4, 11.5.2)
void SectionChecker::checkName(SourceRange range, StringRef name) {
  char first = name.drop_front().front();
  if (llvm::isDigit(first))
    diagnostics.emit(diag::NameCharacter{
        .range = range,
        .name = name,
        .problem = "a name cannot begin with a digit; `_` or `$` can come before it"});
  else if (!llvm::isAlpha(first))
    diagnostics.emit(diag::PtxasSyntax{
        .range = range,
        .what = ("a section name that begins with `." + llvm::Twine(first) + "`").str()});
}

/// Labels can be defined after their use; all sections share them.
void SectionChecker::defineLabels() {
  llvm::DenseMap<StringRef, SourceRange> places;
  for (const Directive &directive : unit.directives()) {
    if (directive.kind == DirectiveKind::Section) {
      llvm::ArrayRef<ExprId> parts = unit.list(directive.operands);
      sections.names.push_back(parts.empty() ? StringRef() : unit.text(unit[parts[0]].token));
      if (!parts.empty())
        checkName(unit.range(parts[0]), sections.names.back());
    }
    if (directive.kind != DirectiveKind::SectionLabel)
      continue;
    StringRef name = unit.text(directive.first);
    SourceRange range = unit.range(directive.first);
    if (gates.use(Feature::SectionLabel, range))
      gates.use(Feature::SectionLabelByManual, range);
    auto [place, isNew] = places.try_emplace(name, range);
    sections.labels.try_emplace(name, static_cast<uint32_t>(sections.names.size() - 1));
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
  llvm::ArrayRef<ExprId> values = unit.list(line.operands);
  for (ExprId id : values) {
    ExprKind kind = unit[id].kind;
    if (kind == ExprKind::Integer || kind == ExprKind::Unary)
      number(id, *type);
    else if (values.size() > 1) // lists are of integers (Manual 11.5.2)
      diagnostics.emit(diag::DwarfType{
          .range = unit.range(id), .type = name, .expected = "integers alone in a list"});
    else
      address(id, *type);
  }
}

/// The equivalent of a section with `@@DWARF`. Its labels are not checked. (Manual 11.5.1)
void SectionChecker::dwarf(const Directive &line) {
  StringRef name = unit.text(line.keyword);
  const auto *type =
      llvm::find_if(dwarfTypes, [&](const DataType &each) { return each.name == name; });
  if (type == std::end(dwarfTypes)) {
    diagnostics.emit(diag::DwarfType{.range = unit.range(line.keyword),
                                     .type = name,
                                     .expected = "`.byte`, `.4byte` or `.quad`"});
    return;
  }
  for (ExprId id : unit.list(line.operands)) {
    if (unit[id].kind == ExprKind::Integer)
      number(id, *type);
    else if (type->bits < 32)
      diagnostics.emit(diag::DwarfType{
          .range = unit.range(id), .type = name, .expected = "`.4byte` or `.quad` for an address"});
  }
}

/// From -2^(n-1), or 0, to 2^n - 1. (Manual 11.5.1, 11.5.2)
void SectionChecker::number(ExprId id, const DataType &type) {
  SourceRange range = unit.range(id);
  bool negative = unit[id].kind == ExprKind::Unary;
  if (negative)
    gates.use(Feature::SectionNegative, range);
  const Expr &literal = negative ? unit[unit[id].child()] : unit[id];
  uint64_t value = literal.integerValue();
  uint64_t most = negative ? uint64_t{1} << (type.bits - 1) : ~uint64_t{0} >> (64 - type.bits);
  bool isUnsigned = negative && unit.source(unit[id].child()).ends_with("U");
  constexpr uint64_t least = uint64_t{1} << 63;
  if (isUnsigned)
    diagnostics.emit(
        diag::PtxasSyntax{.range = range, .what = "`-` before a number with a `U` in a section"});
  else if (negative && value == (type.bits == 64 ? least : 0))
    diagnostics.emit(diag::PtxasSyntax{.range = range,
                                       .what = ("`" + unit.source(id) + "` in a section").str()});
  if (value <= most)
    return;
  // `ptxas` checks only the lowest 32 bits.
  if (!negative && static_cast<uint32_t>(value) <= most) {
    if (!(literal.flags & Expr::inexactFlag)) // the other case has a separate warning
      diagnostics.emit(diag::UncheckedNumber{.range = range,
                                             .what = "value",
                                             .number = unit.source(id),
                                             .size = ("`" + type.name + "`").str()});
    return;
  }
  std::string shown = llvm::utostr(value, negative);
  std::string lowest =
      type.isSigned ? llvm::utostr(uint64_t{1} << (type.bits - 1), /*isNeg=*/true) : "0";
  std::string greatest = llvm::utostr(~uint64_t{0} >> (64 - type.bits));
  diagnostics.emit(diag::DwarfValue{.range = range,
                                    .value = shown,
                                    .type = type.name,
                                    .expected = (lowest + llvm::Twine(" to ") + greatest).str()});
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
  StringRef name = unit.text(unit[label].token);
  if (unit[label].kind == ExprKind::Name)
    sections.references.push_back({name, unit.range(label)});
  else if (name.starts_with("."))
    checkName(unit.range(label), name);
}

void SectionChecker::difference(const Expr &e) {
  SourceRange range{unit.range(e.lhs()).begin, unit.range(e.rhs()).end};
  gates.use(Feature::SectionDifference, range);
  StringRef names[] = {unit.text(unit[e.lhs()].token), unit.text(unit[e.rhs()].token)};
  const auto left = sections.labels.find(names[0]), right = sections.labels.find(names[1]);
  if (left != sections.labels.end() && right != sections.labels.end() &&
      left->second != right->second)
    diagnostics.emit(
        diag::DistanceAcrossSections{.range = range, .first = names[0], .second = names[1]});
  sections.references.push_back({names[0], unit.range(e.lhs())});
  sections.references.push_back({names[1], unit.range(e.rhs())});
}

/// Removes references to names that are declared outside of bodies.
void SectionChecker::forgetDeclared() {
  llvm::erase_if(sections.references, [&](const DebugSections::Reference &reference) {
    return sections.labels.contains(reference.name) || symbols.find(reference.name);
  });
  if (sections.references.empty())
    return;
  llvm::DenseSet<StringRef> variables; // including parameters
  for (const Variable &variable : unit.variables())
    for (DeclaratorId id : variable.declarators)
      variables.insert(unit.text(unit[id].name));
  llvm::erase_if(sections.references, [&](const DebugSections::Reference &reference) {
    return variables.contains(reference.name);
  });
}

bool DebugSections::isString(StringRef name) const {
  auto label = labels.find(name);
  return (label == labels.end() ? name : names[label->second]) == ".debug_str";
}

DebugSections ptx::checkDebugSections(const SyntaxUnit &top, const SymbolTable &symbols,
                                      GateReport &gates, DiagnosticList &diagnostics) {
  return SectionChecker(top, symbols, gates, diagnostics).run();
}
