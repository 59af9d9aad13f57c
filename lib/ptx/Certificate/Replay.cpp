// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Certificate/Replay.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using namespace ptx::certificate;
using llvm::StringRef;

static uint32_t threadsOf(const Subject &subject) {
  return subject.block[0] * subject.block[1] * subject.block[2];
}

static std::vector<uint32_t> linesOf(const Code &code) {
  std::vector<uint32_t> lines;
  for (const Step &step : code.steps)
    lines.push_back(step.line);
  return lines;
}

Replay::Replay(const Code &code, const Subject &subject, std::vector<Argument> arguments,
               int64_t most, uint64_t &cost)
    : code(code), subject(subject), arguments(std::move(arguments)), arithmetic(most),
      sync(events, threadsOf(subject), linesOf(code)), cost(cost) {
  list.resize(threadsOf(subject));
  for (Thread &thread : list) {
    thread.registers.resize(code.widths.size());
    thread.visits.resize(code.steps.size());
  }
}

static std::string place(const Step &step) { return "line " + std::to_string(step.line) + ": "; }

Verdict Replay::notChecked(uint32_t step, const std::string &why) const {
  return {Verdict::Kind::NotChecked, place(code.steps[step]) + why};
}

Verdict Replay::refused(uint32_t step, const std::string &why) const {
  return {Verdict::Kind::Refused, place(code.steps[step]) + why};
}

Number Replay::special(uint32_t number, const Element &e) const {
  size_t axis = StringRef("xyz").find(e.component);
  uint32_t x = subject.block[0], y = subject.block[1];
  StringRef name = info(e.special).name;
  if (name == "%tid" && axis < 3)
    return Number::of(std::array{number % x, number / x % y, number / (x * y)}[axis]);
  if (name == "%ntid" && axis < 3)
    return Number::of(subject.block[axis]);
  if (name == "%nctaid" && axis < 3)
    return Number::of(subject.grid[axis]);
  // The claim is for all CTAs of the grid.
  if (name == "%ctaid" && axis < 3 && subject.grid[axis] == 1)
    return Number::of(0);
  if (name == "%laneid")
    return Number::of(number % warpLanes);
  return {};
}

Number Replay::valueOf(uint32_t number, const std::vector<Number> &registers,
                       const Element &e) const {
  switch (e.kind) {
  case Element::Kind::Constant:
    return Number::of(e.number);
  case Element::Kind::Register: {
    unsigned width = code.widths[e.index];
    Number value = registers[e.index];
    if (e.number)
      value = Arithmetic::add(value, Number::of(e.number), width);
    return e.isNegated ? Arithmetic::bitXor(value, Number::of(1), 1) : value;
  }
  case Element::Kind::Special:
    return special(number, e);
  default:
    return {};
  }
}

void Replay::write(std::vector<Number> &registers, const Operand &to, Number value) const {
  if (to.isAddress)
    return;
  for (const Element &e : to.elements)
    if (e.kind == Element::Kind::Register)
      registers[e.index] =
          to.elements.size() == 1 ? Arithmetic::truncate(value, code.widths[e.index]) : Number();
}

/// Whether the step is executed; none if that is not known.
static std::optional<bool> guardOf(const std::vector<Number> &registers, const Step &step) {
  if (step.guard == Step::none)
    return true;
  const Number &value = registers[step.guard];
  if (!value.isConstant())
    return std::nullopt;
  return (value.constant & 1) != step.isGuardNegated;
}

/// The truth of a comparison; none if it differs, or is not of integers.
static std::optional<bool> truthOf(StringRef word, std::optional<int> order) {
  if (!order)
    return std::nullopt;
  if (word == "eq" || word == "ne")
    return (*order == 0) == (word == "eq");
  if (word == "lt" || word == "lo")
    return *order < 0;
  if (word == "le" || word == "ls")
    return *order <= 0;
  if (word == "gt" || word == "hi")
    return *order > 0;
  if (word == "ge" || word == "hs")
    return *order >= 0;
  return std::nullopt;
}

