// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names of targets, versions and releases, as users write them.

#ifndef PTX_ISA_REFERENCE_PLATFORMNAMES_H
#define PTX_ISA_REFERENCE_PLATFORMNAMES_H

#include "ptx/Isa/Platform/Releases.h"
#include "ptx/Isa/Platform/Targets.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace ptx {

/// The target called `name`. Fails with a message for the user that includes a suggestion.
llvm::Expected<TargetId> readTarget(llvm::StringRef name);

/// The PTX version `text`, such as `9.2`. Fails in the same way if it does not exist.
llvm::Expected<PtxVersion> readVersion(llvm::StringRef text);

/// The CUDA release `text`, such as `12.4`, and the release whose driver has the version `text`,
/// such as `550.54.14`. Both fail in the same way.
llvm::Expected<const ReleaseInfo *> readRelease(llvm::StringRef text);
llvm::Expected<const ReleaseInfo *> readDriver(llvm::StringRef text);

} // namespace ptx

#endif // PTX_ISA_REFERENCE_PLATFORMNAMES_H
