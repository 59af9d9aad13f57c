// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckedModule.h"

#include "ptx/Analysis/Flow/OpenFacts.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;

namespace {

/// Whether `membar` finds the fact that `mov.b32 %r0, 1` begins and `mov.b32 %r0, 2` ends.
bool isFound(const std::string &statements) {
  CheckedModule module(statements);
  const SyntaxUnit &unit = module.unit();
  ControlFlow flow(module.body());
  OpenFacts facts;
  for (uint32_t i = 0; i != unit.instructions().size(); ++i) {
    const Instruction &inst = unit[InstId{i}];
    if (unit.text(inst.opcode) == "membar")
      facts.forbid({i}, 1);
    if (unit.text(inst.opcode) != "mov")
      continue;
    if (unit[unit.list(inst.operands()).back()].integerValue() == 1)
      facts.begin({i}, 1);
    else
      facts.end({i});
  }
  bool result = false;
  facts.follow(module.body(), flow, [&](InstId, uint64_t bits) { result |= bits == 1; });
  return result;
}

const std::string begin = "mov.b32 %r0, 1;\n", end = "mov.b32 %r0, 2;\n", use = "membar.cta;\n";

TEST(OpenFactsTest, StraightLine) {
  EXPECT_TRUE(isFound(begin + use));
  EXPECT_FALSE(isFound(begin + end + use));
  EXPECT_FALSE(isFound(use + begin));
  EXPECT_TRUE(isFound(begin + end + begin + use)) << "it has begun again";
}

/// Begun on one way is enough; ended on one way is enough for silence.
TEST(OpenFactsTest, Diamond) {
  EXPECT_TRUE(isFound("@%p1 bra E;\n" + begin + "E:\n" + use));
  EXPECT_FALSE(isFound(begin + "@%p1 bra E;\n" + end + "E:\n" + use));
}

TEST(OpenFactsTest, Loop) {
  EXPECT_TRUE(isFound("L:\n" + use + begin + "@%p1 bra L;\n")) << "in the second pass";
  EXPECT_FALSE(isFound("L:\n" + use + begin + end + "@%p1 bra L;\n"));
}

} // namespace
