// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Proof/Prover.h"

#include "ptx/Proof/SymbolicRun.h"

#include <numeric>

using namespace ptx;
using namespace ptx::execution;
using namespace ptx::proof;

namespace {

/// A parameter of the entry whose value is a number, given or assumed by the launch.
struct Parameter {
  std::string name;
  uint64_t offset;
  unsigned bytes;
  uint64_t value;
};

/// The result of one execution.
struct Outcome {
  Findings findings;
  ProofRecord::Remark reason; ///< why the execution shows nothing; empty if it shows something
  uint64_t rounds = 0, steps = 0, lastRound = 0;
  uint64_t valuesOfPeriod = 0; ///< of the parameter of a family
  std::vector<Period> periods;

  bool isClean() const { return reason.empty() && findings.all().empty(); }
};

/// The proof of one launch.
class Prover {
public:
  Prover(const CheckedSource &checked, const CompleteLaunch &launch, const ProofOptions &options)
      : checked(checked), launch(launch), options(options), program(decode(checked, launch)),
        live(program),
        deadline(std::chrono::steady_clock::now() + std::chrono::seconds(options.seconds)) {}

  ProofResult run();

private:
  std::optional<ProofRecord::Remark> whyNotTried() const;
  std::optional<std::string> resultOfSchedule(uint32_t pc) const;
  /// The operations after a wait with a known result, up to the first that is not followed.
  struct Walk {
    std::vector<uint32_t> passed;            ///< in order, with the last
    std::vector<std::set<uint32_t>> written; ///< by element of `passed`: the registers before it
  };
  Walk walkAfter(uint32_t pc, bool hasPassed) const;
  using KnownPredicates = std::map<uint32_t, bool>; ///< by register
  std::optional<bool> copiedPredicate(uint32_t pc, const KnownPredicates &known) const;
  bool isSameWait(uint32_t a, uint32_t b) const;
  bool isRepeatedWait(uint32_t pc) const;
  bool usesState() const;
  bool deriveBoxes();
  ProofRecord::Remark whyInconclusive(const Machine &machine, Ending ending,
                                      const Findings &findings) const;
  Outcome execute(const Program &program, const CompleteLaunch &launch, const Schedule &schedule,
                  const std::optional<Family> &family, bool stopsAfterPeriod = false);
  uint64_t roundsOf(const CompleteLaunch &launch, const Schedule &schedule);
  Program programOf(const CompleteLaunch &launch) const;
  /// Executes in `most` schedules, until one is not clean.
  Outcome executeAll(const Program &program, const CompleteLaunch &launch,
                     const std::optional<Family> &family, size_t most = ~size_t(0));
  Outcome executeAll(const CompleteLaunch &launch, size_t most = ~size_t(0));
  Outcome executeAll(const Family &family);
  std::vector<Parameter> parameters() const;
  std::map<std::string, uint64_t> boxes() const;
  CompleteLaunch with(const Parameter &parameter, uint64_t value) const;
  bool prove(const Parameter &parameter);
  std::optional<std::pair<uint64_t, uint64_t>> findPeriod(const Parameter &parameter,
                                                          const Schedule &schedule,
                                                          uint64_t granularity, uint64_t most);
  uint64_t unitOf(const Parameter &parameter);
  bool proveFamily(const Parameter &parameter, uint64_t granularity, uint64_t most);
  bool proveFamily(const Parameter &parameter, uint64_t granularity, uint64_t most, uint64_t start,
                   uint64_t step, uint64_t &other);
  std::optional<uint64_t> firstRight(const Parameter &parameter, uint64_t end, uint64_t step);
  void describe(const std::vector<Period> &periods, const Parameter &parameter, uint64_t step);
  void filter(Findings &findings);
  void addPremises();
  bool isWitness(Outcome outcome, const CompleteLaunch &launch);
  bool dependsOnAssumed(Outcome &outcome, const CompleteLaunch &launch);
  std::string whyLate() const {
    return "the proof takes more than " + std::to_string(options.seconds) + " s";
  }
  ProofRecord::Remark remark(uint32_t pc, std::string text) const {
    return {program.operations[pc].line, std::move(text)};
  }
  ProofRecord::Remark &reason() { return result.record.reason; }

