// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptxkit/Check.h"

#include "gtest/gtest.h"

using namespace ptxkit;

TEST(Options, AProblemIsThatOfTheCheck) {
  EXPECT_EQ(Options().problem(), "");
  Options options;
  options.targets = {"sm_80", "sm_90a"};
  EXPECT_EQ(options.problem(), "");
  options.targets.push_back("sm_xx");
  EXPECT_EQ(options.problem(), "unknown target `sm_xx`");
  options.targets.clear();
  options.version = "77";
  EXPECT_EQ(options.problem(), "unknown PTX version `77`; did you mean `7.7`?");
  Options wrong;
  wrong.warnings = {"nonsense"};
  EXPECT_EQ(wrong.problem(), "unknown warning `-Wnonsense`");
  EXPECT_EQ(Check::text("", "k.ptx", wrong).error(), wrong.problem());
}

TEST(Options, ATargetCountsOnce) {
  Options options;
  options.targets = {"sm_80", "sm_90a", "sm_80"};
  Expected<Check> check = Check::text(".version 8.0\n.target sm_90\n", "k.ptx", options);
  EXPECT_EQ(check->targets(), (std::vector<std::string_view>{"sm_80", "sm_90a"}));
}
