// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Debug/DebugDirectives.h"

#include "ptx/Diagnostics/DirectiveRules.h"
#include "ptx/Syntax/Tree/Literals.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace ptx;
using llvm::StringRef;

/// The count `id` of a directive.
static uint32_t countValue(const SyntaxUnit &unit, ExprId id) {
  return static_cast<uint32_t>(unit[id].countValue());
}

DebugDirectiveChecker::DebugDirectiveChecker(const SyntaxUnit &top, const SymbolTable &symbols,
                                             const Platform &platform, GateReport &gates,
                                             DiagnosticList &diagnostics)
    : top(top), sections(checkDebugSections(top, symbols, gates, diagnostics)) {
  for (const DebugSections::Reference &reference : sections.references)
    wanted.insert(reference.name);
  checkDwarf(platform, gates, diagnostics);
  checkSources(diagnostics);
  for (const Directive &directive : top.directives())
    if (directive.kind == DirectiveKind::File)
      file(directive, gates, diagnostics);
}

/// The format of debug information that `.section` replaced. (Manual 11.5.1)
void DebugDirectiveChecker::checkDwarf(const Platform &platform, GateReport &gates,
                                       DiagnosticList &diagnostics) const {
  bool told = false;
  for (const Directive &directive : top.directives()) {
    if (directive.kind != DirectiveKind::Dwarf && directive.kind != DirectiveKind::DwarfSection)
      continue;
    gates.use(Feature::Dwarf, top.range(directive.first));
    if (platform.version >= PtxVersion{2, 0} && !std::exchange(told, true))
      diagnostics.emit(diag::ReplacedDirective{
          .range = top.range(directive.first), .name = "@@DWARF", .replacement = ".section"});
  }
}

void DebugDirectiveChecker::file(const Directive &directive, GateReport &gates,
                                 DiagnosticList &diagnostics) {
  llvm::ArrayRef<ExprId> parts = top.list(directive.operands);
  if (parts.size() > 2)
    gates.use(Feature::FileTime, top.range(directive.first, directive.last));
  if (parts.size() == 3)
    diagnostics.emit(diag::FileSizeMissing{.range = top.range(parts[2])});
  if (parts.empty())
    return;
  uint32_t index = countValue(top, parts[0]);
  auto [known, isNew] = files.try_emplace(index, top.range(parts[0]));
  if (!isNew)
    diagnostics.emit(diag::DuplicateFileIndex{.range = top.range(parts[0]), .index = index})
        .note(known->second, "the index is given first here");
}

/// The languages and files in source sections, which exist only as tokens. (Manual 11.5.6)
void DebugDirectiveChecker::checkSources(DiagnosticList &diagnostics) {
  const TokenList &tokens = top.tokens();
  for (const Directive &directive : top.directives()) {
    if (directive.kind != DirectiveKind::IntermediateSource)
      continue;
    for (uint32_t i = directive.first.index; i + 2 < directive.last.index; ++i) {
      TokenId value{i + 2}; // after the colon
      TokenKind kind = tokens.kind(value.index);
      if (tokens.kind(i) == TokenKind::IrName && kind == TokenKind::String &&
          top.text(value) != "\"TileIR\"")
        diagnostics.emit(
            diag::UnknownSourceLanguage{.range = top.range(value), .name = top.text(value)});
      else if (tokens.kind(i) == TokenKind::SourceFileName && kind == TokenKind::Integer)
        sourceFiles.push_back({".sourceFileName",
                               static_cast<uint32_t>(parseInteger(top.text(value)).value),
                               top.range(value)});
    }
  }
}

//===-- What has to be known of a body --------------------------------------------------------===//

/// The `inlined_at` in `directive`, for the `.loc` with this index. Its parts are the name of the
/// called function and the call site.
static InlinedLocation inlinedLocation(const SyntaxUnit &unit, const Directive &directive,
                                       uint32_t index) {
  llvm::ArrayRef<ExprId> parts = unit.list(directive.operands);
  ExprId label = unit[parts[0]].kind == ExprKind::Offset ? unit[parts[0]].lhs() : parts[0];
  return {index,
          unit.range(directive.first, directive.last),
          unit.text(unit[label].token),
          unit.range(label),
          {countValue(unit, parts[1]), countValue(unit, parts[2]), countValue(unit, parts[3])},
          {unit.range(parts[1]).begin, unit.range(parts[3]).end}};
}

DebugFacts ptx::sourceLocationsOf(const SyntaxUnit &body) {
  DebugFacts facts;
  if (body.locs().empty())
    return facts;
  const TokenList &tokens = body.tokens();
  facts.body = {tokens.range(0).begin, tokens.range(tokens.size() - 1).end};
  for (const Loc &loc : body.locs()) {
    TokenId column{loc.first.index + 3};
    SourceLocation location{body.range(loc.first, column),
                            body.range(TokenId{loc.first.index + 1}),
                            body.range(column).end,
                            {loc.file, loc.line, loc.column}};
    if (loc.inlined.valid()) {
      const Directive &inlined = body[loc.inlined];
      location.end = body.range(inlined.last).end;
      if (inlined.operands.count == 4)
        facts.inlined.push_back(
            inlinedLocation(body, inlined, static_cast<uint32_t>(facts.locations.size())));
    }
    facts.locations.push_back(location);
  }
  for (const Directive &directive : body.directives()) {
    llvm::ArrayRef<ExprId> parts = body.list(directive.operands);
    if (directive.kind == DirectiveKind::IntermediateLoc && !parts.empty())
      facts.intermediate.push_back(
          {".loc_intermediate", countValue(body, parts[0]), body.range(parts[0])});
  }
  return facts;
}

