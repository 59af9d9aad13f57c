// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Causes.h"

#include <gtest/gtest.h>

using namespace ptx::test;

TEST(CausesTest, AMessageHasTheCauseOfTheFirstPatternThatFits) {
  EXPECT_EQ(causeOf("Arguments mismatch for instruction 'add'"), Cause::Operand);
  EXPECT_EQ(causeOf("Illegal modifier '.ftz' for instruction 'add'"), Cause::Modifier);
  EXPECT_EQ(causeOf("Unknown symbol '%r5'"), Cause::Name);
  EXPECT_EQ(causeOf("Parsing error near ';': syntax error"), Cause::Syntax);
  // A feature of a declaration, and one of an instruction.
  EXPECT_EQ(causeOf("Feature '.alias' requires .target sm_30 or higher"), Cause::Directive);
  EXPECT_EQ(causeOf("Feature '.bf16' requires .target sm_80 or higher"), Cause::Gate);
}

TEST(CausesTest, AStarStandsForAnyText) {
  EXPECT_EQ(causeOf("Vector expected for argument 1"), Cause::Vector);
  EXPECT_EQ(causeOf("Vector expected for argument "), Cause::Vector);
  EXPECT_EQ(causeOf("A vector expected for argument 1"), Cause::Unknown);
  EXPECT_EQ(patternOf("Unknown modifier '.q'"), "Unknown modifier '*'");
  EXPECT_EQ(patternOf("what no ptxas says"), "what no ptxas says");
}

TEST(CausesTest, CausesAreGrouped) {
  EXPECT_EQ(groupOf(Cause::Modifier), CauseGroup::Instruction);
  EXPECT_EQ(groupOf(Cause::Gate), CauseGroup::Instruction);
  EXPECT_EQ(groupOf(Cause::Declaration), CauseGroup::Module);
  EXPECT_EQ(groupOf(Cause::Directive), CauseGroup::Module);
  EXPECT_EQ(groupOf(Cause::Syntax), CauseGroup::Syntax);
  EXPECT_EQ(groupOf(Cause::Unknown), CauseGroup::Unknown);
}
