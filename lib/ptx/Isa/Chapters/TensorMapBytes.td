// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_TENSORMAPBYTES_TD
#define PTX_ISA_TENSORMAPBYTES_TD

include "ptx/Isa/InstructionBase.td"

// `CUtensorMap` of `cuda.h` requires that a tensor map is at a multiple of 64. (Manual 5.5.8)
def TensorMapObject : PointedObject<"a tensor map", 64, "T041", 128>;

// The number of bytes of a tensor map.
def MapBytes : Imm<"size", "u32", 128, 128> { let AlsoTaken = "wrapped"; }
defvar MapBytesChecks = [PtxasCheck<PtxasFrom<"13.3">, "size", "wrapped">];

#endif // PTX_ISA_TENSORMAPBYTES_TD