Number Replay::evaluate(const Step &step, llvm::ArrayRef<Number> in) const {
  using A = Arithmetic;
  StringRef name = step.words.front();
  unsigned width = step.width;
  auto input = [&](size_t i) { return i < in.size() ? A::truncate(in[i], width) : Number(); };
  Number a = input(0), b = input(1);
  // The amount of a shift has 32 bits, regardless of the type.
  Number amount = in.size() > 1 ? A::truncate(in[1], 32) : Number();
  auto product = [&]() -> Number {
    if (step.has("lo") || step.words.size() == 2)
      return A::multiply(a, b, width);
    if (!step.has("wide") || width > 32)
      return {};
    return A::multiply(arithmetic.convert(a, width, step.isSigned, 2 * width),
                       arithmetic.convert(b, width, step.isSigned, 2 * width), 2 * width);
  };
  if (name == "mov")
    return a;
  if (name == "add")
    return A::add(a, b, width);
  if (name == "sub")
    return A::subtract(a, b, width);
  if (name == "neg")
    return A::subtract(Number::of(0), a, width);
  if (name == "mul")
    return product();
  if (name == "mad") {
    unsigned size = step.has("wide") ? 2 * width : width;
    return in.size() == 3 ? A::add(product(), in[2], size) : Number();
  }
  if (name == "div" || name == "rem")
    return arithmetic.divide(a, b, width, step.isSigned, name == "rem");
  if (name == "shl")
    return amount.isConstant() && amount.constant < width
               ? A::multiply(a, Number::of(uint64_t(1) << amount.constant), width)
               : Number();
  if (name == "shr")
    return amount.isConstant() && amount.constant < std::min(width, 63u)
               ? arithmetic.divide(a, Number::of(uint64_t(1) << amount.constant), width,
                                   step.isSigned, false)
               : Number();
  if (name == "and")
    return A::bitAnd(a, b, width);
  if (name == "or")
    return A::bitOr(a, b, width);
  if (name == "xor")
    return A::bitXor(a, b, width);
  if (name == "not")
    return A::subtract(Number::of(~uint64_t(0)), a, width);
  if (name == "min" || name == "max") {
    std::optional<int> order = arithmetic.compare(a, b, width, step.isSigned);
    return !order ? Number() : (*order < 0) == (name == "min") ? a : b;
  }
  if (name == "selp")
    return in.size() == 3 && in[2].isConstant() ? (in[2].constant & 1 ? a : b) : Number();
  if (name == "cvt")
    return in.size() == 1 ? arithmetic.convert(A::truncate(in[0], step.fromWidth), step.fromWidth,
                                               step.isFromSigned, width)
                          : Number();
  if (name == "setp" && step.words.size() > 1) {
    std::optional<bool> truth =
        truthOf(step.words[1], arithmetic.compare(a, b, width, step.isSigned));
    if (!truth || in.size() > 3 || step.words.size() > 4)
      return {};
    Number result = Number::of(*truth);
    if (in.size() == 2)
      return step.words.size() == 3 ? result : Number();
    return step.has("and")   ? A::bitAnd(result, in[2], 1)
           : step.has("or")  ? A::bitOr(result, in[2], 1)
           : step.has("xor") ? A::bitXor(result, in[2], 1)
                             : Number();
  }
  if (name == "cvta" && step.has("shared") && a.isConstant())
    return Number::of(step.has("to") ? a.constant - sharedWindow : a.constant + sharedWindow);
  if (name == "cvta" && step.has("param"))
    return a;
  return {};
}

