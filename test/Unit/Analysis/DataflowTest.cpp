// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckedModule.h"

#include "ptx/Analysis/Flow/Dataflow.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;

namespace {

/// The number of `mov.b32 %r0, N`.
std::optional<uint64_t> movedNumber(const SyntaxUnit &unit, InstId inst) {
  if (unit.text(unit[inst].opcode) != "mov")
    return std::nullopt;
  return unit[unit.list(unit[inst].operands()).back()].integerValue();
}

/// Which numbers were moved before each `membar`: `1 2 ; 1 ; `.
template <class Facts> std::string movedAtBarriers(const std::string &statements) {
  CheckedModule module(statements);
  const SyntaxUnit &unit = module.unit();
  ControlFlow flow(module.body());
  BlockInstructions insts(module.body(), flow, [](InstId) { return true; });
  auto step = [&](Facts &state, InstId inst) {
    if (std::optional<uint64_t> number = movedNumber(unit, inst))
      state.bits |= uint64_t(1) << *number;
  };
  ForwardDataflow<Facts> facts(flow, insts, {}, step);
  std::string text;
  facts.forEach(step, [&](const Facts &state, InstId inst) {
    if (unit.text(unit[inst].opcode) != "membar")
      return;
    for (unsigned i = 0; i != 64; ++i)
      if (state.bits >> i & 1)
        text += std::to_string(i) + " ";
    text += "; ";
  });
  return text;
}

std::string onEveryPath(const std::string &statements) {
  return movedAtBarriers<FactsOnEveryPath>(statements);
}
std::string onSomeWay(const std::string &statements) {
  return movedAtBarriers<FactsOnSomeWay>(statements);
}

TEST(DataflowTest, StraightLine) {
  EXPECT_EQ(onEveryPath("membar.cta; mov.b32 %r0, 1; membar.cta; mov.b32 %r0, 2; membar.cta;"),
            "; 1 ; 1 2 ; ");
}

TEST(DataflowTest, Diamond) {
  std::string diamond = "@%p1 bra ELSE;\nmov.b32 %r0, 1;\nmov.b32 %r0, 3;\nbra DONE;\n"
                        "ELSE:\nmov.b32 %r0, 2;\nmov.b32 %r0, 3;\nDONE:\nmembar.cta;";
  EXPECT_EQ(onEveryPath(diamond), "3 ; ");
  EXPECT_EQ(onSomeWay(diamond), "1 2 3 ; ");
}

/// What a loop does holds in its first pass on some way only, after it on every way.
TEST(DataflowTest, Loop) {
  std::string loop = "mov.b32 %r0, 1;\nLOOP:\nmembar.cta;\nmov.b32 %r0, 2;\n@%p1 bra LOOP;\n"
                     "membar.cta;";
  EXPECT_EQ(onEveryPath(loop), "1 ; 1 2 ; ");
  EXPECT_EQ(onSomeWay(loop), "1 2 ; 1 2 ; ");
}

/// Nothing is asked where control cannot come, and such a place adds nothing elsewhere.
TEST(DataflowTest, Unreachable) {
  std::string dead = "mov.b32 %r0, 1;\nbra END;\nDEAD:\nmov.b32 %r0, 2;\nmembar.cta;\n"
                     "END:\nmembar.cta;";
  EXPECT_EQ(onEveryPath(dead), "1 ; ");
  EXPECT_EQ(onSomeWay(dead), "1 ; ");
}

TEST(DataflowTest, OnlyWhatMatters) {
  CheckedModule module("mov.b32 %r0, 1;\nmembar.cta;\nL:\nmov.b32 %r0, 2;\nbra L;");
  ControlFlow flow(module.body());
  BlockInstructions insts(module.body(), flow, [&](InstId inst) {
    return movedNumber(module.unit(), inst).has_value();
  });
  EXPECT_THAT(insts[0], testing::ElementsAre(InstId{0}));
  EXPECT_THAT(insts[1], testing::ElementsAre(InstId{2}));
}

/// A block comes after those before it, though not in the order of the source.
TEST(DataflowTest, ReversePostOrder) {
  CheckedModule module("bra B;\nA:\nret;\nB:\n@%p1 bra A;\nC:\nbra A;");
  EXPECT_THAT(reversePostOrder(ControlFlow(module.body())), testing::ElementsAre(0, 2, 3, 1));
}

/// What is after its turn waits for the next sweep.
TEST(DataflowTest, SweepsInOrder) {
  SweepQueue queue(8);
  for (uint32_t number : {5, 0, 3, 5})
    queue.add(number);
  EXPECT_EQ(queue.next(), 0u);
  EXPECT_EQ(queue.next(), 3u);
  // Before what comes next, after it, in its place, and waiting already.
  for (uint32_t number : {1, 7, 3, 5})
    queue.add(number);
  for (uint32_t number : {5, 7, 1, 3}) {
    ASSERT_FALSE(queue.empty());
    EXPECT_EQ(queue.next(), number);
  }
  EXPECT_TRUE(queue.empty());
}

} // namespace
