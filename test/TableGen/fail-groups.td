// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A group has members.
//
// RUN: not ptx-tblgen -gen-diag-tables -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Diagnostics/Catalogue/CatalogBase.td"

def Outer : Group<"outer", "has the members of another group">;
def Inner : Group<"inner", "has a member"> {
  let In = [Outer];
}

def Syntax : Family<1000>;
let Of = Syntax, Section = "4.3" in {

def A : Warning<1001, "a", "stray brace"> {
  let In = [Inner];
}
}

// CHECK-NOT: error: `{{Outer|Inner}}`
// CHECK: error: `Empty`: no diagnostic is in this group
def Empty : Group<"empty", "nothing">;
