// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What modules that are linked with each other require of each other: codes 57xx. `ptx-check --link`
// reports them. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_LINKRULES_TD
#define PTX_DIAGNOSTICS_LINKRULES_TD

include "ptx/Diagnostics/Catalogue/CatalogFamilies.td"

let Of = Directives, In = [Linking] in {

def UndefinedSymbol
    : Error<5701, "undefined-symbol", "`{name}` is defined in none of the linked modules", [Str<"name">]> {
  let Section = "11.6.1";
}

def MultipleDefinition
    : Error<5702, "multiple-definition", "`{name}` is defined here and in another module", [Str<"name">]> {
  let Section = "11.6.2";
}

def IncompatibleSymbol
    : Error<5703, "incompatible-symbol", "`{name}` {observed} here and {expected} in another module",
            [Str<"name">, Str<"observed">, Str<"expected">]> {
  let Section = "11.6";
}

def IncompatiblePrototype
    : Error<5704, "incompatible-prototype", "`{name}` {observed} here and {expected} in another module",
            [Str<"name">, Str<"observed">, Str<"expected">]> {
  let Section = "11.2";
}

def WeakerAlignment
    : Warning<5705, "weaker-alignment",
              "`{name}` is aligned to {expected} bytes here, and to {observed} where it is defined; an "
              "access of this module can be misaligned",
              [Str<"name">, UInt<"observed">, UInt<"expected">]> {
  let Section = "11.6";
}

def IncompatibleTargets
    : Error<5706, "incompatible-targets",
            "no GPU runs code for `.target {observed}` together with that for `{expected}` of another module",
            [Str<"observed">, Str<"expected">]> {
  let Section = "11.1.2";
}

} // Of = Directives, In = [Linking]

#endif // PTX_DIAGNOSTICS_LINKRULES_TD
