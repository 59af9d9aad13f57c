// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Sanitizer.h"

#include "ptx/Diagnostics/ExecutionRules.h"
#include "ptx/Execution/Machine.h"
#include "ptx/Execution/Timeline/TimelineFigure.h"

using namespace ptx;
using namespace ptx::execution;

/// The diagnostic of a finding.
static Diagnostic &emit(DiagnosticList &list, const Finding &finding, SourceRange range) {
  llvm::StringRef what = finding.text;
  switch (finding.fault) {
  case Fault::Hang:
    return list.emit(diag::LaunchHang{.range = range, .what = what});
  case Fault::Race:
    return list.emit(diag::SharedMemoryRace{.range = range, .what = what});
  case Fault::MissingProxyFence:
    return list.emit(diag::LaunchProxyFence{.range = range, .what = what});
  case Fault::ReadDuringCopy:
    return list.emit(diag::ReadDuringCopy{.range = range, .what = what});
  case Fault::OverwriteDuringUse:
    return list.emit(diag::OverwriteDuringUse{.range = range, .what = what});
  case Fault::PendingAtExit:
    return list.emit(diag::PendingAtExit{.range = range, .what = what});
  case Fault::OvertakenPhase:
    return list.emit(diag::OvertakenPhase{.range = range, .what = what});
  case Fault::ExcessArrivals:
    return list.emit(diag::ExcessArrivals{.range = range, .what = what});
  case Fault::LeftoverTransactions:
    return list.emit(diag::LeftoverTransactions{.range = range, .what = what});
  case Fault::UnorderedMbarrier:
    return list.emit(diag::UnorderedMbarrier{.range = range, .what = what});
  case Fault::BarrierCounts:
    return list.emit(diag::LaunchBarrierThreads{.range = range, .what = what});
  case Fault::DivergentInstruction:
    return list.emit(diag::DivergentExecution{.range = range, .what = what});
  case Fault::UnorderedPeer:
    return list.emit(diag::UnorderedPeer{.range = range, .what = what});
  case Fault::RegisterPool:
    return list.emit(diag::LaunchRegisterPool{.range = range, .what = what});
  case Fault::TensorMemory:
    return list.emit(diag::TensorMemoryUse{.range = range, .what = what});
  case Fault::TensorLanes:
    return list.emit(diag::TensorMemoryLanes{.range = range, .what = what});
  case Fault::MbarrierFence:
    return list.emit(diag::MbarrierInitFence{.range = range, .what = what});
  case Fault::MisplacedArrival:
    return list.emit(diag::MisplacedArrival{.range = range, .what = what});
  case Fault::UninitializedShared:
    return list.emit(diag::UninitializedShared{.range = range, .what = what});
  case Fault::GlobalRace:
    return list.emit(diag::GlobalMemoryRace{.range = range, .what = what});
  case Fault::SharedBounds:
    return list.emit(diag::SharedBounds{.range = range, .what = what});
  case Fault::PendingRegisters:
    return list.emit(diag::PendingRegisters{.range = range, .what = what});
  case Fault::GlobalBounds:
    return list.emit(diag::GlobalBounds{.range = range, .what = what});
  case Fault::Trap:
    return list.emit(diag::LaunchTrap{.range = range, .what = what});
  }
  llvm_unreachable("no other fault");
}

void execution::emitFinding(DiagnosticList &list, const Program &program, const Finding &finding) {
  Diagnostic &diagnostic = emit(list, finding, program.operations[finding.pc].range);
  for (const auto &[pc, text] : finding.notes)
    diagnostic.note(program.operations[pc].range, text);
}

static constexpr const char *allIsTaken =
    "the executions of all launches take more instructions of warps than they may";

bool execution::isTolerated(const Finding &finding) {
  return finding.isTolerated || finding.fault == Fault::MbarrierFence ||
         finding.fault == Fault::TensorLanes;
}

namespace {

/// The findings of the executions of a launch with the same assumptions.
struct Evidence {
  Findings findings;
  std::map<uint32_t, uint32_t> decided;
  std::map<std::string, uint32_t> skipped;
  std::map<uint32_t, uint64_t> assumed;
  std::set<uint32_t> assertions;
  BoxFacts boxes;
  /// The first schedule that shows each finding.
  std::map<std::pair<Fault, uint32_t>, Schedule> shownBy;
  unsigned executions = 0, hangs = 0;
  size_t guessed = 0; ///< the maximum number of conditions that one execution guessed
  /// The reason why the last execution did not end normally.
  std::optional<Ending> stopped;
};

/// The executions of one launch.
class Sanitizer {
public:
  Sanitizer(const CheckedSource &checked, const CompleteLaunch &launch,
            const SanitizerOptions &options)
      : checked(checked), launch(launch), options(options), program(decode(checked, launch)) {
    if (options.seconds)
      deadline = std::chrono::steady_clock::now() + std::chrono::seconds(*options.seconds);
    constexpr uint64_t bytesOfInstruction = 16; // decoding them takes as long as one
    result.cost = checked.module->source().text().size() / bytesOfInstruction;
  }

