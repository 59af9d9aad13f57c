// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The T-rules: what the manual and the driver demand of tensor instructions and of the values that
// they take, numbered from T001 on, and which diagnostics say that one is broken. A message of a
// diagnostic that says several of them ends in the number of the rule.

#ifndef PTX_DIAGNOSTICS_TRULES_TD
#define PTX_DIAGNOSTICS_TRULES_TD

include "ptx/Diagnostics/Catalogue/Catalog.td"

include "ptx/Diagnostics/TRules/TensorCopy.td"
include "ptx/Diagnostics/TRules/TensorMap.td"
include "ptx/Diagnostics/TRules/BulkCopy.td"
include "ptx/Diagnostics/TRules/TensorMapFields.td"
include "ptx/Diagnostics/TRules/Mbarrier.td"
include "ptx/Diagnostics/TRules/Wgmma.td"
include "ptx/Diagnostics/TRules/TensorCore.td"
include "ptx/Diagnostics/TRules/WarpMatrix.td"
include "ptx/Diagnostics/TRules/Newer.td"

#endif // PTX_DIAGNOSTICS_TRULES_TD
