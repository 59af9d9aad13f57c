// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Requests/CodeActions.h"

#include "ptx/Check/FixEngine.h"
#include "ptx/Lsp/Documents/Edits.h"
#include "ptx/Lsp/Documents/Findings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using namespace ptx::lsp;
using llvm::StringRef;

static constexpr StringRef quickFix = "quickfix", fixAll = "source.fixAll.ptxkit";

/// Whether the client requests actions of `kind`. It can also request more general kinds.
static bool wants(const CodeActionParams &params, StringRef kind) {
  return params.only.empty() || llvm::any_of(params.only, [&](StringRef only) {
           return kind.consume_front(only) && (kind.empty() || kind.starts_with("."));
         });
}

static CodeAction actionOf(const Document &document, const ptx::Diagnostic &d, const FixIt &fix,
                           StringRef rulePages) {
  CodeAction action;
  action.title = fix.description;
  if (!action.title.empty())
    action.title[0] = llvm::toUpper(action.title[0]);
  if (fix.applicability == Applicability::Unsafe)
    action.title += " (unsafe)";
  action.kind = quickFix;
  action.diagnostics = {describe(d, document, rulePages)};
  action.isPreferred = fix.applicability == Applicability::Safe && d.fixes.size() == 1;
  action.edit = workspaceEdit(document, {editOf(document, fix.range, fix.replacement)});
  return action;
}

/// Adds a comment above the line of the finding. None if the line continues the previous one, or if
/// the finding is always an error, which a comment would only hide.
static std::optional<FixIt> suppressionOf(const ptx::Diagnostic &d, const Analysis &analysis) {
  const SourceBuffer &source = analysis.source();
  LineColumn place = source.lineColumn(d.range.begin);
  if (info(d.id).isHardError() || (place.line > 1 && source.line(place.line - 1).ends_with("\\")))
    return std::nullopt;
  uint32_t start = d.range.begin - (place.column - 1);
  StringRef line = source.line(place.line);
  StringRef indent = line.take_while([](char c) { return c == ' ' || c == '\t'; });
  bool hasReturn = source.text().substr(start + line.size()).starts_with("\r\n");
  const HostLanguage *host = analysis.settings().host;
  StringRef sign = host ? host->comment : "//";
  StringRef name = info(d.id).name;
  std::string comment =
      (indent + sign + " ptx-check: ignore[" + name + "]" + (hasReturn ? "\r\n" : "\n")).str();
  return FixIt{{start, start}, comment, ("ignore `" + name + "` here").str()};
}

/// Applies all safe fixes at once; none if they change nothing.
static std::optional<CodeAction> fixAllAction(const Document &document, Workers &workers) {
  const Analysis &analysis = *document.analysis();
  FixSelection safe;
  if (llvm::none_of(analysis.report().diagnostics,
                    [&](const ptx::Diagnostic &d) { return safe.fixOf(d); }))
    return std::nullopt;
  FileSettings settings = analysis.settings();
  settings.options.diagnostics.errorLimit = 0;
  FixedText fixed = applyFixes(analysis.source(), safe, [&](const SourceBuffer &text) {
    return reportOf(text, settings, workers);
  });
  if (fixed.applied == 0)
    return std::nullopt;
  CodeAction action;
  action.title = "Apply all safe fixes";
  action.kind = fixAll;
  action.edit = workspaceEdit(document, editsTo(document, fixed.text));
  return action;
}

std::vector<CodeAction> lsp::codeActions(const Document &document, const CodeActionParams &params,
                                         StringRef rulePages, Workers &workers) {
  std::vector<CodeAction> safe, others, suppressions;
  SourceRange where = document.positions().range(params.range);
  const Analysis &analysis = *document.analysis();
  for (const ptx::Diagnostic &d : analysis.report().diagnostics) {
    if (!wants(params, quickFix) || d.range.begin > where.end || d.range.end < where.begin)
      continue;
    for (const FixIt &fix : d.fixes)
      (fix.applicability == Applicability::Safe ? safe : others)
          .push_back(actionOf(document, d, fix, rulePages));
    if (std::optional<FixIt> comment = suppressionOf(d, analysis)) {
      suppressions.push_back(actionOf(document, d, *comment, rulePages));
      suppressions.back().isPreferred = false;
    }
  }
  std::vector<CodeAction> actions;
  for (std::vector<CodeAction> *part : {&safe, &others, &suppressions})
    llvm::append_range(actions, *part);
  // This requires several checks, so it is not done for each cursor move.
  if (wants(params, fixAll) && (!params.only.empty() || !params.isAutomatic))
    if (std::optional<CodeAction> all = fixAllAction(document, workers))
      actions.push_back(std::move(*all));
  return actions;
}
