// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_LINT_H
#define PTX_LINT_LINT_H

#include "ptx/Lint/BodySummary.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptx {

/// A lint and the function that checks it.
template <class Context> struct LintRule {
  DiagId id;
  void (*check)(Context &context);
};

/// Finds code that is legal but certainly or possibly wrong: the rules of the catalogue that have a
/// `Lint`. The bodies come first, in any order and on any thread, then the module as a whole. No
/// step requires the trees of more than one body. Findings in a module with syntax errors must be
/// discarded.
class ModuleLinter {
public:
  /// `tables`: the semantic tables of `module`, which may be without its bodies. `descriptions`:
  /// the descriptions of its tensor maps. All three must outlive the linter. Rules for which
  /// `isEnabled` does not hold are not run.
  ModuleLinter(const Module &module, const SemaResult::Tables &tables,
               const TensorDescriptions &descriptions, llvm::function_ref<bool(DiagId)> isEnabled);

  /// Adds the findings for the body of `function`, which is null for the statements of a fragment.
  /// Returns the summary for the module's rules; null if it is empty.
  std::unique_ptr<BodySummary> lintBody(const Function *function, const CheckedUnit &checked,
                                        DiagnosticList &diagnostics) const;

  /// Adds the findings for the module. `bodies`: the results of `lintBody`, by body number.
  void lintModule(llvm::ArrayRef<std::unique_ptr<BodySummary>> bodies,
                  DiagnosticList &diagnostics) const;

private:
  ModuleLintFacts whole;
  llvm::SmallVector<const LintRule<BodyLintContext> *> bodyRules;
  llvm::SmallVector<const LintRule<ModuleLintContext> *> moduleRules;
  /// The parts of a summary that the rules require.
  bool wantsSymbols = false;
  bool wantsOtherNames = false;
  bool wantsSharedMemory = false;
  bool wantsCtaGroups = false;
  /// The size of static shared memory that a body can declare without exceeding the limit.
  uint64_t harmlessSharedBytes = 0;
};

} // namespace ptx

#endif // PTX_LINT_LINT_H
