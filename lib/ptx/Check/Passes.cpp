// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/Passes.h"

#include "ptx/Check/BodyCache.h"
#include "ptx/Diagnostics/OperandRules.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Lint/Lint.h"
#include "ptx/Sema/Module/ModuleChecker.h"
#include "ptx/Support/InOrder.h"
#include "ptx/Support/SourceBuffer.h"
#include "ptx/Syntax/Parse/ModuleOutline.h"

#include "llvm/ADT/STLExtras.h"

#include <mutex>
#include <numeric>

using namespace ptx;

// The one place that knows the passes and their order, in two ways: one pass after the other over
// the whole tree, and all passes over one body after the other.

static SemaOptions semaOptions(const CheckOptions &options) {
  SemaOptions sema = options.sema;
  sema.ptxasCompat = options.diagnostics.ptxasCompat;
  sema.reportsOrder = options.diagnostics.isOn(diag::ModifierOrder::id);
  return sema;
}

static auto enabledRules(const CheckOptions &options) {
  return [&options](DiagId id) {
    bool isAsked = !options.valueLintsOnly || info(id).groups.contains(DiagGroup::BeyondPtxas) ||
                   llvm::is_contained(options.furtherLints, id);
    return isAsked && options.diagnostics.isOn(id);
  };
}

/// Reports what `unit`, which is in the entry called `entry`, must not use.
static void findBans(const SyntaxUnit &unit, llvm::StringRef entry, const CheckOptions &options,
                     DiagnosticList &diagnostics) {
  if (options.bans.empty())
    return;
  diagnostics.setEntry(entry);
  for (const auto &bans : options.bans)
    checkBans(unit, *bans, diagnostics);
  diagnostics.setEntry("");
}

/// Runs one pass after the other and keeps all trees.
static CheckedSource checkKeepingTrees(const SourceBuffer &source, const CheckOptions &options,
                                       const CheckRun &run) {
  CheckedSource result;
  run.stats.time(Phase::Parse, [&] {
    result.module = parseModule(source, result.diagnostics, options.kind, &run.workers);
  });
  const SyntaxUnit &top = result.module->top();
  findBans(top, "", options, result.diagnostics);
  for (const Function &function : top.functions())
    if (const SyntaxUnit *body = result.module->bodyOf(function))
      findBans(*body, top.entryName(function), options, result.diagnostics);
  if (options.syntaxOnly)
    return result;
  run.stats.time(Phase::Check, [&] {
    result.sema =
        checkModule(*result.module, semaOptions(options), result.diagnostics, &run.workers);
  });
  if (run.visitor) {
    run.visitor->begin(*result.sema->tables);
    for (const std::unique_ptr<CheckedUnit> &body : result.sema->bodies)
      if (body && body->scope.unit.isComplete())
        run.visitor->body(*body, 0);
  }
  if (options.lints)
    run.stats.time(Phase::Lint, [&] {
      lintModule(*result.module, *result.sema, enabledRules(options), result.diagnostics,
                 run.workers, options.tensorMaps.get());
    });
  return result;
}

namespace {

/// What the passes found in a body, until what they found in those before it is put away.
struct BodyResult {
  DiagnosticList syntax;
  DiagnosticList bans;
  std::unique_ptr<BodyFindings> meaning;
  DiagnosticList lint;

  bool isEmpty() const { return syntax.empty() && bans.empty() && !meaning && lint.empty(); }
};

/// Takes each body of a module through all passes before the next one.
class BodyPipeline {
public:
  BodyPipeline(const SourceBuffer &source, const CheckOptions &options, const CheckRun &run)
      : source(source), options(options), sema(semaOptions(options)), run(run),
        cache(run.visitor || run.uses || options.syntaxOnly ? nullptr : run.cache) {}

  CheckedSource check();

private:
  /// What one thread works with.
  struct WorkerState {
    WorkerState(const ModuleOutline &outline, const ModuleChecker *checker)
        : reader(outline, UnitStorage::Lent),
          mnemonics(checker ? checker->mnemonicsOf(reader.words()) : nullptr) {}

