// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/DebugDirectives.h"

#include "ptx/Diagnostics/DirectiveRules.h"

#include "llvm/ADT/DenseMap.h"

#include <map>

using namespace ptx;
using llvm::StringRef;

namespace {

/// A line and a column of a file, by its index.
using Location = std::tuple<uint32_t, uint32_t, uint32_t>;

/// Checks `.file` and `.loc` of one module.
class SourceLineChecker {
public:
  SourceLineChecker(const Module &module, const SectionLabels &labels, GateReport &gates,
                    DiagnosticList &diagnostics)
      : module(module), top(module.top()), labels(labels), gates(gates), diagnostics(diagnostics) {}

  void run();

private:
  void file(const Directive &directive);
  void collectCallSites(const SyntaxUnit &unit);
  void locations(const SyntaxUnit &unit);
  void inlined(const SyntaxUnit &unit, const Directive &directive);
  void undeclaredFiles();

  const Module &module;
  const SyntaxUnit &top;
  const SectionLabels &labels;
  GateReport &gates;
  DiagnosticList &diagnostics;

  llvm::DenseMap<uint64_t, SourceRange> files;
  /// The locations that some `inlined_at` names, and whether a `.loc` so far has it.
  llvm::DenseMap<Location, bool> callSites;
  /// The first use of each that no `.file` declares.
  std::map<uint32_t, SourceRange> unknownFiles;
};

} // namespace

/// The count `id` of a directive.
static uint32_t countValue(const SyntaxUnit &unit, ExprId id) {
  return static_cast<uint32_t>(unit[id].countValue());
}

/// Where the code of an `inlined_at` is inlined.
static Location callSite(const SyntaxUnit &unit, const Directive &directive) {
  llvm::ArrayRef<ExprId> parts = unit.list(directive.operands);
  return {countValue(unit, parts[1]), countValue(unit, parts[2]), countValue(unit, parts[3])};
}

void SourceLineChecker::run() {
  for (const Directive &directive : top.directives())
    if (directive.kind == DirectiveKind::File)
      file(directive);
  for (const SyntaxUnit &body : module.bodies())
    collectCallSites(body);
  for (const Function &function : top.functions()) {
    const SyntaxUnit *body = module.bodyOf(function);
    if (!body)
      continue;
    diagnostics.setEntry(top.entryName(function));
    locations(*body);
    diagnostics.setEntry("");
  }
  undeclaredFiles();
}

void SourceLineChecker::file(const Directive &directive) {
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

void SourceLineChecker::collectCallSites(const SyntaxUnit &unit) {
  for (const Directive &directive : unit.directives())
    if (directive.kind == DirectiveKind::InlinedAt && directive.operands.count == 4)
      callSites.try_emplace(callSite(unit, directive), false);
}

void SourceLineChecker::locations(const SyntaxUnit &unit) {
  for (const Loc &loc : unit.locs()) {
    SourceRange range = unit.range(TokenId{loc.first.index + 1});
    if (!files.contains(loc.file))
      unknownFiles.try_emplace(loc.file, range);
    if (callSites.empty())
      continue;
    if (loc.inlined.valid())
      inlined(unit, unit[loc.inlined]);
    if (auto site = callSites.find({loc.file, loc.line, loc.column}); site != callSites.end())
      site->second = true;
  }
}

/// The call was written somewhere in front of it; the name of what was called lies in
/// `.debug_str`. (Manual 11.5.4)
void SourceLineChecker::inlined(const SyntaxUnit &unit, const Directive &directive) {
  llvm::ArrayRef<ExprId> parts = unit.list(directive.operands);
  if (parts.size() != 4)
    return;
  SourceRange whole = unit.range(directive.first, directive.last);
  if (gates.use(Feature::InlinedLocation, whole))
    gates.use(Feature::InlinedLocationByManual, whole);
  ExprId label = unit[parts[0]].kind == ExprKind::Offset ? unit[parts[0]].lhs() : parts[0];
  StringRef name = unit.text(unit[label].token);
  if (unit[label].kind == ExprKind::Name && !labels.contains(name) && module.isComplete())
    diagnostics.emit(diag::UnknownFunctionName{.range = unit.range(label), .name = name});
  Location site = callSite(unit, directive);
  if (callSites.lookup(site))
    return;
  auto [file, line, column] = site;
  SourceRange range{unit.range(parts[1]).begin, unit.range(parts[3]).end};
  diagnostics.emit(
      diag::UnknownCallSite{.range = range, .file = file, .line = line, .column = column});
}

void SourceLineChecker::undeclaredFiles() {
  if (!module.isComplete())
    return;
  for (const auto &[index, first] : unknownFiles) {
    diagnostics.emit(diag::UndeclaredFile{.range = first,
                                          .index = index,
                                          .reason = files.empty() ? "the module has no `.file`"
                                                                  : "no `.file` declares it"});
    if (files.empty())
      return;
  }
}

/// The form of debug information that `.section` replaced. (Manual 11.5.1)
static void checkDwarf(const SyntaxUnit &top, const Platform &platform, GateReport &gates,
                       DiagnosticList &diagnostics) {
  bool told = false;
  for (const Directive &directive : top.directives()) {
    if (directive.kind != DirectiveKind::Dwarf && directive.kind != DirectiveKind::DwarfSection)
      continue;
    gates.use(Feature::DwarfDirective, top.range(directive.first));
    if (platform.version >= PtxVersion{2, 0} && !std::exchange(told, true))
      diagnostics.emit(diag::ReplacedDirective{
          .range = top.range(directive.first), .name = "@@DWARF", .replacement = ".section"});
  }
}

void ptx::checkDebugDirectives(const Module &module, const SymbolTable &symbols,
                               const Platform &platform, GateReport &gates,
                               DiagnosticList &diagnostics) {
  SectionLabels labels = checkDebugSections(module, symbols, gates, diagnostics);
  checkDwarf(module.top(), platform, gates, diagnostics);
  SourceLineChecker(module, labels, gates, diagnostics).run();
}
