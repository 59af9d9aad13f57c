// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_REDUCE_TESTS_RULETEST_H
#define PTX_REDUCE_TESTS_RULETEST_H

#include "ptx/Reduce/InterestTest.h"

#include "llvm/Support/Error.h"

#include <memory>

namespace ptx {

/// A candidate is interesting if ptxkit reports a finding of the rule or group `name` in it. Fails
/// with a message for the user if there is no such rule.
llvm::Expected<std::unique_ptr<InterestTest>> ruleTest(llvm::StringRef name);

} // namespace ptx

#endif // PTX_REDUCE_TESTS_RULETEST_H