/// Executes a step that changes only registers. False if it does something else.
bool Replay::computes(const Thread &thread, const Step &step,
                      std::vector<Number> &registers) const {
  uint32_t number = numberOf(thread);
  if (step.does == Does::Nothing)
    return true;
  bool isOne = step.does == Does::Computes || step.does == Does::ComputesUnknown ||
               step.does == Does::AccessesGlobal || step.does == Does::LoadsParameter;
  if (!isOne || step.operands.empty())
    return false;
  std::optional<bool> guard = guardOf(registers, step);
  if (guard && !*guard)
    return true;
  const Operand &to = step.operands.front();
  Number result;
  bool isPlain = guard && to.elements.size() == 1;
  llvm::SmallVector<Number, 4> in;
  for (const Operand &operand : llvm::ArrayRef(step.operands).drop_front()) {
    isPlain &= operand.elements.size() == 1;
    in.push_back(isPlain ? valueOf(number, registers, operand.elements[0]) : Number());
  }
  if (isPlain && step.does == Does::Computes)
    result = evaluate(step, in);
  if (isPlain && step.does == Does::LoadsParameter && in.size() == 1)
    for (const Argument &argument : arguments)
      if (in[0] == Number::of(argument.at) && step.width == 8 * argument.bytes && step.width <= 64)
        result = Arithmetic::truncate(argument.value, step.width);
  // A register wider than the type gets the number with its sign.
  bool extends = step.does == Does::LoadsParameter || step.words.front() == "cvt";
  if (extends && isPlain && to.elements[0].kind == Element::Kind::Register)
    result =
        arithmetic.convert(result, step.width, step.isSigned, code.widths[to.elements[0].index]);
  write(registers, to, result);
  return true;
}

bool Replay::isInside(uint64_t at, uint64_t bytes) const {
  return llvm::any_of(code.shared, [&](const auto &variable) {
    return at >= variable.first && at + bytes <= variable.first + variable.second;
  });
}

/// The address in shared memory; none if it is not known, or is elsewhere.
std::optional<uint64_t> Replay::sharedAddress(uint32_t number, const Thread &thread,
                                              const Step &step, const Operand &operand) const {
  if (operand.elements.empty())
    return std::nullopt;
  Number value = valueOf(number, thread.registers, operand.elements[0]);
  if (!value.isConstant())
    return std::nullopt;
  bool isNamed = step.has("shared") || step.has("shared::cta") || step.has("shared::cluster");
  if (isNamed)
    return static_cast<uint32_t>(value.constant);
  if (value.constant - sharedWindow < windowSize)
    return value.constant - sharedWindow;
  return std::nullopt;
}

std::optional<uint64_t> Replay::constant(uint32_t number, const Thread &thread, const Step &step,
                                         size_t operand) const {
  if (operand >= step.operands.size() || step.operands[operand].elements.size() != 1)
    return std::nullopt;
  Number value = valueOf(number, thread.registers, step.operands[operand].elements[0]);
  return value.isConstant() ? std::optional(value.constant) : std::nullopt;
}

uint32_t Replay::liveThreads() const {
  return static_cast<uint32_t>(
      llvm::count_if(list, [](const Thread &thread) { return !thread.hasEnded; }));
}

Replay::Progress Replay::after(Thread &thread, const Synchronization::Problem &why) {
  if (why)
    return fail(refused(thread.step, *why));
  ++thread.visits[thread.step++];
  return Progress::Went;
}

Replay::Progress Replay::accessMemory(uint32_t number, Thread &thread, const Step &step) {
  bool writes = step.does == Does::Stores;
  const Operand *address = nullptr;
  for (const Operand &operand : step.operands)
    if (operand.isAddress && !address)
      address = &operand;
  std::optional<uint64_t> at =
      address ? sharedAddress(number, thread, step, *address) : std::nullopt;
  uint64_t bytes = step.width * step.vector / 8;
  if (!at || !bytes)
    return fail(notChecked(thread.step, "an access to an address that is not known"));
  if (!isInside(*at, bytes))
    return fail(notChecked(thread.step, "an access outside of shared variables"));
  if (!writes)
    write(thread.registers, step.operands[0], {});
  return after(thread, sync.access(number, thread.step, *at, bytes, writes));
}

