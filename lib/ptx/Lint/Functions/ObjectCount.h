// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_FUNCTIONS_OBJECTCOUNT_H
#define PTX_LINT_FUNCTIONS_OBJECTCOUNT_H

#include "ptx/Sema/Names/Symbols.h"

namespace ptx {

/// Whether there are more textures, samplers or surfaces than one entry can use.
bool hasManyObjects(const SymbolTable &symbols);

} // namespace ptx

#endif // PTX_LINT_FUNCTIONS_OBJECTCOUNT_H