    BodyReader reader;
    std::unique_ptr<MnemonicTable> mnemonics;
    Stats stats;
  };

  bool attempt(BodyScan scan, CheckedSource &result);
  void checkBodies(const ModuleOutline &outline);
  BodyResult checkBody(size_t index, unsigned worker, WorkerState &share);
  BodyResult checkAroundBodies(WorkerState &share);
  void add(BodyResult found);

  const SourceBuffer &source;
  const CheckOptions &options;
  const SemaOptions sema;
  const CheckRun &run;
  BodyCache *const cache;
  // Of the current attempt:
  std::optional<ModuleChecker> checker;
  std::optional<ModuleLinter> linter;
  std::vector<std::unique_ptr<BodySummary>> summaries;
  DiagnosticList found;
  DiagnosticList lints;
  bool isComplete = true;
  bool functionInside = false;
};

} // namespace

BodyResult BodyPipeline::checkBody(size_t index, unsigned worker, WorkerState &share) {
  BodyResult result;
  if (cache && cache->knows(index, summaries[index]))
    return result;
  SyntaxUnit body;
  share.stats.time(Phase::Parse, [&] { body = share.reader.read(index, result.syntax); });
  const std::optional<FunctionHeader> &header = share.reader.header();
  if (header)
    findBans(body, header->unit.entryName(header->function), options, result.bans);
  if (!checker || !header)
    return result;
  std::unique_ptr<CheckedUnit> checked;
  share.stats.time(Phase::Check, [&] {
    checked = checker->checkBody(&*header, body, *share.mnemonics, result.meaning);
  });
  if (run.visitor && body.isComplete())
    run.visitor->body(*checked, worker);
  if (linter && body.isComplete())
    share.stats.time(Phase::Lint, [&] {
      summaries[index] = linter->lintBody(&header->function, *checked, result.lint);
    });
  // Only a body that was parsed to its end: another check would see the same text.
  bool isWhole = body.isComplete() && !share.reader.sawFunctionInside();
  if (cache && isWhole && (linter || !options.lints) && result.isEmpty())
    cache->keep(index, summaries[index].get());
  return result;
}

void BodyPipeline::add(BodyResult result) {
  isComplete &= !result.syntax.hasErrors();
  found.append(std::move(result.syntax));
  found.append(std::move(result.bans));
  if (result.meaning)
    checker->add(std::move(result.meaning));
  lints.append(std::move(result.lint));
}

BodyResult BodyPipeline::checkAroundBodies(WorkerState &share) {
  BodyResult around;
  if (checker)
    share.stats.time(Phase::Check, [&] { around.meaning = checker->checkAroundBodies(); });
  return around;
}

/// The order in which work begins. Task 0, the text outside of bodies, is first, since its cost is
/// unknown. The bodies, from 1 on, follow in source order, except the last ones, which go largest
/// first: no worker is left alone with a large one at the end.
static std::vector<size_t> orderOfWork(const ModuleOutline &outline, unsigned workers) {
  constexpr size_t lastOfEach = 8;
  std::vector<size_t> order(outline.bodyCount() + 1);
  std::iota(order.begin(), order.end(), 0);
  auto bodies = llvm::MutableArrayRef(order).drop_front();
  auto sizeOf = [&](size_t i) { return outline.body(i - 1).range.size(); };
  if (workers > 1)
    llvm::stable_sort(bodies.take_back(lastOfEach * workers),
                      [&](size_t a, size_t b) { return sizeOf(a) > sizeOf(b); });
  return order;
}