Replay::Progress Replay::arrive(uint32_t number, Thread &thread, const Step &step) {
  size_t first = step.operands.size() > 0 && step.operands[0].isAddress ? 0 : 1;
  if (first >= step.operands.size())
    return fail(notChecked(thread.step, "an operation on mbarrier objects"));
  std::optional<uint64_t> at = sharedAddress(number, thread, step, step.operands[first]);
  std::optional<uint64_t> count = step.operands.size() > first + 1
                                      ? constant(number, thread, step, first + 1)
                                      : std::optional<uint64_t>(1);
  if (!at || !count || !isInside(*at, 8))
    return fail(
        notChecked(thread.step, "an mbarrier object whose address, or a count that is not known"));
  bool arrives = step.has("arrive") || step.has("arrive_drop");
  bool expects = step.has("expect_tx"), completes = step.has("complete_tx");
  int64_t value = static_cast<uint32_t>(*count);
  if (first == 1)
    write(thread.registers, step.operands[0], {});
  return after(thread,
               sync.arrive(number, thread.step, *at, arrives ? (expects ? 1 : value) : 0,
                           expects ? value : 0, completes ? value : 0, step.has("arrive_drop")));
}

/// Whether a wait that does not pass changes nothing but its predicate before it is repeated. What
/// else it changes becomes unknown.
bool Replay::isAloneInLoop(const Thread &thread, std::vector<Number> &registers) {
  constexpr unsigned mostSteps = 64, mostTries = 8;
  const Step &waiting = code.steps[thread.step];
  for (unsigned i = 0; i != mostTries; ++i) {
    std::vector<Number> now = registers;
    write(now, waiting.operands[0], Number::of(0));
    std::vector<Number> begin = now;
    uint32_t at = thread.step + 1;
    for (unsigned n = 0; at != thread.step; ++n) {
      const Step &step = code.steps[at];
      if (n == mostSteps)
        return false;
      if (step.does == Does::Branches) {
        std::optional<bool> isTaken = guardOf(now, step);
        if (!isTaken || step.target == Step::none)
          return false;
        at = *isTaken ? step.target : at + 1;
      } else if (step.does != Does::AccessesGlobal && computes(thread, step, now)) {
        ++at;
      } else {
        return false;
      }
    }
    bool isSame = true;
    for (size_t reg = 0; reg != now.size(); ++reg)
      if (now[reg] != begin[reg]) {
        isSame = false;
        registers[reg] = {};
      }
    if (isSame)
      return true;
  }
  return false;
}

Replay::Progress Replay::wait(uint32_t number, Thread &thread, const Step &step) {
  auto read = [&] {
    bool isWhole = step.operands.size() > 2;
    return std::pair(isWhole ? sharedAddress(number, thread, step, step.operands[1]) : std::nullopt,
                     constant(number, thread, step, 2));
  };
  const auto [at, parity] = read();
  if (!at || !parity || !isInside(*at, 8))
    return fail(notChecked(thread.step, "a wait whose object or parity is not known"));
  if (!sync.passes(*at, *parity & 1))
    return Progress::Waits;
  if (step.guard != Step::none || !isAloneInLoop(thread, thread.registers))
    return fail(notChecked(thread.step, "a wait that is not repeated until it passes"));
  // The repetition can change what is waited for.
  if (read() != std::pair(at, parity))
    return fail(notChecked(thread.step, "a wait that is repeated for something else"));
  write(thread.registers, step.operands[0], Number::of(1));
  return after(thread, sync.wait(number, thread.step, *at, *parity & 1));
}

