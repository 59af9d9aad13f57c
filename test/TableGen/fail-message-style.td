// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages start in lower case and end without a period.
//
// RUN: not ptx-tblgen -gen-diag-tables -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Diagnostics/Catalogue/CatalogBase.td"

def Syntax : Family<1000>;
let Of = Syntax, Section = "4.3" in {

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `A`: a message starts in lower case
def A : Error<1001, "a", "Stray brace">;

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `B`: a message has no final period
def B : Error<1002, "b", "stray brace.">;

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `C`: the message is empty
def C : Error<1003, "c", "">;

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `D`: a message is one line of printable ASCII
def D : Error<1004, "d", "stray\nbrace">;

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `E`: a backtick of the message has no partner
def E : Error<1005, "e", "stray `brace">;
}
