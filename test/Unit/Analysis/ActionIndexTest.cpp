// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckedModule.h"

#include "ptx/Analysis/Flow/ActionIndex.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

namespace {

TEST(ActionIndexTest, InstructionsByAction) {
  CheckedModule module("mov.b32 %r1, 1; add.s32 %r1, %r1, 2; mov.b32 %r2, %r1; bar.sync 0;");
  ActionIndex index(module.body());
  EXPECT_THAT(index.actions(), UnorderedElementsAre(Action::Move, Action::Add, Action::None));
  EXPECT_THAT(index.of(Action::Move), ElementsAre(InstId{0}, InstId{2}));
  EXPECT_THAT(index.of(Action::Add), ElementsAre(InstId{1}));
  EXPECT_THAT(index.of(Action::Subtract), IsEmpty());
  EXPECT_TRUE(index.has(Trait::KeepsDifferences));
  EXPECT_FALSE(index.has(Trait::Loads));
}

/// An instruction with an error is in no list.
TEST(ActionIndexTest, LeavesErrorsOut) {
  CheckedModule module("add.s32 %r1, %r1; bar.sync 0;");
  ActionIndex index(module.body());
  EXPECT_THAT(index.actions(), ElementsAre(Action::None));
}

} // namespace
