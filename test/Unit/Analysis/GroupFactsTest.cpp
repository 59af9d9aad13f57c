// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a wait completes: the groups but the latest N. (Manual 9.7.9.25.3.3)

#include "CheckedModule.h"

#include "ptx/Analysis/Flow/GroupFacts.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;

namespace {

/// Whether `membar` finds that the operation that `mov.b32 %r0, 100` begins can be pending. A
/// `bar.warp.sync` commits, and `mov.b32 %r0, N` waits for all groups but the latest N.
bool isPending(const std::string &statements) {
  CheckedModule module(statements);
  const SyntaxUnit &unit = module.unit();
  ControlFlow flow(module.body());
  GroupFacts facts;
  for (uint32_t i = 0; i != unit.instructions().size(); ++i) {
    const Instruction &inst = unit[InstId{i}];
    llvm::StringRef name = unit.text(inst.opcode);
    if (name == "membar")
      facts.forbid({i}, 1);
    if (name == "bar")
      facts.commit({i});
    if (name != "mov")
      continue;
    uint64_t value = unit[unit.list(inst.operands()).back()].integerValue();
    if (value == 100)
      facts.begin({i}, 1);
    else
      facts.wait({i}, value, ~uint64_t(0));
  }
  bool result = false;
  facts.follow(module.body(), flow, [&](InstId, uint64_t bits) { result |= bits == 1; });
  return result;
}

std::string wait(unsigned left) { return "mov.b32 %r0, " + std::to_string(left) + ";\n"; }

const std::string copy = "mov.b32 %r0, 100;\n", commit = "bar.warp.sync -1;\n",
                  read = "membar.cta;\n", branch = "@%p1 bra E;\n", join = "E:\n";

TEST(GroupFactsTest, Counts) {
  EXPECT_FALSE(isPending(copy + commit + wait(0) + read));
  EXPECT_TRUE(isPending(copy + commit + wait(1) + read)) << "its group is the latest";
  EXPECT_FALSE(isPending(copy + commit + commit + wait(1) + read));
  EXPECT_TRUE(isPending(copy + commit + commit + wait(2) + read));
}

/// Without a group before it, a wait is another fault.
TEST(GroupFactsTest, NoGroup) {
  EXPECT_FALSE(isPending(copy + wait(0) + read));
  EXPECT_TRUE(isPending(commit + copy + wait(0) + read)) << "it is in no group";
}

/// The most groups on any path count.
TEST(GroupFactsTest, Paths) {
  EXPECT_FALSE(isPending(copy + commit + branch + commit + join + wait(1) + read));
  EXPECT_TRUE(isPending(copy + commit + branch + commit + join + wait(2) + read));
  EXPECT_FALSE(isPending(copy + commit + branch + wait(0) + join + read)) << "perhaps waited for";
}

/// Each pass begins, and leaves the group of the pass before for the next one.
TEST(GroupFactsTest, Loops) {
  std::string loop = "L:\n" + copy + commit + wait(1) + "@%p1 bra L;\n";
  EXPECT_TRUE(isPending(loop + read)) << "that of the last pass";
  EXPECT_FALSE(isPending(loop + wait(0) + read));
  EXPECT_FALSE(isPending(copy + commit + "L:\n" + commit + "@%p1 bra L;\n" + wait(7) + read))
      << "there can be many groups";
}

} // namespace
