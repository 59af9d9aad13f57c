// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/Session.h"

#include "ptx/Check/BodyCache.h"
#include "ptx/Check/LowerVersion.h"
#include "ptx/Diagnostics/OperandRules.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Support/InOrder.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"

#include <mutex>
#include <numeric>

using namespace ptx;

// The passes and their order are defined here only.

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

/// Reports the banned instructions and features in `unit`, a part of the entry `entry`.
static void findBans(const SyntaxUnit &unit, llvm::StringRef entry, const CheckOptions &options,
                     DiagnosticList &diagnostics) {
  if (options.bans.empty())
    return;
  diagnostics.setEntry(entry);
  for (const auto &bans : options.bans)
    checkBans(unit, *bans, diagnostics);
  diagnostics.setEntry("");
}

/// The working data of one thread.
struct Session::Share {
  Share(const Session &session, UnitStorage storage) : storage(storage) {
    if (!session.isFragment())
      reader.emplace(*session.outline, storage);
    if (session.checker)
      mnemonics = session.checker->mnemonicsOf(reader ? reader->words()
                                                      : session.result.module->top().wordTable());
  }

  /// The header of the current body; null for the statements of a fragment, and for a body that
  /// could not be parsed.
  const FunctionHeader *header() const {
    return reader && reader->header() ? &*reader->header() : nullptr;
  }

  const UnitStorage storage;
  std::optional<BodyReader> reader;
  std::unique_ptr<MnemonicTable> mnemonics;
  Stats stats;
  // The current body; `lent` owns its tree unless trees are kept.
  SyntaxUnit lent;
  const SyntaxUnit *unit = nullptr;
  std::unique_ptr<CheckedUnit> checked;
};

/// The findings of the passes in a body, which wait until those of earlier bodies are added.
struct Session::BodyResult {
  DiagnosticList syntax;
  DiagnosticList bans;
  std::unique_ptr<BodyFindings> meaning;
  DiagnosticList lint;

  bool isEmpty() const { return syntax.empty() && bans.empty() && !meaning && lint.empty(); }
};

Session::Session(const SourceBuffer &source, const CheckOptions &options)
    : source(source), options(options), sema(semaOptions(options)) {}

Session::~Session() = default;

size_t Session::bodyCount() const { return isFragment() ? 1 : outline->bodyCount(); }

/// Whether bodies are linted after all bodies are checked.
bool Session::describesTensorMaps() const {
  return options.tensorMaps || hasTensorComments(source);
}

/// The passes, in their order:
///
/// 1. `readOutline`: `ModuleOutline` finds the bodies and parses the text around them.
/// 2. `declareNames`: `ModuleChecker` reads the header and declares the names of the module.
/// 3. `takeBodies`: the workers share, in any order, the text around the bodies (`takeAround`) and
///    each body (`takeBody`): `BodyReader` parses it, `checkBans` searches it, `ModuleChecker`
///    checks it, the visitor sees it, and `ModuleLinter` lints it. What they find is added in the
///    order of the source.
/// 4. `finishCheck`: `ModuleChecker` checks what depends on all bodies.
/// 5. Unless there is a syntax error: `lintDescribedBodies`, where tensor maps are described, since
///    a description can be about a name in any body, so that step 3 lints none; then `lintWhole`,
///    which lints the module by the summaries of its bodies.
/// 6. `suggestLowerVersion` adds a fix to an error about the version.
void Session::check(const CheckRun &newRun, Trees trees) {
  run = &newRun;
  bool lintsLast = options.lints && describesTensorMaps();
  keepsTrees = trees == Trees::Kept || lintsLast || isFragment();
  if (!run->visitor && !run->uses && !options.syntaxOnly && !keepsTrees)
    cache = run->cache;
  run->stats.time(Phase::Parse, [&] { readOutline(); });
  if (!options.syntaxOnly)
    run->stats.time(Phase::Check, [&] { declareNames(); });
  if (checker && options.lints && isComplete && !lintsLast)
    linter.emplace(*result.module, checker->tables(), noDescriptions, enabledRules(options));
  takeBodies();
  outline->setComplete(isComplete);
  if (checker)
    run->stats.time(Phase::Check, [&] { finishCheck(); });
  if (checker && options.lints && isComplete)
    run->stats.time(Phase::Lint, [&] {
      if (lintsLast)
        lintDescribedBodies();
      lintWhole();
    });
  if (knows(options.sema.consumer.ptxas(), PtxasChange::BytesInComments))
    result.diagnostics.removeWarnings(diag::NonAsciiInComment::id);
  suggestLowerVersion(source, options, *run, result);
  if (run->uses && result.sema)
    *run->uses = std::move(result.sema->uses);
  run = nullptr;
}

