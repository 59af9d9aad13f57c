// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The formula and the exhaustive enumeration agree on random tests.

#include "Enumeration.h"

#include "CadicalSolver.h"
#include "ptx/Memory/Checker.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cstdlib>
#include <random>

using namespace ptx;

namespace {

/// Makes small tests at random.
class RandomTests {
public:
  explicit RandomTests(unsigned seed, bool hasMaps = false) : random(seed), hasMaps(hasMaps) {}

  /// A test whose executions are few enough to try them all.
  LitmusTest next() {
    for (;;) {
      LitmusTest test = hasMaps ? withMap() : any();
      std::array<unsigned, 2> writes{};
      unsigned reads = 0, events = 2;
      for (const LitmusThread &thread : test.threads)
        for (const LitmusStep &step : thread.steps) {
          reads += step.result.has_value();
          events += 1 + (step.kind == LitmusStep::Kind::Atomic);
          if (!step.operands.empty())
            ++writes[step.address.index];
        }
      bool isTold = hasMaps || (reads >= 2 && writes[1]);
      if (reads && reads <= 4 && writes[0] <= 3 && writes[1] <= 3 && writes[0] && isTold &&
          events <= 16)
        return test;
    }
  }

  unsigned below(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random); }

private:
  LitmusTest any() {
    LitmusTest test = empty();
    unsigned threads = 2 + below(2);
    unsigned steps = threads == 2 ? 4 : 3;
    for (unsigned t = 0; t != threads; ++t) {
      LitmusThread &thread = test.threads.emplace_back();
      thread.name = "P" + std::to_string(t);
      thread.cta = below(2);
      thread.gpu = below(8) == 0;
      for (unsigned i = 0, count = 2 + below(steps - 1); i != count; ++i)
        thread.steps.push_back(step(thread));
    }
    return test;
  }

  MemoryScope scope() {
    // Mostly wide enough, since narrow scopes forbid nothing.
    return std::array{MemoryScope::Cta, MemoryScope::Gpu, MemoryScope::Gpu,
                      MemoryScope::Sys, MemoryScope::Sys, MemoryScope::Sys}[below(6)];
  }

  LitmusStep step(LitmusThread &thread) {
    LitmusStep step;
    step.width = 32;
    step.address = LitmusValue::ofAddress(below(2));
    unsigned kind = below(10);
    if (kind < 2) {
      step.kind = LitmusStep::Kind::Fence;
      step.semantics = below(2) ? Semantics::Sc : Semantics::AcquireRelease;
      step.scope = scope();
      if (below(4) == 0) {
        step.semantics = Semantics::Release;
        step.fenced = FencedMemory::MbarrierInits;
      }
      return step;
    }
    bool isStore = kind < 5, isLoad = kind >= 5 && kind < 8;
    step.kind = isStore  ? LitmusStep::Kind::Store
                : isLoad ? LitmusStep::Kind::Load
                         : LitmusStep::Kind::Atomic;
    auto operand = [&] {
      uint32_t count = thread.registers.size();
      return count && below(4) == 0 ? LitmusValue::ofRegister(below(count))
                                    : LitmusValue::ofNumber(++lastNumber);
    };
    if (!isLoad)
      step.operands = {operand()};
    if (!isStore)
      step.result = thread.registerNamed("r" + std::to_string(thread.registers.size()));
    if (isStore)
      step.semantics = std::array{Semantics::Weak, Semantics::Relaxed, Semantics::Relaxed,
                                  Semantics::Release}[below(4)];
    else if (isLoad)
      step.semantics = std::array{Semantics::Weak, Semantics::Relaxed, Semantics::Relaxed,
                                  Semantics::Acquire}[below(4)];
    else
      step.semantics = std::array{Semantics::Relaxed, Semantics::Acquire, Semantics::Release,
                                  Semantics::AcquireRelease}[below(4)];
    step.isMbarrierInit = isStore && step.semantics == Semantics::Weak && below(2);
    if (step.kind == LitmusStep::Kind::Atomic)
      step.operation = below(2) ? Operation::Add : Operation::Exchange;
    if (step.semantics != Semantics::Weak)
      step.scope = scope();
    return step;
  }

  static LitmusTest empty() {
    LitmusTest test;
    for (const char *name : {"x", "y"}) {
      uint32_t variable = test.addVariable(name);
      test.variables[variable].bytes = tensorMapBytes;
      test.variables[variable].elementBytes = 4;
    }
    return test;
  }

