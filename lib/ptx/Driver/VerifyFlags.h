// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_VERIFYFLAGS_H
#define PTX_DRIVER_VERIFYFLAGS_H

#include "ptx/Driver/Expectations.h"

#include "llvm/Support/Error.h"

namespace ptx {

class CommandLine;

/// What `--verify-prefix` and `--verify-ignore` say. Fails with a text for the user if they make no
/// sense.
llvm::Expected<VerifyOptions> readVerifyOptions(const CommandLine &line);

} // namespace ptx

#endif // PTX_DRIVER_VERIFYFLAGS_H
