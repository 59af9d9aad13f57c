// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_UNUSED_GENERATEDNAMES_H
#define PTX_LINT_UNUSED_GENERATEDNAMES_H

#include "llvm/ADT/StringRef.h"

namespace ptx {

/// Whether NVVM, LLVM, nvopencc or GCC give labels such a name that they write without a use: those
/// of debug data, which can be removed later, and the numbered ones of blocks that were joined.
bool isGeneratedLabel(llvm::StringRef name);

/// Whether NVVM or LLVM declare a register of this name whether they use it or not: one for calls,
/// and those for the stack.
bool isGeneratedRegister(llvm::StringRef name);

/// Whether a variable has a name that compilers make up, or that C++ makes of a name in a namespace
/// or class: headers declare many that a module does not use.
bool isGeneratedVariable(llvm::StringRef name);

} // namespace ptx

#endif // PTX_LINT_UNUSED_GENERATEDNAMES_H
