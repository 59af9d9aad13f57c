// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/DialectReader.h"
#include "ptx/Memory/ConditionReader.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;
using Step = LitmusStep;

namespace {

using Words = llvm::SmallVector<StringRef, 6>;

/// Reads one test. Numbers have 32 bits.
class DialectReader {
public:
  explicit DialectReader(StringRef text) : text(text) {}

  llvm::Expected<LitmusTest> run();

private:
  bool fail(const char *at, const Twine &problem);
  bool declarations(StringRef part);
  bool declaration(StringRef part);
  bool threadHeader(StringRef row);
  bool row(StringRef row);
  bool instruction(uint32_t thread, StringRef cell);
  bool access(uint32_t thread, StringRef opcode, llvm::ArrayRef<StringRef> words,
              llvm::ArrayRef<StringRef> operands);
  bool atomic(Step &step, uint32_t thread, llvm::ArrayRef<StringRef> words,
              llvm::ArrayRef<StringRef> operands);
  bool fence(uint32_t thread, llvm::ArrayRef<StringRef> words);
  bool barrier(uint32_t thread, llvm::ArrayRef<StringRef> words,
               llvm::ArrayRef<StringRef> operands);
  bool branch(uint32_t thread, StringRef opcode, llvm::ArrayRef<StringRef> operands);
  bool compute(uint32_t thread, StringRef opcode, llvm::ArrayRef<StringRef> operands);
  bool orders(Step &step, llvm::ArrayRef<StringRef> words);
  uint32_t variable(StringRef name);
  LitmusValue value(uint32_t thread, StringRef word);
  Step step(Step::Kind kind) {
    Step result;
    result.kind = kind;
    result.width = 32;
    result.text = current.str();
    uint32_t begin = current.data() - text.data();
    result.range = {begin, begin + static_cast<uint32_t>(current.size())};
    result.line = text.take_front(begin).count('\n') + 1;
    return result;
  }
  bool add(uint32_t thread, Step step) {
    test.threads[thread].steps.push_back(std::move(step));
    return true;
  }

  StringRef text;
  StringRef current; // the instruction that is read
  LitmusTest test;
  std::vector<llvm::StringMap<uint32_t>> labels;                       // by thread
  std::vector<std::vector<std::pair<uint32_t, StringRef>>> openLabels; // by thread: step, label
  std::string problem;
};

} // namespace

bool DialectReader::fail(const char *at, const Twine &what) {
  size_t line = StringRef(text.data(), at - text.data()).count('\n') + 1;
  if (problem.empty())
    problem = ("line " + Twine(line) + ": " + what).str();
  return false;
}

uint32_t DialectReader::variable(StringRef name) {
  if (std::optional<uint32_t> known = test.findVariable(name))
    return *known;
  uint32_t index = test.addVariable(name);
  test.variables[index].bytes = test.variables[index].elementBytes = 4;
  return index;
}

static bool isRegister(StringRef word) {
  return word.size() > 1 && word[0] == 'r' && llvm::all_of(word.drop_front(), llvm::isDigit);
}

LitmusValue DialectReader::value(uint32_t thread, StringRef word) {
  if (isRegister(word))
    return LitmusValue::ofRegister(test.threads[thread].registerNamed(word));
  int64_t number = 0;
  if (word.getAsInteger(0, number))
    fail(word.data(), "expected a register or a number, found `" + word + "`");
  return LitmusValue::ofNumber(static_cast<uint32_t>(number));
}

bool DialectReader::declaration(StringRef part) {
  if (auto [name, rest] = part.split('@'); !rest.empty()) {
    Words words;
    rest.split(words, ' ', -1, false);
    if (words.size() != 3 || words[1] != "aliases")
      return fail(part.data(), "expected `<name> @ <proxy> aliases <name>`");
    uint32_t target = variable(words[2]), alias = variable(name.trim());
    test.variables[alias].object = test.variables[target].object;
    if (words[0] != "generic")
      test.variables[alias].address = test.variables[target].address;
    return true;
  }
  auto [name, number] = part.split('=');
  name = name.trim();
  number = number.trim();
  if (auto [thread, registerName] = name.split(':'); !registerName.empty()) {
    std::optional<uint32_t> index = test.findThread(thread.trim());
    if (!index)
      return fail(part.data(), "the test has no thread `" + thread.trim() + "`");
    LitmusThread &declared = test.threads[*index];
    declared.initial[declared.registerNamed(registerName.trim())] = value(*index, number);
    return true;
  }
  int64_t initial = 0;
  if (number.getAsInteger(0, initial))
    return fail(part.data(), "expected `<variable> = <number>`");
  test.variables[variable(name)].value = static_cast<uint32_t>(initial);
  return true;
}

