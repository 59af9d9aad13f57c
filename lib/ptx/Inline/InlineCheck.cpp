// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/InlineCheck.h"
#include "ptx/Diagnostics/InlineRules.h"
#include "ptx/Inline/Fragments/AsmBodies.h"
#include "ptx/Inline/Fragments/AsmCache.h"
#include "ptx/Inline/Fragments/Fragment.h"
#include "ptx/Inline/Fragments/FragmentText.h"
#include "ptx/Inline/Fragments/PtxText.h"
#include "ptx/Inline/Fragments/UnknownNames.h"
#include "ptx/Inline/Lints/StatementLints.h"
#include "ptx/Sema/Module/ModuleHeader.h"
#include "ptx/Sema/Platform/Requirements.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

void InlineCounts::add(const InlineCounts &other) {
  found += other.found;
  checked += other.checked;
  withHoles += other.withHoles;
  empty += other.empty;
  foreign += other.foreign;
  disabled += other.disabled;
  unreadable += other.unreadable;
  unbalanced += other.unbalanced;
}

void InlineCounts::print(llvm::raw_ostream &os) const {
  os << found << " asm statements: " << checked << " checked, " << withHoles
     << " of them in part; skipped: " << empty << " empty, " << foreign << " not certainly PTX, "
     << disabled << " disabled or for other targets, " << unreadable << " unreadable, "
     << unbalanced << " with unbalanced braces\n";
}

namespace {

class InlineChecker {
public:
  InlineChecker(const SourceBuffer &source, std::vector<AsmStatement> statements,
                const CheckOptions &options, const CheckRun &run, AsmCache *given)
      : source(source), options(options), fragmentOptions(optionsOfFragments(options)), run(run),
        cache(options.sema.recordsUses ? nullptr : given),
        bodies(std::move(statements), options.sema.targets), counts(bodies.counts()) {
    fragmentOptions.sema.recordsUses = options.sema.targets.empty();
  }

  InlineResult check();

private:
  void reportFault(const AsmStatement &statement);
  void checkBody(const AsmBody &body);
  bool checkText(const AsmBody &body);
  void checkUses(const Fragment &fragment, const GatedUses &uses, DiagnosticList &found) const;
  void recordUses(const Fragment &fragment, GatedUses uses);

  const SourceBuffer &source;
  const CheckOptions &options;
  CheckOptions fragmentOptions;
  const CheckRun &run;
  AsmCache *const cache;
  AsmBodies bodies;
  InlineCounts counts;
  DiagnosticList diagnostics;
  std::vector<StatementUses> statementUses;
};

} // namespace

void InlineChecker::reportFault(const AsmStatement &statement) {
  if (const std::optional<AsmFault> &fault = statement.fault) {
    diagnostics
        .emit(diag::MalformedAsm{
            .range = fault->range, .problem = fault->problem, .expected = fault->expected})
        .function = statement.function;
    return;
  }
  auto [range, isLiteral] = *statement.missingEnd;
  diagnostics
      .emit(diag::UnterminatedAsm{.range = range,
                                  .problem = isLiteral ? "the literal that begins here has no end"
                                                       : "the `asm` statement does not end here",
                                  .expected = isLiteral ? "`\"`" : "`)` after its last operand"})
      .note(statement.keyword, "the statement begins here")
      .function = statement.function;
}

/// Whether one of the targets among `allowed` has at version `newest` that for which `has` holds.
template <class Has> static bool someTarget(Platforms allowed, PtxVersion newest, Has has) {
  return llvm::any_of(llvm::reverse(allTargets()), [&](const TargetInfo &target) {
    return target.since <= newest && allowed.contains(target.id) && has(target.id);
  });
}

/// Whether `target` at version `newest` has what is asked for.
static bool meets(TargetId target, PtxVersion newest, const FeatureGate &gate) {
  return !gate.closes && gate.version <= newest && satisfies(target, newest, gate.targets);
}

static bool meets(TargetId target, PtxVersion newest, const GatedUse &use) {
  return llvm::any_of(use.ways, [&](const FeatureGates &way) {
    return llvm::all_of(way, [&](const FeatureGate &gate) { return meets(target, newest, gate); });
  });
}

