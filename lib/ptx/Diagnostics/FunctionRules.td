// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions, linkage and calls: codes 51xx and 52xx. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_FUNCTIONRULES_TD
#define PTX_DIAGNOSTICS_FUNCTIONRULES_TD

include "ptx/Diagnostics/CatalogFamilies.td"


#endif // PTX_DIAGNOSTICS_FUNCTIONRULES_TD
