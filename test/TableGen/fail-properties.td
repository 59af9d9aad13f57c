// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Properties that can never count, that depend on an operand, or that name none.
//
// RUN: not ptx-tblgen -gen-isa-defs -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Isa/InstructionBase.td"

// CHECK-DAG: `hidden`: one of its async is of use to no form
def hidden : Instruction<"aaa", "9", "a"> {
  let Async = [AsyncAs<BulkLoad>, AsyncAs<BulkStore, Has<"cta">>];
  let Forms = [Form<"aaa{.cta}.u32 d, a">];
}

// CHECK-DAG: `noted`: a property of `bbb.u32 d, a` depends on an operand
def noted : Instruction<"bbb", "9", "a"> {
  let Effects = [ResultVaries<Register<"a">>];
  let Forms = [Form<"bbb.u32 d, a">];
}

// CHECK-DAG: `lone`: operand `a` of `ccc.u32 [a]` has something to do with `b`, which is none
def LoneAddr : StoreAddr<"a", "global"> { let Holds = "b"; }
def lone : Instruction<"ccc", "9", "a"> {
  let Forms = [Form<"ccc.u32 [a]">];
  let Operands = [LoneAddr];
}

// CHECK-DAG: `unlimited`: limit 1 of operand `a` never counts
class FarSrc<string name> : Src<name, "u32"> {
  let Limits = [Within<LimitsCopySize, "the size", "T001", 0, 1, Has<"cta">>];
}
def unlimited : Instruction<"ddd", "9", "a"> {
  let Forms = [Form<"ddd.u32 d, a">];
  let Operands = [FarSrc<"a">];
}
