// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Versions and targets: codes 4xxx. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_GATERULES_TD
#define PTX_DIAGNOSTICS_GATERULES_TD

include "ptx/Diagnostics/CatalogFamilies.td"

//===-- 40xx: versions and targets ----------------------------------------------------------===//

let Of = Gates in {

def RequiresVersion
    : Error<4001, "requires-version", "`{feature}` needs {needed}; {observed}",
            [Str<"feature">, Str<"needed">, Str<"observed">]> {
  let Section = "11.1.1";
  let Ptxas = "Feature 'X' requires PTX ISA .version N or later";
}

def RequiresTarget
    : Error<4002, "requires-target", "`{feature}` needs {needed}; {observed}",
            [Str<"feature">, Str<"needed">, Str<"observed">]> {
  let Section = "11.1.2";
  let Ptxas = "Feature 'X' requires .target X or higher";
}

def RetiredFeature
    : Error<4003, "retired-feature", "`{feature}` does not exist {needed}; {observed}{replacement}",
            [Str<"feature">, Str<"needed">, Str<"observed">, Str<"replacement">]> {
  let Section = "11.1";
  let Ptxas = "Instruction 'X' without '.sync' is not supported on .target sm_70 and higher from "
              "PTX ISA version 6.4";
}

def UncheckedVersion
    : Warning<4004, "unchecked-version",
              "`{feature}` needs {needed}; {observed}, and `ptxas` does not check it",
              [Str<"feature">, Str<"needed">, Str<"observed">]> {
  let Section = "11.1.1";
}

def UncheckedTarget
    : Warning<4005, "unchecked-target",
              "`{feature}` needs {needed}; {observed}, and `ptxas` does not check it",
              [Str<"feature">, Str<"needed">, Str<"observed">]> {
  let Section = "11.1.2";
}

def TargetRequiresVersion
    : Error<4006, "target-requires-version", "{targets} PTX {needed}; {observed}",
            [Str<"targets">, Str<"needed">, Str<"observed">]> {
  let Section = "11.1.2";
  let Ptxas = "PTX .version N does not support .target X";
}

} // Of = Gates

#endif // PTX_DIAGNOSTICS_GATERULES_TD
