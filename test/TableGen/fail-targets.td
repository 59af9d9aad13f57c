// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Targets and sets of targets.
//
// RUN: not ptx-tblgen -gen-isa-decls -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Isa/Platform/Targets.td"

// CHECK: `sm_x`: a target is called `sm_` and a number, perhaps with `a` or `f`
def sm_x : Target<"9.0">;
// CHECK: `Empty`: no target can meet an empty set
def Empty : TargetSet<[]>;
// CHECK: `Early`: `sm_120a` did not exist in PTX 8.6
def Early : TargetSet<[Just<sm_120a, "8.6">]>;
// CHECK: `NoFamily`: `sm_90a` is not a family-specific target
def NoFamily : TargetSet<[FamilyOf<sm_90a>]>;