bool DialectReader::declarations(StringRef part) {
  Words parts;
  part.split(parts, ';', -1, false);
  for (StringRef one : parts)
    if (!one.trim().empty() && !declaration(one.trim()))
      return false;
  return true;
}

bool DialectReader::threadHeader(StringRef row) {
  Words cells;
  row.split(cells, '|');
  for (StringRef cell : cells) {
    LitmusThread thread;
    auto [name, place] = cell.split('@');
    thread.name = name.trim().str();
    Words parts;
    place.split(parts, ',', -1, false);
    for (StringRef part : parts) {
      auto [level, number] = part.trim().split(' ');
      uint32_t *slot = level == "cta"       ? &thread.cta
                       : level == "cluster" ? &thread.cluster
                       : level == "gpu"     ? &thread.gpu
                                            : nullptr;
      if (!slot || number.trim().getAsInteger(10, *slot))
        return fail(cell.data(), "expected `<thread>@cta <n>,gpu <n>`");
    }
    if (thread.name.empty() || parts.empty())
      return fail(cell.data(), "expected `<thread>@cta <n>,gpu <n>`");
    test.threads.push_back(std::move(thread));
  }
  labels.resize(cells.size());
  openLabels.resize(cells.size());
  return true;
}

bool DialectReader::orders(Step &step, llvm::ArrayRef<StringRef> words) {
  bool isWeak = words.empty() || words[0] == "weak";
  std::optional<Semantics> semantics = isWeak ? Semantics::Weak : findSemantics(words[0]);
  if (!semantics)
    return fail(current.data(), "`" + words[0] + "` is not a semantics");
  step.semantics = *semantics;
  step.scope = findScope(words.size() > 1 ? words[1] : "").value_or(MemoryScope::Thread);
  if (isWeak ? words.size() > 1 : step.scope == MemoryScope::Thread)
    return fail(current.data(), isWeak ? "a weak operation has no scope"
                                       : "expected a scope: cta, cluster, gpu or sys");
  return true;
}

static std::optional<Operation> atomicOperation(StringRef word) {
  return llvm::StringSwitch<std::optional<Operation>>(word)
      .Case("add", Operation::Add)
      .Case("sub", Operation::Sub)
      .Case("mul", Operation::Mul)
      .Case("and", Operation::And)
      .Case("or", Operation::Or)
      .Case("xor", Operation::Xor)
      .Case("exch", Operation::Exchange)
      .Case("cas", Operation::CompareAndSwap)
      .Default(std::nullopt);
}

bool DialectReader::atomic(Step &step, uint32_t thread, llvm::ArrayRef<StringRef> words,
                           llvm::ArrayRef<StringRef> operands) {
  std::optional<Operation> operation = atomicOperation(words.size() == 4 ? words[3] : StringRef());
  if (!operation)
    return fail(current.data(), "expected the operation of `" + words[0] + "`");
  step.operation = *operation;
  if (!step.isReduction) {
    if (operands.empty() || !isRegister(operands[0]))
      return fail(current.data(), "expected a register for the result");
    step.result = test.threads[thread].registerNamed(operands[0]);
    operands = operands.drop_front();
  }
  if (operands.size() != (*operation == Operation::CompareAndSwap ? 3 : 2))
    return fail(current.data(), "wrong number of operands");
  step.address = LitmusValue::ofAddress(variable(operands[0]));
  for (StringRef operand : operands.drop_front())
    step.operands.push_back(value(thread, operand));
  return orders(step, words.drop_front().take_front(2)) && add(thread, step);
}

