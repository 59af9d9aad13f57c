// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any bytes are read as a file of tensor maps, and an error is about a place in them.

#include "ptx/Support/LocatedJson.h"
#include "ptx/Tensor/Maps/TensorMapFile.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace ptx;
  llvm::Expected<TensorMapFile> file =
      parseTensorMapFile(llvm::StringRef(reinterpret_cast<const char *>(data), size));
  if (!file)
    llvm::handleAllErrors(file.takeError(), [&](const TextError &error) {
      if (error.range.begin > error.range.end || error.range.end > size)
        abort();
    });
  return 0;
}