  SanitizerResult run();

private:
  void execute(const Schedule &schedule, const Program &program, const CompleteLaunch &launch,
               Evidence &evidence);
  void executeAll(const Program &program, const CompleteLaunch &launch, Evidence &evidence,
                  unsigned count);
  void executeAll(const Program &program, const CompleteLaunch &launch, Evidence &evidence) {
    executeAll(program, launch, evidence, std::max(1u, options.schedules));
  }
  void deriveBoxes();
  void tryOutcomes();
  void takeSmallerArguments();
  void compareWithLarger();
  void tryOtherArguments();
  Schedule scheduleOf(unsigned number) const;
  uint64_t limitOfNext() const {
    return std::min(options.limit, options.limitOfAll - std::min(options.limitOfAll, result.cost));
  }
  std::string lineOf(uint32_t pc) const {
    return "line " + std::to_string(program.operations[pc].line);
  }
  void addFindings();
  void addNotDecided();
  void addPremises();
  void drawTimeline();

  const CheckedSource &checked;
  CompleteLaunch launch;
  const SanitizerOptions &options;
  Deadline deadline;
  Program program;
  /// The findings that are reported.
  Evidence evidence;
  SanitizerResult result;
  /// Of an execution that exceeded its limit with larger numbers.
  std::optional<Findings> findingsOfLarger;
};

} // namespace

std::optional<std::string> execution::whyNotExecuted(const Program &program) {
  if (program.usesModuleRegisters)
    return "registers that are declared outside of functions";
  // A thread of a GPU has 512 KiB of local memory, a CTA 228 KiB of shared memory.
  constexpr uint64_t mostShared = 256 << 10, mostLocal = 512 << 10, mostParameters = 256 << 10;
  for (auto [bytes, most, what] :
       {std::tuple(program.sharedBytes, mostShared, "the shared memory of a CTA takes "),
        std::tuple(program.localBytes, mostLocal, "the local memory of a thread takes "),
        std::tuple(program.paramBytes, mostParameters, "the parameters of all functions take ")})
    if (bytes > most)
      return what + std::to_string(bytes) + " bytes, more than " + std::to_string(most);
  return std::nullopt;
}

/// The cost of a short execution, in instructions.
static constexpr uint64_t costOfExecution = 1000;

void Sanitizer::execute(const Schedule &schedule, const Program &program,
                        const CompleteLaunch &launch, Evidence &evidence) {
  Machine machine(program, launch, schedule, evidence.findings, limitOfNext(), deadline);
  if (options.progress)
    machine.watch([&](uint64_t cost) { options.progress(result.cost + cost); });
  Ending ending = machine.run();
  if (ending != Ending::Finished && ending != Ending::Hang)
    evidence.stopped = ending;
  evidence.hangs += ending == Ending::Hang;
  for (const Finding &finding : evidence.findings.all())
    evidence.shownBy.try_emplace({finding.fault, finding.pc}, schedule);
  ++evidence.executions;
  result.cost += machine.cost() + costOfExecution;
  ++result.executions;
  result.threadInstructions += machine.threadInstructions();
  for (auto [pc, count] : machine.decided())
    evidence.decided[pc] = std::max(evidence.decided[pc], count);
  evidence.skipped.insert(machine.notFollowed().begin(), machine.notFollowed().end());
  evidence.guessed = std::max(evidence.guessed, machine.guessed());
  evidence.assertions.insert(machine.assumedAssertions().begin(),
                             machine.assumedAssertions().end());
  evidence.assumed.insert(machine.assumedBytes().begin(), machine.assumedBytes().end());
  if (evidence.executions == 1)
    evidence.boxes = machine.boxFacts();
}

/// If few conditions are unknown, all outcomes are tried. A launch that is clean in all of them
/// depends on no guess.
void Sanitizer::tryOutcomes() {
  constexpr size_t most = 4;
  size_t count = evidence.guessed;
  if (count == 0 || count > most || evidence.stopped)
    return;
  for (unsigned bits = 0; bits != 1u << count; ++bits) {
    Schedule schedule;
    schedule.isStrict = options.isStrict;
    for (size_t i = 0; i != count; ++i)
      schedule.outcomes.push_back(bits >> i & 1);
    execute(schedule, program, launch, evidence);
    // Another outcome led to more conditions.
    if (evidence.guessed > count || evidence.stopped)
      return;
  }
  evidence.decided.clear();
}

