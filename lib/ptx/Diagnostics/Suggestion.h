// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_SUGGESTION_H
#define PTX_DIAGNOSTICS_SUGGESTION_H

#include "ptx/Diagnostics/Diagnostic.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace ptx {

/// Adds suggestions for the text at `where`: a fix if there is one candidate that resolves the
/// finding, a note if there are up to four, nothing if there are more. Each candidate is shown with
/// `prefix` before it. `applicability` is that of the fix; none if there is no fix.
void suggest(Diagnostic &diagnostic, SourceRange where, llvm::ArrayRef<llvm::StringRef> candidates,
             llvm::StringRef prefix = "",
             std::optional<Applicability> applicability = Applicability::Safe);

} // namespace ptx

#endif // PTX_DIAGNOSTICS_SUGGESTION_H
