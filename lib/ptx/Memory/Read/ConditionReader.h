// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_READ_CONDITIONREADER_H
#define PTX_MEMORY_READ_CONDITIONREADER_H

#include "ptx/Memory/LitmusTest.h"

#include "llvm/Support/Error.h"

namespace ptx {

/// Reads `exists <condition>`, `~exists <condition>` or `forall <condition>`, optionally after
/// `filter <condition>`, into `test`. Precondition: `test` contains the threads and variables. A
/// condition compares registers (`P0:r0`), variables (`x`, `x[1]`) and numbers; comparisons are
/// combined by `/\` or `&&`, `\/` or `||`, `~` and parentheses. Fails with a message for the user.
llvm::Error readCondition(llvm::StringRef text, LitmusTest &test);

} // namespace ptx

#endif // PTX_MEMORY_READ_CONDITIONREADER_H
