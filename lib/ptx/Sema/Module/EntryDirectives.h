// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_MODULE_ENTRYDIRECTIVES_H
#define PTX_SEMA_MODULE_ENTRYDIRECTIVES_H

#include "ptx/Sema/Platform/Gates.h"

namespace ptx {

/// Checks the directives between the parameters and the body of functions: the arguments of each,
/// and which of them exclude or require each other; for call prototypes, the versions and targets
/// that support them. (Manual 11.4, 11.7, 11.8)
void checkEntryDirectives(const SyntaxUnit &top, const Platform &platform, GateReport &gates,
                          DiagnosticList &diagnostics);

/// Checks the requirements of the directives of the headers in `unit`, or of the prototypes in a
/// body.
void checkDirectiveGates(const SyntaxUnit &unit, GateReport &gates);

/// The numbers of the first directive `keyword` of a function, such as `.reqntid`; each missing one
/// is 1. None if the function has no such directive. (Manual 11.4)
std::optional<std::array<uint64_t, 3>>
directiveNumbers(const SyntaxUnit &top, const Function &function, TokenKind keyword);

} // namespace ptx

#endif // PTX_SEMA_MODULE_ENTRYDIRECTIVES_H
