// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kebab name is the name of the record.
//
// RUN: not ptx-tblgen -gen-diag-tables -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Diagnostics/Catalogue/CatalogBase.td"

def Syntax : Family<1000>;
let Of = Syntax, Section = "4.3" in {

// CHECK: [[#@LINE+2]]:{{[0-9]+}}: error: `StrayBrace`:
// CHECK-SAME: its kebab name is `stray-brace`, not `stray-bracket`
def StrayBrace : Error<1001, "stray-bracket", "stray `}`">;
}
