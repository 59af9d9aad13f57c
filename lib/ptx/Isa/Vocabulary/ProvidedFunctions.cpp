// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Vocabulary/ProvidedFunctions.h"

bool ptx::isProvidedFunction(llvm::StringRef name) {
  return name == "vprintf" || name == "malloc" || name == "free" || name == "__assertfail" ||
         name.starts_with("__cuda_syscall_");
}
