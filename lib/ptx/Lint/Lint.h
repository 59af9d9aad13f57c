// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_LINT_H
#define PTX_LINT_LINT_H

#include "ptx/Lint/BodySummary.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Support/Workers.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptx {

/// A lint and the function that checks it.
template <class Context> struct LintRule {
  DiagId id;
  void (*check)(Context &context);
};

/// Looks for what is legal and yet, certainly or perhaps, a mistake: the rules of the catalogue
/// that have a `Lint`. First the bodies, in any order and by any thread, then the module as a
/// whole; no step needs the trees of more than one body. What is found in a module with syntax
/// errors is to be thrown away.
class ModuleLinter {
public:
  /// `tables`: what the checks of meaning know of `module`, which may be without its bodies.
  /// `descriptions`: what is known about its tensor maps. All three have to outlive the linter.
  /// Rules for which `isEnabled` does not hold do not run.
  ModuleLinter(const Module &module, const SemaResult::Tables &tables,
               const TensorDescriptions &descriptions, llvm::function_ref<bool(DiagId)> isEnabled);

  /// Adds what the rules say of the body of `function`, which is null for the statements of a
  /// fragment. Returns what the rules for the module have to know of it, null for nothing.
  std::unique_ptr<BodySummary> lintBody(const Function *function, const CheckedUnit &checked,
                                        DiagnosticList &diagnostics) const;

  /// Adds what the rules say of the module. `bodies`: what `lintBody` returned, by the number of
  /// the body.
  void lintModule(llvm::ArrayRef<std::unique_ptr<BodySummary>> bodies,
                  DiagnosticList &diagnostics) const;

private:
  ModuleLintFacts whole;
  llvm::SmallVector<const LintRule<BodyLintContext> *> bodyRules;
  llvm::SmallVector<const LintRule<ModuleLintContext> *> moduleRules;
  /// Which parts of a summary a rule asks for.
  bool wantsSymbols = false;
  bool wantsOtherNames = false;
  bool wantsSharedMemory = false;
  bool wantsCtaGroups = false;
  /// How much static shared memory a body can declare without being beyond the limit.
  uint64_t harmlessSharedBytes = 0;
};

/// Runs all rules over a module with its bodies. `checked` is what the checks of meaning know of
/// it; a module with syntax errors is not looked at. The bodies are shared among `workers`; what
/// comes out does not depend on their number. `tensorMaps`: what the user tells of tensor maps
/// besides the module's comments, or null.
void lintModule(const Module &module, const SemaResult &checked,
                llvm::function_ref<bool(DiagId)> isEnabled, DiagnosticList &diagnostics,
                Workers &workers, const TensorMapSource *tensorMaps = nullptr);

} // namespace ptx

#endif // PTX_LINT_LINT_H
