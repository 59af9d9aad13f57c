// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Documents/Findings.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/DirectiveRules.h"
#include "ptx/Diagnostics/LintRules.h"

using namespace ptx;
using namespace ptx::lsp;

/// How an editor should display the code itself: dimmed, or struck through.
static std::vector<llvm::lsp::DiagnosticTag> tagsOf(DiagId id) {
  static const std::optional<DiagGroup> unused = findDiagnosticGroup("unused");
  if (id == diag::UnreachableCode::id || info(id).groups.contains(*unused))
    return {llvm::lsp::DiagnosticTag::Unnecessary};
  if (id == diag::DeprecatedForm::id || id == diag::DeprecatedDirective::id)
    return {llvm::lsp::DiagnosticTag::Deprecated};
  return {};
}

lsp::Diagnostic lsp::describe(const ptx::Diagnostic &d, const Document &document,
                              llvm::StringRef rulePages) {
  Diagnostic result;
  result.range = document.rangeOf(d.range);
  result.severity = d.severity == Severity::Error ? llvm::lsp::DiagnosticSeverity::Error
                                                  : llvm::lsp::DiagnosticSeverity::Warning;
  result.source = "ptxkit";
  result.message = d.message;
  result.code = codeText(d.id);
  if (!rulePages.empty())
    result.href = (rulePages + info(d.id).name + ".md").str();
  result.tags = tagsOf(d.id);
  for (const Note &note : d.notes)
    result.related.push_back({{document.uri(), document.rangeOf(note.range)}, note.message});
  return result;
}

std::vector<lsp::Diagnostic> lsp::findingsOf(const Document &document, llvm::StringRef rulePages) {
  std::vector<Diagnostic> result;
  for (const ptx::Diagnostic &d : document.analysis()->report().diagnostics)
    result.push_back(describe(d, document, rulePages));
  return result;
}
