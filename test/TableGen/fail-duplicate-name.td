// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules and groups share one space of names, as flags do not tell them apart.
//
// RUN: not ptx-tblgen -gen-diag-tables -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Diagnostics/Catalogue/CatalogBase.td"

// CHECK: error: `StrayBrace`: `Braces` is already named `stray-brace`
def Braces : Group<"stray-brace", "braces">;

def Syntax : Family<1000>;
let Of = Syntax, Section = "4.3" in {

def StrayBrace : Warning<1001, "stray-brace", "stray `}`"> {
  let In = [Braces];
}
}
