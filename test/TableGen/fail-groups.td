// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A group has members, and a diagnostic is in one group at most.
//
// RUN: not ptx-tblgen -gen-diag-tables -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Diagnostics/CatalogBase.td"

def One : Group<"one", "first">;
def Two : Group<"two", "second">;

def Syntax : Family<1000>;
let Of = Syntax, Section = "4.3" in {

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `A`: a diagnostic is in one group at most
def A : Warning<1001, "a", "stray brace"> {
  let In = [One, Two];
}
}

// CHECK: error: `Empty`: no diagnostic is in this group
def Empty : Group<"empty", "nothing">;
