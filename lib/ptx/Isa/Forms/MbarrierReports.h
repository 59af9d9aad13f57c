// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_FORMS_MBARRIERREPORTS_H
#define PTX_ISA_FORMS_MBARRIERREPORTS_H

#include "ptx/Isa/Instructions.h"

namespace ptx {

/// Whether a copy reports to its mbarrier object which of its bytes are valid: it has one of
/// `.mbarrier::report::validity`. (Manual of PTX 9.4, 9.7.10.28.1.3)
bool reportsValidity(const InstrView &view);

} // namespace ptx

#endif // PTX_ISA_FORMS_MBARRIERREPORTS_H
