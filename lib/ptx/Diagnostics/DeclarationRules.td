// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declarations, constant expressions and initializers: codes 31xx to 33xx. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_DECLARATIONRULES_TD
#define PTX_DIAGNOSTICS_DECLARATIONRULES_TD

include "ptx/Diagnostics/CatalogFamilies.td"


#endif // PTX_DIAGNOSTICS_DECLARATIONRULES_TD
