// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Output/CanonicalText.h"

#include "ptx/Canonical/CanonicalPrinter.h"
#include "ptx/Check/Passes.h"

using namespace ptx;

namespace {

/// Converts the bodies of a module to canonical spelling.
struct SpellingVisitor : BodyVisitor {
  SpellingVisitor(unsigned workers, KeptLines kept) : workers(workers), kept(std::move(kept)) {}

  void begin(const SemaResult::Tables &tables) override {
    spelling.emplace(tables.platform, workers, kept);
  }
  void body(const CheckedUnit &body, unsigned worker) override {
    spelling->add(body.scope.unit, &body, worker);
  }

  unsigned workers;
  KeptLines kept;
  std::optional<CanonicalSpelling> spelling;
};

} // namespace

bool ptx::printCanonical(const SourceBuffer &source, SourceKind kind, DiagnosticList &diagnostics,
                         std::string &text, Workers &workers, const LineSet &kept) {
  CheckOptions options;
  options.kind = kind;
  options.lints = false;
  SpellingVisitor visitor(workers.count(), KeptLines(source, kept));
  Stats stats;
  CheckedSource checked = checkPasses(
      source, options, {.workers = workers, .stats = stats, .visitor = &visitor}, Trees::Dropped);
  bool isComplete = checked.module->isComplete();
  if (isComplete) {
    visitor.spelling->add(checked.module->top(), checked.sema->top.get(), 0);
    visitor.spelling->print(source, kind, text, workers);
  }
  diagnostics = std::move(checked.diagnostics);
  return isComplete;
}
