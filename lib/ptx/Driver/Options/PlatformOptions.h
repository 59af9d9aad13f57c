// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_OPTIONS_PLATFORMOPTIONS_H
#define PTX_DRIVER_OPTIONS_PLATFORMOPTIONS_H

#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Sema/Sema.h"

namespace ptx {

/// The target called `name`. Fails with a message for the user that includes a suggestion.
llvm::Expected<TargetId> readTarget(llvm::StringRef name);

/// The PTX version `text`, such as `9.2`. Fails in the same way if it does not exist.
llvm::Expected<PtxVersion> readVersion(llvm::StringRef text);

/// The CUDA release `text`, such as `12.4`, and the release whose driver has the version `text`,
/// such as `550.54.14`. Both fail in the same way.
llvm::Expected<const ReleaseInfo *> readRelease(llvm::StringRef text);
llvm::Expected<const ReleaseInfo *> readDriver(llvm::StringRef text);

/// Reads `--target`, `--ptx-version`, `--for-cuda`, `--for-driver` and `--for-gpu`. Fails with a
/// message for the user for an unknown target, version or release.
llvm::Error readPlatformOptions(const CommandLine &line, SemaOptions &options);

} // namespace ptx

#endif // PTX_DRIVER_OPTIONS_PLATFORMOPTIONS_H
