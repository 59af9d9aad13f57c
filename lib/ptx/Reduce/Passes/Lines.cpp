// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

using namespace ptx;

void ptx::findLines(const Subject &subject, ChangeList &changes) {
  llvm::StringRef text = subject.text();
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find('\n', begin), text.size());
    changes.remove({static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
    begin = end + 1;
  }
}
