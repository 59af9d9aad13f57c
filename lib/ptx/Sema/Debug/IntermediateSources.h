// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_DEBUG_INTERMEDIATESOURCES_H
#define PTX_SEMA_DEBUG_INTERMEDIATESOURCES_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Syntax/Tree/SyntaxUnit.h"

namespace ptx {

/// Checks the arguments of each `.language` of a header: languages, or their numbers. (Manual
/// 11.8.2)
void checkLanguages(const SyntaxUnit &top, DiagnosticList &diagnostics);

/// Checks that each `.loc_intermediate` of a body follows a `.loc`. (Manual 11.5.5)
void checkIntermediateLocations(const SyntaxUnit &body, DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SEMA_DEBUG_INTERMEDIATESOURCES_H
