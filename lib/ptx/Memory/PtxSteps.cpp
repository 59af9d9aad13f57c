// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/PtxSteps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;
using Step = LitmusStep;

namespace {

/// Reads the instructions of one body.
class StepReader {
public:
  StepReader(const CheckedUnit &body, const ThreadNames &names, LitmusThread &thread)
      : body(body), unit(body.scope.unit), names(names), thread(thread) {}

  llvm::Error run();

private:
  /// What is done with an instruction; false if it is not understood.
  bool read();
  bool readAccess();
  bool readAtomic();
  bool readFence();
  bool readBarrier();
  bool readMbarrier();
  bool readBulkCopy();
  bool readCompute();
  bool readBranch();

  bool has(StringRef word) const { return llvm::is_contained(words, word); }
  void readOrders(Step &step, Semantics otherwise, MemoryScope scope) const;
  unsigned typeWidth(bool last = true) const;
  bool isSigned() const;
  bool value(ExprId id, LitmusValue &result);
  bool destination(ExprId id, Step &step);
  bool address(ExprId id, LitmusValue &result);
  uint32_t temporary();
  Step step(Step::Kind kind) const;
  bool add(Step step) {
    thread.steps.push_back(std::move(step));
    return true;
  }
  bool refuse(const Twine &why) {
    problem = why.str();
    return false;
  }

  const CheckedUnit &body;
  const SyntaxUnit &unit;
  const ThreadNames &names;
  LitmusThread &thread;
  InstId inst;
  StringRef opcode;
  llvm::SmallVector<StringRef, 8> words; // the modifiers, without dots
  llvm::ArrayRef<ExprId> operands;
  std::string problem;
  uint32_t groups = 0;
  uint32_t copies = 0;
  llvm::StringMap<uint32_t> labels;
  std::vector<std::pair<uint32_t, StringRef>> openLabels;
};

} // namespace

Step StepReader::step(Step::Kind kind) const {
  const Instruction &instruction = unit[inst];
  Step result;
  result.kind = kind;
  result.range = unit.range(instruction.first(), instruction.last);
  StringRef buffer = unit.tokens().buffer();
  StringRef text = buffer.slice(result.range.begin, result.range.end);
  result.line = buffer.take_front(result.range.begin).count('\n') + 1;
  result.text = text.rtrim(';').str();
  if (instruction.guard != GuardKind::None) {
    result.guard = thread.registerNamed(unit.text(instruction.guardRegister()), 1);
    result.guardNegated = instruction.guard == GuardKind::Negated;
  }
  return result;
}

uint32_t StepReader::temporary() {
  return thread.registerNamed(("(" + Twine(thread.registers.size()) + ")").str(), 8);
}

void StepReader::readOrders(Step &step, Semantics semantics, MemoryScope scope) const {
  step.semantics = semantics;
  step.scope = scope;
  for (StringRef word : words) {
    if (std::optional<Semantics> semantics = findSemantics(word))
      step.semantics = *semantics;
    if (std::optional<MemoryScope> scope = findScope(word))
      step.scope = *scope;
    if (word == "volatile" || word == "mmio")
      step.semantics = Semantics::Relaxed;
    if (word == "volatile")
      step.scope = MemoryScope::System;
    if (word == "gl")
      step.scope = MemoryScope::Gpu;
  }
}

/// The width of the last type among the modifiers, or of the first; 0 if there is none.
unsigned StepReader::typeWidth(bool last) const {
  unsigned found = 0;
  for (StringRef word : words) {
    unsigned width;
    if (word == "pred")
      width = 1;
    else if (word.size() < 2 || !StringRef("usbf").contains(word[0]) ||
             word.drop_front().getAsInteger(10, width))
      continue;
    if (!found || last)
      found = width;
  }
  return found;
}

bool StepReader::isSigned() const {
  return llvm::any_of(words, [](StringRef word) {
    return word.size() > 1 && word[0] == 's' && llvm::all_of(word.drop_front(), llvm::isDigit);
  });
}

