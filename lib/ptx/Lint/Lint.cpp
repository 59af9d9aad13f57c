// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Lint.h"

#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {

/// A lint and the function that checks it.
template <class Context> struct LintRule {
  DiagId id;
  void (*check)(Context &context);
};

} // namespace

// Generated from the catalogue: `rulesOfBody` and `rulesOfModule`.
#define PTX_LINT_TABLES
#include "ptx/Lint/LintRules.inc"

template <class Context> using Rules = llvm::SmallVector<const LintRule<Context> *>;

template <class Context>
static Rules<Context> enabled(llvm::ArrayRef<LintRule<Context>> rules,
                              llvm::function_ref<bool(DiagId)> isEnabled) {
  Rules<Context> result;
  for (const LintRule<Context> &rule : rules)
    if (isEnabled(rule.id))
      result.push_back(&rule);
  return result;
}

namespace {

/// A body with its function, which a statement list does not have.
struct Job {
  const Function *function;
  const CheckedUnit *checked;
};

} // namespace

static std::vector<Job> bodiesOf(const Module &module, const SemaResult &checked) {
  std::vector<Job> jobs;
  if (checked.top)
    jobs.push_back({nullptr, checked.top.get()});
  for (const Function &function : module.top().functions())
    if (module.bodyOf(function) && checked.bodies[function.body])
      jobs.push_back({&function, checked.bodies[function.body].get()});
  return jobs;
}

static void lintBody(const ModuleLintContext &whole, const Job &job,
                     llvm::ArrayRef<const LintRule<BodyLintContext> *> rules,
                     DiagnosticList &diagnostics) {
  if (job.function)
    diagnostics.setEntry(whole.module.top().entryName(*job.function));
  BodyLintContext context(whole, *job.checked, job.function, diagnostics);
  for (const LintRule<BodyLintContext> *rule : rules)
    rule->check(context);
}

void ptx::lintModule(const Module &module, const SemaResult &checked,
                     llvm::function_ref<bool(DiagId)> isEnabled, DiagnosticList &diagnostics,
                     Workers &workers, const TensorMapSource *tensorMaps) {
  if (!module.isComplete())
    return;
  Rules<ModuleLintContext> rules = enabled<ModuleLintContext>(rulesOfModule, isEnabled);
  Rules<BodyLintContext> bodyRules = enabled<BodyLintContext>(rulesOfBody, isEnabled);
  std::vector<Job> jobs;
  if (!bodyRules.empty())
    jobs = bodiesOf(module, checked);
  TensorDescriptions descriptions(module, checked, tensorMaps);
  // The first are those of the rules for the whole module.
  std::vector<DiagnosticList> found(jobs.size() + 1);
  ModuleLintContext context{module, checked, descriptions, found.front()};
  workers.forEach(found.size(), [&](size_t i, unsigned) {
    if (i != 0)
      return lintBody(context, jobs[i - 1], bodyRules, found[i]);
    for (const LintRule<ModuleLintContext> *rule : rules)
      rule->check(context);
  });
  for (DiagnosticList &list : found)
    diagnostics.append(std::move(list));
}
