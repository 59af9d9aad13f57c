// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_TEXTWRAP_H
#define PTX_SUPPORT_TEXTWRAP_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// The width of plain text for a terminal, in columns.
constexpr size_t textWidth = 80;

/// Writes `text` and a line end, broken at blanks to lines of `textWidth` columns. The stream is at
/// column `indent`, to which further lines are indented. A longer word has a line of its own.
void writeWrapped(llvm::raw_ostream &os, llvm::StringRef text, size_t indent);

} // namespace ptx

#endif // PTX_SUPPORT_TEXTWRAP_H
