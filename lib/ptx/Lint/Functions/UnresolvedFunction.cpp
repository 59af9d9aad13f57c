// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Isa/Vocabulary/ProvidedFunctions.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/StringSet.h"

using namespace ptx;

/// The names of functions that the module or the driver defines, as functions or aliases.
static llvm::StringSet<> definedFunctions(const SyntaxUnit &top) {
  llvm::StringSet<> names;
  for (const Function &function : top.functions())
    if (function.hasBody() || isProvidedFunction(top.text(function.name)))
      names.insert(top.text(function.name));
  for (const Directive &directive : top.directives())
    if (directive.kind == DirectiveKind::Alias)
      for (ExprId name : top.list(directive.operands))
        names.insert(top.source(name));
  return names;
}

static bool isExternal(const SyntaxUnit &top, const Function &function) {
  return function.linkage && top.text(function.linkage) == ".extern";
}

/// An external function that a body names and that nothing defines. (Manual 10.1)
void ptx::checkUnresolvedFunction(ModuleLintContext &context) {
  llvm::StringSet<> used;
  for (const std::unique_ptr<BodySummary> &body : context.bodies)
    if (body)
      for (llvm::StringRef name : body->functions)
        used.insert(name);
  const SyntaxUnit &top = context.module.top();
  llvm::StringSet<> resolved = definedFunctions(top);
  for (const Function &function : top.functions()) {
    llvm::StringRef name = top.text(function.name);
    // A function can be declared more than once.
    if (isExternal(top, function) && used.contains(name) && resolved.insert(name).second)
      context.diagnostics.emit(
          diag::UnresolvedFunction{.range = top.range(function.name), .name = name});
  }
}

/// A function or entry of this module, used or not, that nothing defines. (Manual 11.6.1)
void ptx::checkUndefinedFunction(ModuleLintContext &context) {
  const SyntaxUnit &top = context.module.top();
  llvm::StringSet<> resolved = definedFunctions(top);
  for (const Function &function : top.functions()) {
    llvm::StringRef name = top.text(function.name);
    if (!isExternal(top, function) && resolved.insert(name).second)
      context.diagnostics.emit(
          diag::UndefinedFunction{.range = top.range(function.name), .name = name});
  }
}
