// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_DECLARATIONS_CONSTANTCHECK_H
#define PTX_SEMA_DECLARATIONS_CONSTANTCHECK_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/Declarations/Constant.h"

#include <string>

namespace ptx {

/// What may be where a constant expression is.
enum class ConstantUse : uint8_t { Any, Integer };

/// The value of the constant expression `id` by `rules`. Reports why it has none, that it is no
/// integer where `use` wants one, that `ptxas` rejects it, and by the manual's rules that `ptxas`
/// gives it another value. None if an error was reported. (Manual 4.5)
std::optional<Constant> checkConstant(const SyntaxUnit &unit, ExprId id, ConstantUse use,
                                      ConstantRules rules, DiagnosticList &diagnostics);

/// The value as PTX could write it: `-1`, `18446744073709551615`, `1.5`.
std::string constantText(const Constant &value);

} // namespace ptx

#endif // PTX_SEMA_DECLARATIONS_CONSTANTCHECK_H