bool DialectReader::access(uint32_t thread, StringRef opcode, llvm::ArrayRef<StringRef> words,
                           llvm::ArrayRef<StringRef> operands) {
  bool isAtomic = opcode.ends_with("atom") || opcode.ends_with("red");
  bool isLoad = opcode.ends_with("ld");
  Step step = this->step(isAtomic ? Step::Kind::Atomic
                         : isLoad ? Step::Kind::Load
                                  : Step::Kind::Store);
  step.isReduction = opcode.ends_with("red");
  step.proxy = opcode.starts_with("su")   ? Proxy::Surface
               : opcode.starts_with("t")  ? Proxy::Texture
               : opcode.starts_with("co") ? Proxy::Constant
                                          : Proxy::Generic;
  if (isAtomic)
    return atomic(step, thread, words, operands);
  if (operands.size() != 2)
    return fail(current.data(), "expected two operands");
  // Without a semantics, `ld` copies a register or a number.
  if (opcode == "ld" && words.size() == 1) {
    step.kind = Step::Kind::Compute;
    step.result = test.threads[thread].registerNamed(operands[0]);
    step.operands = {value(thread, operands[1])};
    return add(thread, step);
  }
  StringRef location = operands[isLoad ? 1 : 0], other = operands[isLoad ? 0 : 1];
  if (isLoad && !isRegister(other))
    return fail(current.data(), "expected a register for the result");
  if (isLoad)
    step.result = test.threads[thread].registerNamed(other);
  else
    step.operands = {value(thread, other)};
  step.address = LitmusValue::ofAddress(variable(location));
  if (!orders(step, words.drop_front()))
    return false;
  if (step.semantics == (isLoad ? Semantics::Release : Semantics::Acquire) ||
      step.semantics == Semantics::AcquireRelease || step.semantics == Semantics::Sc)
    return fail(current.data(),
                "`" + opcode + "` cannot be `." + semanticsName(step.semantics) + "`");
  return add(thread, step);
}

bool DialectReader::fence(uint32_t thread, llvm::ArrayRef<StringRef> words) {
  if (words.size() == 3 && words[1] == "proxy") {
    std::optional<Proxy> proxy = llvm::StringSwitch<std::optional<Proxy>>(words[2])
                                     .Case("alias", Proxy::Generic)
                                     .Case("texture", Proxy::Texture)
                                     .Case("surface", Proxy::Surface)
                                     .Case("constant", Proxy::Constant)
                                     .Case("async", Proxy::Async)
                                     .Default(std::nullopt);
    if (!proxy)
      return fail(current.data(), "`" + words[2] + "` is not a proxy");
    Step step = this->step(words[2] == "alias" ? Step::Kind::AliasFence : Step::Kind::ProxyFence);
    step.proxy = *proxy;
    return add(thread, step);
  }
  Step step = this->step(Step::Kind::Fence);
  if (!orders(step, words.drop_front()))
    return false;
  if (step.semantics == Semantics::Weak || step.semantics == Semantics::Relaxed)
    return fail(current.data(), "expected a fence that is sc, acq_rel, acquire or release");
  return add(thread, step);
}

bool DialectReader::barrier(uint32_t thread, llvm::ArrayRef<StringRef> words,
                            llvm::ArrayRef<StringRef> operands) {
  if (words.size() != 3 || words[1] != "cta" || (words[2] != "sync" && words[2] != "arrive") ||
      operands.empty() || operands.size() > 3)
    return fail(current.data(), "expected `bar.cta.sync` or `bar.cta.arrive` with 1 to 3 operands");
  Step step = this->step(Step::Kind::Barrier);
  step.isArrival = words[2] == "arrive";
  step.operands = {value(thread, operands[0])};
  if (operands.size() > 1)
    step.operands.push_back(value(thread, operands[1]));
  if (operands.size() > 2)
    step.quorum = value(thread, operands[2]);
  return add(thread, step);
}

bool DialectReader::branch(uint32_t thread, StringRef opcode, llvm::ArrayRef<StringRef> operands) {
  if (operands.size() != (opcode == "goto" ? 1 : 3))
    return fail(current.data(), "wrong number of operands");
  Step step = this->step(Step::Kind::Branch);
  if (opcode != "goto") {
    Step compare = this->step(Step::Kind::Compute);
    compare.operation = llvm::StringSwitch<Operation>(opcode)
                            .Case("beq", Operation::Equal)
                            .Case("bne", Operation::NotEqual)
                            .Case("blt", Operation::LessSigned)
                            .Case("ble", Operation::LessEqualSigned)
                            .Case("bgt", Operation::GreaterSigned)
                            .Default(Operation::GreaterEqualSigned);
    compare.operands = {value(thread, operands[0]), value(thread, operands[1])};
    compare.result = test.threads[thread].registerNamed("(comparison)");
    step.operands = {LitmusValue::ofRegister(*compare.result)};
    add(thread, compare);
  }
  openLabels[thread].emplace_back(test.threads[thread].steps.size(), operands.back());
  return add(thread, step);
}

bool DialectReader::compute(uint32_t thread, StringRef opcode, llvm::ArrayRef<StringRef> operands) {
  Step step = this->step(Step::Kind::Compute);
  step.operation = *atomicOperation(opcode);
  if (operands.size() != 3 || !isRegister(operands[0]))
    return fail(current.data(), "expected a register and two operands");
  step.result = test.threads[thread].registerNamed(operands[0]);
  step.operands = {value(thread, operands[1]), value(thread, operands[2])};
  return add(thread, step);
}