Replay::Progress Replay::copy(uint32_t number, Thread &thread, const Step &step) {
  bool isTensor = step.does == Does::LoadsTensor || step.does == Does::StoresTensor;
  bool isStore = step.does == Does::StoresBulk || step.does == Does::StoresTensor;
  bool isSmall = step.does == Does::Copies;
  auto notKnown = [&] {
    return fail(notChecked(thread.step, "a copy whose address or size is not known"));
  };
  if (step.operands.size() < (isTensor ? 2u : 3u))
    return notKnown();
  std::optional<uint64_t> at = sharedAddress(number, thread, step, step.operands[isStore ? 1 : 0]);
  std::optional<uint64_t> bytes;
  if (isTensor) {
    const Operand &map = step.operands[isStore ? 0 : 1];
    Number value =
        map.elements.empty() ? Number() : valueOf(number, thread.registers, map.elements[0]);
    for (const auto &[name, box] : subject.boxes)
      if (auto found = code.parameters.find(name);
          found != code.parameters.end() && value == Number::of(found->second.first))
        bytes = box;
  } else {
    bytes = constant(number, thread, step, 2);
  }
  if (!at || !bytes || !*bytes || *bytes > windowSize)
    return notKnown();
  if (!isInside(*at, *bytes))
    return fail(notChecked(thread.step, "a copy outside of shared variables"));
  uint32_t event;
  Event::Kind kind = isSmall ? Event::Kind::SmallCopy : Event::Kind::AsyncAccess;
  if (auto why = sync.copy(kind, number, thread.step, *at, *bytes, !isStore, event))
    return fail(refused(thread.step, *why));
  if (isStore || isSmall) {
    auto &groups = (isSmall ? state().copies : state().stores)[number];
    groups.back().push_back(event);
    return after(thread, std::nullopt);
  }
  size_t place = isTensor ? 2 : 3;
  std::optional<uint64_t> object = step.operands.size() > place
                                       ? sharedAddress(number, thread, step, step.operands[place])
                                       : std::nullopt;
  if (!object || !isInside(*object, 8))
    return notKnown();
  return after(
      thread, sync.completeCopy(number, thread.step, *object, static_cast<int64_t>(*bytes), event));
}

Replay::Progress Replay::awaitGroups(uint32_t number, Thread &thread, const Step &step) {
  bool isSmall = step.does == Does::AwaitsCopies || step.does == Does::CommitsCopies;
  auto &groups = (isSmall ? state().copies : state().stores)[number];
  bool commits = step.does == Does::CommitsBulk || step.does == Does::CommitsCopies;
  if (commits) {
    groups.emplace_back();
    return after(thread, std::nullopt);
  }
  if (step.has("wait_all"))
    groups.emplace_back();
  std::optional<uint64_t> left =
      step.has("wait_all") ? std::optional<uint64_t>(0) : constant(number, thread, step, 0);
  if (!left)
    return fail(notChecked(thread.step, "a number of groups that is not known"));
  // What a later group does again is still under way.
  auto isLeft = [&](uint32_t event) {
    return llvm::any_of(groups,
                        [&](const auto &group) { return llvm::is_contained(group, event); });
  };
  while (groups.size() > 1 && groups.size() - 1 > *left) {
    std::vector<uint32_t> done = std::move(groups.front());
    groups.erase(groups.begin());
    for (uint32_t event : done)
      if (!isLeft(event))
        sync.learn(number, event);
  }
  return after(thread, std::nullopt);
}

Replay::Progress Replay::arriveAtBarrier(uint32_t number, const Step &step) {
  Thread &thread = list[number];
  std::optional<uint64_t> id = constant(number, thread, step, 0);
  bool isForAll = step.operands.size() < 2;
  std::optional<uint64_t> count =
      isForAll ? std::optional<uint64_t>(list.size()) : constant(number, thread, step, 1);
  if (!id || !count || *id > 15)
    return fail(notChecked(thread.step, "a barrier whose number or count is not known"));
  if (*count % warpLanes || !*count)
    return fail(notChecked(thread.step, "a barrier whose count is not a multiple of 32"));
  bool waits = step.has("sync");
  ++thread.visits[thread.step];
  if (auto why = sync.arriveAtBarrier(number, static_cast<uint32_t>(*id),
                                      static_cast<uint32_t>(*count), isForAll, waits))
    return fail(refused(thread.step, *why));
  if (waits)
    thread.isAtBarrier = true;
  else
    ++thread.step;
  return Progress::Went;
}

bool Replay::releaseBarriers() {
  std::vector<uint32_t> released = sync.completeBarriers(liveThreads());
  for (uint32_t number : released) {
    list[number].isAtBarrier = false;
    ++list[number].step;
  }
  return !released.empty();
}

