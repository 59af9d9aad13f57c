// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The message shows every argument.
//
// RUN: not ptx-tblgen -gen-diag-tables -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Diagnostics/Catalogue/CatalogBase.td"

def Syntax : Family<1000>;
let Of = Syntax, Section = "4.3" in {

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `StrayToken`: the message does not show argument `count`
def StrayToken
    : Error<1001, "stray-token", "stray {token}", [Str<"token">, UInt<"count">]>;
}
