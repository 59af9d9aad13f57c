// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The module header and directives: codes 50xx; debugging: 53xx; pragmas: 54xx. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_DIRECTIVERULES_TD
#define PTX_DIAGNOSTICS_DIRECTIVERULES_TD

include "ptx/Diagnostics/CatalogFamilies.td"


#endif // PTX_DIAGNOSTICS_DIRECTIVERULES_TD
