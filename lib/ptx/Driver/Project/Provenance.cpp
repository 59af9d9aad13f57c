// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Project/Provenance.h"

llvm::StringRef ptx::builtCommit() {
  return
#include "ptx/Driver/Commit.inc"
      ;
}
