// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_FINDINGS_H
#define PTX_SEMA_FINDINGS_H

#include "ptx/Sema/Platform/Gates.h"

namespace ptx {

/// The findings of the checks of one body, or of the text outside of bodies. Combined in source
/// order, the findings do not depend on the order in which bodies are checked.
struct Findings {
  DiagnosticList diagnostics;
  GateReport gates;

  bool isEmpty() const { return diagnostics.empty() && gates.isEmpty(); }
};

} // namespace ptx

#endif // PTX_SEMA_FINDINGS_H
