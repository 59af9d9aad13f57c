// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every record is of a family.
//
// RUN: not ptx-tblgen -gen-diag-tables -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Diagnostics/Catalogue/CatalogBase.td"

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `A`: no family; set `Of`
def A : Error<1001, "a", "stray brace"> {
  let Section = "4.3";
}