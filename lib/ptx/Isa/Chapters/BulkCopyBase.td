// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the bulk copies share. (Manual 9.7.9.25.4, 9.7.9.25.5)

#ifndef PTX_ISA_BULKCOPYBASE_TD
#define PTX_ISA_BULKCOPYBASE_TD

include "ptx/Isa/InstructionBase.td"

// The mbarrier object that tracks a copy.
def CopyBarrier : PointedObject<"an mbarrier object", 8, "T038">;

// The CTAs of the cluster that receive a copy or an arrival. (Manual 9.7.9.27.1.2)
defvar CtaMaskLimits = [
  Within<LimitsCtaMask, "the mask of CTAs", "T042", 1, 0xFFFF,
         Not<Has<"multicast::cluster::32b">>>,
  Within<LimitsCtaMask, "the mask of CTAs", "T325", 1, 0xFFFFFFFF, Has<"multicast::cluster::32b">>
];
// The mask has the width of `.multicast`. (Manual of PTX 9.4, 9.7.10.28.4.1) Earlier releases of
// `ptxas` do not check literals.
class WideMask<Condition condition> : Case<condition, 0, "u32"> {
  let Min = 0;
  let Max = Unlimited;
}
defvar CtaMaskCases = [
  WideMask<Has<"multicast::cluster::32b">>, Range<PtxasFrom<"13.4">, 0, 0xFFFF>, Case<Always>
];
defvar Multicasts =
    Set<"multicast", "multicast::cluster multicast::cluster::16b multicast::cluster::32b">;
defvar MulticastGates = [
  When<Has<"multicast::cluster::16b">, "9.4">,
  When<Has<"multicast::cluster::32b">, "9.4", FamilyOf107>
];
// A literal has 32 bits.
class WideMaskChecks<string mask> {
  list<PtxasCheck> are = [PtxasCheck<Has<"multicast::cluster::32b">, mask, "width">];
}
def CtaMask : Src<"ctaMask", "u16", CtaMaskCases> { let Limits = CtaMaskLimits; }
// All CTAs of a cluster of up to 32.
def WideCtaMask : SrcIn<"ctaMask", "u32", 0, Unlimited> {
  let Limits = [Within<LimitsCtaMask, "the mask of CTAs", "T325", 1, 0xFFFFFFFF>];
}

// The report to the mbarrier object. (Manual of PTX 9.4, 9.7.10.28.1)
defvar ReportMechanisms = Set<"report",
    "mbarrier::report::disabled mbarrier::report::validity::per_16bytes::80000000 "
    "mbarrier::report::validity::per_16bytes::8000 mbarrier::report::validity::per_16bytes::80 "
    "mbarrier::report::validity::per_16bytes::8 mbarrier::report::validity::per_element::ff">;
defvar ReportGate = When<Given<"report">, "9.4", FamilyOf107>;

// The number of bytes of an operation over a fabric. (Manual of PTX 9.3, 9.7.10.5)
def SizeOfChunks : Limit<LimitsCopySize, "the size", "T324"> { let Step = 16; }
def FabricSize : Src<"size", "u32"> { let Limits = [SizeOfChunks]; }

// Offsets in the handle of a fabric, of data and of a counter. (Manual of PTX 9.3, 9.7.10.5)
class OffsetStep<string what, int step, string rule, Condition condition = Always>
    : Limit<LimitsFabricOffset, what, rule, condition> {
  let Step = step;
}
defvar DataOffsetWords = "the offset of the data";
def DataOffset : Reg<"dataOff", "u64"> { let Limits = [OffsetStep<DataOffsetWords, 16, "T337">]; }
def CounterOffset : Reg<"counterOff", "u64"> {
  let Limits = [OffsetStep<"the offset of the counter", 256, "T338">];
}

#endif // PTX_ISA_BULKCOPYBASE_TD
