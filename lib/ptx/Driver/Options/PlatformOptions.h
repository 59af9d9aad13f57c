// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_OPTIONS_PLATFORMOPTIONS_H
#define PTX_DRIVER_OPTIONS_PLATFORMOPTIONS_H

#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Sema/Sema.h"

namespace ptx {

/// The target called `name`. Fails with a text for the user, which has a suggestion.
llvm::Expected<TargetId> readTarget(llvm::StringRef name);

/// The version of PTX called `text`, such as `9.2`, if it is one. Fails in the same way.
llvm::Expected<PtxVersion> readVersion(llvm::StringRef text);

/// The release of CUDA called `text`, such as `12.4`; the one whose driver has the version `text`,
/// such as `550.54.14`. Both fail in the same way.
llvm::Expected<const ReleaseInfo *> readRelease(llvm::StringRef text);
llvm::Expected<const ReleaseInfo *> readDriver(llvm::StringRef text);

/// Reads `--target`, `--ptx-version`, `--for-cuda`, `--for-driver` and `--for-gpu`. Fails with a
/// text for the user for a target, a version or a release that does not exist.
llvm::Error readPlatformOptions(const CommandLine &line, SemaOptions &options);

} // namespace ptx

#endif // PTX_DRIVER_OPTIONS_PLATFORMOPTIONS_H
