// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_LINT_H
#define PTX_LINT_LINT_H

#include "ptx/Analysis/TensorDescriptions.h"
#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/SemaResult.h"
#include "ptx/Support/Workers.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptx {

/// Looks for what is legal and yet, surely or perhaps, a mistake: the rules of the catalogue that
/// have a `Lint`. Those for which `isEnabled` does not hold do not run. `checked` is what the
/// checks of meaning know of `module`; one that the parser found errors in is not looked at. The
/// bodies are shared among `workers`; what comes out does not depend on their number.
/// `tensorMaps`: what the user tells of tensor maps besides the module's comments, or null.
void lintModule(const Module &module, const SemaResult &checked,
                llvm::function_ref<bool(DiagId)> isEnabled, DiagnosticList &diagnostics,
                Workers &workers, const TensorMapSource *tensorMaps = nullptr);

} // namespace ptx

#endif // PTX_LINT_LINT_H
