// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Undeclared names in inline assembly. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_FRAGMENTS_UNKNOWNNAMES_H
#define PTX_INLINE_FRAGMENTS_UNKNOWNNAMES_H

#include "ptx/Inline/Fragments/Fragment.h"
#include "ptx/Sema/SemaResult.h"
#include "ptx/Syntax/Tree/Module.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"

namespace ptx {

/// Reports names at register positions that no statement declares. A name that can refer to a
/// variable, a function or a label is not reported, since the enclosing module may declare it. If
/// the module is compiler output (`isInModule`), none of its names begins with `%`, and the name of
/// a special register without its `%` is that of a variable only if `declares` says that the source
/// declares one.
void reportUnknownNames(const Fragment &fragment, const Module &module, const SemaResult &checked,
                        const llvm::StringSet<> &leaked, bool isInModule,
                        llvm::function_ref<bool(llvm::StringRef)> declares,
                        DiagnosticList &diagnostics);

/// Whether `source` declares a variable `name` of the GPU, in C++ or in LLVM IR.
bool declaresVariable(llvm::StringRef source, llvm::StringRef name);

} // namespace ptx

#endif // PTX_INLINE_FRAGMENTS_UNKNOWNNAMES_H
