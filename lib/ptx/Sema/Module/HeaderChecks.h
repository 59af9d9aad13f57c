// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_MODULE_HEADERCHECKS_H
#define PTX_SEMA_MODULE_HEADERCHECKS_H

#include "ptx/Sema/Platform/Gates.h"

namespace ptx {

/// Checks `.version`, `.target` and `.address_size` of a module, and that the module complies with
/// the options in its `.target`. (Manual 11.1)
void checkHeader(const Module &module, const ModuleHeader &header, const Platform &platform,
                 GateReport &gates, DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SEMA_MODULE_HEADERCHECKS_H
