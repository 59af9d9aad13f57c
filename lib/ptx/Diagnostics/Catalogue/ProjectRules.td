// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a project says to ptx-check in comments and in its configuration: codes 89xx. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_PROJECTRULES_TD
#define PTX_DIAGNOSTICS_PROJECTRULES_TD

include "ptx/Diagnostics/Catalogue/CatalogFamilies.td"

let Of = Projects in {

def UnusedSuppression
    : Warning<8901, "unused-suppression", "`{name}` is not reported {where}; remove it from the comment",
              [Str<"name">, Str<"where">]>;

def MalformedSuppression
    : Warning<8902, "malformed-suppression", "{problem}; expected {expected}",
              [Str<"problem">, Str<"expected">]>;

def BannedUse
    : Error<8903, "banned-use", "`{what}` is banned in this project: {reason}",
            [Str<"what">, Str<"reason">]> {
  let In = [Project];
}

} // Of = Projects

#endif // PTX_DIAGNOSTICS_PROJECTRULES_TD
