// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two operands whose names C++ cannot tell apart.
//
// RUN: not ptx-tblgen -gen-isa-decls -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Isa/InstructionBase.td"

// CHECK: error: `xor_int`: operand `a-desc` is called `a_desc` by `and_int`
def xor_int : Instruction<"xor", "9.9.1", "a test"> {
  let Forms = [Form<"xor.u32 d, a-desc">];
  let Operands = [Src<"a-desc", "u32">];
}

def and_int : Instruction<"and", "9.9.2", "a test"> {
  let Forms = [Form<"and.u32 d, a_desc">];
  let Operands = [Src<"a_desc", "u32">];
}
