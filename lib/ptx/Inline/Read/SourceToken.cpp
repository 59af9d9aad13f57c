// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/SourceToken.h"

#include <algorithm>

/// Whether `isAt` holds for three consecutive bytes of `text`.
template <class IsAt> static bool mentions(llvm::StringRef text, IsAt isAt) {
  // Without a branch for each byte, compilers vectorize the loop.
  constexpr size_t blockSize = 4096;
  for (size_t begin = 0; begin + 3 <= text.size(); begin += blockSize) {
    const char *p = text.data() + begin;
    size_t count = std::min(blockSize, text.size() - 2 - begin);
    unsigned char found = 0;
    for (size_t i = 0; i != count; ++i)
      found |= isAt(p + i);
    if (found)
      return true;
  }
  return false;
}

bool ptx::mentionsAsm(llvm::StringRef text) {
  return mentions(text,
                  [](const char *p) { return (p[0] == 'a') & (p[1] == 's') & (p[2] == 'm'); });
}

bool ptx::mentionsPtxVersion(llvm::StringRef text) {
  return mentions(text,
                  [](const char *p) { return (p[0] == '.') & (p[1] == 'v') & (p[2] == 'e'); });
}

size_t ptx::expectedStatements(llvm::StringRef text) {
  // letters of a statement, since other text contains many of them, too
  constexpr size_t shortest = 16;
  return std::min(text.count("asm"), text.size() / shortest);
}

bool ptx::mentionsAsmOrPtx(llvm::StringRef text) {
  return mentions(text, [](const char *p) {
    return (((p[0] | 0x20) == 'a') & (p[1] == 's') & (p[2] == 'm')) |
           ((p[0] == 'p') & (p[1] == 't') & (p[2] == 'x'));
  });
}
