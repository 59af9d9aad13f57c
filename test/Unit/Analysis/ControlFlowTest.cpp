// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckedModule.h"

#include "ptx/Analysis/Flow/ControlFlow.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;

namespace {

/// The edges as `0>1 0>2 1>2`, the blocks that are not reached after a `!`, and a `?` if not all
/// edges are known.
std::string draw(const std::string &statements, const std::string &declarations = "") {
  CheckedModule module(statements, declarations);
  ControlFlow flow(module.body());
  std::string text;
  for (uint32_t block = 0; block != flow.size(); ++block) {
    for (uint32_t to : flow.successors(block))
      text += std::to_string(block) + ">" + std::to_string(to) + " ";
    for (uint32_t from : flow.predecessors(block))
      EXPECT_THAT(flow.successors(from), testing::Contains(block));
  }
  for (uint32_t block = 0; block != flow.size(); ++block)
    if (!flow.reachable().test(block) && flow[block].first.index != flow[block].end.index)
      text += "!" + std::to_string(block) + " ";
  return text + (flow.isExact() ? "" : "?");
}

TEST(ControlFlowTest, StraightLine) {
  EXPECT_EQ(draw("mov.b32 %r1, 1;\nret;"), "");
  EXPECT_EQ(draw(""), "");
  EXPECT_EQ(draw("A:\nB:\nmov.b32 %r1, 1;\nC:\nret;"), "0>1 ") << "labels in a row are one place";
}

/// A condition with two ways that meet: 0 to 1 and 2, both to 3.
TEST(ControlFlowTest, Diamond) {
  EXPECT_EQ(draw("@%p1 bra ELSE;\n"             // 0
                 "mov.b32 %r1, 1;\nbra DONE;\n" // 1
                 "ELSE:\nmov.b32 %r1, 2;\n"     // 2
                 "DONE:\nret;"),                // 3
            "0>2 0>1 1>3 2>3 ");
}

TEST(ControlFlowTest, Loop) {
  EXPECT_EQ(draw("mov.b32 %r1, 1;\n"                                    // 0
                 "LOOP:\nadd.u32 %r1, %r1, 1;\n@!%p1 bra LOOP;\nret;"), // 1, 2
            "0>1 1>1 1>2 ");
}

/// Braces do not matter, and a label can be hidden by one of the same name. (Manual 4.3.1)
TEST(ControlFlowTest, Blocks) {
  EXPECT_EQ(draw("L:\nmov.b32 %r1, 1;\n" // 0
                 "{\nbra L;\n"           // 1, as a label begins a block, but this is one statement
                 "L:\nmov.b32 %r2, 1;\n}\nbra L;"),
            "0>1 1>0 ");
}

TEST(ControlFlowTest, WhatDoesNotGoOn) {
  EXPECT_EQ(draw("exit;\nmov.b32 %r1, 1;"), "!1 ");
  EXPECT_EQ(draw("trap;\nmov.b32 %r1, 1;"), "!1 ");
  EXPECT_EQ(draw("@%p1 ret;\nmov.b32 %r1, 1;"), "0>1 ");
  EXPECT_EQ(draw("call stop;\nmov.b32 %r1, 1;", ".func stop() .noreturn;"), "!1 ");
  EXPECT_EQ(draw("P: .callprototype _ () .noreturn;\ncall %rd1, P;\nmov.b32 %r1, 1;"), "!1 ");
  EXPECT_EQ(draw("call go;\nmov.b32 %r1, 1;", ".func go();"), "");
}

/// Two branches with one list: the list is block 4, after all others.
TEST(ControlFlowTest, LabelLists) {
  EXPECT_EQ(draw("T: .branchtargets A, B;\n"
                 "@%p1 brx.idx %r1, T;\n" // 0
                 "brx.idx %r2, T;\n"      // 1
                 "A:\nmov.b32 %r1, 1;\n"  // 2
                 "B:\nret;"),             // 3, and nothing after `ret`: 4
            "0>5 0>1 1>5 2>3 5>2 5>3 ");
}

/// Nothing is certain of a branch with an error.
TEST(ControlFlowTest, UnknownTargets) {
  EXPECT_EQ(draw("bra NOWHERE;\nret;"), "!1 ?");
  EXPECT_EQ(draw("bra 5;\nret;"), "!1 ?");
}

TEST(ControlFlowTest, BlockOfAStatement) {
  CheckedModule module("@%p1 bra L;\nmov.b32 %r1, 1;\nL:\nret;");
  ControlFlow flow(module.body());
  for (uint32_t block = 0; block != flow.size(); ++block)
    for (uint32_t stmt = flow[block].first.index; stmt != flow[block].end.index; ++stmt)
      EXPECT_EQ(flow.blockOf({stmt}), block);
}

} // namespace
