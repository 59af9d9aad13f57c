// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_OPTIONS_CHECKUSAGE_H
#define PTX_DRIVER_OPTIONS_CHECKUSAGE_H

#include "llvm/Support/Error.h"

namespace ptx {

class CommandLine;

/// Rejects invalid combinations of options of ptx-check with a message for the user.
llvm::Error checkUsage(const CommandLine &line);

} // namespace ptx

#endif // PTX_DRIVER_OPTIONS_CHECKUSAGE_H