  /// A fence of the tensormap proxy.
  LitmusStep mapFence(Semantics semantics) {
    LitmusStep fence;
    fence.kind = LitmusStep::Kind::ProxyFence;
    fence.proxy = Proxy::TensorMap;
    fence.semantics = semantics;
    fence.scope = scope();
    fence.address = LitmusValue::ofAddress(below(6) == 0);
    return fence;
  }

  /// A thread that changes x and tells it in y, others that read x by the tensormap proxy if they
  /// see that; most have the fences for it, and then one step is any other.
  LitmusTest withMap() {
    LitmusTest test = empty();
    unsigned threads = 1 + below(3);
    for (unsigned t = 0; t != threads; ++t) {
      LitmusThread &thread = test.threads.emplace_back();
      thread.name = "P" + std::to_string(t);
      thread.cta = below(2);
      auto access = [&](LitmusStep::Kind kind, uint32_t variable, Semantics semantics) {
        LitmusStep step;
        step.kind = kind;
        step.width = 32;
        step.address = LitmusValue::ofAddress(variable);
        step.semantics = semantics;
        if (semantics != Semantics::Weak)
          step.scope = scope();
        if (kind == LitmusStep::Kind::Store)
          step.operands = {LitmusValue::ofNumber(++lastNumber)};
        else
          step.result = thread.registerNamed("r" + std::to_string(thread.registers.size()));
        return step;
      };
      using enum LitmusStep::Kind;
      std::vector<LitmusStep> &steps = thread.steps;
      if (t != 0)
        steps = {access(Load, 1, below(2) ? Semantics::Acquire : Semantics::Relaxed)};
      if (t == 0 || below(4) == 0)
        steps.push_back(access(Store, 0, Semantics::Weak));
      if (t == 0 || below(4) == 0)
        steps.push_back(mapFence(Semantics::Release));
      if (t + 1 != threads)
        steps.push_back(access(Store, 1, below(2) ? Semantics::Release : Semantics::Relaxed));
      if (t != 0 || threads == 1)
        steps.push_back(mapFence(Semantics::Acquire));
      if (t != 0 || threads == 1 || below(4) == 0) {
        steps.push_back(access(Load, 0, Semantics::Weak));
        steps.back().proxy = Proxy::TensorMap;
      }
      if (below(3) == 0)
        std::swap(steps[below(steps.size())], steps[below(steps.size())]);
      if (below(3) == 0)
        steps.erase(steps.begin() + below(steps.size()));
      if (below(3) == 0)
        steps.insert(steps.begin() + below(steps.size() + 1), step(thread));
    }
    return test;
  }

  std::mt19937 random;
  bool hasMaps;
  uint64_t lastNumber = 0;
};

/// The condition that the loads and atomic operations return the values of `outcome`.
LitmusCondition conditionOf(const LitmusTest &test, const Outcome &outcome) {
  LitmusCondition all;
  all.kind = LitmusCondition::Kind::And;
  unsigned next = 0;
  for (uint32_t t = 0; t != test.threads.size(); ++t)
    for (const LitmusStep &step : test.threads[t].steps)
      if (step.result) {
        LitmusCondition is;
        is.kind = LitmusCondition::Kind::Compare;
        is.left = {LitmusCondition::Term::Kind::Register, t, *step.result, 0, 4};
        is.right = {LitmusCondition::Term::Kind::Number, 0, 0, outcome[next++], 8};
        all.parts.push_back(is);
      }
  return all;
}

std::string describe(const LitmusTest &test) {
  std::string text;
  for (const LitmusThread &thread : test.threads) {
    text += thread.name + " cta " + std::to_string(thread.cta) + " gpu " +
            std::to_string(thread.gpu) + ":";
    for (const LitmusStep &step : thread.steps) {
      text += " [kind " + std::to_string(int(step.kind)) + " " +
              semanticsName(step.semantics).str() + " " + scopeName(step.scope).str() + " " +
              test.variables[step.address.index].name;
      if (!step.operands.empty())
        text += (step.operands[0].isRegister() ? " r" + std::to_string(step.operands[0].index)
                                               : " " + std::to_string(step.operands[0].number));
      text += step.operation == Operation::Add ? " add]" : "]";
    }
    text += "\n";
  }
  return text;
}

/// Whether the formula allows that `test` ends in `outcome`.
bool formulaAllows(LitmusTest &test, const Outcome &outcome) {
  test.condition = conditionOf(test, outcome);
  llvm::Expected<LitmusResult> result =
      checkLitmus(test, makeCadicalSolver, {.bound = 2, .explains = false});
  if (!result) {
    ADD_FAILURE() << llvm::toString(result.takeError());
    return false;
  }
  return result->isAllowed;
}