bool StepReader::value(ExprId id, LitmusValue &result) {
  if (std::optional<Constant> constant = body.scope.constant(id)) {
    result = LitmusValue::ofNumber(constant->bits);
    return true;
  }
  if (unit[id].kind == ExprKind::Sink)
    return refuse("`_` is not read");
  const Symbol *symbol = body.scope.symbol(body.scope.binding(id));
  if (!symbol || unit[id].kind != ExprKind::Name)
    return refuse("`" + unit.source(id) + "` has no known value");
  if (symbol->isRegister()) {
    uint8_t bytes = symbol->type ? std::max(1u, info(*symbol->type).width / 8u) : 8;
    result = LitmusValue::ofRegister(thread.registerNamed(unit.source(id), bytes));
    return true;
  }
  if (!symbol->isMemory())
    return refuse("`" + unit.source(id) + "` is not a value");
  std::optional<uint32_t> variable = names.variable(*symbol);
  result = LitmusValue::ofAddress(*variable);
  return true;
}

bool StepReader::destination(ExprId id, Step &step) {
  if (unit[id].kind == ExprKind::Sink)
    return true;
  LitmusValue result;
  if (!value(id, result) || !result.isRegister())
    return problem.empty() ? refuse("`" + unit.source(id) + "` is not a register") : false;
  step.result = result.index;
  return true;
}

bool StepReader::address(ExprId id, LitmusValue &result) {
  ExprId inner = unit[id].kind == ExprKind::Qualified ? unit[id].child() : id;
  if (unit[inner].kind != ExprKind::Address)
    return refuse("`" + unit.source(id) + "` is not an address");
  ExprId part = unit.list(unit[inner].list()).front();
  uint64_t offset = 0;
  if (unit[part].kind == ExprKind::Offset) {
    std::optional<Constant> added = body.scope.constant(unit[part].rhs());
    if (!added)
      return refuse("the offset of `" + unit.source(id) + "` is not known");
    offset = unit.text(unit[part].token) == "-" ? -added->bits : added->bits;
    part = unit[part].lhs();
  }
  if (!value(part, result))
    return false;
  result.number += offset;
  return true;
}

bool StepReader::readAccess() {
  bool isLoad = opcode == "ld";
  ExprId place = operands[isLoad ? 1 : 0], other = operands[isLoad ? 0 : 1];
  if (has("async") || has("nc") || has("bulk"))
    return refuse("it is not covered by the memory model here");
  if (has("param") || has("param::entry")) {
    Step move = step(Step::Kind::Compute);
    ExprId name = unit.list(unit[place].list()).front();
    std::optional<LitmusValue> known = names.parameter(unit.source(name));
    if (!isLoad || !known)
      return refuse("what the parameter is has to be said by `//@litmus param " +
                    unit.source(name) + " = <variable or number>`");
    move.width = typeWidth();
    move.operands = {*known};
    return destination(other, move) && add(move);
  }
  Step access = step(isLoad ? Step::Kind::Load : Step::Kind::Store);
  readOrders(access, has("mmio") ? Semantics::Relaxed : Semantics::Weak, MemoryScope::Thread);
  if (has("const"))
    access.proxy = Proxy::Constant;
  access.width = typeWidth();
  if (!address(place, access.address))
    return false;
  llvm::SmallVector<ExprId, 4> elements = {other};
  if (unit[other].kind == ExprKind::Vector)
    elements.assign(unit.list(unit[other].list()).begin(), unit.list(unit[other].list()).end());
  if (elements.size() > 1)
    access.unordered = ++groups;
  for (ExprId element : elements) {
    Step part = access;
    LitmusValue stored;
    if (isLoad ? !destination(element, part) : !value(element, stored))
      return false;
    if (!isLoad)
      part.operands = {stored};
    add(part);
    access.address.number += access.width / 8;
  }
  return true;
}

