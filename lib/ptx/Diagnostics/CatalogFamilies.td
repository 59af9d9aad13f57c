// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The families of rules and the groups of warnings.

#ifndef PTX_DIAGNOSTICS_CATALOGFAMILIES_TD
#define PTX_DIAGNOSTICS_CATALOGFAMILIES_TD

include "ptx/Diagnostics/CatalogBase.td"

def LexicalAndSyntax : Family<1000>;
def NamesAndScopes : Family<2000>;
def Operands : Family<3000>;
def Gates : Family<4000>;
def Directives : Family<5000>;
def ControlFlow : Family<6000>;
def Tensor : Family<7000>;
// What compilers make of the templates and operands of inline assembly.
def InlineAssembly : Family<8000> {
  let OfManual = false;
}
def Lints : Family<9000>;

def BeyondPtxas
    : Group<"beyond-ptxas", "forbidden by the manual, and yet accepted by ptxas, which does not look "
                            "at the value"> {
  let UnderCompat = "Warning";
}

def PtxasRejects
    : Group<"ptxas-rejects", "legal by the manual, and yet rejected by ptxas"> {
  let UnderCompat = "Error";
}

#endif // PTX_DIAGNOSTICS_CATALOGFAMILIES_TD