/// How many tests are tried; `PTXKIT_LITMUS_TESTS` says another number.
unsigned testCount() {
  const char *number = std::getenv("PTXKIT_LITMUS_TESTS");
  return number ? std::atoi(number) : 200;
}

/// Where the random numbers begin; `PTXKIT_LITMUS_SEED` says another place.
unsigned seed() {
  const char *number = std::getenv("PTXKIT_LITMUS_SEED");
  return number ? std::atoi(number) : 20261123;
}

void compareOn(RandomTests tests) {
  unsigned allowed = 0, forbidden = 0;
  for (unsigned n = testCount(); n != 0; --n) {
    LitmusTest test = tests.next();
    Outcomes outcomes = enumerateOutcomes(test);
    ASSERT_FALSE(outcomes.allowed.empty()) << describe(test);
    std::vector<Outcome> all(outcomes.thinkable.begin(), outcomes.thinkable.end());
    std::shuffle(all.begin(), all.end(), std::mt19937(n));
    for (const Outcome &outcome : llvm::ArrayRef(all).take_front(8)) {
      bool isAllowed = outcomes.allowed.count(outcome);
      ++(isAllowed ? allowed : forbidden);
      EXPECT_EQ(formulaAllows(test, outcome), isAllowed)
          << describe(test) << conditionText(test, test.condition);
    }
  }
  // Both answers have to be frequent for the comparison to mean anything.
  EXPECT_GT(allowed, testCount() / 2);
  EXPECT_GT(forbidden, testCount() / 2);
  testing::Test::RecordProperty("allowed", allowed);
  testing::Test::RecordProperty("forbidden", forbidden);
}

TEST(Enumeration, AgreesWithTheFormula) { compareOn(RandomTests(seed())); }

TEST(Enumeration, AgreesOnTensorMaps) { compareOn(RandomTests(seed(), /*hasMaps=*/true)); }

/// A step on variable `variable` in scope `.gpu`.
LitmusStep access(LitmusStep::Kind kind, Semantics semantics, uint32_t variable) {
  LitmusStep step;
  step.kind = kind;
  step.semantics = semantics;
  step.scope = semantics == Semantics::Weak ? MemoryScope::Thread : MemoryScope::Gpu;
  step.width = 32;
  step.address = LitmusValue::ofAddress(variable);
  return step;
}

// A release is observed through an atomic operation of another thread (manual 8.9.2), which random
// tests hardly ever do.
TEST(Enumeration, AgreesOnObservationThroughAnAtomicOperation) {
  LitmusTest test;
  uint32_t data = test.addVariable("data"), flag = test.addVariable("flag");
  for (LitmusVariable &variable : test.variables)
    variable.bytes = variable.elementBytes = 4;
  test.threads.resize(3);
  for (uint32_t t = 0; t != 3; ++t)
    test.threads[t].cta = t;
  LitmusStep write = access(LitmusStep::Kind::Store, Semantics::Weak, data);
  LitmusStep release = access(LitmusStep::Kind::Store, Semantics::Release, flag);
  LitmusStep add = access(LitmusStep::Kind::Atomic, Semantics::Relaxed, flag);
  LitmusStep acquire = access(LitmusStep::Kind::Load, Semantics::Acquire, flag);
  LitmusStep read = access(LitmusStep::Kind::Load, Semantics::Weak, data);
  for (LitmusStep *step : {&write, &release, &add})
    step->operands = {LitmusValue::ofNumber(1)};
  add.operation = Operation::Add;
  add.result = test.threads[1].registerNamed("r0");
  acquire.result = test.threads[2].registerNamed("r0");
  read.result = test.threads[2].registerNamed("r1");
  test.threads[0].steps = {write, release};
  test.threads[1].steps = {add};
  test.threads[2].steps = {acquire, read};

  Outcomes outcomes = enumerateOutcomes(test);
  // The addition and the load return the flag before and after it, the last load the data.
  EXPECT_EQ(outcomes.allowed.count({1, 2, 1}), 1u);
  EXPECT_EQ(outcomes.allowed.count({1, 2, 0}), 0u);
  EXPECT_EQ(outcomes.thinkable.count({1, 2, 0}), 1u);
  for (const Outcome &outcome : outcomes.thinkable)
    EXPECT_EQ(formulaAllows(test, outcome), outcomes.allowed.count(outcome) == 1);
}

} // namespace