  const CheckedSource &checked;
  const CompleteLaunch launch;
  const ProofOptions &options;
  Program program;
  LiveRegisters live;
  const std::chrono::steady_clock::time_point deadline;
  Widened widened;
  /// By schedule: how many times the outline of a state repeats in a period.
  std::map<bool, uint64_t> factors{{false, 1}, {true, 1}};
  std::map<uint32_t, uint64_t> assumed;
  std::set<uint32_t> assertions;
  std::map<uint32_t, std::string> tolerated;
  ProofResult result;
};

} // namespace

/// The reason why a result of the operation depends on the order of threads; none if it does not.
/// Without such results, a launch has the same effects in all schedules.
std::optional<std::string> Prover::resultOfSchedule(uint32_t pc) const {
  const Operation &op = program.operations[pc];
  bool isShared = !op.has(Modifier::global) && !op.has(Modifier::param) &&
                  !op.has(Modifier::local) && !op.has(Modifier::const_);
  bool isStrong = op.semantics != Semantics::Weak;
  if (op.action == Action::WarpMatrix && op.addresses && op.space != Operation::Space::Global)
    return "the accesses of the instruction to shared memory are not modelled";
  if (op.action == Action::ActiveMask)
    return "the active lanes depend on the schedule";
  if (op.action == Action::Atomic && isShared)
    return "the result of an atomic operation depends on the schedule";
  if (op.action == Action::Load && isStrong && isShared)
    return "the result of a strong load depends on the schedule";
  if (op.async == AsyncOp::LaunchCancel)
    return "the granted clusters depend on the schedule";
  if (op.async == AsyncOp::MbarrierWait && !isRepeatedWait(pc))
    return "more than the repetition of a wait depends on its result";
  if (op.async != AsyncOp::None && op.has(Modifier::pending_count))
    return "the number of pending arrivals depends on the schedule";
  return std::nullopt;
}