/// What no target has, although each part of it is legal. (Manual 11.1)
void InlineChecker::checkUses(const Fragment &fragment, const GatedUses &uses,
                              DiagnosticList &found) const {
  Platforms allowed = fragment.statements().front()->platforms;
  const Consumer &consumer = options.sema.consumer;
  PtxVersion newest = consumer ? std::min(newestVersion, consumer.release->version) : newestVersion;
  auto meetsAll = [&](TargetId target) {
    return llvm::all_of(uses.all(),
                        [&](const GatedUse &use) { return meets(target, newest, use); });
  };
  // Most have a target at the newest version; the others are looked at more closely.
  if (uses.all().empty() || someTarget(allowed, newest, meetsAll))
    return;
  Requirements requirements = requirementsOf(uses, options.diagnostics.ptxasCompat);
  if (llvm::any_of(requirements.targets, [&](const TargetVersions &t) {
        return allowed.contains(t.target) && t.versions.front().first <= newest;
      }))
    return;
  std::string condition;
  if (!allowed.containsAllTargets())
    condition = " for which it is compiled (" + allowed.targetsInWords() + ")";
  if (consumer)
    condition += " with PTX up to " + newest.str() + " (" + consumer.str() + ")";
  // What none of them has, or else all that they do not have together.
  llvm::SmallVector<std::pair<SourceRange, const FeatureGate *>> reasons, alone;
  for (const GatedUse &use : uses.all())
    for (const FeatureGate &gate : use.ways.front()) {
      reasons.push_back({use.first, &gate});
      if (!someTarget(allowed, newest,
                      [&](TargetId target) { return meets(target, newest, gate); }))
        alone.push_back(reasons.back());
    }
  if (!alone.empty())
    reasons = std::move(alone);
  std::string list;
  SourceRange first = reasons.front().first;
  std::vector<Note> notes;
  for (auto [place, gate] : reasons) {
    list += (list.empty() ? "`" : ", `") + gate->feature + "`";
    notes.push_back({place, "`" + gate->feature + "` needs " + gate->text()});
  }
  Diagnostic &d =
      found.emit(diag::NeverAvailable{.range = first, .condition = condition, .needs = list});
  d.notes = std::move(notes);
}

void InlineChecker::recordUses(const Fragment &fragment, GatedUses uses) {
  const AsmStatement &first = *fragment.statements().front();
  statementUses.push_back({first.range, first.function, std::move(uses)});
}

/// Checks the PTX of `body`. Returns whether nothing of the templates is left out.
bool InlineChecker::checkText(const AsmBody &body) {
  const AsmStatement &first = *body.parts.front();
  DiagnosticList found; // with places in the source
  Fragment fragment(source, body.parts, body.before, found);
  GatedUses uses;
  fragmentOptions.sema.wideAddresses = first.hasWideAddresses;
  CheckedSource checked = checkPasses(
      fragment.buffer(), fragmentOptions,
      {run.workers.forBytes(fragment.buffer().text().size()), run.stats, &uses}, Trees::Kept);
  if (checked.sema) {
    checkUses(fragment, uses, checked.diagnostics);
    if (options.sema.recordsUses && !checked.diagnostics.hasErrors())
      recordUses(fragment, std::move(uses));
    if (checked.module->isComplete() && fragment.isComplete()) {
      reportUnknownNames(fragment, *checked.module, *checked.sema, bodies.leaked(),
                         first.hasOperands, checked.diagnostics);
      lintStatement(fragment, *checked.module, *checked.sema, options.diagnostics,
                    checked.diagnostics, found);
    }
  }
  for (Diagnostic &d : checked.diagnostics.take())
    if (fragment.toSource(d))
      found.add(std::move(d));
  for (Diagnostic &d : found.take()) {
    if (d.function.empty())
      d.function = first.function;
    if (!body.isCertain)
      d.fixes.clear();
    diagnostics.add(std::move(d));
  }
  return fragment.isComplete();
}

void InlineChecker::checkBody(const AsmBody &body) {
  std::optional<bool> isComplete = cache ? cache->completeness(body) : std::nullopt;
  if (!isComplete) {
    size_t found = diagnostics.size();
    isComplete = checkText(body);
    if (cache && diagnostics.size() == found)
      cache->keep(*isComplete);
  }
  for (const AsmStatement *statement : body.parts)
    if (statement->variant == 0) {
      ++counts.checked;
      counts.withHoles += !*isComplete;
    }
}

InlineResult InlineChecker::check() {
  if (cache)
    cache->begin(source.text(), bodies.leaked());
  for (const AsmStatement *statement : bodies.faulty())
    reportFault(*statement);
  for (const AsmBody &body : bodies.all())
    checkBody(body);
  return {makeReport(std::move(diagnostics), options.diagnostics, source), counts,
          std::move(statementUses)};
}

InlineResult ptx::checkInline(const SourceBuffer &source, std::vector<AsmStatement> statements,
                              const CheckOptions &options, const CheckRun &run, AsmCache *cache) {
  return InlineChecker(source, std::move(statements), options, run, cache).check();
}