/// The workers share the bodies, and what is around them.
void BodyPipeline::checkBodies(const ModuleOutline &outline) {
  // All bodies can be done before what is around them is: most have no findings and wait as a null.
  using Waiting = std::unique_ptr<BodyResult>;
  std::vector<std::unique_ptr<WorkerState>> shares(run.workers.count());
  auto make = [&](size_t i, unsigned worker) -> Waiting {
    std::unique_ptr<WorkerState> &share = shares[worker];
    if (!share)
      share = std::make_unique<WorkerState>(outline, checker ? &*checker : nullptr);
    BodyResult result = i == 0 ? checkAroundBodies(*share) : checkBody(i - 1, worker, *share);
    return result.isEmpty() ? nullptr : std::make_unique<BodyResult>(std::move(result));
  };
  auto use = [&](Waiting result) {
    if (result)
      add(std::move(*result));
    return true;
  };
  std::mutex mutex;
  auto finish = [&](unsigned worker) {
    // Taking down what a thread worked with takes time: each does it while others still work.
    if (std::unique_ptr<WorkerState> share = std::move(shares[worker])) {
      std::lock_guard lock(mutex);
      run.stats.add(share->stats);
      functionInside |= share->reader.sawFunctionInside();
    }
  };
  makeInOrder<Waiting>(run.workers, orderOfWork(outline, run.workers.count()), make, use, finish);
}

/// Returns false if the bodies have to be looked for in the other way.
bool BodyPipeline::attempt(BodyScan scan, CheckedSource &result) {
  found = DiagnosticList();
  lints = DiagnosticList();
  functionInside = false;
  std::optional<ModuleOutline> outline;
  run.stats.time(Phase::Parse,
                 [&] { outline.emplace(source, options.kind, scan, run.workers, found); });
  isComplete = outline->module().isComplete();
  findBans(outline->module().top(), "", options, found);
  const TensorDescriptions none;
  linter.reset();
  if (!options.syntaxOnly)
    run.stats.time(Phase::Check, [&] { checker.emplace(outline->module(), sema, found); });
  if (checker && options.lints && isComplete)
    linter.emplace(outline->module(), checker->tables(), none, enabledRules(options));
  if (checker && run.visitor)
    run.visitor->begin(checker->tables());
  summaries.clear();
  summaries.resize(outline->bodyCount());
  if (cache)
    cache->begin(*outline, scan);
  checkBodies(*outline);
  if (functionInside && scan != lastBodyScan)
    return false;
  if (checker)
    run.stats.time(Phase::Check, [&] { result.sema = checker->finish(isComplete); });
  if (linter && isComplete)
    run.stats.time(Phase::Lint, [&] {
      lints.setEntry("");
      linter->lintModule(summaries, lints);
      found.append(std::move(lints));
    });
  result.module = outline->take(isComplete);
  result.diagnostics = std::move(found);
  return true;
}

CheckedSource BodyPipeline::check() {
  CheckedSource result;
  forEachBodyScan([&](BodyScan scan) { return attempt(scan, result); });
  return result;
}

/// Whether the descriptions of tensor maps have to be known before the first body is linted: they
/// can be about the names in any of them.
static bool describesBodies(const SourceBuffer &source, const CheckOptions &options) {
  return options.tensorMaps || hasTensorComments(source);
}

CheckedSource ptx::checkPasses(const SourceBuffer &source, const CheckOptions &options,
                               const CheckRun &run, Trees trees) {
  bool keeps = trees == Trees::Kept || options.kind == SourceKind::Fragment ||
               (options.lints && describesBodies(source, options));
  CheckedSource result =
      keeps ? checkKeepingTrees(source, options, run) : BodyPipeline(source, options, run).check();
  if (knows(options.sema.consumer.ptxas(), PtxasChange::BytesInComments))
    result.diagnostics.removeWarnings(diag::NonAsciiInComment::id);
  if (run.uses && result.sema)
    *run.uses = std::move(result.sema->uses);
  return result;
}

DiagnosticList ptx::runPasses(const SourceBuffer &source, const CheckOptions &options,
                              const CheckRun &run) {
  return checkPasses(source, options, run, Trees::Dropped).diagnostics;
}

DiagnosticList ptx::runPasses(const SourceBuffer &source, const CheckOptions &options,
                              GatedUses *uses) {
  Workers workers(1);
  Stats stats;
  return runPasses(source, options, {workers, stats, uses});
}
