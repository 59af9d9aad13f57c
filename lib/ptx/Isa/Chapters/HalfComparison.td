// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparison of half-precision and bfloat numbers. (Manual 9.7.7)

include "ptx/Isa/InstructionBase.td"

// Earlier releases of `ptxas` accept any register of the width of a `.bf16` or `.bf16x2` result, and
// some in braces.
class BfloatDst<string name, string type, list<Case> cases = []> : Dst<name, type, cases> {
  let AlsoTaken = "vector predicate";
}
def BfloatResult : BfloatDst<"d", "bf16", [Case<Not<PtxasFrom<"13.1">>, 0, "b16">, Case<Always>]>;
defvar BfloatResultCheck = PtxasCheck<PtxasFrom<"13.1">, "d", "vector predicate">;
defvar HalfComparisons = Set<"CmpOp", "eq ne lt le gt ge equ neu ltu leu gtu geu num nan">;
defvar HalfBoolOps = Set<"BoolOp", "and or xor">;
defvar HalfSources = "b16 b32 b64 u16 u32 u64 s16 s32 s64 f16 f32 f64";
// The operand `c` requires a boolean operation.
defvar BoolOpHasOperand = [
  Implies<Given<"BoolOp">, Given<"c">>, Implies<Given<"c">, Given<"BoolOp">>
];
// The types of each comparison. (Manual 9.3.1)
defvar HalfTypeRules = BoolOpHasOperand # [
  Implies<Is<"stype", "b16 b32 b64">, Has<"eq ne">>,
  Implies<Has<"equ neu ltu leu gtu geu num nan">, Is<"stype", "f16 f32 f64">>
];

def set_half : Instruction<"set", "9.7.7.1", "compare half-precision numbers"> {
  let Does = CompareToNumber;
  let Sets = [HalfComparisons, HalfBoolOps, Set<"stype", HalfSources>,
              Set<"dtype", "u16 s16 u32 s32">];
  let Forms = [
    Form<"set.CmpOp{.BoolOp}{.ftz}.f16.stype     d, a, b{, {!}c}", [], [Since<"4.2", sm_53_up>],
         HalfTypeRules # [Implies<Has<"ftz">, Is<"stype", "f16 f32">>], [Dst<"d", "f16">]>,
    Form<"set.CmpOp{.BoolOp}{.ftz}.dtype.f16     d, a, b{, {!}c}", [], [Since<"6.5", sm_53_up>],
         BoolOpHasOperand, [Dst<"d", "dtype">, Src<"a", "f16">, Src<"b", "f16">]>,
    Form<"set.CmpOp{.BoolOp}{.ftz}.dtype.f16x2   d, a, b{, {!}c}",
         [Set<"dtype", "f16x2 u32 s32">],
         [Since<"4.2", sm_53_up>, When<Has<"u32 s32">, "6.5">], BoolOpHasOperand,
         [Dst<"d", "dtype">, Src<"a", "f16x2">, Src<"b", "f16x2">]>,
    UndocumentedForm<"set.CmpOp{.BoolOp}.f16.stype  d, a, b{, {!}c}",
         [Set<"CmpOp", "lo ls hi hs">, Set<"stype", "u16 u32 u64">], [Since<"4.2", sm_53_up>],
         BoolOpHasOperand, [Dst<"d", "f16">]>
  ];
  let Operands = [Src<"a", "stype">, Src<"b", "stype">, PredSrc<"c">];
  let PtxasChecks = [PtxasCheck<Is<"dtype", "u32 s32">, "d", "vector predicate">];
}

def set_bfloat : Instruction<"set", "9.7.7.1", "compare bfloat numbers"> {
  let Does = CompareToNumber;
  let Sets = [HalfComparisons, HalfBoolOps, Set<"stype", HalfSources>,
              Set<"dtype", "u16 s16 u32 s32">];
  let Forms = [
    Form<"set.CmpOp{.BoolOp}.bf16.stype          d, a, b{, {!}c}", [], [Since<"7.8", sm_90_up>],
         HalfTypeRules, [BfloatResult]>,
    // The manual's source types do not include .bf16, which the headers of CUDA compare.
    Form<"set.CmpOp{.BoolOp}.bf16.bf16           d, a, b{, {!}c}", [], [Since<"7.8", sm_90_up>],
         BoolOpHasOperand, [BfloatResult, Src<"a", "bf16">, Src<"b", "bf16">]>,
    Form<"set.CmpOp{.BoolOp}.dtype.bf16          d, a, b{, {!}c}", [], [Since<"7.8", sm_90_up>],
         BoolOpHasOperand, [Dst<"d", "dtype">, Src<"a", "bf16">, Src<"b", "bf16">]>,
    Form<"set.CmpOp{.BoolOp}.dtype.bf16x2        d, a, b{, {!}c}",
         [Set<"dtype", "bf16x2 u32 s32">], [Since<"7.8", sm_90_up>], BoolOpHasOperand,
         [BfloatDst<"d", "dtype", [
            Case<All<[Not<PtxasFrom<"13.1">>, Is<"dtype", "bf16x2">]>, 0, "b32|f32|f16x2">,
            Case<Always>
          ]>,
          Src<"a", "bf16x2">, Src<"b", "bf16x2">]>,
    UndocumentedForm<"set.CmpOp{.BoolOp}.bf16.stype  d, a, b{, {!}c}",
         [Set<"CmpOp", "lo ls hi hs">, Set<"stype", "u16 u32 u64">], [Since<"7.8", sm_90_up>],
         BoolOpHasOperand, [BfloatResult]>
  ];
  let Operands = [Src<"a", "stype">, Src<"b", "stype">, PredSrc<"c">];
  let PtxasChecks = [
    PtxasCheck<Is<"dtype", "u32 s32">, "d", "vector predicate">, BfloatResultCheck,
    PtxasCheck<Always, "c", "immediate">
  ];
}

let Sets = [HalfComparisons, HalfBoolOps], Rules = BoolOpHasOperand,
    Operands = [ComparisonDst<"p">, PredSrc<"c">] in
def setp_half : Instruction<"setp", "9.7.7.2", "compare half-precision numbers"> {
  let Does = Compare;
  let PtxasChecks = [PtxasCheck<Has<"bf16 bf16x2">, "c", "immediate">];
  let Forms = [
    Form<"setp.CmpOp{.BoolOp}{.ftz}.f16    p, a, b{, {!}c}", [], [Since<"4.2", sm_53_up>]>,
    // The manual has only `p|q`; `ptxas` also accepts a single `p`.
    Form<"setp.CmpOp{.BoolOp}{.ftz}.f16x2  p[|q], a, b{, {!}c}", [], [Since<"4.2", sm_53_up>]>,
    Form<"setp.CmpOp{.BoolOp}.bf16         p, a, b{, {!}c}", [], [Since<"7.8", sm_90_up>]>,
    Form<"setp.CmpOp{.BoolOp}.bf16x2       p[|q], a, b{, {!}c}", [], [Since<"7.8", sm_90_up>]>
  ];
}