/// A step that lanes of a warp execute together: it waits until all of them are there.
Replay::Progress Replay::together(uint32_t number, const Step &step) {
  Thread &thread = list[number];
  thread.isTogether = true;
  uint32_t first = number / warpLanes * warpLanes;
  uint64_t mask = ~uint64_t(0);
  if (step.does != Does::Barrier) {
    std::optional<uint64_t> given = constant(number, thread, step, step.operands.size() - 1);
    if (!given)
      return fail(notChecked(thread.step, "a mask of lanes that is not known"));
    mask = *given;
  }
  std::vector<uint32_t> lanes;
  for (uint32_t lane = first; lane != std::min<size_t>(first + warpLanes, list.size()); ++lane) {
    if (!(mask >> (lane - first) & 1) || list[lane].hasEnded)
      continue;
    if (list[lane].step != thread.step || !list[lane].isTogether)
      return Progress::Waits;
    lanes.push_back(lane);
  }
  if (!llvm::is_contained(lanes, number))
    return fail(refused(thread.step, "a lane is not in its own mask"));
  for (uint32_t lane : lanes)
    list[lane].isTogether = false;
  return executeTogether(step, lanes);
}

Replay::Progress Replay::executeTogether(const Step &step, llvm::ArrayRef<uint32_t> lanes) {
  if (step.does == Does::Barrier) {
    for (uint32_t lane : lanes)
      if (arriveAtBarrier(lane, step) == Progress::Failed)
        return Progress::Failed;
    return Progress::Went;
  }
  if (step.does == Does::WarpBarrier)
    sync.joinThreads(lanes);
  std::vector<Number> results(lanes.size());
  for (size_t i = 0; i != lanes.size(); ++i) {
    Thread &thread = list[lanes[i]];
    if (step.does != Does::Shuffles || step.operands.size() < 4)
      continue;
    // Only a shuffle of whole warps from a lane that is there.
    std::optional<uint64_t> from = constant(lanes[i], thread, step, 2),
                            clamp = constant(lanes[i], thread, step, 3);
    if (!from || !clamp || *clamp != warpLanes - 1)
      continue;
    uint32_t source = lanes[0] / warpLanes * warpLanes + static_cast<uint32_t>(*from % warpLanes);
    if (llvm::is_contained(lanes, source) && step.operands[1].elements.size() == 1)
      results[i] = valueOf(source, list[source].registers, step.operands[1].elements[0]);
  }
  for (size_t i = 0; i != lanes.size(); ++i) {
    Thread &thread = list[lanes[i]];
    if (step.does != Does::WarpBarrier) {
      const Operand &to = step.operands[0];
      if (step.does == Does::Elects) {
        // The result, and the predicate.
        write(thread.registers, to, {});
        if (!to.elements.empty() && to.elements.back().kind == Element::Kind::Register)
          thread.registers[to.elements.back().index] = Number::of(i == 0);
      } else {
        write(thread.registers, to, results[i]);
        if (step.does == Does::Shuffles && to.elements.size() == 2 &&
            to.elements[0].kind == Element::Kind::Register)
          thread.registers[to.elements[0].index] = results[i];
      }
    }
    ++thread.visits[thread.step++];
  }
  return Progress::Went;
}

