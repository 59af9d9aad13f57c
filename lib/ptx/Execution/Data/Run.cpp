// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Data/Run.h"

#include "ptx/Execution/Machine.h"
#include "ptx/Execution/Sanitizer.h"

using namespace ptx;
using namespace ptx::execution;
using llvm::StringRef;

uint64_t RunArray::elementBytes() const { return std::max(1u, info(initial->element).width / 8u); }

uint64_t RunArray::element(uint64_t number) const {
  uint64_t bits = 0, each = elementBytes();
  for (uint64_t i = 0; i != std::min<uint64_t>(each, 8); ++i)
    bits |= static_cast<uint64_t>(bytes[number * each + i]) << 8 * i;
  return bits;
}

bool RunArray::isNamed(StringRef text) const {
  return !text.empty() && (name == text || number == text);
}

const RunArray *RunResult::find(StringRef name) const {
  auto found = llvm::find_if(arrays, [&](const RunArray &array) { return array.isNamed(name); });
  return found == arrays.end() ? nullptr : &*found;
}

/// A cluster that waits for another one does nothing else for so many instructions of warps.
static constexpr uint64_t patience = 20'000;

namespace {

class GridRun {
public:
  GridRun(const CheckedSource &checked, CompleteLaunch launch, const RunOptions &options)
      : launch(prepared(std::move(launch))), options(options),
        program(decode(checked, this->launch)) {
    if (options.seconds)
      deadline = std::chrono::steady_clock::now() + std::chrono::seconds(*options.seconds);
    for (const GlobalMemory::Object &object : program.global.all())
      knownBefore.push_back(object.known);
    // Machines use this memory, which has the only copy of large arrays.
    memory = std::move(program.global);
    for (auto &[name, contents] : this->launch.contents) {
      auto form = std::make_shared<Contents>(*contents);
      form->bytes = {};
      contents = form;
    }
  }

  RunResult run();

private:
  static CompleteLaunch prepared(CompleteLaunch launch);
  void checkLaunch();
  /// A cluster whose execution has begun.
  struct StartedCluster {
    Extent firstCta{};
    std::unique_ptr<Machine> machine;
    bool isPaused = false;
  };
  /// The execution of a cluster at the same time as others, with a view of global memory.
  struct Attempt {
    GlobalMemory view;
    Findings findings;
    uint64_t threadInstructions = 0;
    std::string printed;
    std::optional<std::pair<uint32_t, std::string>> firstUnknown;
    bool isFinished = false;
  };
  /// The number of a cluster in the grid.
  Extent clusterAt(uint64_t index) const;
  std::unique_ptr<Machine> machineFor(const Extent &cluster, GlobalMemory &memory, Findings &found,
                                      uint64_t mostChanged = ~uint64_t(0)) const;
  Attempt attempt(uint64_t index, uint64_t mostChanged) const;
  bool runTogether(uint64_t first, uint64_t count, bool &areIndependent);
  void keep(Attempt &attempt, GlobalMemory::MarkedBytes &changed);
  bool runNext(uint64_t index);
  uint64_t clusterCount() const { return volume(launch.grid) / volume(launch.cluster); }
  bool runCluster(StartedCluster &started);
  bool continuePaused();
  void runClusters();
  void tellProgress(uint64_t cost) const {
    if (options.progress)
      options.progress({done, clusterCount(), cost});
  }
  bool isAllKnown() const;
  void addFindings();
  RunArray arrayOf(const GlobalMemory::Object &object) const;
  void addArrays();
  std::string lineOf(uint32_t pc) const {
    return "line " + std::to_string(program.operations[pc].line) + ": ";
  }

  CompleteLaunch launch;
  const RunOptions &options;
  Program program;
  Deadline deadline;
  GlobalMemory memory;
  /// For each object of it, whether each byte is known when the kernel is launched; empty if all
  /// are.
  std::vector<std::vector<uint8_t>> knownBefore;
  Findings findings;
  std::optional<std::pair<uint32_t, std::string>> firstUnknown;
  std::vector<StartedCluster> paused;
  uint64_t done = 0; ///< clusters
  /// The instructions of clusters that waited for others, since a cluster ended.
  uint64_t waited = 0;
  RunResult result;
};

} // namespace

/// The launch with arrays whose sizes are those of their elements.
CompleteLaunch GridRun::prepared(CompleteLaunch launch) {
  launch.hasData = true;
  for (auto &[name, contents] : launch.contents) {
    if (contents->kind != Contents::Kind::Bytes || contents->isBounded)
      continue;
    auto bounded = std::make_shared<Contents>(*contents);
    bounded->isBounded = true;
    contents = bounded;
  }
  return launch;
}

void GridRun::checkLaunch() {
  for (const auto &[name, problem] : launch.problems)
    result.problems.push_back(problem);
  llvm::append_range(result.problems, program.argumentProblems);
  for (const auto &[name, contents] : launch.contents)
    if (!contents->isBounded)
      result.problems.push_back("`" + contents->text + "` for `" + name +
                                "` has no shape; `zeros:1024xf32` has one");
  for (unsigned i = 0; i != 3; ++i)
    if (launch.grid[i] % launch.cluster[i])
      result.problems.push_back("the grid is not a multiple of the cluster");
  result.notFollowed = program.unsupported;
  if (std::optional<std::string> problem = whyNotExecuted(program))
    result.notFollowed.push_back(*problem);
}

