// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_READ_DIALECTREADER_H
#define PTX_MEMORY_READ_DIALECTREADER_H

#include "ptx/Memory/LitmusTest.h"

#include "llvm/Support/Error.h"

namespace ptx {

/// Whether `text` starts like a test in the dialect of Dat3M: `PTX <name>`.
bool isDialect(llvm::StringRef text);

/// Reads a litmus test in the dialect of Dat3M, whose instructions are abbreviations of PTX. Fails
/// with a message for the user that starts with the line number.
llvm::Expected<LitmusTest> readDialect(llvm::StringRef text);

} // namespace ptx

#endif // PTX_MEMORY_READ_DIALECTREADER_H
