// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lint looks at bodies, at modules or at both.
//
// RUN: not ptx-tblgen -gen-lint-rules -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Diagnostics/Catalogue/CatalogBase.td"

def Lints : Family<9000>;
let Of = Lints, Section = "4.3" in {

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `A`: a lint looks at a `Body`, a `Module` or at `Both`, not at a `Loop`
def A : Warning<9001, "a", "odd loop"> { let Lint = "Loop"; }
}
