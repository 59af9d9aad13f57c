// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Tests/Process.h"

#include <gtest/gtest.h>

#include <csignal>

using namespace ptx;

static ProcessResult runShell(const std::string &script, const ProcessLimits &limits = {}) {
  return runProcess("/bin/sh", {"-c", script}, limits, /*keepsOutput=*/true);
}

TEST(Process, HowItEnds) {
  EXPECT_TRUE(runShell("exit 0").succeeded());
  ProcessResult result = runShell("echo out; echo err >&2; exit 3");
  EXPECT_EQ(result.kind, ProcessResult::Exited);
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.output, "out\nerr\n");
  result = runShell("kill -SEGV $$");
  EXPECT_EQ(result.kind, ProcessResult::Signalled);
  EXPECT_EQ(result.code, SIGSEGV);
}

TEST(Process, WithoutAProgram) {
  ProcessResult result = runProcess("/no/such/program", {}, {}, /*keepsOutput=*/false);
  EXPECT_EQ(result.kind, ProcessResult::NotStarted);
  EXPECT_EQ(result.output, "No such file or directory");
}

TEST(Process, ReadsNothing) { EXPECT_EQ(runShell("cat; echo end").output, "end\n"); }

TEST(Process, MuchOutputIsCut) {
  ProcessResult result = runShell("head -c 3000000 /dev/zero");
  EXPECT_TRUE(result.succeeded());
  EXPECT_LT(result.output.size(), 1100000u);
}

TEST(Process, LimitOfTime) {
  ProcessLimits limits;
  limits.seconds = 1;
  EXPECT_EQ(runShell("sleep 100 & sleep 100", limits).kind, ProcessResult::TimedOut);
}

TEST(Process, Stop) {
  std::atomic<bool> stop = true;
  ProcessLimits limits;
  limits.stop = &stop;
  EXPECT_EQ(runShell("sleep 100", limits).kind, ProcessResult::Stopped);
}

// What goes on with the outputs open does not delay the result.
TEST(Process, WhatItLeavesRunning) {
  ProcessResult result = runShell("sleep 100 & echo done");
  EXPECT_TRUE(result.succeeded());
  EXPECT_EQ(result.output, "done\n");
}
