// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the bulk copies share. (Manual 9.7.9.25.4, 9.7.9.25.5)

#ifndef PTX_ISA_BULKCOPYBASE_TD
#define PTX_ISA_BULKCOPYBASE_TD

include "ptx/Isa/InstructionBase.td"

// The mbarrier object that tracks a copy.
def CopyBarrier : PointedObject<"an mbarrier object", 8, "T038">;

// The CTAs of the cluster that a copy or an arrival goes to. (Manual 9.7.9.27.1.2)
defvar CtaMaskLimits = [Within<LimitsCtaMask, "the mask of CTAs", "T042", 1, 0xFFFF>];
def CtaMask : Src<"ctaMask", "u16"> { let Limits = CtaMaskLimits; }

#endif // PTX_ISA_BULKCOPYBASE_TD
