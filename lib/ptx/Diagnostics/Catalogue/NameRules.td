// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and scopes: codes 2xxx. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_NAMERULES_TD
#define PTX_DIAGNOSTICS_NAMERULES_TD

include "ptx/Diagnostics/Catalogue/CatalogFamilies.td"

//===-- 20xx: names -------------------------------------------------------------------------===//

let Of = NamesAndScopes in {

def UnknownName : Error<2001, "unknown-name", "`{name}` is not declared", [Str<"name">]> {
  let Section = "5.4";
  let Ptxas = "Unknown symbol 'X'";
}

def UsedBeforeDeclared : Error<2002, "used-before-declared",
                               "`{name}` is used before its declaration", [Str<"name">]> {
  let Section = "5.4";
  let Ptxas = "Label expected for forward reference of 'X'";
}

def Redeclared : Error<2003, "redeclared", "`{name}` is already declared", [Str<"name">]> {
  let Section = "5.4";
  let Ptxas = "Duplicate definition of variable 'X'";
}

def SpecialRegisterName
    : Error<2004, "special-register-name",
            "`{name}` is a special register; expected another name for {kind} of the module",
            [Str<"name">, Str<"kind">]> {
  let Section = "10";
  let Ptxas = "Inconsistent redefinition of variable 'X'";
}

} // Of = NamesAndScopes

#endif // PTX_DIAGNOSTICS_NAMERULES_TD
