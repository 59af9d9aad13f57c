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

def AliasDirective : Feature<".alias", "6.3", sm_30_up>; // 11.2.3

#endif // PTX_ISA_FEATURES_TD