DebugFacts DebugDirectiveChecker::factsOf(const SyntaxUnit &body, GateReport &gates) const {
  DebugFacts facts = sourceLocationsOf(body);
  for (const InlinedLocation &inlined : facts.inlined)
    if (gates.use(Feature::InlinedLocation, inlined.range))
      gates.use(Feature::InlinedLocationByManual, inlined.range);
  if (wanted.empty())
    return facts;
  auto add = [&](StringRef name) {
    if (wanted.contains(name))
      facts.labels.push_back(name);
  };
  for (const Variable &variable : body.variables())
    for (DeclaratorId id : variable.declarators)
      add(body.text(body[id].name));
  for (const Stmt &stmt : body.statements())
    if (stmt.kind == StmtKind::Label)
      add(body.text(TokenId{stmt.index}));
  return facts;
}

//===-- All bodies together -------------------------------------------------------------------===//

namespace {

/// Checks the `.loc`s of one body after the other.
class SourceLineChecker {
public:
  SourceLineChecker(const DebugSections &sections,
                    const llvm::DenseMap<uint64_t, SourceRange> &files, bool isComplete,
                    DiagnosticList &diagnostics)
      : sections(sections), files(files), isComplete(isComplete), diagnostics(diagnostics) {}

  /// `sourceFiles`: the files that are named outside of bodies.
  void run(llvm::ArrayRef<DebugFacts> bodies, llvm::ArrayRef<NamedFile> sourceFiles);

private:
  void body(const DebugFacts &facts);
  void inlined(const InlinedLocation &inlined);
  void file(const NamedFile &named);
  void undeclaredFiles();

  const DebugSections &sections;
  const llvm::DenseMap<uint64_t, SourceRange> &files;
  const bool isComplete;
  DiagnosticList &diagnostics;
  /// The call sites that any `inlined_at` names, and whether an earlier `.loc` has this location.
  llvm::DenseMap<Location, bool> callSites;
  /// The first use of each file that no `.file` declares.
  std::map<uint32_t, NamedFile> unknownFiles;
};

} // namespace

void SourceLineChecker::run(llvm::ArrayRef<DebugFacts> bodies,
                            llvm::ArrayRef<NamedFile> sourceFiles) {
  for (const DebugFacts &facts : bodies)
    for (const InlinedLocation &inlined : facts.inlined)
      callSites.try_emplace(inlined.callSite, false);
  for (const DebugFacts &facts : bodies)
    body(facts);
  for (const NamedFile &named : sourceFiles)
    file(named);
  diagnostics.setEntry("");
  if (isComplete)
    undeclaredFiles();
}

void SourceLineChecker::body(const DebugFacts &facts) {
  diagnostics.setEntry(facts.entry);
  const InlinedLocation *next = facts.inlined.data();
  const InlinedLocation *end = next + facts.inlined.size();
  for (auto [i, loc] : llvm::enumerate(facts.locations)) {
    file({".loc", std::get<0>(loc.location), loc.file});
    if (callSites.empty())
      continue;
    if (next != end && next->index == i)
      inlined(*next++);
    if (auto site = callSites.find(loc.location); site != callSites.end())
      site->second = true;
  }
  for (const NamedFile &named : facts.intermediate)
    file(named);
}

void SourceLineChecker::file(const NamedFile &named) {
  if (!files.contains(named.index))
    unknownFiles.try_emplace(named.index, named);
}

/// The call site must be an earlier location; the name of the called function must be in
/// `.debug_str`. (Manual 11.5.4)
void SourceLineChecker::inlined(const InlinedLocation &inlined) {
  if (!sections.isString(inlined.function) && isComplete)
    diagnostics.emit(
        diag::UnknownFunctionName{.range = inlined.functionRange, .name = inlined.function});
  if (callSites.lookup(inlined.callSite))
    return;
  auto [file, line, column] = inlined.callSite;
  diagnostics.emit(diag::UnknownCallSite{
      .range = inlined.callSiteRange, .file = file, .line = line, .column = column});
}

void SourceLineChecker::undeclaredFiles() {
  for (const auto &[index, first] : unknownFiles) {
    diagnostics.emit(diag::UndeclaredFile{.range = first.range,
                                          .directive = first.directive,
                                          .index = index,
                                          .reason = files.empty() ? "the module has no `.file`"
                                                                  : "no `.file` declares it"});
    if (files.empty())
      return;
  }
}

/// A label can also be the label of an instruction, or a function, a variable or a parameter.
static void reportUndefinedLabels(const DebugSections &sections, llvm::ArrayRef<DebugFacts> bodies,
                                  DiagnosticList &diagnostics) {
  llvm::DenseSet<StringRef> names;
  for (const DebugFacts &facts : bodies)
    names.insert(facts.labels.begin(), facts.labels.end());
  for (const DebugSections::Reference &reference : sections.references)
    if (names.insert(reference.name).second)
      diagnostics.emit(diag::UnknownSectionLabel{.range = reference.range, .name = reference.name});
}

void DebugDirectiveChecker::finish(llvm::ArrayRef<DebugFacts> bodies, bool isComplete,
                                   DiagnosticList &diagnostics) const {
  if (isComplete)
    reportUndefinedLabels(sections, bodies, diagnostics);
  SourceLineChecker(sections, files, isComplete, diagnostics).run(bodies, sourceFiles);
}
