// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic that mixes 16-bit and 32-bit floating-point numbers. (Manual 9.7.5)

include "ptx/Isa/InstructionBase.td"

// `ptxas` accepts integer registers of 16 bits for `.bf16`, which has no registers of its own, and
// some in braces.
class HalfSrc<string name, string type>
    : Src<name, type, [Case<Has<"bf16">, 0, "b16">, Case<Always>]> {
  let AlsoTaken = "vector";
}
defvar HalfCheck = PtxasCheck<Has<"f16">, "a b", "vector">;

let Sets = [Set<"rnd", "rn rz rm rp">, Set<"atype", "f16 bf16">],
    Gates = [Since<"8.6", sm_100_up>],
    Operands = [Dst<"d", "f32">, HalfSrc<"a", "atype">, Src<"c", "f32">] in {

def add_mixed : Instruction<"add", "9.7.5.1", "add a 16-bit to a 32-bit number"> {
  let Forms = [Form<"add{.rnd}{.sat}.f32.atype  d, a, c">];
  let PtxasChecks = [HalfCheck];
}

def sub_mixed : Instruction<"sub", "9.7.5.2", "subtract a 32-bit from a 16-bit number"> {
  let Forms = [Form<"sub{.rnd}{.sat}.f32.atype  d, a, c">];
  let PtxasChecks = [HalfCheck];
}

def fma_mixed : Instruction<"fma", "9.7.5.3", "multiply 16-bit numbers and add a 32-bit number"> {
  let Sets = [Set<"rnd", "rn rz rm rp">, Set<"abtype", "f16 bf16">];
  let Operands = [
    Dst<"d", "f32">, HalfSrc<"a", "abtype">, HalfSrc<"b", "abtype">, Src<"c", "f32">
  ];
  let Forms = [Form<"fma.rnd{.sat}.f32.abtype  d, a, b, c">];
  let PtxasChecks = [HalfCheck];
}

}
