// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two records cannot share a code.
//
// RUN: not ptx-tblgen -gen-diag-tables -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Diagnostics/Catalogue/CatalogBase.td"

def Syntax : Family<1000>;
let Of = Syntax, Section = "4.3" in {

def StrayBrace : Error<1001, "stray-brace", "stray `}`">;
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `StrayComma`: `StrayBrace` already has code 1001
def StrayComma : Error<1001, "stray-comma", "stray `,`">;
}
