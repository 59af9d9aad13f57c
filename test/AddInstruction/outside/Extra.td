// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An instruction that PTX does not have.

include "ptx/Isa/InstructionBase.td"

def swapnibbles : Instruction<"swapnibbles", "9.99.1", "swap the halves of each byte"> {
  let Forms = [
    Form<"swapnibbles{.sat}.type  d, a", [Set<"type", "b32 b64">],
         [Since<"8.0", sm_80_up>, When<Has<"sat">, "9.2", sm_90_up>]>
  ];
}
