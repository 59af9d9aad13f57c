// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_OPTIONS_HELPROWS_H
#define PTX_DRIVER_OPTIONS_HELPROWS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// Writes a row of a list in `--help`: `word` and, in another column, its meaning.
void printRow(llvm::raw_ostream &os, const llvm::Twine &word, llvm::StringRef meaning);

} // namespace ptx

#endif // PTX_DRIVER_OPTIONS_HELPROWS_H
