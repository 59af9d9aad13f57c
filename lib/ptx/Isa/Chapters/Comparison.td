// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparison and selection. (Manual 9.7.6)

include "ptx/Isa/InstructionBase.td"

defvar Comparisons = Set<"CmpOp",
    "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan">;
defvar BoolOps = Set<"BoolOp", "and or xor">;
defvar ComparedTypes = "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64";

// The types of each comparison. (Manual 9.3.1)
defvar ComparisonRules = [
  Implies<Is<"stype", "b16 b32 b64">, Has<"eq ne">>,
  Implies<Has<"lo ls hi hs">, Is<"stype", "u16 u32 u64">>,
  Implies<Has<"equ neu ltu leu gtu geu num nan">, Is<"stype", "f32 f64">>,
  Implies<Has<"ftz">, Is<"stype", "f32">>
];
defvar ComparisonGates = [
  ManualWhen<Is<"stype", "f64">, "1.0", DoublePrecision>, When<Has<"ftz">, "1.4">
];

def set_packed
    : Instruction<"set", "9.7.7.1@9.4", "compare two or four integers, with masks as the result"> {
  let Does = CompareToNumber;
  let Sets = [
    Set<"CmpOp", "eq ne lt le gt ge lo ls hi hs">, Set<"type", "u8x4 s8x4 u16x2 s16x2">
  ];
  let Forms = [Form<"set.CmpOp.type  d, a, b">];
  let Rules = [Implies<Has<"lo ls hi hs">, Has<"u8x4 u16x2">>];
  let Gates = [Since<"9.4", FamilyOf107>];
}

let Rules = ComparisonRules, Gates = ComparisonGates in {

def set : Instruction<"set", "9.7.6.1", "compare two numbers, with a number as the result"> {
  let Does = CompareToNumber;
  let Sets = [Comparisons, BoolOps, Set<"dtype", "u32 s32 f32">, Set<"stype", ComparedTypes>];
  let Forms = [
    Form<"set.CmpOp{.ftz}.dtype.stype         d, a, b">,
    Form<"set.CmpOp.BoolOp{.ftz}.dtype.stype  d, a, b, {!}c">
  ];
  let Operands = [Dst<"d", "dtype">, Src<"a", "stype">, Src<"b", "stype">, PredSrc<"c">];
}

def setp : Instruction<"setp", "9.7.6.2", "compare two numbers, with predicates as the result"> {
  let Does = Compare;
  let Sets = [Comparisons, BoolOps, Set<"stype", ComparedTypes>];
  let Forms = [
    Form<"setp.CmpOp{.ftz}.stype         p[|q], a, b">,
    Form<"setp.CmpOp.BoolOp{.ftz}.stype  p[|q], a, b, {!}c">
  ];
  let Operands = [ComparisonDst<"p">, PredSrc<"c">];
}

}

def selp : Instruction<"selp", "9.7.6.3", "select one of two numbers by a predicate"> {
  let Does = Select;
  let Forms = [
    Form<"selp.type  d, a, b, c", [Set<"type", ComparedTypes>],
         [ManualWhen<Has<"f64">, "1.0", DoublePrecision>]>
  ];
  let Operands = [PredSrc<"c">];
}

def slct : Instruction<"slct", "9.7.6.4", "select one of two numbers by the sign of a third"> {
  let Does = SelectBySign;
  let Sets = [Set<"dtype", ComparedTypes>];
  let Forms = [
    Form<"slct.dtype.s32        d, a, b, c", [], [], [], [Src<"c", "s32">]>,
    Form<"slct{.ftz}.dtype.f32  d, a, b, c", [], [], [], [Src<"c", "f32">]>
  ];
  let Operands = [Dst<"d", "dtype">, Src<"a", "dtype">, Src<"b", "dtype">];
  let Gates = [
    ManualWhen<Is<"dtype", "f64">, "1.0", DoublePrecision>, When<Has<"ftz">, "1.4">
  ];
}