/// The predicate that an operation copies, negates, or computes again from an integer that is zero
/// if it is false; none if it is not among the known ones.
std::optional<bool> Prover::copiedPredicate(uint32_t pc, const KnownPredicates &known) const {
  const Operation &op = program.operations[pc];
  unsigned count = program.operandCount(pc);
  // The second of two results of `setp` is the opposite.
  if (count < 2 || program.operand(pc, 0).size() != 1 || op.isFloat || op.lanes != 1)
    return std::nullopt;
  auto find = [&](unsigned i) -> std::optional<bool> {
    llvm::ArrayRef<Slot> slots = program.operand(pc, i);
    const Slot &slot = slots[0];
    bool isPlain = slots.size() == 1 && slot.isRegister() && !slot.number &&
                   (!slot.negated || slot.width == 1);
    auto found = isPlain ? known.find(slot.index) : known.end();
    return found == known.end() ? std::nullopt : std::optional(found->second != slot.negated);
  };
  auto isNumber = [&](unsigned i) { return program.operand(pc, i)[0].kind == Slot::Kind::Number; };
  auto isZero = [&](unsigned i) {
    return truncate(program.operand(pc, i)[0].number, op.width) == 0;
  };
  switch (op.action) {
  case Action::Move:
    return find(1);
  case Action::BitNot: {
    std::optional<bool> from = op.type == TypeId::pred ? find(1) : std::nullopt;
    return from ? std::optional(!*from) : std::nullopt;
  }
  case Action::Select: {
    std::optional<bool> choice = count == 4 ? find(3) : std::nullopt;
    return choice && isNumber(1) && isNumber(2) ? std::optional(!isZero(*choice ? 1 : 2))
                                                : std::nullopt;
  }
  case Action::Compare: {
    std::optional<bool> from = count == 3 ? find(1) : std::nullopt;
    bool isWithZero = from && isNumber(2) && isZero(2) &&
                      (op.comparison == CompareOp::Equal || op.comparison == CompareOp::NotEqual);
    return isWithZero ? std::optional(*from == (op.comparison == CompareOp::NotEqual))
                      : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

/// Whether an operation only moves or computes bits, so that a walk goes on after it.
static bool onlyComputesBits(const Operation &op) {
  switch (op.action) {
  case Action::Move:
  case Action::Select:
  case Action::Compare:
  case Action::BitXor:
  case Action::BitNot:
  case Action::Idle:
    return true;
  default:
    return false;
  }
}

/// Follows the operations after a wait whose result is known, as long as their effects depend on
/// this result only.
Prover::Walk Prover::walkAfter(uint32_t pc, bool hasPassed) const {
  Walk walk;
  KnownPredicates known{{program.operand(pc, 0)[0].index, hasPassed}};
  std::set<uint32_t> written;
  constexpr unsigned most = 64;
  uint32_t at = pc + 1;
  for (unsigned i = 0; i != most && at < program.operations.size(); ++i) {
    walk.passed.push_back(at);
    walk.written.push_back(written);
    const Operation &op = program.operations[at];
    auto guard = known.find(op.guard);
    bool isGuarded = op.guard != Operation::none;
    if (!op.view || (isGuarded && guard == known.end()))
      break;
    bool isExecuted = !isGuarded || guard->second != op.guardNegated;
    if (op.branches()) {
      at = isExecuted ? op.target : at + 1;
      continue;
    }
    if (isExecuted) {
      if (!onlyComputesBits(op))
        break;
      std::optional<bool> value = copiedPredicate(at, known);
      for (uint32_t reg : program.writes[at]) {
        written.insert(reg);
        known.erase(reg);
        if (value && program.writes[at].size() == 1)
          known[reg] = *value;
      }
    }
    ++at;
  }
  return walk;
}

bool Prover::isSameWait(uint32_t a, uint32_t b) const {
  const Operation &first = program.operations[a], &second = program.operations[b];
  auto sameSlots = [](llvm::ArrayRef<Slot> a, llvm::ArrayRef<Slot> b) {
    return a.size() == b.size() && a[0].kind == b[0].kind && a[0].index == b[0].index &&
           a[0].number == b[0].number && a[0].negated == b[0].negated;
  };
  return second.async == AsyncOp::MbarrierWait && second.guard == Operation::none &&
         first.has(Modifier::parity) == second.has(Modifier::parity) &&
         first.semantics == second.semantics && first.scope == second.scope &&
         sameSlots(program.operand(a, 1), program.operand(b, 1)) &&
         sameSlots(program.operand(a, 2), program.operand(b, 2));
}

/// Whether a wait without success is followed by the same wait, and the number of repetitions
/// changes no register that is read later.
bool Prover::isRepeatedWait(uint32_t pc) const {
  const Operation &wait = program.operations[pc];
  if (!wait.has(Modifier::try_wait) && !wait.has(Modifier::test_wait))
    return true;
  auto isFlag = [&](uint32_t at) {
    llvm::ArrayRef<Slot> to = program.operand(at, 0);
    return to.size() == 1 && to[0].isRegister();
  };
  if (wait.guard != Operation::none || !isFlag(pc))
    return false;
  Walk failed = walkAfter(pc, false);
  auto first = llvm::find_if(failed.passed, [&](uint32_t at) { return isSameWait(pc, at); });
  if (first == failed.passed.end() || !isFlag(*first))
    return false;
  uint32_t again = *first;
  std::set<uint32_t> changed = failed.written[static_cast<size_t>(first - failed.passed.begin())];
  changed.insert(program.operand(pc, 0)[0].index);
  for (unsigned i : {1u, 2u})
    for (const Slot &slot : program.operand(pc, i))
      if (slot.isRegister() && changed.count(slot.index))
        return false;
  auto isDead = [&](uint32_t at, const std::set<uint32_t> &registers) {
    return llvm::none_of(registers, [&](uint32_t reg) { return live.isLive(at, reg); });
  };
  if (again == pc)
    return isDead(pc, changed);
  // The operations after the other wait must lead to those after this one.
  changed.insert(program.operand(again, 0)[0].index);
  Walk here = walkAfter(pc, true), there = walkAfter(again, true);
  for (auto [i, at] : llvm::enumerate(here.passed))
    for (auto [j, other] : llvm::enumerate(there.passed)) {
      std::set<uint32_t> different = changed;
      different.insert(here.written[i].begin(), here.written[i].end());
      different.insert(there.written[j].begin(), there.written[j].end());
      if (at == other && isDead(at, different))
        return true;
    }
  return false;
}

/// Whether the kernel computes with the state of an mbarrier object, whose bits are not defined.
bool Prover::usesState() const {
  std::set<uint32_t> states;
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (uint32_t pc = 0; pc != program.operations.size(); ++pc) {
      const Operation &op = program.operations[pc];
      if (!op.view)
        continue;
      auto isState = [&](uint32_t reg) { return states.count(reg) != 0; };
      bool arrives = groupOf(op.async) == AsyncGroup::Mbarriers &&
                     op.async != AsyncOp::MbarrierWait && !op.has(Modifier::pending_count);
      bool copies = (op.action == Action::Move || op.action == Action::Select) &&
                    llvm::any_of(program.reads[pc], isState);
      if (!arrives && !copies && op.computes() && llvm::any_of(program.reads[pc], isState))
        return true;
      if (arrives || copies)
        for (uint32_t reg : program.writes[pc])
          hasChanged |= states.insert(reg).second;
    }
  }
  return false;
}

std::optional<ProofRecord::Remark> Prover::whyNotTried() const {
  using Remark = ProofRecord::Remark;
  if (std::optional<std::string> reason = whyNotExecuted(program))
    return Remark{0, *reason};
  if (!launch.contents.empty())
    return Remark{0, "the contents of arrays are given"};
  if (program.replacesMaps)
    return Remark{0, "the kernel changes tensor maps"};
  if (usesState())
    return Remark{0, "the bits of the state of an mbarrier object are not defined"};
  for (uint32_t pc = 0; pc != program.operations.size(); ++pc)
    if (program.operations[pc].view)
      if (std::optional<std::string> reason = resultOfSchedule(pc))
        return remark(pc, *reason);
  return std::nullopt;
}

/// The schedules in which a launch is executed. If one finds nothing, no other does; the second
/// checks this.
static std::vector<Schedule> schedules(bool isStrict) {
  Schedule late, early;
  early.isEager = early.isReversed = true;
  late.isStrict = early.isStrict = isStrict;
  return {late, early};
}

/// The reason why an execution shows nothing about its launch; empty if there is none.
ProofRecord::Remark Prover::whyInconclusive(const Machine &machine, Ending ending,
                                            const Findings &findings) const {
  if (ending == Ending::Hang && findings.all().empty())
    return {0, "threads wait forever"};
  if (!machine.decided().empty())
    return remark(machine.decided().begin()->first, "a condition is not known");
  if (!machine.notFollowed().empty()) {
    const auto &[text, pc] = *machine.notFollowed().begin();
    return remark(pc, text);
  }
  switch (ending) {
  case Ending::Limit:
    return {0, "an execution takes too many instructions"};
  case Ending::Time:
    return {0, whyLate()};
  case Ending::Memory:
    return {0, "an execution takes more than 1 GiB of memory"};
  default:
    return {};
  }
}

Outcome Prover::execute(const Program &program, const CompleteLaunch &launch,
                        const Schedule &schedule, const std::optional<Family> &family,
                        bool stopsAfterPeriod) {
  constexpr unsigned mostTries = 8;
  constexpr uint64_t mostFactor = 4;
  uint64_t &factor = factors[schedule.isReversed];
  const Widened widenedBefore = widened;
  const uint64_t factorBefore = factor;
  for (unsigned attempt = 0;; ++attempt) {
    Outcome outcome;
    SymbolicRun run(program, live, family, widened);
    run.setFactor(factor);
    if (stopsAfterPeriod)
      run.stopAfterPeriod();
    Machine machine(program, launch, schedule, outcome.findings, options.limit, deadline);
    machine.observe(run);
    Ending ending = machine.run();
    ++result.executions;
    outcome.rounds = run.rounds();
    outcome.lastRound = run.lastRound();
    outcome.steps = machine.threadInstructions();
    outcome.periods = run.periods();
    outcome.valuesOfPeriod = run.valuesOfPeriod();
    assertions.insert(machine.assumedAssertions().begin(), machine.assumedAssertions().end());
    assumed.insert(machine.assumedBytes().begin(), machine.assumedBytes().end());
    outcome.reason = whyInconclusive(machine, ending, outcome.findings);
    bool isWhole = stopsAfterPeriod || ending == Ending::Finished || ending == Ending::Hang;
    if (outcome.reason.empty() && (run.isIncomplete() || !isWhole))
      outcome.reason.text = "the state of the launch does not repeat";
    if (run.wantsRetry() && attempt != mostTries)
      continue;
    bool isPeriodWrong = run.hasGeneralized() && !outcome.reason.empty() &&
                         ending != Ending::Limit && ending != Ending::Time;
    if (isPeriodWrong && factor < mostFactor) {
      ++factor;
      widened = widenedBefore;
      attempt = 0;
      continue;
    }
    if (isPeriodWrong)
      factor = factorBefore;
    return outcome;
  }
}

/// Removes findings that result from assumed sizes, and findings that hardware is known to
/// tolerate, which become premises.
void Prover::filter(Findings &findings) {
  Findings kept;
  for (const Finding &finding : findings.all()) {
    bool isOfSizes = finding.fault == Fault::UninitializedShared && !assumed.empty();
    if (!options.isStrict && isTolerated(finding))
      tolerated.emplace(finding.pc, finding.text);
    else if (!isOfSizes)
      kept.add(finding);
  }
  findings = std::move(kept);
}

Outcome Prover::executeAll(const Program &program, const CompleteLaunch &launch,
                           const std::optional<Family> &family, size_t most) {
  Outcome outcome;
  std::vector<Schedule> list = schedules(options.isStrict);
  for (const Schedule &schedule : llvm::ArrayRef(list).take_front(most)) {
    outcome = execute(program, launch, schedule, family);
    filter(outcome.findings);
    if (!outcome.isClean())
      break;
  }
  return outcome;
}

/// The program of another launch of the entry, with the same sizes of boxes.
Program Prover::programOf(const CompleteLaunch &launch) const {
  Program other = decode(checked, launch);
  other.derivedBoxes = program.derivedBoxes;
  return other;
}

Outcome Prover::executeAll(const CompleteLaunch &launch, size_t most) {
  return executeAll(programOf(launch), launch, std::nullopt, most);
}

Outcome Prover::executeAll(const Family &family) { return executeAll(program, launch, family); }

/// The number of rounds in a schedule.
uint64_t Prover::roundsOf(const CompleteLaunch &launch, const Schedule &schedule) {
  return execute(programOf(launch), launch, schedule, std::nullopt).rounds;
}

/// Derives sizes of boxes that are not given from the bytes that mbarrier objects expect. False if
/// some size is not determined by these.
bool Prover::deriveBoxes() {
  Findings findings;
  Machine machine(program, launch, Schedule(), findings, options.limit, deadline);
  machine.run();
  ++result.executions;
  if (machine.boxFacts().isEmpty())
    return true;
  program.derivedBoxes = machine.boxFacts().solve(program.sharedBytes);
  return program.derivedBoxes.assumed.empty();
}

std::vector<Parameter> Prover::parameters() const {
  std::vector<Parameter> list;
  const Routine &entry = program.routines[program.entry];
  const auto &bodies = checked.sema->bodies;
  if (launch.entry->body >= bodies.size() || !bodies[launch.entry->body])
    return list;
  unsigned number = 0;
  for (const Symbol &symbol : bodies[launch.entry->body]->scope.symbols().all()) {
    if (symbol.parameter != ParameterKind::Entry)
      continue;
    uint64_t offset = entry.parameters[number++].first;
    bool isFloat = symbol.type && info(*symbol.type).kind == TypeKind::Float;
    bool isGiven = launch.arguments.count(symbol.name.str());
    bool isNumber = !symbol.array && symbol.type && !isFloat &&
                    (symbol.bytes == 4 || (symbol.bytes == 8 && isGiven));
    if (!isNumber || launch.argumentBytes.count(symbol.name.str()))
      continue;
    Value value = program.argument(offset, static_cast<unsigned>(symbol.bytes));
    if (value.known)
      list.push_back({symbol.name.str(), offset, static_cast<unsigned>(symbol.bytes), value.bits});
  }
  return list;
}

/// The bytes of boxes, by the name of the parameter with the tensor map.
std::map<std::string, uint64_t> Prover::boxes() const {
  std::map<std::string, uint64_t> found;
  const Routine &entry = program.routines[program.entry];
  unsigned number = 0;
  for (const Symbol &symbol : checked.sema->bodies[launch.entry->body]->scope.symbols().all()) {
    if (symbol.parameter != ParameterKind::Entry)
      continue;
    uint64_t at = entry.parameters[number++].first;
    auto given = program.boxes.find(at);
    auto derived = program.derivedBoxes.bytes.find(window::param | at);
    if (given != program.boxes.end())
      found[symbol.name.str()] = given->second;
    else if (derived != program.derivedBoxes.bytes.end())
      found[symbol.name.str()] = derived->second;
  }
  return found;
}

CompleteLaunch Prover::with(const Parameter &parameter, uint64_t value) const {
  CompleteLaunch other = launch;
  other.arguments[parameter.name] = value;
  return other;
}

/// Adds the findings of `outcome` to the result if a launch has some.
bool Prover::isWitness(Outcome outcome, const CompleteLaunch &launch) {
  if (!outcome.reason.empty() || !outcome.findings.anyCertain())
    return false;
  result.verdict = Verdict::Witness;
  result.launch = launch.text();
  result.findings.setEntry(launch.name);
  for (const Finding &finding : outcome.findings.all())
    if (!finding.isPossible)
      emitFinding(result.findings, program, finding);
  return true;
}

static constexpr llvm::StringLiteral assumedFault =
    "a fault, if the block and the numbers of the launch are as assumed";

/// Marks the findings of a launch as possible that the launch with other assumed values does not
/// have: they can be about a launch that never occurs. Whether that leaves no certain one.
bool Prover::dependsOnAssumed(Outcome &outcome, const CompleteLaunch &launch) {
  if ((program.knowsArguments && !launch.assumesBlock) || !outcome.reason.empty() ||
      !outcome.findings.anyCertain())
    return false;
  CompleteLaunch other = launch;
  other.otherArguments *= 4;
  if (launch.assumesBlock)
    other.block[0] *= 2;
  Program otherProgram = programOf(other);
  Findings others;
  for (const Schedule &schedule : schedules(options.isStrict)) {
    Machine machine(otherProgram, other, schedule, others, options.limit, deadline);
    Ending ending = machine.run();
    ++result.executions;
    if (ending != Ending::Finished && ending != Ending::Hang)
      return false;
  }
  outcome.findings.compare(others);
  return !outcome.findings.anyCertain();
}

/// The least value from which all values below `end` are free of faults; none if the value of the
/// launch is not among them.
std::optional<uint64_t> Prover::firstRight(const Parameter &parameter, uint64_t end,
                                           uint64_t step) {
  std::optional<uint64_t> first;
  for (uint64_t value = end; value >= step; value -= step) {
    CompleteLaunch other = with(parameter, value - step);
    Outcome outcome = executeAll(other, 1);
    if (!outcome.isClean()) {
      if (!outcome.reason.empty())
        reason() = outcome.reason;
      else if (value - step >= parameter.value && dependsOnAssumed(outcome, other))
        reason() = remark(outcome.findings.all().front().pc, assumedFault.str());
      else if (value - step >= parameter.value)
        isWitness(std::move(outcome), other);
      break;
    }
    first = value - step;
  }
  return first && *first <= parameter.value ? first : std::nullopt;
}

void Prover::describe(const std::vector<Period> &periods, const Parameter &parameter,
                      uint64_t step) {
  for (const Period &period : periods) {
    ProofRecord::Period &shown = result.record.periods.emplace_back();
    shown.parameter = parameter.name;
    shown.step = step;
    for (const Period::Role &role : period.roles) {
      std::set<int64_t> changes;
      for (auto [reg, change] : role.counters)
        changes.insert(change);
      ProofRecord::Role one{{}, program.operations[role.pc].line, {changes.begin(), changes.end()}};
      auto same = llvm::find_if(shown.roles, [&](const ProofRecord::Role &other) {
        return other.line == one.line && other.changes == one.changes;
      });
      if (same == shown.roles.end())
        same = shown.roles.insert(same, std::move(one));
      same->warps.push_back(role.warp);
    }
    for (const Period::Object &object : period.objects)
      shown.objects.push_back({program.nameOfShared(object.at), object.cta, object.phases,
                               object.parity, object.pending, object.transactions});
  }
}

/// The largest power of two of which only multiples add a pass of a loop; 1 if none is found.
uint64_t Prover::unitOf(const Parameter &parameter) {
  auto rounds = [&](uint64_t value) {
    return roundsOf(with(parameter, value), schedules(options.isStrict).front());
  };
  // One more than a multiple: the number of passes can be rounded up.
  uint64_t base = llvm::bit_ceil(std::max<uint64_t>(parameter.value, 64)) + 1;
  uint64_t before = rounds(base);
  unsigned least = 0, most = 12;
  if (rounds(base + (uint64_t(1) << most)) == before)
    return 1;
  while (least != most) {
    unsigned middle = (least + most) / 2;
    if (rounds(base + (uint64_t(1) << middle)) == before)
      least = middle + 1;
    else
      most = middle;
  }
  return uint64_t(1) << least;
}

/// Finds the period in one schedule: the number of values of the parameter that it covers, and the
/// first value for which an execution is long enough to show it. None if there is no period.
std::optional<std::pair<uint64_t, uint64_t>> Prover::findPeriod(const Parameter &parameter,
                                                                const Schedule &schedule,
                                                                uint64_t granularity,
                                                                uint64_t most) {
  // The step that adds a period is not known yet; any one will do to find the first period.
  constexpr uint64_t large = 1 << 12;
  uint64_t slope = large * granularity, first = 16 * granularity;
  constexpr unsigned tries = 5;
  Outcome outcome;
  for (unsigned i = 0; i != tries && outcome.periods.empty() && first + slope <= most;
       ++i, first *= 2)
    outcome = execute(program, launch, schedule,
                      Family{parameter.offset, parameter.bytes, first, slope,
                             static_cast<int64_t>((most - first) / slope)},
                      true);
  if (outcome.periods.empty() || !outcome.valuesOfPeriod) {
    if (!outcome.reason.empty())
      reason() = outcome.reason;
    else if (reason().empty())
      reason().text = "the state of the launch does not repeat";
    return std::nullopt;
  }
  uint64_t passed = outcome.lastRound / outcome.periods.front().rounds + 2;
  return std::pair(outcome.valuesOfPeriod, passed * outcome.valuesOfPeriod);
}

/// Tries to prove the launch for all values of a parameter that are multiples of `granularity`.
bool Prover::proveFamily(const Parameter &parameter, uint64_t granularity, uint64_t most) {
  std::vector<std::pair<uint64_t, uint64_t>> found;
  for (const Schedule &schedule : schedules(options.isStrict)) {
    auto one = findPeriod(parameter, schedule, granularity, most);
    if (!one)
      return false;
    found.push_back(*one);
  }
  uint64_t step = granularity;
  constexpr unsigned mostSteps = 4;
  for (unsigned i = 0; i != mostSteps; ++i) {
    uint64_t start = 0;
    for (auto [values, first] : found)
      step = std::lcm(step, values);
    // A loop of a shorter period is found again in the rest of its repetitions.
    for (auto [values, first] : found)
      start = std::max(start, first + (step == values ? 0 : 2 * step));
    start = (start + step - 1) / step * step;
    constexpr uint64_t mostRests = 96;
    if (step / granularity > mostRests || start + 2 * step > most) {
      reason() = {0, "a period takes " + std::to_string(step) + " values of `" + parameter.name +
                         "`, too many to try all"};
      return false;
    }
    uint64_t other = step;
    if (proveFamily(parameter, granularity, most, start, step, other))
      return true;
    if (other == step || result.verdict == Verdict::Witness)
      return false;
    // Another loop has another period.
    found.emplace_back(other, start);
  }
  return false;
}

/// Shows `start + rest + step * t` for all rests, and all smaller values. If a loop has another
/// period than `step`, it is stored in `other`.
bool Prover::proveFamily(const Parameter &parameter, uint64_t granularity, uint64_t most,
                         uint64_t start, uint64_t step, uint64_t &other) {
  std::vector<Period> periods;
  for (uint64_t rest = 0; rest < step; rest += granularity) {
    Family family{parameter.offset, parameter.bytes, start + rest, step,
                  static_cast<int64_t>((most - start - rest) / step)};
    Outcome one = executeAll(family);
    if (!one.isClean()) {
      reason() = one.reason;
      if (one.reason.empty()) {
        CompleteLaunch shown = with(parameter, start + rest + step);
        Outcome executed = executeAll(shown);
        if (dependsOnAssumed(executed, shown))
          reason() = remark(executed.findings.all().front().pc, assumedFault.str());
        else if (!isWitness(std::move(executed), shown))
          reason() = remark(one.findings.all().front().pc, "a possible fault is not reproduced: " +
                                                               one.findings.all().front().text);
      } else if (one.valuesOfPeriod && step % one.valuesOfPeriod) {
        other = one.valuesOfPeriod;
      }
      return false;
    }
    if (rest == 0)
      periods = one.periods;
  }
  std::optional<uint64_t> least = firstRight(parameter, start + step, granularity);
  if (!least)
    return false;
  result.record.claims.push_back({parameter.name, *least, most, granularity, step, start, {}});
  describe(periods, parameter, step);
  return true;
}

bool Prover::prove(const Parameter &parameter) {
  uint64_t largest = uint64_t(1) << 30, smaller = uint64_t(1) << 20;
  uint64_t divisor = parameter.value ? parameter.value & (~parameter.value + 1) : 1;
  uint64_t unit = unitOf(parameter);
  std::set<uint64_t> granularities{unit, std::max(unit, divisor)};
  // If loops take one pass for many values, a period takes too many of them to try all.
  constexpr uint64_t small = 8;
  if (unit <= small)
    granularities.insert(1);
  for (uint64_t granularity : granularities)
    for (uint64_t most : {largest, smaller}) {
      if (result.verdict == Verdict::Witness)
        return false;
      if (std::chrono::steady_clock::now() > deadline) {
        reason().text = whyLate();
        return false;
      }
      if (proveFamily(parameter, granularity, most))
        return true;
    }
  return false;
}

void Prover::addPremises() {
  std::vector<ProofRecord::Remark> &premises = result.record.premises;
  premises.push_back({0, "the launch is " + launch.text()});
  premises.push_back({0, "global memory has unknown contents that no other thread changes, each "
                         "pointer has its own object, and races in global memory are not shown"});
  std::vector<std::string> ofMachine;
  execution::addPremisesOfMachine(options.isStrict, ofMachine);
  for (std::string &text : ofMachine)
    premises.push_back({0, std::move(text)});
  for (const auto &[pc, text] : tolerated)
    premises.push_back(remark(pc, "hardware tolerates what --strict reports: " + text));
  for (uint32_t pc : assertions)
    premises.push_back(remark(pc, "the path that traps is not taken"));
  for (auto [pc, bytes] : assumed)
    premises.push_back(
        remark(pc, "a box of the tensor map has " + std::to_string(bytes) + " bytes"));
  if (llvm::any_of(program.operations, [](const Operation &op) {
        return op.view && (op.async == AsyncOp::GridWait || op.async == AsyncOp::GridLaunch);
      }))
    premises.push_back({0, "the grids before and after have no memory in common with this one"});
  if (volume(launch.grid) > volume(launch.cluster))
    premises.push_back({0, "the first cluster of the grid represents all"});
}

ProofResult Prover::run() {
  result.launch = launch.text();
  if (std::optional<ProofRecord::Remark> why = whyNotTried()) {
    reason() = *why;
    return std::move(result);
  }
  bool hasChosenBoxes = !deriveBoxes();
  Outcome own = executeAll(launch);
  if (!own.isClean()) {
    reason() = own.reason;
    if (own.reason.empty() && hasChosenBoxes)
      reason() =
          remark(own.findings.all().front().pc, "a fault, if the sizes of boxes are as assumed");
    else if (own.reason.empty() && dependsOnAssumed(own, launch))
      reason() = remark(own.findings.all().front().pc, assumedFault.str());
    else if (own.reason.empty() && !isWitness(own, launch))
      reason() = remark(own.findings.all().front().pc, "a possible fault");
    return std::move(result);
  }
  constexpr size_t mostParameters = 16;
  std::vector<Parameter> list = parameters();
  bool isAny = false, isRight = false;
  for (size_t i = 0; i != std::min(list.size(), mostParameters); ++i) {
    uint64_t more = std::max<uint64_t>(2 * list[i].value, 64);
    if (executeAll(with(list[i], more), 1).steps == own.steps)
      continue;
    isAny = true;
    isRight |= prove(list[i]);
    if (result.verdict == Verdict::Witness)
      return std::move(result);
  }
  result.verdict = Verdict::Proved;
  for (const Parameter &parameter : list) {
    result.numbers[parameter.name] = parameter.value;
    result.numberPlaces.insert(parameter.offset);
  }
  result.boxes = boxes();
  if (!isAny || !isRight) {
    ProofRecord::Claim &claim = result.record.claims.emplace_back();
    if (isAny)
      claim.notForOthers = reason().empty()
                               ? ProofRecord::Remark{0, "no number of the launch repeats its state"}
                               : reason();
  }
  reason() = {};
  addPremises();
  return std::move(result);
}

ProofResult proof::prove(const CheckedSource &checked, const CompleteLaunch &launch,
                         const ProofOptions &options) {
  return Prover(checked, launch, options).run();
}
