// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/TextWrap.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

void ptx::writeWrapped(llvm::raw_ostream &os, llvm::StringRef text, size_t indent) {
  size_t column = indent;
  for (llvm::StringRef word : llvm::split(text, ' ')) {
    if (column != indent && column + 1 + word.size() > textWidth) {
      os << '\n';
      os.indent(indent);
      column = indent;
    } else if (column != indent) {
      os << ' ';
      ++column;
    }
    os << word;
    column += word.size();
  }
  os << '\n';
}
