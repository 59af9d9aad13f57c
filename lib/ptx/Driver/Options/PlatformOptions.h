// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_OPTIONS_PLATFORMOPTIONS_H
#define PTX_DRIVER_OPTIONS_PLATFORMOPTIONS_H

#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Sema/Sema.h"

namespace ptx {

/// Reads `--target`, `--ptx-version`, `--for-cuda`, `--for-driver` and `--for-gpu`. Fails with a
/// message for the user for an unknown target, version or release.
llvm::Error readPlatformOptions(const CommandLine &line, SemaOptions &options);

/// Reads `--for-cuda` or `--for-driver`, if given. Fails in the same way.
llvm::Error readConsumer(const CommandLine &line, Consumer &consumer);

} // namespace ptx

#endif // PTX_DRIVER_OPTIONS_PLATFORMOPTIONS_H
