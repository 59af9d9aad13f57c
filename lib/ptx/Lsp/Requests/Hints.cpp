// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Requests/Hints.h"

#include "ptx/Isa/Reference/Words.h"
#include "ptx/Lsp/Requests/EntryRequirements.h"
#include "ptx/Lsp/Requests/Launches.h"
#include "ptx/Sema/Names/SymbolWords.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using namespace ptx::lsp;
using llvm::lsp::InlayHint;
using llvm::lsp::InlayHintKind;

static void addTypes(const Document &document, SourceRange where, std::vector<InlayHint> &hints) {
  const PtxPiece &code = *document.analysis()->module();
  for (uint32_t unit : code.unitsIn(where))
    for (const Occurrence &o : code.index().in(unit)) {
      const Symbol *symbol = code.index().symbol(o.name);
      if (!o.isWritten || !where.contains(o.range.begin) || !symbol || !symbol->isRegister())
        continue;
      InlayHint hint(InlayHintKind::Type, document.positions().position(o.range.end));
      hint.label = typeText(*symbol);
      hint.paddingLeft = true;
      hints.push_back(std::move(hint));
    }
}

static void addTargets(const Document &document, SourceRange where, std::vector<InlayHint> &hints) {
  const PtxPiece &code = *document.analysis()->module();
  for (uint32_t unit : code.unitsIn(where)) {
    UnitView view = code.units()[unit];
    if (!view.checked)
      continue;
    for (auto [i, inst] : llvm::enumerate(view.unit->instructions())) {
      uint32_t end = view.unit->range(inst.last).end;
      const Signature *signature = view.checked->signatures[i];
      if (!signature || !where.contains(end))
        continue;
      std::string needs;
      for (const GateInfo *gate : gatesOf(signature->view))
        if (!gate->undocumented)
          needs += (needs.empty() ? "" : "; ") + describeGateNeeds(*gate);
      if (needs.empty())
        continue;
      InlayHint hint(InlayHintKind::Type, document.positions().position(end));
      llvm::erase(needs, '`');
      hint.label = std::move(needs);
      hint.paddingLeft = true;
      hints.push_back(std::move(hint));
    }
  }
}

std::vector<InlayHint> lsp::inlayHints(const Document &document, const Range &range,
                                       const ClientSettings &wishes) {
  std::vector<InlayHint> hints;
  if (!document.analysis()->module())
    return hints;
  SourceRange where = document.positions().range(range);
  if (wishes.hintTypes)
    addTypes(document, where, hints);
  if (wishes.hintTargets)
    addTargets(document, where, hints);
  llvm::sort(hints, [](const InlayHint &a, const InlayHint &b) { return a.position < b.position; });
  return hints;
}

/// The lowest version and a target that supports all with it: "PTX 8.0, sm_90a"; "no target" if
/// there is none.
static std::string lowest(const Requirements &requirements) {
  std::optional<PtxVersion> version = requirements.minimum();
  if (!version)
    return "what no target has";
  for (const TargetVersions &target : requirements.targets)
    if (!target.versions.empty() && target.versions.front().first == *version)
      return ("PTX " + version->str() + ", " + info(target.target).name).str();
  return "PTX " + version->str();
}

std::vector<CodeLens> lsp::codeLenses(const Document &document) {
  std::vector<CodeLens> lenses;
  const Analysis &analysis = *document.analysis();
  if (!analysis.module())
    return lenses;
  addLaunchLenses(document, lenses);
  analysis.module()->units().all();
  const CheckedSource &checked = analysis.module()->module();
  const SyntaxUnit &top = checked.module->top();
  EntryRequirements requirements(checked, analysis.settings().options);
  for (const Function &function : top.functions())
    if (top.isEntry(function) && checked.module->bodyOf(function))
      if (std::optional<Requirements> found = requirements.requirementsOf(function))
        lenses.push_back({.range = document.rangeOf(top.range(function.name)),
                          .title = "requires " + lowest(*found)});
  return lenses;
}