bool DialectReader::instruction(uint32_t thread, StringRef cell) {
  current = cell.trim();
  if (current.empty())
    return true;
  if (current.ends_with(":")) {
    labels[thread][current.drop_back().trim()] = test.threads[thread].steps.size();
    return true;
  }
  auto [mnemonic, rest] = current.split(' ');
  Words words, parts, operands;
  mnemonic.split(words, '.');
  rest.split(parts, ',', -1, false);
  for (StringRef part : parts)
    operands.push_back(part.trim());
  StringRef opcode = words[0];
  if (opcode == "fence")
    return fence(thread, words);
  if (opcode == "bar")
    return barrier(thread, words, operands);
  if (opcode == "goto" || (opcode.size() == 3 && opcode[0] == 'b'))
    return branch(thread, opcode, operands);
  if (opcode == "add" || opcode == "sub" || opcode == "mul")
    return compute(thread, opcode, operands);
  constexpr llvm::StringLiteral accesses[] = {"ld",   "tld",  "suld",   "cold", "st",
                                              "sust", "atom", "suatom", "red",  "sured"};
  if (llvm::is_contained(accesses, opcode))
    return access(thread, opcode, words, operands);
  return fail(current.data(), "unknown instruction `" + opcode + "`");
}

bool DialectReader::row(StringRef row) {
  Words cells;
  row.split(cells, '|');
  if (cells.size() > test.threads.size())
    return fail(row.data(), "the row has more columns than there are threads");
  for (auto [thread, cell] : llvm::enumerate(cells))
    if (!instruction(thread, cell))
      return false;
  return true;
}

llvm::Expected<LitmusTest> DialectReader::run() {
  auto failure = [&] { return llvm::createStringError(problem); };
  test.barriersTakeCta = test.isPtx = false;
  StringRef header = text.ltrim();
  header.consume_front_insensitive("ptx");
  test.name = header.take_until([](char c) { return c == '\n' || c == '\r'; }).trim().str();
  size_t open = text.find('{'), close = text.find('}');
  if (open == StringRef::npos || close == StringRef::npos || close < open) {
    fail(text.data(), "expected `{`, the initial values and `}`");
    return failure();
  }
  StringRef rest = text.drop_front(close + 1);
  rest = rest.drop_while([](char c) { return llvm::isSpace(c) || c == ';'; });
  auto isCondition = [](StringRef part) {
    return part.starts_with("exists") || part.starts_with("~") || part.starts_with("forall") ||
           part.starts_with("filter") || part.starts_with("not ") || part.starts_with("locations");
  };
  bool isFirst = true;
  while (!rest.ltrim().empty() && !isCondition(rest.ltrim())) {
    auto [line, after] = rest.split(';');
    bool read =
        isFirst ? threadHeader(line) && declarations(text.slice(open + 1, close)) : row(line);
    if (!read || !problem.empty())
      return failure();
    isFirst = false;
    rest = after;
  }
  for (uint32_t thread = 0; thread < openLabels.size(); ++thread)
    for (auto [step, label] : openLabels[thread]) {
      auto target = labels[thread].find(label);
      if (target == labels[thread].end()) {
        fail(label.data(), "unknown label `" + label + "`");
        return failure();
      }
      test.threads[thread].steps[step].target = target->second;
    }
  if (test.threads.empty()) {
    fail(rest.data(), "expected the threads");
    return failure();
  }
  rest = rest.ltrim();
  if (rest.starts_with("locations"))
    rest = rest.drop_front(std::min(rest.find(']'), rest.size() - 1) + 1);
  if (llvm::Error error = readCondition(rest, test)) {
    fail(rest.data(), llvm::toString(std::move(error)));
    return failure();
  }
  return std::move(test);
}

bool ptx::isDialect(StringRef text) {
  return text.ltrim().starts_with_insensitive("ptx") && text.ltrim().size() > 3 &&
         llvm::isSpace(text.ltrim()[3]);
}

llvm::Expected<LitmusTest> ptx::readDialect(StringRef text) {
  // Comments become blanks, so that lines stay where they are.
  std::string plain = text.str();
  for (size_t begin = plain.find("(*"); begin != std::string::npos;
       begin = plain.find("(*", begin)) {
    size_t end = plain.find("*)", begin);
    end = end == std::string::npos ? plain.size() : end + 2;
    for (; begin < end; ++begin)
      if (plain[begin] != '\n')
        plain[begin] = ' ';
  }
  return DialectReader(plain).run();
}
