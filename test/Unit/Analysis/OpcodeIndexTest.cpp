// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckedModule.h"

#include "ptx/Analysis/Flow/OpcodeIndex.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

namespace {

TEST(OpcodeIndexTest, InstructionsByOpcode) {
  CheckedModule module("mov.b32 %r1, 1; add.s32 %r1, %r1, 2; mov.b32 %r2, %r1; bar.sync 0;");
  OpcodeIndex index(module.body());
  EXPECT_THAT(index.opcodes(), UnorderedElementsAre(Opcode::mov, Opcode::add, Opcode::bar));
  EXPECT_THAT(index.of(Opcode::mov), ElementsAre(InstId{0}, InstId{2}));
  EXPECT_THAT(index.of(Opcode::add), ElementsAre(InstId{1}));
  EXPECT_THAT(index.of(Opcode::sub), IsEmpty());
  EXPECT_TRUE(index.has(Trait::Copies));
  EXPECT_FALSE(index.has(Trait::Loads));
}

/// An instruction with an error is in no list.
TEST(OpcodeIndexTest, LeavesErrorsOut) {
  CheckedModule module("add.s32 %r1, %r1; bar.sync 0;");
  OpcodeIndex index(module.body());
  EXPECT_THAT(index.opcodes(), ElementsAre(Opcode::bar));
}

} // namespace