bool StepReader::readAtomic() {
  Step atomic = step(Step::Kind::Atomic);
  atomic.isReduction = opcode == "red";
  if (has("async") || unit[operands.back()].kind == ExprKind::Vector)
    return refuse("it is not covered by the memory model here");
  bool isSignedType = isSigned();
  std::optional<Operation> operation;
  for (StringRef word : words)
    operation = llvm::StringSwitch<std::optional<Operation>>(word)
                    .Case("add", Operation::Add)
                    .Case("and", Operation::And)
                    .Case("or", Operation::Or)
                    .Case("xor", Operation::Xor)
                    .Case("exch", Operation::Exchange)
                    .Case("cas", Operation::CompareAndSwap)
                    .Case("inc", Operation::Increment)
                    .Case("dec", Operation::Decrement)
                    .Case("min", isSignedType ? Operation::MinSigned : Operation::Min)
                    .Case("max", isSignedType ? Operation::MaxSigned : Operation::Max)
                    .Default(operation);
  if (!operation || typeWidth() > 64 || has("f32") || has("f64"))
    return refuse("only operations on integers of up to 64 bits are understood");
  atomic.operation = *operation;
  atomic.width = typeWidth();
  readOrders(atomic, Semantics::Relaxed, MemoryScope::Gpu);
  llvm::ArrayRef<ExprId> rest = operands;
  if (!atomic.isReduction) {
    if (!destination(rest.front(), atomic))
      return false;
    rest = rest.drop_front();
  }
  if (!address(rest.front(), atomic.address))
    return false;
  for (ExprId id : rest.drop_front()) {
    LitmusValue operand;
    if (!value(id, operand))
      return false;
    atomic.operands.push_back(operand);
  }
  return add(atomic);
}

bool StepReader::readFence() {
  if (has("proxy") ||
      llvm::any_of(words, [](StringRef word) { return word.starts_with("proxy"); })) {
    Step fence = step(has("alias") ? Step::Kind::AliasFence : Step::Kind::ProxyFence);
    fence.proxy = has("alias")                            ? Proxy::Generic
                  : has("async") || has("async::generic") ? Proxy::Async
                                                          : Proxy::TensorMap;
    return add(fence);
  }
  Step fence = step(Step::Kind::Fence);
  // `membar` is `fence.sc`; `fence` without a semantics is `fence.acq_rel`. (Manual 9.7.13.4)
  readOrders(fence, opcode == "membar" ? Semantics::Sc : Semantics::AcquireRelease,
             MemoryScope::Cta);
  return add(fence);
}

bool StepReader::readBarrier() {
  if (has("cluster")) {
    Step half = step(has("arrive") ? Step::Kind::ClusterArrive : Step::Kind::ClusterWait);
    half.semantics = has("relaxed")  ? Semantics::Relaxed
                     : has("arrive") ? Semantics::Release
                                     : Semantics::Acquire;
    half.scope = MemoryScope::Cluster;
    return add(half);
  }
  if (has("red") || has("warp") || opcode == "barrier.warp")
    return refuse("it is not covered by the memory model here");
  Step barrier = step(Step::Kind::Barrier);
  barrier.isArrival = has("arrive");
  LitmusValue number, count;
  if (!value(operands[0], number))
    return false;
  barrier.operands = {number};
  if (operands.size() > 1) {
    if (!value(operands[1], count))
      return false;
    // A barrier counts warps (manual 9.7.13.1); each thread of a test has its own.
    if (count.kind != LitmusValue::Kind::Number || count.number % warpSize)
      return refuse("the number of threads has to be a known multiple of 32");
    barrier.quorum = LitmusValue::ofNumber(count.number / warpSize);
  }
  return add(barrier);
}

