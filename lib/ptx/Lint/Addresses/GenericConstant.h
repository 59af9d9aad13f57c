// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_ADDRESSES_GENERICCONSTANT_H
#define PTX_LINT_ADDRESSES_GENERICCONSTANT_H

#include "ptx/Lint/LintContext.h"

namespace ptx {

/// The first parameter with `.ptr .const` of an entry that has a body.
std::optional<ConstantPointer> findConstantPointer(const SyntaxUnit &top);

} // namespace ptx

#endif // PTX_LINT_ADDRESSES_GENERICCONSTANT_H
