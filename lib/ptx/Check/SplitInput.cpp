// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/SplitInput.h"

using namespace ptx;
using llvm::StringRef;

std::vector<SourceRange> ptx::splitInput(StringRef text) {
  constexpr llvm::StringLiteral marker = "// -----";
  std::vector<SourceRange> parts;
  uint32_t begin = 0;
  for (size_t at = text.find(marker); at != StringRef::npos; at = text.find(marker, at + 1)) {
    size_t end = std::min(text.find('\n', at), text.size());
    bool alone =
        (at == 0 || text[at - 1] == '\n') && text.slice(at + marker.size(), end).trim().empty();
    if (!alone)
      continue;
    parts.push_back({begin, static_cast<uint32_t>(at)});
    begin = static_cast<uint32_t>(std::min(end + 1, text.size()));
  }
  parts.push_back({begin, static_cast<uint32_t>(text.size())});
  return parts;
}
