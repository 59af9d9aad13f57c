// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A name that begins like a flag could not be told from one.
//
// RUN: not ptx-tblgen -gen-diag-tables -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Diagnostics/Catalogue/CatalogBase.td"

def Syntax : Family<1000>;
let Of = Syntax, Section = "4.3" in {

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `NoReturn`: a name does not begin with `no-`
def NoReturn : Error<1001, "no-return", "missing `ret`">;

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `Error`: a flag is called `error`
def Error : Error<1002, "error", "wrong">;
}
