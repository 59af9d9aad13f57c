// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Options/HelpRows.h"

#include "ptx/Support/TextWrap.h"

#include "llvm/Support/raw_ostream.h"

using namespace ptx;

void ptx::printRow(llvm::raw_ostream &os, const llvm::Twine &word, llvm::StringRef meaning) {
  constexpr size_t indent = 24;
  std::string left = ("  " + word).str();
  os << left;
  if (left.size() + 2 > indent) {
    os << '\n';
    left.clear();
  }
  os.indent(indent - left.size());
  writeWrapped(os, meaning, indent);
}