bool StepReader::readMbarrier() {
  auto is = [&](StringRef word) { return has(word); };
  LitmusValue number;
  if (is("init")) {
    Step init = step(Step::Kind::Store);
    if (!address(operands[0], init.address) || !value(operands[1], number) ||
        number.kind != LitmusValue::Kind::Number)
      return problem.empty() ? refuse("the number of arrivals has to be known") : false;
    init.operands = {LitmusValue::ofNumber(number.number | number.number << 20)};
    return add(init);
  }
  if (is("inval") || is("pending_count") || is("complete_tx") || is("arrive_drop"))
    return refuse("it is not covered by the memory model here");
  if (is("test_wait") || is("try_wait")) {
    Step load = step(Step::Kind::Load);
    readOrders(load, Semantics::Acquire, MemoryScope::Cta);
    load.result = temporary();
    Step compare = step(Step::Kind::Compute), shift = compare;
    if (!destination(operands[0], compare) || !address(operands[1], load.address) ||
        !value(operands[2], number))
      return false;
    shift.operation = Operation::ShiftRight;
    shift.result = temporary();
    shift.operands = {LitmusValue::ofRegister(*load.result), LitmusValue::ofNumber(63)};
    add(load);
    add(shift);
    LitmusValue phase = number;
    if (!is("parity")) {
      Step old = shift;
      old.result = temporary();
      old.operands[0] = number;
      add(old);
      phase = LitmusValue::ofRegister(*old.result);
    }
    compare.operation = Operation::NotEqual;
    compare.width = 1;
    compare.operands = {LitmusValue::ofRegister(*shift.result), phase};
    return add(compare);
  }
  Step arrive = step(Step::Kind::Atomic);
  bool arrives = is("arrive"), expects = is("expect_tx");
  arrive.operation = !expects  ? Operation::MbarrierArrive
                     : arrives ? Operation::MbarrierArriveExpect
                               : Operation::MbarrierExpect;
  readOrders(arrive, arrives ? Semantics::Release : Semantics::Relaxed, MemoryScope::Cta);
  llvm::ArrayRef<ExprId> rest = operands;
  arrive.isReduction = unit[rest.front()].kind == ExprKind::Address;
  if (!arrive.isReduction) {
    if (!destination(rest.front(), arrive))
      return false;
    rest = rest.drop_front();
  }
  number = LitmusValue::ofNumber(1);
  if (!address(rest.front(), arrive.address) || (rest.size() > 1 && !value(rest[1], number)))
    return false;
  arrive.operands = {number};
  return add(arrive);
}

/// A bulk copy reads and writes by the async proxy, and completes at an mbarrier object after an
/// implicit fence of that proxy. (Manual 9.7.9.25.4)
bool StepReader::readBulkCopy() {
  LitmusValue to, from, size, object;
  if (operands.size() != 4 || !has("mbarrier::complete_tx::bytes") || has("tensor"))
    return refuse("only bulk copies that complete at an mbarrier object are understood");
  if (!address(operands[0], to) || !address(operands[1], from) || !value(operands[2], size) ||
      !address(operands[3], object))
    return false;
  if (size.kind != LitmusValue::Kind::Number || size.number > 64)
    return refuse("the size has to be known and at most 64");
  uint32_t copy = ++copies;
  for (uint64_t at = 0; at < size.number; at += 8) {
    Step load = step(Step::Kind::Load);
    load.proxy = Proxy::Async;
    load.asynchronous = copy;
    load.address = from;
    load.address.number += at;
    load.result = temporary();
    Step store = step(Step::Kind::Store);
    store.proxy = Proxy::Async;
    store.asynchronous = copy;
    store.address = to;
    store.address.number += at;
    store.operands = {LitmusValue::ofRegister(*load.result)};
    add(load);
    add(store);
  }
  Step fence = step(Step::Kind::ProxyFence);
  fence.proxy = Proxy::Async;
  fence.asynchronous = copy;
  add(fence);
  Step complete = step(Step::Kind::Atomic);
  complete.operation = Operation::MbarrierComplete;
  complete.isReduction = true;
  complete.asynchronous = copy;
  complete.semantics = Semantics::Release;
  complete.scope = MemoryScope::Cluster;
  complete.address = object;
  complete.operands = {size};
  return add(complete);
}

