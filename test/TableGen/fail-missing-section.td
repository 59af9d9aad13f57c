// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every record names the section of the manual that states the rule.
//
// RUN: not ptx-tblgen -gen-diag-tables -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Diagnostics/Catalogue/CatalogBase.td"

def Syntax : Family<1000>;
let Of = Syntax in {

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `A`: no manual section; set `Section`
def A : Error<1001, "a", "stray brace">;

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `B`: `chapter 4` is not a section number such as `4.5.1`
def B : Error<1002, "b", "stray brace"> {
  let Section = "chapter 4";
}

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `C`: `4..3` is not a section number
def C : Error<1003, "c", "stray brace"> {
  let Section = "4..3";
}
}
