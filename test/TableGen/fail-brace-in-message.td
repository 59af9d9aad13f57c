// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A literal brace is between backticks; any other is a placeholder's.
//
// RUN: not ptx-tblgen -gen-diag-tables -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Diagnostics/Catalogue/CatalogBase.td"

def Syntax : Family<1000>;
let Of = Syntax, Section = "4.3" in {

// CHECK: [[#@LINE+2]]:{{[0-9]+}}: error: `A`: a brace in a message
// CHECK-SAME: begins `{argument}` or is alone between backticks
def A : Error<1001, "a", "stray {, not closed">;

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `B`: a brace in a message
def B : Error<1002, "b", "stray }">;

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `C`: a brace in a message
def C : Error<1003, "c", "stray {token", [Str<"token">]>;

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `D`: a brace in a message
def D : Error<1004, "d", "stray {}">;
}
