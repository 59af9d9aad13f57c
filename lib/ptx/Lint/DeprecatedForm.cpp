// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// A directive that is deprecated.
struct DeprecatedDirective {
  TokenKind keyword;
  PtxVersion since;
  StringRef replacement;
};

} // namespace

static constexpr DeprecatedDirective directives[] = {
    {TokenKind::MaxNCtaPerSm, {2, 0}, "`.minnctapersm`"}, // Manual 11.4.5
    {TokenKind::Dwarf, {2, 0}, "`.section`"},             // Manual 11.5.1
};

static void report(SourceRange range, StringRef form, PtxVersion since, StringRef replacement,
                   DiagnosticList &diagnostics) {
  diagnostics.emit(diag::DeprecatedForm{
      .range = range, .form = form, .version = since.str(), .replacement = replacement});
}

static void checkInstructions(const CheckedUnit &checked, PtxVersion version,
                              DiagnosticList &diagnostics) {
  const SyntaxUnit &unit = checked.scope.unit;
  for (uint32_t i = 0; i != checked.signatures.size(); ++i) {
    const Signature *signature = checked.signatures[i];
    if (!signature || !signature->view.form->has(Trait::IsDeprecated))
      continue;
    const InstructionInfo &instruction = signature->view.form->instruction();
    TokenId opcode = unit[InstId{i}].opcode;
    if (instruction.deprecatedSince <= version)
      report(unit.range(opcode), unit.text(opcode), instruction.deprecatedSince,
             instruction.replacement, diagnostics);
  }
}

static void checkTokens(const SyntaxUnit &unit, PtxVersion version, DiagnosticList &diagnostics) {
  for (const Directive &directive : unit.directives())
    for (const DeprecatedDirective &row : directives)
      if (TokenId keyword = directive.keyword;
          keyword && row.since <= version && row.keyword == unit.tokens().kind(keyword.index))
        report(unit.range(keyword), unit.text(keyword), row.since, row.replacement, diagnostics);
}

/// What the manual calls deprecated, if the module's version has what replaces it.
void ptx::checkDeprecatedForm(ModuleLintContext &context) {
  PtxVersion version = context.checked.tables->platform.version;
  checkTokens(context.module.top(), version, context.diagnostics);
  if (context.checked.top)
    checkInstructions(*context.checked.top, version, context.diagnostics);
  for (const auto &body : context.checked.bodies) {
    if (!body)
      continue;
    checkTokens(body->scope.unit, version, context.diagnostics);
    checkInstructions(*body, version, context.diagnostics);
  }
}
