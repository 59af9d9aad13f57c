// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the instructions on tensor memory share. (Manual 9.7.16)

#ifndef PTX_ISA_TENSORMEMORYBASE_TD
#define PTX_ISA_TENSORMEMORYBASE_TD

include "ptx/Isa/InstructionBase.td"

// An address in tensor memory: a 32-bit register, with or without an offset.
class TensorAddr<string name> : Operand<name, "address", "u32">;

defvar TensorMemoryGates = [Since<"8.6", TensorMemory>];
defvar CtaGroups = Set<"cta_group", "cta_group::1 cta_group::2">;

#endif // PTX_ISA_TENSORMEMORYBASE_TD
