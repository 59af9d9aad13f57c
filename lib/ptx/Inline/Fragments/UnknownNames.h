// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names in inline assembly that nothing declares. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_FRAGMENTS_UNKNOWNNAMES_H
#define PTX_INLINE_FRAGMENTS_UNKNOWNNAMES_H

#include "ptx/Inline/Fragments/Fragment.h"
#include "ptx/Sema/SemaResult.h"
#include "ptx/Syntax/Tree/Module.h"

#include "llvm/ADT/StringSet.h"

namespace ptx {

/// Reports names in the places of registers that neither the statement nor another one declares.
/// What can name a variable, a function or a label is left alone: the module around can have it;
/// but where that is what a compiler prints (`isInModule`), none of its names begins with `%`.
void reportUnknownNames(const Fragment &fragment, const Module &module, const SemaResult &checked,
                        const llvm::StringSet<> &leaked, bool isInModule,
                        DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_INLINE_FRAGMENTS_UNKNOWNNAMES_H
