// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Read/DialectParser.h"

#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using llvm::StringRef;

bool DialectParser::orders(Step &step, llvm::ArrayRef<StringRef> words) {
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

bool DialectParser::atomic(Step &step, uint32_t thread, llvm::ArrayRef<StringRef> words,
                           llvm::ArrayRef<StringRef> operands) {
  std::optional<Operation> operation = atomicOperation(words.size() == 4 ? words[3] : StringRef());
  if (!operation)
    return fail(current.data(), "expected the operation of `" + words[0] + "`");
  step.operation = *operation;
  if (!step.isReduction) {
    if (operands.empty() || !isDialectRegister(operands[0]))
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

bool DialectParser::access(uint32_t thread, StringRef opcode, llvm::ArrayRef<StringRef> words,
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
  if (isLoad && !isDialectRegister(other))
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

bool DialectParser::fence(uint32_t thread, llvm::ArrayRef<StringRef> words) {
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

bool DialectParser::barrier(uint32_t thread, llvm::ArrayRef<StringRef> words,
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

bool DialectParser::branch(uint32_t thread, StringRef opcode, llvm::ArrayRef<StringRef> operands) {
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

bool DialectParser::compute(uint32_t thread, StringRef opcode, llvm::ArrayRef<StringRef> operands) {
  Step step = this->step(Step::Kind::Compute);
  step.operation = *atomicOperation(opcode);
  if (operands.size() != 3 || !isDialectRegister(operands[0]))
    return fail(current.data(), "expected a register and two operands");
  step.result = test.threads[thread].registerNamed(operands[0]);
  step.operands = {value(thread, operands[1]), value(thread, operands[2])};
  return add(thread, step);
}

bool DialectParser::instruction(uint32_t thread, StringRef cell) {
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