//===-- Around the bodies ---------------------------------------------------------------------===//

void Session::readOutline() {
  result.module = std::make_unique<Module>(source);
  outline.emplace(*result.module, options.kind, run->workers, result.diagnostics);
  isComplete = result.module->isComplete();
  findBans(result.module->top(), "", options, result.diagnostics);
}

void Session::declareNames() {
  checker.emplace(*result.module, sema, result.diagnostics);
  if (run->visitor)
    run->visitor->begin(checker->tables());
}

Session::BodyResult Session::takeAround(Share &own) const {
  BodyResult around;
  if (checker)
    own.stats.time(Phase::Check, [&] { around.meaning = checker->checkAroundBodies(); });
  return around;
}

void Session::finishCheck() {
  result.sema = checker->finish(isComplete);
  if (isFragment())
    result.sema->top = std::move(checkedBodies.front());
  else
    result.sema->bodies = std::move(checkedBodies);
}

void Session::lintWhole() {
  lints.setEntry("");
  // The statements of a fragment are no body of the module.
  linter->lintModule(llvm::ArrayRef(summaries).drop_front(isFragment() ? 1 : 0), lints);
  result.diagnostics.append(std::move(lints));
}

//===-- Bodies --------------------------------------------------------------------------------===//

/// Reads and checks a body, which becomes the current body of `own`.
void Session::readAndCheck(size_t index, Share &own, BodyResult &found) {
  own.unit = &result.module->top();
  own.checked.reset();
  if (!isFragment()) {
    own.stats.time(Phase::Parse, [&] { own.lent = own.reader->read(index, found.syntax); });
    own.unit = &own.lent;
    if (own.storage == UnitStorage::Owned)
      own.unit = &outline->keep(index, std::move(own.lent));
    if (!own.header())
      return;
  }
  if (checker)
    own.stats.time(Phase::Check, [&] {
      own.checked = checker->checkBody(own.header(), *own.unit, *own.mnemonics, found.meaning);
    });
}

/// Stores the current body of `own`, whose tree is kept.
void Session::store(size_t index, Share &own) {
  (result.sema ? result.sema->bodies : checkedBodies)[index] = std::move(own.checked);
}

Session::BodyResult Session::takeBody(size_t index, unsigned worker, Share &own) {
  BodyResult found;
  if (cache && cache->knows(index, summaries[index]))
    return found;
  readAndCheck(index, own, found);
  const FunctionHeader *header = own.header();
  if (header)
    findBans(*own.unit, header->unit.entryName(header->function), options, found.bans);
  if (!own.checked)
    return found;
  // The findings are complete only if the body was parsed to its end.
  bool isWhole = own.unit->isComplete();
  if (run->visitor && header && isWhole)
    run->visitor->body(*own.checked, worker);
  if (linter && isWhole)
    own.stats.time(Phase::Lint, [&] {
      summaries[index] =
          linter->lintBody(header ? &header->function : nullptr, *own.checked, found.lint);
    });
  if (cache && isWhole && (linter || !options.lints) && found.isEmpty())
    cache->keep(index, summaries[index].get());
  if (keepsTrees)
    store(index, own);
  return found;
}

void Session::add(BodyResult found) {
  isComplete &= !found.syntax.hasErrors();
  result.diagnostics.append(std::move(found.syntax));
  result.diagnostics.append(std::move(found.bans));
  if (found.meaning)
    checker->add(std::move(found.meaning));
  lints.append(std::move(found.lint));
}

