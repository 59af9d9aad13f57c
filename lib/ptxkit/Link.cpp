// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/Link.h"
#include "ptx/Diagnostics/ProjectRules.h"
#include "ptx/Diagnostics/Writers/Renderer.h"
#include "ptxkit/Check.h"
#include "ptxkit/State.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptxkit;

/// Whether a finding is about a comment that suppresses findings. Such a comment can suppress
/// findings of the check, so that only the check reports it.
static bool isAboutSuppression(const ptx::Diagnostic &d) {
  return d.id == ptx::diag::UnusedSuppression::id || d.id == ptx::diag::MalformedSuppression::id;
}

/// The report of linking on each module, in their order.
static Expected<std::vector<ptx::Report>> linked(llvm::ArrayRef<const detail::State *> modules) {
  std::vector<ptx::LinkInput> inputs;
  for (const detail::State *state : modules) {
    std::string name = state->source->name().str();
    if (!state->checked.sema || state->checked.module->isFragment())
      return Failure{"`" + name + "` is not a checked PTX module"};
    if (state->report.errors)
      return Failure{"`" + name + "` has errors"};
    ptx::LinkCollector collector;
    ptx::Workers workers(state->threads);
    ptx::Stats stats;
    ptx::CheckOptions options = state->input.options;
    options.lints = false;
    ptx::CheckRun run{workers, stats};
    run.visitor = &collector;
    ptx::checkPasses(*state->source, options, run, ptx::Trees::Dropped);
    inputs.push_back({*state->source, collector.take()});
  }
  ptx::checkLink(inputs);
  std::vector<ptx::Report> reports;
  for (size_t i = 0; i != inputs.size(); ++i) {
    const ptx::CheckOptions &options = modules[i]->input.options;
    ptx::Report &report = reports.emplace_back(
        ptx::reportOn(modules[i]->checked, std::move(inputs[i].found), options));
    llvm::erase_if(report.diagnostics, isAboutSuppression);
    ptx::limitReport(report, options.diagnostics.errorLimit);
  }
  return reports;
}

Expected<std::vector<std::vector<Diagnostic>>>
Check::link(const std::vector<const Check *> &modules) {
  Expected<std::vector<ptx::Report>> reports = linked(llvm::map_to_vector(
      modules, [](const Check *module) -> const detail::State * { return module->state.get(); }));
  if (!reports)
    return Failure{reports.error()};
  std::vector<std::vector<Diagnostic>> findings;
  for (const ptx::Report &report : *reports) {
    std::vector<Diagnostic> &found = findings.emplace_back();
    for (const ptx::Diagnostic &d : report.diagnostics)
      found.push_back(detail::describe(d));
  }
  return findings;
}

Expected<std::string> Check::linkJsonl(const std::vector<const Check *> &modules) {
  Expected<std::vector<ptx::Report>> reports = linked(llvm::map_to_vector(
      modules, [](const Check *module) -> const detail::State * { return module->state.get(); }));
  if (!reports)
    return Failure{reports.error()};
  std::string text;
  llvm::raw_string_ostream os(text);
  for (size_t i = 0; i != modules.size(); ++i)
    ptx::render(ptx::OutputFormat::Jsonl, os, *modules[i]->state->source, (*reports)[i], {});
  return text;
}
