// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_DECLARATIONS_CONSTANTCHECK_H
#define PTX_SEMA_DECLARATIONS_CONSTANTCHECK_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/Declarations/Constant.h"

#include <string>

namespace ptx {

/// The allowed operands at the position of a constant expression.
enum class ConstantUse : uint8_t { Any, Integer };

/// The value of the constant expression `id` by `rules`; none if an error was reported. Reports a
/// missing value with its reason, a value that is not an integer if `use` requires one, a rejection
/// by `ptxas` and, with the manual's rules, a different value for `ptxas`. (Manual 4.5)
std::optional<Constant> checkConstant(const SyntaxUnit &unit, ExprId id, ConstantUse use,
                                      ConstantRules rules, DiagnosticList &diagnostics);

/// The value in PTX notation: `-1`, `18446744073709551615`, `1.5`.
std::string constantText(const Constant &value);

} // namespace ptx

#endif // PTX_SEMA_DECLARATIONS_CONSTANTCHECK_H
