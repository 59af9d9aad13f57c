// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/SourceToken.h"

#include <algorithm>

bool ptx::mentionsAsm(llvm::StringRef text) {
  // Without a branch for each byte, compilers look at many bytes at once.
  constexpr size_t blockSize = 4096;
  for (size_t begin = 0; begin + 3 <= text.size(); begin += blockSize) {
    const char *p = text.data() + begin;
    size_t count = std::min(blockSize, text.size() - 2 - begin);
    unsigned char found = 0;
    for (size_t i = 0; i != count; ++i)
      found |= (p[i] == 'a') & (p[i + 1] == 's') & (p[i + 2] == 'm');
    if (found)
      return true;
  }
  return false;
}
