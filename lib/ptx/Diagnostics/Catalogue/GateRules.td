// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Versions and targets: codes 4xxx. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_GATERULES_TD
#define PTX_DIAGNOSTICS_GATERULES_TD

include "ptx/Diagnostics/Catalogue/CatalogFamilies.td"

//===-- 40xx: versions and targets ----------------------------------------------------------===//

let Of = Gates in {

def RequiresVersion
    : Error<4001, "requires-version", "`{feature}` requires {needed}; {observed}",
            [Str<"feature">, Str<"needed">, Str<"observed">]> {
  let Section = "11.1.1";
  let Ptxas = "Feature 'X' requires PTX ISA .version N or later";
}

def RequiresTarget
    : Error<4002, "requires-target", "`{feature}` requires {needed}; {observed}",
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
              "`{feature}` requires {needed}; {observed}, and `ptxas` does not check it",
              [Str<"feature">, Str<"needed">, Str<"observed">]> {
  let Section = "11.1.1";
}

def UncheckedTarget
    : Warning<4005, "unchecked-target",
              "`{feature}` requires {needed}; {observed}, and `ptxas` does not check it",
              [Str<"feature">, Str<"needed">, Str<"observed">]> {
  let Section = "11.1.2";
}

def TargetRequiresVersion
    : Error<4006, "target-requires-version", "{targets} PTX {needed}; {observed}",
            [Str<"targets">, Str<"needed">, Str<"observed">]> {
  let Section = "11.1.2";
  let Ptxas = "PTX .version N does not support .target X";
}

def NewerThanRelease
    : Error<4007, "newer-than-release",
            "`.version {version}` requires {needed}; {consumer} supports PTX up to {newest}",
            [Str<"version">, Str<"needed">, Str<"consumer">, Str<"newest">]> {
  let Section = "13";
  let Ptxas = "Unsupported .version X; current version is 'X'";
}

def DroppedTarget
    : Warning<4008, "dropped-target",
              "{consumer} generates no code for `{target}`; CUDA {last} is the last release that does",
              [Str<"consumer">, Str<"target">, Str<"last">]> {
  let Section = "13";
  let Ptxas = "Value 'X' is not defined for option 'gpu-name'";
}

def UnsuitableTarget
    : Error<4009, "unsuitable-target",
            "a module for `{target}` {reason}",
            [Str<"target">, Str<"reason">]> {
  let Section = "11.1.2";
  let Ptxas = "SM version specified by .target is higher than default SM version assumed; "
              "Program with .target 'X' cannot be compiled to future architecture; "
              "Program with .target 'X' cannot be compiled to different SM-family architecture; "
              "PTX with .target 'X' cannot be compiled for architecture 'X'";
}

defvar NarrowAddressMessage = "{consumer} generates no code for addresses of 32 bits";

def NarrowAddressSize
    : Warning<4010, "narrow-address-size", NarrowAddressMessage, [Str<"consumer">]> {
  let In = [CodeGeneration];
  let Section = "11.1.3";
  let Ptxas = "32-Bit compilation is no longer supported";
}

// Like the rule above, for a module for which an older release can still generate code.
def OlderAddressSize
    : Off<4011, "older-address-size", NarrowAddressMessage, [Str<"consumer">]> {
  let In = [CodeGeneration];
  let Section = "11.1.3";
  let Ptxas = "32-Bit compilation is no longer supported";
}

} // Of = Gates

#endif // PTX_DIAGNOSTICS_GATERULES_TD
