// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_MODULE_PRAGMAS_H
#define PTX_SEMA_MODULE_PRAGMAS_H

#include "ptx/Sema/Platform/Gates.h"

namespace ptx {

/// Checks the `.pragma` directives of a module outside of bodies: the positions and arguments of
/// known strings. (Manual 11.4.7, 12)
void checkPragmas(const Module &module, const Platform &platform, GateReport &gates,
                  DiagnosticList &diagnostics);

/// The same for `.pragma` directives in a body. `isEntry`: whether it is the body of an `.entry`.
void checkBodyPragmas(const SyntaxUnit &body, bool isEntry, const Platform &platform,
                      GateReport &gates, DiagnosticList &diagnostics);

/// The features that a module with the pragma `text` uses; empty if it is unknown, or in every
/// version.
llvm::ArrayRef<Feature> featuresOfPragma(llvm::StringRef text);

} // namespace ptx

#endif // PTX_SEMA_MODULE_PRAGMAS_H
