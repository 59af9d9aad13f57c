// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments are members of the emitter beside its own, each with its name.
//
// RUN: not ptx-tblgen -gen-diag-tables -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Diagnostics/Catalogue/CatalogBase.td"

def Syntax : Family<1000>;
let Of = Syntax, Section = "4.3" in {

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `A`: an argument cannot be named `range`
def A : Error<1001, "a", "stray {range}", [Str<"range">]>;

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `B`: two arguments are named `x`
def B : Error<1002, "b", "stray {x}", [Str<"x">, UInt<"x">]>;
}
