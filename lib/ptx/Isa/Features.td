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

#endif // PTX_ISA_FEATURES_TD
