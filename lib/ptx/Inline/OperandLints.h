// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Rules about what a template does with its operands. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_OPERANDLINTS_H
#define PTX_INLINE_OPERANDLINTS_H

#include "ptx/Inline/Fragment.h"
#include "ptx/Sema/SemaResult.h"
#include "ptx/Syntax/Module.h"

namespace ptx {

/// Looks for outputs that nothing writes, inputs that are written, operands that are not used, and
/// declarations that leave the statement. What is about the text of `fragment` goes to `inside`,
/// with places there; what is about operands to `outside`, with places in the source.
void lintOperands(const Fragment &fragment, const Module &module, const SemaResult &checked,
                  DiagnosticList &inside, DiagnosticList &outside);

} // namespace ptx

#endif // PTX_INLINE_OPERANDLINTS_H