/// Executes or continues a cluster. False if no other is executed after it.
bool GridRun::runCluster(StartedCluster &started) {
  Machine &machine = *started.machine;
  Ending ending = machine.run(patience);
  std::string name = "the cluster of CTA " + launch.ctaText(started.firstCta);
  started.isPaused = ending == Ending::Paused;
  if (started.isPaused) {
    waited += patience;
    if (waited <= options.limit)
      return true;
    result.notFollowed.push_back(name + " waits, and no cluster ended within " +
                                 std::to_string(options.limit) + " instructions of warps");
    return false;
  }
  waited = 0;
  result.threadInstructions += machine.threadInstructions();
  result.printed += machine.printed();
  if (!firstUnknown)
    firstUnknown = machine.firstUnknown();
  for (const auto &[text, pc] : machine.notFollowed())
    result.notFollowed.push_back(lineOf(pc) + text);
  if (ending == Ending::Limit)
    result.notFollowed.push_back(name + " did not end within " + std::to_string(options.limit) +
                                 " instructions of warps");
  if (ending == Ending::Time)
    result.notFollowed.push_back("the launch did not end within " +
                                 std::to_string(*options.seconds) + " s");
  if (ending == Ending::Memory)
    result.notFollowed.push_back(name + " takes more than 1 GiB of memory");
  if (ending == Ending::Trap)
    result.notFollowed.push_back(name + " ends the kernel with an error");
  if (ending == Ending::Hang)
    result.notFollowed.push_back(name + " does not end");
  // Only an inspector ends an execution without a reason of its own.
  if (ending == Ending::Stopped && machine.notFollowed().empty())
    result.notFollowed.push_back(name + " was stopped before its end");
  ++done;
  tellProgress(0);
  return ending == Ending::Finished && result.notFollowed.empty();
}

/// Continues each of the paused clusters once. False if no other is executed.
bool GridRun::continuePaused() {
  for (StartedCluster &started : paused)
    if (!runCluster(started))
      return false;
  llvm::erase_if(paused, [](const StartedCluster &started) { return !started.isPaused; });
  return true;
}

Extent GridRun::clusterAt(uint64_t index) const {
  Extent cluster;
  for (unsigned i = 0; i != 3; ++i) {
    uint64_t count = launch.grid[i] / launch.cluster[i];
    cluster[i] = static_cast<uint32_t>(index % count);
    index /= count;
  }
  return cluster;
}

std::unique_ptr<Machine> GridRun::machineFor(const Extent &cluster, GlobalMemory &memory,
                                             Findings &found, uint64_t mostChanged) const {
  Schedule schedule;
  schedule.isStrict = options.isStrict;
  return std::make_unique<Machine>(program, launch, schedule, found, options.limit, deadline,
                                   GridPart{cluster, &memory, options.isChecked, mostChanged});
}

/// Executes the next cluster. False if no other is executed after it.
bool GridRun::runNext(uint64_t index) {
  constexpr size_t mostPaused = 64;
  StartedCluster started;
  Extent cluster = clusterAt(index);
  for (unsigned i = 0; i != 3; ++i)
    started.firstCta[i] = cluster[i] * launch.cluster[i];
  started.machine = machineFor(cluster, memory, findings);
  if (options.progress)
    started.machine->watch([this](uint64_t cost) { tellProgress(cost); });
  if (options.inspector)
    started.machine->inspect(*options.inspector);
  if (!runCluster(started))
    return false;
  if (started.isPaused)
    paused.push_back(std::move(started));
  return paused.size() <= mostPaused || continuePaused();
}

/// Executes a cluster without a change of global memory. The machine lives in one thread, as its
/// meter does.
GridRun::Attempt GridRun::attempt(uint64_t index, uint64_t mostChanged) const {
  Attempt attempt{GlobalMemory::viewOf(memory), {}, 0, {}, {}, false};
  std::unique_ptr<Machine> machine =
      machineFor(clusterAt(index), attempt.view, attempt.findings, mostChanged);
  attempt.isFinished = machine->run(patience) == Ending::Finished && machine->notFollowed().empty();
  attempt.threadInstructions = machine->threadInstructions();
  attempt.printed = machine->printed();
  attempt.firstUnknown = machine->firstUnknown();
  return attempt;
}

/// Makes the changes of an attempt, whose results are those of an execution after all clusters
/// before it.
void GridRun::keep(Attempt &attempt, GlobalMemory::MarkedBytes &changed) {
  attempt.view.apply(memory, changed);
  for (const Finding &finding : attempt.findings.all())
    findings.add(finding);
  result.threadInstructions += attempt.threadInstructions;
  result.printed += attempt.printed;
  if (!firstUnknown)
    firstUnknown = std::move(attempt.firstUnknown);
  ++done;
  tellProgress(0);
}

