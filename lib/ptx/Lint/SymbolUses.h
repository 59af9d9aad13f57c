// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_SYMBOLUSES_H
#define PTX_LINT_SYMBOLUSES_H

#include "ptx/Sema/SemaResult.h"

#include "llvm/ADT/BitVector.h"

namespace ptx {

/// The symbols of a body, by index, that its instructions and initializers name.
llvm::BitVector usedSymbols(const BodyScope &scope);

/// The same for the symbols of a module, which its bodies and its other declarations name.
llvm::BitVector usedModuleSymbols(const Module &module, const SemaResult &checked);

} // namespace ptx

#endif // PTX_LINT_SYMBOLUSES_H
