// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_PROJECT_PROVENANCE_H
#define PTX_DRIVER_PROJECT_PROVENANCE_H

#include "llvm/ADT/StringRef.h"

namespace ptx {

/// The commit from which ptxkit was built; empty if it was not built from a checkout.
llvm::StringRef builtCommit();

} // namespace ptx

#endif // PTX_DRIVER_PROJECT_PROVENANCE_H
