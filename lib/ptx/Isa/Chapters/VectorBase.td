// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What vectors of numbers in memory have in common. (Manual 9.7.9.14, 9.7.13.5, 9.7.13.6)

#ifndef PTX_ISA_VECTORBASE_TD
#define PTX_ISA_VECTORBASE_TD

include "ptx/Isa/InstructionBase.td"

// The first element determines the type of a vector. A literal can be neither two halves nor, in
// later releases of `ptxas`, a bfloat number.
defvar NumberFirstChecks = [
  PtxasCheck<Has<"f16x2">, "b", "leading">,
  PtxasCheck<All<[PtxasFrom<"13.1">, Has<"bf16 bf16x2">]>, "b", "leading">
];

#endif // PTX_ISA_VECTORBASE_TD
