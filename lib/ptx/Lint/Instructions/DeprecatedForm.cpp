// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Syntax/Lex/GrammarWords.h"

using namespace ptx;
using llvm::StringRef;

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
      report(unit.range(opcode), instruction.name, instruction.deprecatedSince,
             instruction.replacement, diagnostics);
  }
}

static void checkTokens(const SyntaxUnit &unit, PtxVersion version, DiagnosticList &diagnostics) {
  for (const Directive &directive : unit.directives()) {
    TokenId keyword = directive.keyword;
    const DirectiveInfo *known = keyword ? directiveOf(unit.tokens().kind(keyword.index)) : nullptr;
    if (known && known->isDeprecated(version))
      report(unit.range(keyword), unit.text(keyword), known->deprecatedSince,
             ("`" + info(known->replacement).word + "`").str(), diagnostics);
  }
}

/// Reports forms that the manual deprecates, if the module's version supports the replacement.
void ptx::checkDeprecatedForm(BodyLintContext &context) {
  checkTokens(context.unit, context.platform.version, context.diagnostics);
  checkInstructions(context.checked, context.platform.version, context.diagnostics);
}

/// The same outside of bodies; a statement list is a body.
void ptx::checkDeprecatedForm(ModuleLintContext &context) {
  if (!context.module.isFragment())
    checkTokens(context.module.top(), context.tables.platform.version, context.diagnostics);
}
