// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The family gives the range of the code.
//
// RUN: not ptx-tblgen -gen-diag-tables -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Diagnostics/Catalogue/CatalogBase.td"

def Syntax : Family<1000>;
let Of = Syntax, Section = "4.3" in {

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `A`: code 999 is outside of family `Syntax` (1000 to 1999)
def A : Error<999, "a", "stray brace">;

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `B`: code 2000 is outside of family `Syntax`
def B : Error<2000, "b", "stray brace">;
}