Replay::Progress Replay::execute(uint32_t number, Thread &thread, const Step &step) {
  switch (step.does) {
  case Does::Branches:
    if (step.target == Step::none)
      return fail(notChecked(thread.step, "a branch without a known target"));
    ++thread.visits[thread.step];
    thread.step = step.target;
    return Progress::Went;
  case Does::Ends:
    thread.hasEnded = true;
    for (const auto *groups : {&state().stores, &state().copies})
      for (const auto &group : (*groups)[number])
        if (!group.empty())
          return fail(refused(thread.step, "copies of the thread are under way when it ends"));
    return Progress::Went;
  case Does::Loads:
  case Does::Stores:
    return accessMemory(number, thread, step);
  case Does::InitializesMbarrier:
  case Does::InvalidatesMbarrier: {
    bool isInit = step.does == Does::InitializesMbarrier;
    std::optional<uint64_t> at = step.operands.empty()
                                     ? std::nullopt
                                     : sharedAddress(number, thread, step, step.operands[0]);
    std::optional<uint64_t> count =
        isInit ? constant(number, thread, step, 1) : std::optional<uint64_t>(1);
    if (!at || !count || !isInside(*at, 8))
      return fail(
          notChecked(thread.step, "an mbarrier object whose address or count is not known"));
    return after(thread,
                 isInit ? sync.initialize(number, thread.step, *at, static_cast<uint32_t>(*count))
                        : sync.invalidate(number, thread.step, *at));
  }
  case Does::Arrives:
    return arrive(number, thread, step);
  case Does::Waits:
    return wait(number, thread, step);
  case Does::Barrier:
    return step.words.front() == "bar" || step.has("aligned") ? together(number, step)
                                                              : arriveAtBarrier(number, step);
  case Does::WarpBarrier:
  case Does::Elects:
  case Does::Shuffles:
  case Does::OtherOfWarp:
    return together(number, step);
  case Does::FencesProxy:
    sync.fenceProxy(number);
    return after(thread, std::nullopt);
  case Does::LoadsBulk:
  case Does::LoadsTensor:
  case Does::StoresBulk:
  case Does::StoresTensor:
  case Does::Copies:
    return copy(number, thread, step);
  case Does::CommitsBulk:
  case Does::AwaitsBulk:
  case Does::CommitsCopies:
  case Does::AwaitsCopies:
    return awaitGroups(number, thread, step);
  default:
    return fail(notChecked(thread.step, "`" + llvm::join(step.words, ".") + "`"));
  }
}

/// Executes a step of a thread.
Replay::Progress Replay::go(uint32_t number) {
  Thread &thread = list[number];
  // Some minutes, and 1 GiB for what each thread is ordered after.
  constexpr uint64_t mostCost = 1'000'000'000, mostBytes = uint64_t(1) << 30, bytesOfEvent = 256;
  if (++cost > mostCost)
    return fail({Verdict::Kind::NotChecked, "it takes too many steps"});
  const Step &step = code.steps[thread.step];
  if (computes(thread, step, thread.registers))
    return after(thread, std::nullopt);
  std::optional<bool> guard = guardOf(thread.registers, step);
  if (!guard)
    return fail(notChecked(thread.step, "a condition is not known"));
  // An event changes what each thread is ordered after.
  cost += list.size() / 8;
  if (events.size() * (list.size() / 4 + bytesOfEvent) > mostBytes)
    return fail({Verdict::Kind::NotChecked, "it takes too much memory"});
  return *guard ? execute(number, thread, step) : after(thread, std::nullopt);
}

std::optional<Verdict> Replay::run(const std::map<uint32_t, Stop> &stops) {
  auto isStopped = [&](uint32_t number) {
    const Thread &thread = list[number];
    auto stop = stops.find(number);
    return stop != stops.end() && thread.step == stop->second.step &&
           thread.visits[thread.step] == stop->second.visits;
  };
  for (bool went = true; went;) {
    went = false;
    for (uint32_t number = 0; number != list.size(); ++number)
      while (!list[number].hasEnded && !list[number].isAtBarrier && !isStopped(number)) {
        Progress progress = go(number);
        if (progress == Progress::Failed)
          return problem;
        if (progress == Progress::Waits)
          break;
        went = true;
      }
    went |= releaseBarriers();
  }
  for (const auto &[number, stop] : stops)
    if (!isStopped(number))
      return refused(list[number].step,
                     "thread " + std::to_string(number) +
                         " does not reach the statement at which the period begins");
  return std::nullopt;
}

std::optional<Verdict> Replay::finish() const {
  for (const Thread &thread : list)
    if (!thread.hasEnded)
      return refused(thread.step, "thread " + std::to_string(numberOf(thread)) + " waits forever");
  if (auto why = sync.end())
    return Verdict{Verdict::Kind::Refused, *why};
  return std::nullopt;
}