/// The order in which work begins. Task 0, the text outside of bodies, is first, since its cost is
/// unknown. The bodies, from 1 on, follow in source order, except the last ones, which go largest
/// first: no worker is left alone with a large one at the end.
static std::vector<size_t> orderOfWork(const ModuleOutline &outline, size_t bodies,
                                       unsigned workers) {
  constexpr size_t lastOfEach = 8;
  std::vector<size_t> order(bodies + 1);
  std::iota(order.begin(), order.end(), 0);
  auto sizeOf = [&](size_t i) { return outline.body(i - 1).range.size(); };
  if (workers > 1 && outline.bodyCount() != 0)
    llvm::stable_sort(llvm::MutableArrayRef(order).drop_front().take_back(lastOfEach * workers),
                      [&](size_t a, size_t b) { return sizeOf(a) > sizeOf(b); });
  return order;
}

/// The workers share the bodies and the text around them.
void Session::takeBodies() {
  summaries.resize(bodyCount());
  if (keepsTrees) {
    outline->makeSlots();
    checkedBodies.resize(bodyCount());
  }
  if (cache)
    cache->begin(*outline);
  // Bodies can be finished before the text around them. A null pointer represents a finished body
  // without findings, which is the usual case.
  using Waiting = std::unique_ptr<BodyResult>;
  Shares shares(run->workers.count());
  auto make = [&](size_t i, unsigned worker) -> Waiting {
    std::unique_ptr<Share> &share = shares[worker];
    if (!share)
      share = std::make_unique<Share>(*this, keepsTrees ? UnitStorage::Owned : UnitStorage::Lent);
    BodyResult found = i == 0 ? takeAround(*share) : takeBody(i - 1, worker, *share);
    return found.isEmpty() ? nullptr : std::make_unique<BodyResult>(std::move(found));
  };
  auto use = [&](Waiting found) {
    if (found)
      add(std::move(*found));
    return true;
  };
  std::mutex mutex;
  auto finish = [&](unsigned worker) {
    // Freeing the data of a thread takes time: each thread does it while others still work.
    if (std::unique_ptr<Share> share = std::move(shares[worker])) {
      std::lock_guard lock(mutex);
      run->stats.add(share->stats);
      if (keepsTrees)
        keep(*share);
    }
  };
  std::vector<size_t> order = orderOfWork(*outline, bodyCount(), run->workers.count());
  makeInOrder<Waiting>(run->workers, order, make, use, finish);
}

/// Keeps the tables to which the trees of a thread refer.
void Session::keep(Share &share) {
  if (share.reader)
    outline->keep(share.reader->takeWords());
  if (share.mnemonics)
    checker->tables().mnemonics.push_back(std::move(share.mnemonics));
}

/// Lints all bodies, which have been kept.
void Session::lintDescribedBodies() {
  descriptions.emplace(*result.module, *result.sema, options.tensorMaps.get());
  linter.emplace(*result.module, *result.sema->tables, *descriptions, enabledRules(options));
  std::vector<DiagnosticList> found(bodyCount());
  run->workers.forEach(bodyCount(), [&](size_t i, unsigned) {
    const Function *function = isFragment() ? nullptr : outline->functionOf(i);
    const CheckedUnit *body = isFragment() ? result.sema->top.get() : result.sema->bodies[i].get();
    if (body)
      summaries[i] = linter->lintBody(function, *body, found[i]);
  });
  for (DiagnosticList &list : found)
    lints.append(std::move(list));
}

//===-- Bodies after the check ----------------------------------------------------------------===//

/// Parses one body, with the tables of `maker`.
void Session::make(size_t index, std::unique_ptr<Share> &maker) {
  if (result.module->bodies()[index].tokens().size() != 0)
    return;
  if (!maker)
    maker = std::make_unique<Share>(*this, UnitStorage::Owned);
  BodyResult known; // `check` has built it
  readAndCheck(index, *maker, known);
  store(index, *maker);
}

void Session::prepareMakers(unsigned count) {
  makers.resize(std::max<size_t>(makers.size(), count));
  if (!isFragment() && result.module->bodies().empty()) {
    outline->makeSlots();
    result.sema->bodies.resize(bodyCount());
  }
}

void Session::makeBody(size_t index) {
  prepareMakers(1);
  if (!isFragment())
    make(index, makers.front());
}

void Session::makeBodies(Workers &workers) {
  prepareMakers(workers.count());
  if (!isFragment())
    workers.forEach(bodyCount(), [&](size_t i, unsigned worker) { make(i, makers[worker]); });
}
