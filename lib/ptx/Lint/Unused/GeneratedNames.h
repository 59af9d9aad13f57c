// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_UNUSED_GENERATEDNAMES_H
#define PTX_LINT_UNUSED_GENERATEDNAMES_H

#include "llvm/ADT/StringRef.h"

namespace ptx {

/// Whether NVVM, LLVM, nvopencc or GCC generate unused labels with such names: labels of debug
/// data, which can be removed later, and numbered labels of merged blocks.
bool isGeneratedLabel(llvm::StringRef name);

/// Whether NVVM or LLVM declare a register of this name even if it is unused: the one for calls,
/// and those for the stack.
bool isGeneratedRegister(llvm::StringRef name);

/// Whether a variable has a compiler-generated name, or a mangled C++ name from a namespace or
/// class: headers declare many that a module does not use.
bool isGeneratedVariable(llvm::StringRef name);

} // namespace ptx

#endif // PTX_LINT_UNUSED_GENERATEDNAMES_H