bool StepReader::readCompute() {
  bool isSignedType = isSigned();
  auto operation = llvm::StringSwitch<std::optional<Operation>>(opcode)
                       .Cases({"mov", "cvta", "cvt"}, Operation::Move)
                       .Case("add", Operation::Add)
                       .Case("sub", Operation::Sub)
                       .Case("mul", Operation::Mul)
                       .Case("and", Operation::And)
                       .Case("or", Operation::Or)
                       .Case("xor", Operation::Xor)
                       .Case("not", Operation::Not)
                       .Case("shl", Operation::ShiftLeft)
                       .Case("shr", Operation::ShiftRight)
                       .Case("min", isSignedType ? Operation::MinSigned : Operation::Min)
                       .Case("max", isSignedType ? Operation::MaxSigned : Operation::Max)
                       .Case("selp", Operation::Select)
                       .Default(std::nullopt);
  if (opcode == "setp" && !words.empty())
    operation =
        llvm::StringSwitch<std::optional<Operation>>(words[0])
            .Case("eq", Operation::Equal)
            .Case("ne", Operation::NotEqual)
            .Cases({"lt", "lo"}, isSignedType ? Operation::LessSigned : Operation::Less)
            .Cases({"le", "ls"}, isSignedType ? Operation::LessEqualSigned : Operation::LessEqual)
            .Cases({"gt", "hi"}, isSignedType ? Operation::GreaterSigned : Operation::Greater)
            .Cases({"ge", "hs"},
                   isSignedType ? Operation::GreaterEqualSigned : Operation::GreaterEqual)
            .Default(std::nullopt);
  bool isFloat = llvm::any_of(words, [](StringRef word) {
    return word.size() > 1 && word[0] == 'f' && llvm::isDigit(word[1]);
  });
  if (!operation || (isFloat && operation != Operation::Move) || (opcode == "mul" && !has("lo")) ||
      (opcode == "shr" && isSignedType) || (opcode == "cvt" && (isFloat || isSignedType)))
    return refuse("it is not one of the computations that are understood");
  Step compute = step(Step::Kind::Compute);
  compute.operation = *operation;
  compute.width = opcode == "cvt" ? std::min(typeWidth(false), typeWidth(true)) : typeWidth();
  if (!compute.width)
    compute.width = 64;
  if (!destination(operands[0], compute))
    return false;
  for (ExprId id : operands.drop_front()) {
    LitmusValue operand;
    if (!value(id, operand))
      return false;
    compute.operands.push_back(operand);
  }
  return add(compute);
}

bool StepReader::readBranch() {
  Step branch = step(opcode == "bra" ? Step::Kind::Branch : Step::Kind::Exit);
  if (opcode == "bra")
    openLabels.emplace_back(thread.steps.size(), unit.source(operands[0]));
  return add(branch);
}

bool StepReader::read() {
  if (opcode == "ld" || opcode == "st")
    return readAccess();
  if (opcode == "atom" || opcode == "red")
    return readAtomic();
  if (opcode == "fence" || opcode == "membar")
    return readFence();
  if (opcode == "bar" || opcode == "barrier")
    return readBarrier();
  if (opcode == "mbarrier")
    return readMbarrier();
  if (opcode == "cp" && has("bulk"))
    return readBulkCopy();
  if (opcode == "bra" || opcode == "ret" || opcode == "exit")
    return readBranch();
  if (opcode == "nanosleep" || opcode == "pmevent")
    return true;
  return readCompute();
}

llvm::Error StepReader::run() {
  for (const Stmt &statement : unit.statements()) {
    if (statement.kind == StmtKind::Label)
      labels[unit.text(TokenId{statement.index})] = thread.steps.size();
    if (statement.kind != StmtKind::Instruction)
      continue;
    inst = {statement.index};
    const Instruction &instruction = unit[inst];
    opcode = unit.text(instruction.opcode);
    words.clear();
    for (uint32_t i = 1; i <= instruction.modifierCount; ++i)
      words.push_back(unit.text(TokenId{instruction.opcode.index + i}).ltrim('.'));
    operands = unit.list(instruction.operands());
    if (!read()) {
      SourceRange range = unit.range(instruction.first(), instruction.last);
      StringRef buffer = unit.tokens().buffer();
      return llvm::createStringError(
          "line " + Twine(buffer.take_front(range.begin).count('\n') + 1) + ": `" +
          buffer.slice(range.begin, range.end).rtrim(';') + "`: " + problem);
    }
  }
  for (auto [step, label] : openLabels)
    thread.steps[step].target = labels.lookup(label);
  return llvm::Error::success();
}

llvm::Error ptx::addPtxSteps(const CheckedUnit &body, const ThreadNames &names,
                             LitmusThread &thread) {
  return StepReader(body, names, thread).run();
}
