// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_PLATFORMOPTIONS_H
#define PTX_DRIVER_PLATFORMOPTIONS_H

#include "ptx/Driver/CommandLine.h"
#include "ptx/Sema/Sema.h"

namespace ptx {

/// The target called `name`. Fails with a text for the user, which has a suggestion.
llvm::Expected<TargetId> readTarget(llvm::StringRef name);

/// The version of PTX called `text`, such as `9.2`, if it is one. Fails in the same way.
llvm::Expected<PtxVersion> readVersion(llvm::StringRef text);

/// Reads `--target` and `--ptx-version`. Fails with a text for the user for a target or a version
/// that does not exist.
llvm::Error readPlatformOptions(const CommandLine &line, SemaOptions &options);

} // namespace ptx

#endif // PTX_DRIVER_PLATFORMOPTIONS_H