/// Executes `count` clusters from `first` on at the same time. One that read what another one
/// before it changed, or that did not end, is executed again, and so are all after it.
/// `areIndependent`: whether there was none. False if no other cluster is executed after them.
bool GridRun::runTogether(uint64_t first, uint64_t count, bool &areIndependent) {
  constexpr uint64_t mostChanged = 64 << 20;
  std::vector<std::optional<Attempt>> attempts(count);
  options.workers->forEach(count, [&](size_t i, unsigned) {
    attempts[i].emplace(attempt(first + i, mostChanged / count));
  });
  GlobalMemory::MarkedBytes changed;
  areIndependent = true;
  for (auto [i, attempt] : llvm::enumerate(attempts)) {
    areIndependent = areIndependent && attempt->isFinished && !attempt->view.hasRead(changed);
    if (areIndependent)
      keep(*attempt, changed);
    attempt.reset();
    if (!areIndependent && !runNext(first + i))
      return false;
  }
  return true;
}

/// Executes the clusters as if in their order. One that waits for another is paused, since a grid
/// can have a barrier.
void GridRun::runClusters() {
  constexpr uint64_t mostForWorker = 16;
  uint64_t count = clusterCount(), next = 0;
  bool hasViews = options.workers && !options.inspector &&
                  llvm::all_of(memory.all(), [](const auto &object) { return object.isBounded(); });
  uint64_t workers = hasViews ? options.workers->count() : 1, together = workers;
  // One worker has no use for executions at the same time.
  uint64_t mostTogether = workers > 1 ? workers * mostForWorker : 1;
  while (next != count) {
    uint64_t size = paused.empty() ? std::min(together, count - next) : 1;
    bool areIndependent = true;
    if (!(size > 1 ? runTogether(next, size, areIndependent) : runNext(next)))
      return;
    next += size;
    // Where clusters depend on each other, their executions at the same time are of no use.
    together = areIndependent ? std::min(together * 2, mostTogether) : together / 2;
  }
  while (!paused.empty() && continuePaused())
    ;
}

/// Whether no array has an unknown value that the kernel stored.
bool GridRun::isAllKnown() const {
  return llvm::none_of(llvm::zip_equal(memory.all(), knownBefore), [](auto pair) {
    auto &[object, known] = pair;
    return object.isBounded() && object.firstUnknown(known);
  });
}

void GridRun::addFindings() {
  result.findings.setEntry(launch.name);
  for (const Finding &finding : findings.all()) {
    if (!options.isStrict && isTolerated(finding))
      continue;
    // The value of such a read is unknown. Merges of sorted tiles read one element too many, and
    // do not use it.
    if (finding.fault == Fault::UninitializedShared && !options.isStrict && result.isComputed() &&
        isAllKnown())
      continue;
    emitFinding(result.findings, program, finding);
  }
}

/// The array of an object, or the variable, with its values.
RunArray GridRun::arrayOf(const GlobalMemory::Object &object) const {
  auto place = program.pointerPlaces.find(object.base);
  std::string number = place != program.pointerPlaces.end() ? place->second
                       : object.base >= window::global
                           ? std::to_string((object.base - window::global) / window::globalStride)
                           : "";
  return {object.name, number, object.initial, object.bytes, object.firstUnknown()};
}

void GridRun::addArrays() {
  // A variable with the address of a function is unknown from the start, and no result.
  for (auto [object, known] : llvm::zip_equal(memory.all(), knownBefore)) {
    if (!object.isBounded())
      continue;
    RunArray array = arrayOf(object);
    std::optional<uint64_t> unknown = object.firstUnknown(known);
    bool isResult =
        options.results.empty() ||
        llvm::any_of(options.results, [&](const std::string &name) { return array.isNamed(name); });
    if (unknown && isResult)
      result.notFollowed.push_back("the value of " + memory.nameOf(object.base + *unknown) +
                                   " is not known");
    result.arrays.push_back(std::move(array));
  }
  // An array with an unknown value is of use only to whoever asks why there are no results.
  if (result.notFollowed.empty())
    llvm::erase_if(result.arrays, [](const RunArray &array) { return array.firstUnknown; });
  if (!result.notFollowed.empty() && firstUnknown)
    result.notFollowed.push_back(lineOf(firstUnknown->first) +
                                 "the first unknown value: " + firstUnknown->second);
}

RunResult GridRun::run() {
  result.launch = launch.text();
  checkLaunch();
  if (!result.isComputed())
    return std::move(result);
  runClusters();
  addArrays();
  addFindings();
  return std::move(result);
}

StringRef execution::verdictOf(const RunResult &result, size_t errors, bool hasFindings) {
  return errors                 ? "faults found"
         : !result.isComputed() ? "not decided"
         : hasFindings          ? "no fault, but warnings"
                                : "clean";
}

RunResult execution::run(const CheckedSource &checked, CompleteLaunch launch,
                         const RunOptions &options) {
  return GridRun(checked, std::move(launch), options).run();
}
