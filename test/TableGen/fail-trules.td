// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each field of a T-rule has to be.
//
// RUN: not ptx-tblgen -gen-trules -I %{source}/lib %s 2>&1 | FileCheck %s --implicit-check-not=error:

include "ptx/Diagnostics/Catalogue/CatalogBase.td"

def Tensor : Family<7000>;
def Odd : Error<7001, "odd", "odd"> {
  let Of = Tensor;
  let Section = "5.5";
}

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `T001`: nothing states it; set `Section` or `Driver`
def T001 : TRule<"Syntax", "Error", "Rejects", "A box is a box.">;

let Section = "5.5.7" in {

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `T002`: a statement ends in a period
def T002 : TRule<"Value", "Error", "Rejects", "a box is a box">;

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `T003`: a backtick of the statement has no partner
def T003 : TRule<"Value", "Error", "Rejects", "A `box is a box.">;

// CHECK: [[#@LINE+3]]:{{[0-9]+}}: error: `T004`: its `DecidedBy` is none of Syntax Value Map Module Order
// CHECK: [[#@LINE+2]]:{{[0-9]+}}: error: `T004`: its `Severity` is none of Error Warning Lint Style
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `T004`: its `Ptxas` is none of Rejects RejectsSome Accepts
def T004 : TRule<"Dice", "error", "Shrugs", "A box is a box.">;

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: `T005`: `Odd` says it twice
def T005 : TRule<"Value", "Error", "Rejects", "A box is a box."> { let SaidBy = [Odd, Odd]; }

// CHECK: [[#@LINE+2]]:{{[0-9]+}}: error: `T007`: it should be named `T006`: the numbers have no gaps
// CHECK: error: `T007`: `table 5` is not a section number such as `5.5.7`
def T007 : TRule<"Value", "Error", "Rejects", "A box is a box."> { let Section = "table 5"; }

}
