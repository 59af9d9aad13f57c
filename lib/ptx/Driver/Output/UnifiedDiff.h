// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_OUTPUT_UNIFIEDDIFF_H
#define PTX_DRIVER_OUTPUT_UNIFIEDDIFF_H

#include "ptx/Diagnostics/Writers/Renderer.h"

#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// Writes the difference of two texts as a unified diff for `patch`, with three lines of context
/// around each change and the file name `name`; nothing if they are equal. `change` describes the
/// new text, such as "formatted".
void printUnifiedDiff(llvm::raw_ostream &os, ColorMode color, llvm::StringRef name,
                      llvm::StringRef change, llvm::StringRef oldText, llvm::StringRef newText);

} // namespace ptx

#endif // PTX_DRIVER_OUTPUT_UNIFIEDDIFF_H
