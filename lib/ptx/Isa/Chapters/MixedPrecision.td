// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic that mixes 16-bit and 32-bit floating-point numbers. (Manual 9.7.5)

include "ptx/Isa/InstructionBase.td"

// Earlier releases of `ptxas` accept 16-bit integer registers for `.bf16`, which has no register
// type, and some in braces.
class HalfSrc<string name, string type>
    : Src<name, type, [Case<All<[Not<PtxasFrom<"13.1">>, Has<"bf16">]>, 0, "b16">, Case<Always>]> {
  let AlsoTaken = "vector";
}
defvar HalfCheck = PtxasCheck<Any<[Has<"f16">, PtxasFrom<"13.1">]>, "a b", "vector">;

// Two numbers of 16 bits and two of 32, or two of 32 with a result of 16 bits. (Manual of PTX 9.4,
// 9.7.5)
defvar PackedMixed = [Since<"9.4", FamilyOf107>];
defvar PairOfFloats = [Dst<"d", "dtype2">, Reg<"a", "atype2">, Reg<"c", "ctype2">];
// `ptxas` accepts a missing rounding if only one is possible.
defvar RoundedByManual = [ManualImplies<Always, Given<"rz">>];
class PackedForms<string opcode> {
  list<Form> are = [
    Form<opcode#"{.rnd}.dtype2.atype2.ctype2  d, a, c",
         [Set<"dtype2", "f32x2">, Set<"atype2", "f16x2 bf16x2">, Set<"ctype2", "f32x2">],
         PackedMixed, [], PairOfFloats>,
    Form<opcode#"{.rz}.ftz.dtype2.atype2.ctype2  d, a, c",
         [Set<"dtype2", "f16x2">, Set<"atype2", "f32x2">, Set<"ctype2", "f32x2">], PackedMixed,
         RoundedByManual, PairOfFloats>,
    Form<opcode#"{.rz}.dtype2.atype2.ctype2  d, a, c",
         [Set<"dtype2", "bf16x2">, Set<"atype2", "f32x2">, Set<"ctype2", "f32x2">], PackedMixed,
         RoundedByManual, PairOfFloats>
  ];
}

let Sets = [Set<"rnd", "rn rz rm rp">, Set<"atype", "f16 bf16">],
    Gates = [Since<"8.6", sm_100_up>],
    Operands = [Dst<"d", "f32">, HalfSrc<"a", "atype">, Src<"c", "f32">] in {

def add_mixed : Instruction<"add", "9.7.5.1", "mixed-precision addition: 16-bit plus 32-bit floating point"> {
  let Does = Add;
  let Forms = [Form<"add{.rnd}{.sat}.f32.atype  d, a, c">] # PackedForms<"add">.are;
  let PtxasChecks = [HalfCheck];
}

def sub_mixed : Instruction<"sub", "9.7.5.2", "subtract a 32-bit from a 16-bit number"> {
  let Does = Subtract;
  let Forms = [Form<"sub{.rnd}{.sat}.f32.atype  d, a, c">] # PackedForms<"sub">.are;
  let PtxasChecks = [HalfCheck];
}

def fma_mixed : Instruction<"fma", "9.7.5.3", "mixed-precision fused multiply-add: 16-bit factors, 32-bit sum"> {
  let Does = FusedMultiplyAdd;
  let Sets = [Set<"rnd", "rn rz rm rp">, Set<"abtype", "f16 bf16">];
  let Operands = [
    Dst<"d", "f32">, HalfSrc<"a", "abtype">, HalfSrc<"b", "abtype">, Src<"c", "f32">
  ];
  let Forms = [
    Form<"fma.rnd{.sat}.f32.abtype  d, a, b, c">,
    Form<"fma{.rnd}.dtype2.atype2.btype2.ctype2  d, a, b, c",
         [Set<"dtype2", "f32x2">, Set<"atype2", "f16x2 bf16x2">, Set<"btype2", "f32x2">,
          Set<"ctype2", "f32x2">],
         PackedMixed, [PtxasImplies<Always, Given<"rnd">>],
         [Dst<"d", "dtype2">, Reg<"a", "atype2">, Reg<"b", "btype2">, Reg<"c", "ctype2">]>
  ];
  let PtxasChecks = [HalfCheck];
}

}

def mul_mixed : Instruction<"mul", "9.7.5.4@9.4", "mixed-precision multiplication of packed pairs"> {
  let Does = Multiply;
  let Forms = [
    Form<"mul.ftz.rz.dtype.atype.ctype  d, a, c",
         [Set<"dtype", "f16x2">, Set<"atype", "f32x2">, Set<"ctype", "f32x2">]>,
    Form<"mul.rz.dtype.atype.ctype  d, a, c",
         [Set<"dtype", "bf16x2">, Set<"atype", "f32x2">, Set<"ctype", "f32x2">]>,
    Form<"mul.dtype.atype.ctype  d, a, c",
         [Set<"dtype", "bf16x2">, Set<"atype", "bf16x2">, Set<"ctype", "f16x2">]>,
    Form<"mul.dtype.atype.ctype  d, a, c",
         [Set<"dtype", "f16x2">, Set<"atype", "f16x2">, Set<"ctype", "bf16x2">]>
  ];
  let Operands = [Dst<"d", "dtype">, Reg<"a", "atype">, Reg<"c", "ctype">];
  let Gates = PackedMixed;
}
