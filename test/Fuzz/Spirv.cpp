// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any bytes are read as a module of SPIR-V, and a problem is about a line of them.

#include "ptx/Tensor/Foreign/SpirvModule.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace ptx;
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  for (const SpirvModuleProblem &problem : readSpirvModule(text).problems)
    if (problem.line > text.count('\n') + 1)
      abort();
  return 0;
}
