// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow: codes 6xxx. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_CONTROLFLOWRULES_TD
#define PTX_DIAGNOSTICS_CONTROLFLOWRULES_TD

include "ptx/Diagnostics/CatalogFamilies.td"


#endif // PTX_DIAGNOSTICS_CONTROLFLOWRULES_TD
