// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/InlineCheck.h"
#include "ptx/Diagnostics/InlineRules.h"
#include "ptx/Inline/Dialect.h"
#include "ptx/Inline/Fragment.h"
#include "ptx/Inline/FragmentText.h"
#include "ptx/Inline/PtxText.h"
#include "ptx/Inline/StatementLints.h"
#include "ptx/Inline/UnknownNames.h"
#include "ptx/Sema/ModuleHeader.h"
#include "ptx/Sema/Requirements.h"

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
     << " of them in part; skipped: " << empty << " empty, " << foreign << " of other processors, "
     << disabled << " disabled or for other targets, " << unreadable << " unreadable, "
     << unbalanced << " with unbalanced braces\n";
}

namespace {

class InlineChecker {
  // So that the time is linear: how many statements of how many bytes declare for those after them.
  static constexpr size_t mostDeclaring = 16, mostDeclaringBytes = 1024;

public:
  InlineChecker(const SourceBuffer &source, std::vector<AsmStatement> statements,
                const CheckOptions &options, const CheckRun &run)
      : source(source), options(options), run(run), statements(std::move(statements)) {
    fragmentOptions = options;
    fragmentOptions.kind = SourceKind::Fragment;
    fragmentOptions.split = false;
    // What precedes and follows the statement is not known.
    fragmentOptions.lints = false;
    fragmentOptions.sema.recordsUses = options.sema.targets.empty();
  }

  InlineResult check();

private:
  void classify();
  void reportMissingEnd(const AsmStatement &statement);
  uint64_t *reasonToSkip(const AsmStatement &statement, Dialect dialect);
  void checkFunction(llvm::ArrayRef<const AsmStatement *> statements);
  void checkFragment(llvm::ArrayRef<const AsmStatement *> statements);
  void checkUses(const Fragment &fragment, const GatedUses &uses, DiagnosticList &found) const;
  void recordUses(const Fragment &fragment, GatedUses uses);
  bool isForTargets(const AsmStatement &statement) const;

  const SourceBuffer &source;
  const CheckOptions &options;
  CheckOptions fragmentOptions;
  const CheckRun &run;
  InlineCounts counts;
  std::vector<AsmStatement> statements;
  std::vector<const AsmStatement *> ptx; // those to check
  llvm::StringSet<> leaked;              // what is declared outside of braces
  /// Those of the present function so far that declare registers for the ones after them.
  llvm::SmallVector<const AsmStatement *, 2> declaring;
  DiagnosticList diagnostics;
  std::vector<StatementUses> statementUses;
};

} // namespace

/// Whether the conditions around `statement` let one of the targets through.
bool InlineChecker::isForTargets(const AsmStatement &statement) const {
  return options.sema.targets.empty() || llvm::any_of(options.sema.targets, [&](TargetId target) {
           return statement.platforms.contains(target);
         });
}

/// The counter of the reason why `statement` is not checked; null if it is.
uint64_t *InlineChecker::reasonToSkip(const AsmStatement &statement, Dialect dialect) {
  if (statement.platforms == Platforms::others() || dialect == Dialect::Other)
    return &counts.foreign;
  if (statement.platforms.isEmpty() || !isForTargets(statement))
    return &counts.disabled;
  if (statement.isBroken)
    return &counts.unreadable;
  return dialect == Dialect::Empty ? &counts.empty : nullptr;
}

void InlineChecker::reportMissingEnd(const AsmStatement &statement) {
  auto [range, isLiteral] = *statement.missingEnd;
  diagnostics
      .emit(diag::UnterminatedAsm{.range = range,
                                  .problem = isLiteral ? "the literal that begins here has no end"
                                                       : "the `asm` statement does not end here",
                                  .expected = isLiteral ? "`\"`" : "`)` after its last operand"})
      .note(statement.keyword, "the statement begins here")
      .function = statement.function;
}

/// Whether conditions say that code is for targets of PTX and for nothing else.
static bool isForGpus(Platforms platforms) {
  return (platforms & Platforms::others()).isEmpty() && !platforms.isEmpty();
}

