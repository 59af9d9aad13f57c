// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pages are embedded byte for byte, in the order of the codes.
//
// RUN: split-file %s %t
// RUN: ptx-tblgen -gen-rule-pages -pages=%t/pages -I %{source}/lib %t/catalog.td | FileCheck %s

// CHECK:      pages[] = {
// CHECK-NEXT:   "# stray-brace [PTX1001]\n"
// CHECK-NEXT:   "\n"
// CHECK-NEXT:   "Not \\n and not \"quoted\".\n"
// CHECK-NEXT:   "\n"
// CHECK-NEXT:   "Manual section: 4.3\n"
// CHECK-NEXT:   ,
// CHECK-NEXT:   "# stray-comma [PTX1002]\n"

//--- pages/stray-brace.md
# stray-brace [PTX1001]

Not \n and not "quoted".

Manual section: 4.3
//--- pages/stray-comma.md
# stray-comma [PTX1002]

Manual section: 4.3
//--- catalog.td
include "ptx/Diagnostics/Catalogue/CatalogBase.td"

def Syntax : Family<1000>;
let Of = Syntax, Section = "4.3" in {

def StrayBrace : Error<1001, "stray-brace", "stray `}`">;
def StrayComma : Error<1002, "stray-comma", "stray `,`">;

}