Schedule Sanitizer::scheduleOf(unsigned number) const {
  Schedule schedule;
  schedule.isStrict = options.isStrict;
  schedule.isEager = number % 2 == 1;
  schedule.isReversed = number / 2 % 2 == 1;
  schedule.unknown = static_cast<Schedule::Unknown>(number % 3);
  schedule.seed = number < 2 ? 0 : mix(options.seed, number);
  return schedule;
}

/// The first `count` schedules of the launch, or all; those that are in `evidence` are not
/// repeated.
void Sanitizer::executeAll(const Program &program, const CompleteLaunch &launch, Evidence &evidence,
                           unsigned count) {
  for (unsigned i = evidence.executions; i < count && !evidence.stopped; ++i)
    execute(scheduleOf(i), program, launch, evidence);
}

/// The sizes of boxes without a description are derived from the bytes that mbarrier objects
/// expect. If other sizes fit as well, findings that only these sizes show are possible ones.
void Sanitizer::deriveBoxes() {
  if (evidence.boxes.isEmpty() || evidence.stopped == Ending::Time)
    return;
  DerivedBoxes derived = evidence.boxes.solve(program.sharedBytes);
  if (derived.bytes.empty())
    return;
  bool isAssumed = !derived.assumed.empty();
  if (isAssumed)
    executeAll(program, launch, evidence);
  program.derivedBoxes = std::move(derived);
  Evidence others;
  executeAll(program, launch, others);
  if (isAssumed) {
    others.findings.compare(evidence.findings);
    evidence.findings.compare(others.findings);
    others.findings.addPossible(evidence.findings);
  }
  evidence = std::move(others);
}

/// If an execution exceeds its limit with the assumed numbers, smaller numbers are tried.
void Sanitizer::takeSmallerArguments() {
  if (evidence.stopped != Ending::Limit || program.knowsArguments)
    return;
  launch.otherArguments /= 16;
  program = decode(checked, launch);
  findingsOfLarger = std::move(evidence.findings);
  evidence = Evidence();
  executeAll(program, launch, evidence, 1);
}

/// Findings that larger and smaller numbers do not both show are only possible.
void Sanitizer::compareWithLarger() {
  if (!findingsOfLarger)
    return;
  evidence.findings.compare(*findingsOfLarger);
  evidence.findings.addPossible(*findingsOfLarger);
}

/// A finding with one choice of unspecified values and not with another can be about a launch that
/// never occurs.
void Sanitizer::tryOtherArguments() {
  if ((program.knowsArguments && !launch.assumesBlock) || !evidence.findings.anyCertain() ||
      evidence.stopped || findingsOfLarger)
    return;
  CompleteLaunch other = launch;
  other.otherArguments *= 4;
  if (launch.assumesBlock)
    other.block[0] *= 2;
  Program otherProgram = decode(checked, other);
  otherProgram.derivedBoxes = program.derivedBoxes;
  Evidence others;
  executeAll(otherProgram, other, others);
  if (!others.stopped)
    evidence.findings.compare(others.findings);
}

void Sanitizer::addFindings() {
  result.findings.setEntry(launch.name);
  for (Finding finding : evidence.findings.all()) {
    // If only some schedules hang, the cause is the missed phase.
    if (finding.fault == Fault::Hang && evidence.hangs < evidence.executions &&
        evidence.findings.has(Fault::OvertakenPhase, finding.pc))
      finding.fault = Fault::OvertakenPhase;
    if (isTolerated(finding) && !options.isStrict)
      continue;
    // A copy that was not modelled, or one of an assumed size, may have written it.
    if (finding.fault == Fault::UninitializedShared &&
        (!evidence.skipped.empty() || !evidence.assumed.empty()))
      continue;
    if (finding.isPossible) {
      result.notDecided.push_back("possible, if unknown values are as assumed: " +
                                  lineOf(finding.pc) + ": " + finding.text);
      continue;
    }
    emitFinding(result.findings, program, finding);
  }
}

void Sanitizer::addNotDecided() {
  if (evidence.stopped == Ending::Limit)
    result.notDecided.push_back(result.cost < options.limitOfAll
                                    ? "an execution did not end within " +
                                          std::to_string(options.limit) + " instructions of warps"
                                    : allIsTaken);
  if (evidence.stopped == Ending::Time)
    result.notDecided.push_back("the executions of the launch did not end within " +
                                std::to_string(*options.seconds) + " s");
  if (evidence.stopped == Ending::Memory)
    result.notDecided.push_back("an execution takes more than 1 GiB of memory");
  for (auto [pc, count] : evidence.decided)
    result.notDecided.push_back(lineOf(pc) + ": a condition is not known; " +
                                std::to_string(count) +
                                (count == 1 ? " outcome was assumed" : " outcomes were assumed"));
  for (const auto &[text, pc] : evidence.skipped)
    result.notDecided.push_back(lineOf(pc) + ": " + text);
}

