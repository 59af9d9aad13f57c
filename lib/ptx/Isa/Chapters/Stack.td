// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stack. (Manual 9.7.17)

include "ptx/Isa/InstructionBase.td"

def StackAlignment : Imm<"immAlign", "u32", 1, 8388608> { let AlsoTaken = "wrapped"; }
def AlignmentIsPowerOfTwo : Predicate<"the alignment is a power of two">;

// An allocation has a size, and a restored pointer no result.
let Sets = [Set<"type", "u32 u64">], Gates = [Since<"7.3", sm_52_up>], Does = AllocateStack in {
  def stacksave : Instruction<"stacksave", "9.7.17.1", "save the stack pointer"> {
    let Forms = [Form<"stacksave.type  d">];
  }
  def stackrestore : Instruction<"stackrestore", "9.7.17.2", "restore the stack pointer"> {
    let Forms = [Form<"stackrestore.type  a">];
    let Operands = [Reg<"a", "type">];
    let PtxasChecks = [PtxasCheck<Always, "a", "sum function">];
  }
  def alloca : Instruction<"alloca", "9.7.17.3", "allocate memory on the stack"> {
    let Forms = [Form<"alloca.type  ptr, size{, immAlign}">];
    let Operands = [Dst<"ptr", "type">, Src<"size", "type">, StackAlignment];
    let Checks = [AlignmentIsPowerOfTwo];
  }
}
