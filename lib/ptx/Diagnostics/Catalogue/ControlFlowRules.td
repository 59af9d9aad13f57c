// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow: codes 6xxx. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_CONTROLFLOWRULES_TD
#define PTX_DIAGNOSTICS_CONTROLFLOWRULES_TD

include "ptx/Diagnostics/Catalogue/CatalogFamilies.td"

let Of = ControlFlow in {

def BranchTarget
    : Error<6001, "branch-target", "`{name}` is {observed}; expected a label of this function",
            [Str<"name">, Str<"observed">]> {
  let Section = "11.3.1";
  let Ptxas = "Illegal branch target, label expected";
}

let Lint = "Body" in {

def MissingReturn
    : Off<6002, "missing-return",
          "control reaches the end of `{name}`; expected `ret`, `exit` or `trap` before it",
          [Str<"name">]> {
  let In = [All, Compiler];
  let Section = "9.7.12";
}

def ReturnFromNoreturn
    : Warning<6003, "return-from-noreturn",
              "`{name}` returns here, and is declared `.noreturn`", [Str<"name">]> {
  let Section = "11.4.6";
}

} // Lint = "Body"

} // Of = ControlFlow

#endif // PTX_DIAGNOSTICS_CONTROLFLOWRULES_TD
