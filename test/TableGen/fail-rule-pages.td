// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each record has its page, with its heading and section; each page has its record.
//
// RUN: split-file %s %t
// RUN: not ptx-tblgen -gen-rule-pages -pages=%t/none -I %{source}/lib %t/catalog.td 2>&1 \
// RUN:   | FileCheck --check-prefix=NONE %s
// RUN: not ptx-tblgen -gen-rule-pages -pages=%t/pages -I %{source}/lib %t/catalog.td 2>&1 \
// RUN:   | FileCheck %s

// NONE: error: `StrayBrace`: cannot read its page {{.*}}/none/stray-brace.md: No such file
// NONE: error: `StrayComma`: cannot read its page {{.*}}/none/stray-comma.md: No such file
// NONE: error: cannot read the folder {{.*}}/none: No such file

// CHECK: error: `StrayBrace`: its page does not begin with `# stray-brace [PTX1001]`
// CHECK: error: `StrayComma`: its page does not have the line `Manual section: 4.3`
// CHECK: error: `StrayComma`: `soon` is not a version
// CHECK: error: no record of the catalogue is named as the page {{.*}}/pages/stray-dot.md

//--- pages/stray-brace.md
# stray-brace [PTX1002]

Manual section: 4.3
//--- pages/stray-comma.md
# stray-comma [PTX1002]

Manual section: 4.3.1
//--- pages/stray-dot.md
# stray-dot [PTX1003]
//--- pages/notes.txt
Not a page.
//--- catalog.td
include "ptx/Diagnostics/Catalogue/CatalogBase.td"

def Syntax : Family<1000>;
let Of = Syntax, Section = "4.3" in {

def StrayBrace : Error<1001, "stray-brace", "stray `}`">;
let Since = "soon" in
def StrayComma : Error<1002, "stray-comma", "stray `,`">;

}
