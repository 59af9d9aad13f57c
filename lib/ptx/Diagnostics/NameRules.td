// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and scopes: codes 2xxx. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_NAMERULES_TD
#define PTX_DIAGNOSTICS_NAMERULES_TD

include "ptx/Diagnostics/CatalogFamilies.td"

//===-- 20xx: names -------------------------------------------------------------------------===//

let Of = NamesAndScopes in {

def UnknownName : Error<2001, "unknown-name", "`{name}` is not declared", [Str<"name">]> {
  let Section = "5.4";
  let Ptxas = "Unknown symbol 'X'";
}

} // Of = NamesAndScopes

#endif // PTX_DIAGNOSTICS_NAMERULES_TD
