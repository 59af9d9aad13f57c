// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_INLINE_READ_OPERANDLIST_H
#define PTX_INLINE_READ_OPERANDLIST_H

#include "ptx/Inline/Read/AsmStatements.h"

#include "llvm/Support/Error.h"

namespace ptx {

/// Parses the value of `--operands`: constraints with or without operand numbers, such as
/// `%0:=r,%1:l` or `=r,l`.
llvm::Expected<std::vector<AsmOperand>> parseOperands(llvm::StringRef list);

} // namespace ptx

#endif // PTX_INLINE_READ_OPERANDLIST_H
