// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The formula and the exhaustive enumeration agree on random tests.

#include "Enumeration.h"

#include "CadicalSolver.h"
#include "ptx/Memory/Checker.h"

#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <random>

using namespace ptx;

namespace {

/// Makes small tests at random.
class RandomTests {
public:
  explicit RandomTests(unsigned seed) : random(seed) {}

  LitmusTest next() {
    LitmusTest test;
    for (const char *name : {"x", "y"}) {
      uint32_t variable = test.addVariable(name);
      test.variables[variable].bytes = test.variables[variable].elementBytes = 4;
    }
    unsigned threads = 2 + below(2);
    unsigned steps = threads == 2 ? 4 : 3;
    for (unsigned t = 0; t != threads; ++t) {
      LitmusThread &thread = test.threads.emplace_back();
      thread.name = "P" + std::to_string(t);
      thread.cta = below(2);
      thread.gpu = below(4) == 0;
      for (unsigned i = 0, count = 1 + below(steps); i != count; ++i)
        thread.steps.push_back(step(thread));
    }
    return test;
  }

  unsigned below(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random); }

private:
  MemoryScope scope() {
    return std::array{MemoryScope::Cta, MemoryScope::Gpu, MemoryScope::Gpu,
                      MemoryScope::System}[below(4)];
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
      return step;
    }
    bool isStore = kind < 6, isLoad = kind >= 6 && kind < 9;
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
      step.semantics =
          std::array{Semantics::Weak, Semantics::Relaxed, Semantics::Release}[below(3)];
    else if (isLoad)
      step.semantics =
          std::array{Semantics::Weak, Semantics::Relaxed, Semantics::Acquire}[below(3)];
    else
      step.semantics = std::array{Semantics::Relaxed, Semantics::Acquire, Semantics::Release,
                                  Semantics::AcquireRelease}[below(4)];
    if (step.kind == LitmusStep::Kind::Atomic)
      step.operation = below(2) ? Operation::Add : Operation::Exchange;
    if (step.semantics != Semantics::Weak)
      step.scope = scope();
    return step;
  }

  std::mt19937 random;
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

/// How many tests are tried; `PTXKIT_LITMUS_TESTS` says another number.
unsigned testCount() {
  const char *number = std::getenv("PTXKIT_LITMUS_TESTS");
  return number ? std::atoi(number) : 200;
}

TEST(Enumeration, AgreesWithTheFormula) {
  RandomTests tests(20261123);
  unsigned allowed = 0, forbidden = 0;
  for (unsigned n = testCount(); n != 0; --n) {
    LitmusTest test = tests.next();
    Outcomes outcomes = enumerateOutcomes(test);
    ASSERT_FALSE(outcomes.allowed.empty()) << describe(test);
    std::vector<Outcome> all(outcomes.thinkable.begin(), outcomes.thinkable.end());
    for (unsigned tries = 0; tries != 4; ++tries) {
      const Outcome &outcome = all[tests.below(all.size())];
      test.condition = conditionOf(test, outcome);
      llvm::Expected<LitmusResult> result =
          checkLitmus(test, makeCadicalSolver, {.bound = 2, .explains = false});
      ASSERT_TRUE(bool(result)) << llvm::toString(result.takeError());
      bool isAllowed = outcomes.allowed.count(outcome);
      ++(isAllowed ? allowed : forbidden);
      EXPECT_EQ(result->isAllowed, isAllowed)
          << describe(test) << conditionText(test, test.condition);
    }
  }
  // Both answers have to be frequent for the comparison to mean anything.
  EXPECT_GT(allowed, testCount() / 2);
  EXPECT_GT(forbidden, testCount() / 2);
  RecordProperty("allowed", allowed);
  RecordProperty("forbidden", forbidden);
}

} // namespace