void execution::addPremisesOfMachine(bool isStrict, std::vector<std::string> &premises) {
  premises.push_back("the first active lane is elected");
  if (!isStrict)
    premises.push_back("a lane arrives at an mbarrier object after the preceding operations of the "
                       "lanes that are together with it");
  premises.push_back(
      "stores of the same instruction by several threads to the same bytes store the same value");
}

void Sanitizer::addPremises() {
  result.premises.push_back(
      launch.contents.empty()
          ? "global memory has unknown contents, and each pointer its own object"
          : "other global memory has unknown contents, each pointer has its own object, and "
            "accesses to known contents take effect in the order of the execution");
  if (!program.knowsArguments)
    result.premises.push_back("integer arguments that are not given are " +
                              std::to_string(launch.otherArguments));
  if (launch.assumesBlock)
    result.premises.push_back("the block has " + std::to_string(volume(launch.block)) + " threads");
  addPremisesOfMachine(options.isStrict, result.premises);
  if (!options.isStrict && llvm::any_of(evidence.findings.all(), isTolerated))
    result.premises.push_back("the hardware tolerates what --strict reports");
  llvm::append_range(result.premises, launch.remarks);
  for (uint32_t pc : evidence.assertions)
    result.premises.push_back(lineOf(pc) + ": the path that traps is not taken");
  for (auto [pc, bytes] : evidence.assumed)
    result.premises.push_back(
        lineOf(pc) + ": the box of the tensor map is not given; the copy is assumed to have " +
        std::to_string(bytes) + " bytes");
  if (volume(launch.grid) > volume(launch.cluster))
    result.premises.push_back("the first cluster of the grid represents all");
}

/// Executes the launch once more, in the order that shows the first finding.
void Sanitizer::drawTimeline() {
  const Finding *first = nullptr;
  auto rank = [&](const Finding &finding) {
    return 2 * (isTolerated(finding) && !options.isStrict) + finding.isPossible;
  };
  for (const Finding &finding : evidence.findings.all())
    if (!first || rank(finding) < rank(*first))
      first = &finding;
  Schedule schedule = scheduleOf(0);
  std::optional<Fault> fault;
  std::string text;
  if (first) {
    fault = first->fault;
    text = lineOf(first->pc) + ": " + (first->isPossible ? "possible: " : "") + first->text;
    if (auto found = evidence.shownBy.find({first->fault, first->pc});
        found != evidence.shownBy.end())
      schedule = found->second;
  }
  TimelineRecorder recorder(static_cast<uint32_t>(volume(launch.cluster)),
                            static_cast<uint32_t>(volume(launch.block) + warpLanes - 1) / warpLanes,
                            fault, first ? first->pc : 0);
  Findings again;
  Machine machine(program, launch, schedule, again, options.limit, deadline);
  machine.record(recorder);
  machine.run();
  result.timeline = execution::drawTimeline(recorder, program, checked.module->source().text(),
                                            "launch " + result.launch, text);
}

SanitizerResult Sanitizer::run() {
  result.launch = launch.text();
  if (std::optional<std::string> problem = whyNotExecuted(program)) {
    result.notDecided.push_back(*problem);
    return std::move(result);
  }
  executeAll(program, launch, evidence, 1);
  takeSmallerArguments();
  deriveBoxes();
  executeAll(program, launch, evidence);
  compareWithLarger();
  tryOutcomes();
  tryOtherArguments();
  addPremises();
  addFindings();
  addNotDecided();
  if (options.wantsTimeline)
    drawTimeline();
  return std::move(result);
}

llvm::StringRef execution::verdictOf(const SanitizerResult &result) {
  return result.findings.hasErrors() ? "faults found"
         : !result.isDecided()       ? "not decided"
         : result.findings.empty()   ? "clean"
                                     : "no fault, but warnings";
}

std::vector<std::string> execution::describe(const SanitizerResult &result,
                                             llvm::StringRef verdict) {
  std::string count = std::to_string(result.executions) + " executions";
  // A proof does not count them: it executes for many numbers at once.
  if (result.threadInstructions)
    count += ", " + std::to_string(result.threadInstructions) + " instructions of threads";
  std::vector<std::string> lines{"launch " + result.launch, verdict.str() + "; " + count};
  for (const std::string &premise : result.premises)
    lines.push_back("assumed: " + premise);
  for (const std::string &reason : result.notDecided)
    lines.push_back("not followed: " + reason);
  return lines;
}

SanitizerResult execution::sanitize(const CheckedSource &checked, const CompleteLaunch &launch,
                                    const SanitizerOptions &options) {
  if (options.limitOfAll == 0) {
    SanitizerResult result;
    result.launch = launch.text();
    result.notDecided.push_back(allIsTaken);
    return result;
  }
  return Sanitizer(checked, launch, options).run();
}