/// Finds the statements that are PTX.
void InlineChecker::classify() {
  std::vector<Dialect> dialects;
  for (const AsmStatement &statement : statements)
    dialects.push_back(statement.isPtx ? Dialect::Ptx : dialectOf(statement));
  // What other languages have as well is PTX where there is some.
  bool hasPtx = llvm::is_contained(dialects, Dialect::Ptx);
  for (auto [statement, dialect] : llvm::zip(statements, dialects)) {
    if (dialect == Dialect::Perhaps)
      dialect = hasPtx || isForGpus(statement.platforms) ? Dialect::Ptx : Dialect::Other;
    uint64_t *reason = reasonToSkip(statement, dialect);
    if (statement.variant == 0) {
      ++counts.found;
      if (reason)
        ++*reason;
      if (reason == &counts.unreadable && statement.missingEnd && dialect == Dialect::Ptx)
        reportMissingEnd(statement);
    }
    if (!reason) {
      ptx.push_back(&statement);
      collectLeaks(statement.text.text(), !statement.holes.empty(), leaked);
    }
  }
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

void InlineChecker::checkFragment(llvm::ArrayRef<const AsmStatement *> group) {
  DiagnosticList own;
  Fragment fragment(source, group, declaring, own);
  for (Diagnostic &d : own.take()) {
    d.function = group.front()->function;
    diagnostics.add(std::move(d));
  }
  GatedUses uses;
  fragmentOptions.sema.wideAddresses = group.front()->hasWideAddresses;
  CheckedSource checked = checkPasses(
      fragment.buffer(), fragmentOptions,
      {run.workers.forBytes(fragment.buffer().text().size()), run.stats, &uses}, Trees::Kept);
  if (checked.sema) {
    checkUses(fragment, uses, checked.diagnostics);
    if (options.sema.recordsUses && !checked.diagnostics.hasErrors())
      recordUses(fragment, std::move(uses));
    if (checked.module->isComplete() && fragment.isComplete()) {
      reportUnknownNames(*checked.module, fragment.syntax(), *checked.sema, leaked,
                         group.front()->hasOperands, checked.diagnostics);
      lintStatement(fragment, *checked.module, *checked.sema, options.diagnostics,
                    checked.diagnostics, diagnostics);
    }
  }
  for (Diagnostic &d : checked.diagnostics.take())
    if (fragment.toSource(d))
      diagnostics.add(std::move(d));
  const AsmStatement &last = *group.back();
  if (declaring.size() < mostDeclaring && last.functionNumber != 0 && last.variant == 0 &&
      last.holes.empty() && last.text.size() <= mostDeclaringBytes &&
      !registerDeclarations(last.text.text()).empty())
    declaring.push_back(&last);
  for (const AsmStatement *statement : group)
    if (statement->variant == 0) {
      ++counts.checked;
      counts.withHoles += !fragment.isComplete();
    }
}

/// Checks the statements of one function. Those between a brace that opens in one and closes in
/// another make one body.
void InlineChecker::checkFunction(llvm::ArrayRef<const AsmStatement *> group) {
  declaring.clear();
  std::vector<Balance> balances;
  std::optional<uint32_t> region; // of those that are not balanced
  int depth = 0, lowest = 0;
  unsigned unbalanced = 0;
  bool canJoin = true;
  for (const AsmStatement *statement : group) {
    balances.push_back(balanceOf(statement->text.text()));
    const Balance &balance = balances.back();
    if (balance.isEven())
      continue;
    ++unbalanced;
    lowest = std::min(lowest, depth + balance.lowest);
    depth += balance.depth;
    // In branches of an `#if` it is not known which of them follow each other.
    canJoin &= statement->variant == 0 && region.value_or(statement->region) == statement->region;
    region = statement->region;
  }
  canJoin &= depth == 0 && lowest == 0;
  for (size_t i = 0; i != group.size(); ++i) {
    if (unbalanced < 2 || balances[i].isEven()) {
      checkFragment(group.slice(i, 1));
      continue;
    }
    if (!canJoin) {
      counts.unbalanced += group[i]->variant == 0;
      continue;
    }
    llvm::SmallVector<const AsmStatement *> body{group[i]};
    for (int open = balances[i].depth; open > 0;) {
      open += balances[++i].depth;
      if (group[i]->region == *region && group[i]->variant == 0)
        body.push_back(group[i]);
      else
        checkFragment(group.slice(i, 1));
    }
    checkFragment(body);
  }
}

InlineResult InlineChecker::check() {
  classify();
  llvm::ArrayRef<const AsmStatement *> rest = ptx;
  while (!rest.empty()) {
    auto group = rest.take_while([&](const AsmStatement *statement) {
      return statement->functionNumber == rest.front()->functionNumber;
    });
    if (group.front()->functionNumber == 0)
      group = group.take_front();
    checkFunction(group);
    rest = rest.drop_front(group.size());
  }
  return {makeReport(std::move(diagnostics), options.diagnostics, source), counts,
          std::move(statementUses)};
}

InlineResult ptx::checkInline(const SourceBuffer &source, std::vector<AsmStatement> statements,
                              const CheckOptions &options, const CheckRun &run) {
  return InlineChecker(source, std::move(statements), options, run).check();
}
