// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Isa/Vocabulary/ProvidedFunctions.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/StringSet.h"

using namespace ptx;

/// A function that a body names and that neither this module nor the driver defines. (Manual 10.1)
void ptx::checkUnresolvedFunction(ModuleLintContext &context) {
  llvm::StringSet<> used;
  for (const std::unique_ptr<BodySummary> &body : context.bodies)
    if (body)
      for (llvm::StringRef name : body->functions)
        used.insert(name);
  const SyntaxUnit &top = context.module.top();
  llvm::StringSet<> resolved;
  for (const Function &function : top.functions())
    if (function.hasBody())
      resolved.insert(top.text(function.name));
  for (const Directive &directive : top.directives())
    if (directive.kind == DirectiveKind::Alias)
      for (ExprId name : top.list(directive.operands))
        resolved.insert(top.source(name));
  for (const Function &function : top.functions()) {
    llvm::StringRef name = top.text(function.name);
    // A function can be declared more than once.
    if (used.contains(name) && !isProvidedFunction(name) && resolved.insert(name).second)
      context.diagnostics.emit(
          diag::UnresolvedFunction{.range = top.range(function.name), .name = name});
  }
}
