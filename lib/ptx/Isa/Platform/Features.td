// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Features that depend on the version and the target, in addition to instructions, special
// registers and directives: types, pragmas, and ways to declare and initialize. (Manual 5, 11)

#ifndef PTX_ISA_FEATURES_TD
#define PTX_ISA_FEATURES_TD

include "ptx/Isa/Platform/Targets.td"

// A feature with its name in messages, and its first version.
class Feature<string name, string first, TargetSet targets = AllTargets> {
  string Name = name;
  string First = first;
  TargetSet Targets = targets;
  // The first version without it; none if empty.
  string Closed = "";
  // Whether only the manual has the requirement: `ptxas` accepts the feature with any version and
  // target.
  bit PtxasIgnores = 0;
  // The first release of CUDA whose `ptxas` has the requirement; empty: all known releases.
  string PtxasFrom = "";
}

//===-- Functions, linkage and calls --------------------------------------------------------===//

def FunctionAttribute : Feature<".attribute of a function", "8.0", sm_90_up>;        // 11.2.2
def EntryPrototype : Feature<"entry without a body", "3.0">;                         // not in the manual
def EntryParameters : Feature<"parameter of an entry", "1.4">;                       // 11.2.1
def FunctionParameters : Feature<".param parameter of a function", "2.0", sm_20_up>; // 11.2.2
def UnsizedParameter : Feature<"parameter without a size", "6.0", sm_30_up>;         // 11.2.2
def ResultAddress : Feature<"address of a result", "6.0", sm_30_up>;                 // 5.1.6.4
def EntryAddress : Feature<"address of an entry", "3.1", sm_35_up>;                  // 6.4.4

// Options of `.target`: 11.1.2
def TextureModes : Feature<"texmode_*", "1.5">;
def DebugOption : Feature<"debug", "3.0">;

// Kernel parameters: 5.1.6.2
def ObjectPointer : Feature<".ptr to a texture, sampler or surface", "4.3">; // not in the manual

// Pragmas: 11.4.7, 12
def UsedBytesMaskPragma : Feature<"used_bytes_mask", "8.3", sm_50_up>;
def MmaThroughputPragma : Feature<"mma_throughput", "9.3"> { let PtxasFrom = "13.3"; }
def FrequencyPragma : Feature<"frequency", "9.0">;
def SmemSpillingPragma : Feature<"enable_smem_spilling", "8.7", sm_75_up>;
// The manual's version is later than that of `ptxas`.
def SmemSpillingPragmaByManual : Feature<"enable_smem_spilling", "9.0"> { let PtxasIgnores = 1; }

// Debugging: 11.5
def FileTime : Feature<"timestamp, size", "3.2">;
def InlinedLocation : Feature<"inlined_at", "7.0">;
// The manual's version is later than that of `ptxas`.
def InlinedLocationByManual : Feature<"inlined_at", "7.2"> { let PtxasIgnores = 1; }
def SectionOffset : Feature<"label+imm", "3.2">;
def SectionHalfWords : Feature<".b16", "6.0"> { let PtxasIgnores = 1; }
def SectionLabel : Feature<"label:", "7.0">;
// The manual's versions are later than those of `ptxas`.
def SectionLabelByManual : Feature<"label:", "7.2"> { let PtxasIgnores = 1; }
def SectionDifference : Feature<"label1-label2", "7.5">;
def SectionNegative : Feature<"-imm", "7.5">;

//===-- Variables and initial values --------------------------------------------------------===//

// Types of variables. (5.2.1, 5.3)
def F16x2Type : Feature<".f16x2", "4.2", sm_53_up>;
def B128Type : Feature<".b128", "8.3", sm_70_up>;
// `ptxas` requires the version for scalars of `.b128`, but not for vectors of `.f16x2`.
def F16x2Vector : Feature<".f16x2", "4.2", sm_53_up> { let PtxasIgnores = 1; }
def B128Array : Feature<".b128", "8.3", sm_70_up> { let PtxasIgnores = 1; }
def TexrefType : Feature<".texref", "1.5">;
def SamplerrefType : Feature<".samplerref", "1.5">;
def SurfrefType : Feature<".surfref", "1.5">;

// Possible locations of variables. (5.1, 7.1.1)
let Closed = "3.0" in {
  def ModuleScopeReg : Feature<".reg at module scope", "1.0">;
  def ModuleScopeLocal : Feature<".local at module scope", "1.0">;
}
let Closed = "2.2" in
  def ConstantBanks : Feature<".const with a bank", "1.0">;
// The manual has no version for it; `ptxas` accepts banks from 1 on since PTX 1.5.
def FurtherConstantBanks : Feature<"constant bank above 0", "1.5">;
// In the manual every version has it; `ptxas` rejects it from here on.
def TextureSpace : Feature<".tex", "1.0">;
// More than 256 bytes, and more than 4352 bytes. (11.2.1)
def Parameters4352 : Feature<"more than 256 bytes of parameters", "1.5">;
def Parameters32764 : Feature<"more than 4352 bytes of parameters", "8.1", sm_70_up>;

// Attributes. (5.4.8)
def ManagedAttribute : Feature<".managed", "1.0", sm_30_up>;
def UnifiedAttribute : Feature<".unified", "8.0", sm_90_up>;

// Initial values. (5.4.4)
def InitialAddress : Feature<"address as an initial value", "2.1">;
def InitialFunction : Feature<"function as an initial value", "2.1", sm_20_up>;
def InitialEntry : Feature<"entry as an initial value", "3.1", sm_35_up>;
def InitialGeneric : Feature<"generic()", "3.1">;
def InitialMask : Feature<"mask in an initializer", "7.1">;
def InitialMaskedNumber : Feature<"mask of a number", "7.2">;

#endif // PTX_ISA_FEATURES_TD
