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

const RunArray *RunResult::find(StringRef name) const {
  auto found = llvm::find_if(arrays, [&](const RunArray &array) {
    return !name.empty() && (array.name == name || array.number == name);
  });
  return found == arrays.end() ? nullptr : &*found;
}

namespace {

class GridRun {
public:
  GridRun(const CheckedSource &checked, CompleteLaunch launch, const RunOptions &options)
      : launch(prepared(std::move(launch))), options(options),
        program(decode(checked, this->launch)), memory(program.global) {}

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
  bool runCluster(StartedCluster &started);
  bool continuePaused();
  void runClusters();
  void tellProgress(uint64_t cost) const {
    if (options.progress)
      options.progress({done, volume(launch.grid) / volume(launch.cluster), cost});
  }
  void addFindings();
  void addArrays();
  std::string lineOf(uint32_t pc) const {
    return "line " + std::to_string(program.operations[pc].line) + ": ";
  }

  const CompleteLaunch launch;
  const RunOptions &options;
  const Program program;
  GlobalMemory memory;
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
  result.problems = program.argumentProblems;
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
  // A cluster that waits for another one does nothing else for so many instructions of warps.
  constexpr uint64_t patience = 20'000;
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
  if (ending == Ending::Memory)
    result.notFollowed.push_back(name + " takes more than 1 GiB of memory");
  if (ending == Ending::Trap)
    result.notFollowed.push_back(name + " ends the kernel with an error");
  if (ending == Ending::Hang)
    result.notFollowed.push_back(name + " does not end");
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

/// Executes the clusters in their order. One that waits for another is paused, since a grid can
/// have a barrier.
void GridRun::runClusters() {
  constexpr size_t mostPaused = 64;
  Schedule schedule;
  schedule.isStrict = options.isStrict;
  Extent clusters;
  for (unsigned i = 0; i != 3; ++i)
    clusters[i] = launch.grid[i] / launch.cluster[i];
  for (uint32_t z = 0; z != clusters[2]; ++z)
    for (uint32_t y = 0; y != clusters[1]; ++y)
      for (uint32_t x = 0; x != clusters[0]; ++x) {
        StartedCluster started;
        Extent cluster{x, y, z};
        for (unsigned i = 0; i != 3; ++i)
          started.firstCta[i] = cluster[i] * launch.cluster[i];
        started.machine =
            std::make_unique<Machine>(program, launch, schedule, findings, options.limit,
                                      std::nullopt, GridPart{cluster, &memory, options.isChecked});
        if (options.progress)
          started.machine->watch([this](uint64_t cost) { tellProgress(cost); });
        if (options.inspector)
          started.machine->inspect(*options.inspector);
        if (!runCluster(started))
          return;
        if (started.isPaused)
          paused.push_back(std::move(started));
        if (paused.size() > mostPaused && !continuePaused())
          return;
      }
  while (!paused.empty() && continuePaused())
    ;
}

void GridRun::addFindings() {
  result.findings.setEntry(launch.name);
  for (const Finding &finding : findings.all())
    if (options.isStrict || !isTolerated(finding))
      emitFinding(result.findings, program, finding);
}

void GridRun::addArrays() {
  for (const GlobalMemory::Object &object : memory.all())
    if (object.isBounded() && (!object.firstUnknown() || !result.notFollowed.empty())) {
      auto place = program.pointerPlaces.find(object.base);
      std::string number =
          place != program.pointerPlaces.end() ? place->second
          : object.base >= window::global
              ? std::to_string((object.base - window::global) / window::globalStride)
              : "";
      result.arrays.push_back(
          {object.name, number, object.initial, object.bytes, object.firstUnknown()});
    }
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
  addFindings();
  // A variable with the address of a function is unknown from the start, and no result.
  for (auto [object, initial] : llvm::zip_equal(memory.all(), program.global.all()))
    if (std::optional<uint64_t> unknown =
            object.isBounded() ? object.firstUnknown(initial.known) : std::nullopt)
      result.notFollowed.push_back("the value of " + memory.nameOf(object.base + *unknown) +
                                   " is not known");
  addArrays();
  return std::move(result);
}

RunResult execution::run(const CheckedSource &checked, CompleteLaunch launch,
                         const RunOptions &options) {
  return GridRun(checked, std::move(launch), options).run();
}
