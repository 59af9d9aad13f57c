// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What else than instructions and special registers depends on the version and the target:
// directives, types, and ways to declare and initialize. (Manual 5, 11)

#ifndef PTX_ISA_FEATURES_TD
#define PTX_ISA_FEATURES_TD

include "ptx/Isa/Targets.td"

// A feature, called `name` in messages, from the version `first` on.
class Feature<string name, string first, TargetSet targets = AllTargets> {
  string Name = name;
  string First = first;
  TargetSet Targets = targets;
  // The version that no longer has it; none if empty.
  string Closed = "";
  // Whether the manual alone asks for it: `ptxas` takes it at any version and target.
  bit Unchecked = 0;
}

//===-- Functions, linkage and calls --------------------------------------------------------===//

def AliasDirective : Feature<".alias", "6.3", sm_30_up>;                             // 11.2.3
def WeakDirective : Feature<".weak", "3.1">;                                         // 11.6.3
def CommonDirective : Feature<".common", "5.0", sm_20_up>;                           // 11.6.4
def NoReturnDirective : Feature<".noreturn", "6.4", sm_30_up>;                       // 11.4.6
def AbiPreserveDirective : Feature<".abi_preserve", "9.0", sm_80_up>;                // 11.4.8
def AbiPreserveControlDirective : Feature<".abi_preserve_control", "9.0", sm_80_up>; // 11.4.9
def FunctionAttribute : Feature<".attribute of a function", "8.0", sm_90_up>;        // 11.2.2
def EntryParameters : Feature<"parameter of an entry", "1.4">;                       // 11.2.1
def FunctionParameters : Feature<".param parameter of a function", "2.0", sm_20_up>; // 11.2.2
def UnsizedParameter : Feature<"parameter without a size", "6.0", sm_30_up>;         // 11.2.2
def ResultAddress : Feature<"address of a result", "6.0", sm_30_up>;                 // 5.1.6.4
def CallPrototypeDirective : Feature<".callprototype", "2.1", sm_20_up>;             // 11.3.3
def CallTargetsDirective : Feature<".calltargets", "2.1", sm_20_up>;                 // 11.3.2
// The manual has it since PTX 2.1, and nothing that uses it before `brx.idx` came with PTX 6.0.
def BranchTargetsDirective : Feature<".branchtargets", "6.0", sm_30_up>; // 11.3.1

// The header: 11.1.2, 11.1.3
def TextureModes : Feature<"texmode_*", "1.5">;
def DebugOption : Feature<"debug", "3.0">;
def AddressSizeDirective : Feature<".address_size", "2.3">;

// Kernel parameters: 5.1.6.2
def PointerAttribute : Feature<".ptr", "2.2">;
def ObjectPointer : Feature<".ptr to a texture, sampler or surface", "4.3">; // not in the manual

// Performance: 11.4
def MaxNRegDirective : Feature<".maxnreg", "1.3">;
def MaxNTidDirective : Feature<".maxntid", "1.3">;
def MaxNCtaPerSmDirective : Feature<".maxnctapersm", "1.3">;
def MinNCtaPerSmDirective : Feature<".minnctapersm", "2.0">;
def ReqNTidDirective : Feature<".reqntid", "2.1">;

// Clusters: 11.7, 11.8
def ReqNCtaPerClusterDirective : Feature<".reqnctapercluster", "7.8", sm_90_up>;
def ExplicitClusterDirective : Feature<".explicitcluster", "7.8", sm_90_up>;
def MaxClusterRankDirective : Feature<".maxclusterrank", "7.8", sm_90_up>;
def BlocksAreClustersDirective : Feature<".blocksareclusters", "9.0", sm_90_up>;

// Pragmas: 11.4.7, 12
def PragmaDirective : Feature<".pragma", "2.0">;
def UsedBytesMaskPragma : Feature<"used_bytes_mask", "8.3", sm_50_up>;
def FrequencyPragma : Feature<"frequency", "9.0">;
def SmemSpillingPragma : Feature<"enable_smem_spilling", "8.7", sm_75_up>;
// By the manual it came later than `ptxas` has it.
def SmemSpillingPragmaByManual : Feature<"enable_smem_spilling", "9.0"> { let Unchecked = 1; }

// Debugging: 11.5
def DwarfDirective : Feature<"@@DWARF", "1.2"> { let Unchecked = 1; }
def FileTime : Feature<"timestamp, size", "3.2">;
def InlinedLocation : Feature<"inlined_at", "7.0">;
// By the manual it came later than `ptxas` has it.
def InlinedLocationByManual : Feature<"inlined_at", "7.2"> { let Unchecked = 1; }
def SectionDirective : Feature<".section", "2.0">;
def SectionOffset : Feature<"label+imm", "3.2">;
def SectionHalfWords : Feature<".b16", "6.0"> { let Unchecked = 1; }
def SectionLabel : Feature<"label:", "7.0">;
// By the manual they came later than `ptxas` has them.
def SectionLabelByManual : Feature<"label:", "7.2"> { let Unchecked = 1; }
def SectionDifference : Feature<"label1-label2", "7.5">;
def SectionNegative : Feature<"-imm", "7.5">;

//===-- Variables and initial values --------------------------------------------------------===//

// Types of variables. (5.2.1, 5.3)
def F16x2Type : Feature<".f16x2", "4.2", sm_53_up>;
def B128Type : Feature<".b128", "8.3", sm_70_up>;
def TexrefType : Feature<".texref", "1.5">;
def SamplerrefType : Feature<".samplerref", "1.5">;
def SurfrefType : Feature<".surfref", "1.5">;

// Where variables may stand. (5.1, 7.1.1)
let Closed = "3.0" in {
  def ModuleScopeReg : Feature<".reg at module scope", "1.0">;
  def ModuleScopeLocal : Feature<".local at module scope", "1.0">;
}
let Closed = "2.2" in
  def ConstantBanks : Feature<".const with a bank", "1.0">;
// The manual does not say since when; `ptxas` has those from 1 on since PTX 1.5.
def FurtherConstantBanks : Feature<"constant bank above 0", "1.5">;
// The manual has it at every version, `ptxas` not from here on.
def TextureSpace : Feature<".tex", "1.0">;
// More than 256 and more than 4352 bytes. (11.2.1)
def Parameters4352 : Feature<"more than 256 bytes of parameters", "1.5">;
def Parameters32764 : Feature<"more than 4352 bytes of parameters", "8.1", sm_70_up>;

// Attributes. (5.4.8)
def AttributeDirective : Feature<".attribute", "4.0">;
def ManagedAttribute : Feature<".managed", "1.0", sm_30_up>;
def UnifiedAttribute : Feature<".unified", "8.0", sm_90_up>;

// Initial values. (5.4.4)
def InitialAddress : Feature<"address as an initial value", "2.1">;
def InitialFunction : Feature<"function as an initial value", "2.1">;
def InitialEntry : Feature<"entry as an initial value", "3.1", sm_35_up>;
def InitialGeneric : Feature<"generic()", "3.1">;
def InitialMask : Feature<"mask in an initializer", "7.1">;
def InitialMaskedNumber : Feature<"mask of a number", "7.2">;

#endif // PTX_ISA_FEATURES_TD
