// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Severities are those of the library.
//
// RUN: not ptx-tblgen -gen-diag-tables -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Diagnostics/Catalogue/CatalogBase.td"

// CHECK: error: `Braces`: no severity is named `Fatal`
def Braces : Group<"braces", "braces"> {
  let UnderCompat = "Fatal";
}

def Syntax : Family<1000>;
let Of = Syntax, Section = "4.3" in {

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `A`: no severity is named `Fatal`
def A : Diagnostic<1001, "a", "Fatal", "stray brace", []> {
  let In = [Braces];
}
}
