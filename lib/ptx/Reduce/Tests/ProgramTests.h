// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_REDUCE_TESTS_PROGRAMTESTS_H
#define PTX_REDUCE_TESTS_PROGRAMTESTS_H

#include "ptx/Reduce/InterestTest.h"
#include "ptx/Reduce/Tests/Process.h"
#include "ptx/Reduce/Tests/ScratchFiles.h"

#include <memory>
#include <vector>

namespace ptx {

/// A program with its first arguments, and how it is run.
struct TestProgram {
  std::string path;
  std::vector<std::string> arguments = {};
  ProcessLimits limits = {};
};

// Tests that run programs. A candidate whose program is ended by the time limit is not interesting.

/// A candidate is interesting if the program exits with 0 for it. The path of the candidate is its
/// last argument.
std::unique_ptr<InterestTest> exitStatusTest(TestProgram program, ScratchFiles files);

/// A candidate is interesting if `ptxas` crashes on it, for example by a segmentation fault.
std::unique_ptr<InterestTest> ptxasCrashTest(TestProgram ptxas, ScratchFiles files);

/// A candidate is interesting if `ptxas` rejects it with `text` among its messages.
std::unique_ptr<InterestTest> ptxasRejectsTest(TestProgram ptxas, ScratchFiles files,
                                               std::string text);

/// A candidate is interesting if two `ptxas` generate different machine code from it.
std::unique_ptr<InterestTest> machineCodeTest(TestProgram ptxas, TestProgram other,
                                              ScratchFiles files);

} // namespace ptx

#endif // PTX_REDUCE_TESTS_PROGRAMTESTS_H
