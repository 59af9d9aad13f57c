// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses to the memory of many GPUs at one address. (Manual 9.7.9.14)

include "ptx/Isa/Chapters/VectorBase.td"

defvar NarrowTypes = "e5m2 e5m2x2 e5m2x4 e4m3 e4m3x2 e4m3x4";
defvar MultimemIntegers = Set<"type", "b32 b64 u32 u64 s32 s64">;
defvar MultimemFloats =
    Set<"type", !strconcat("f16 f16x2 bf16 bf16x2 f32 f64 ", NarrowTypes)>;

// In total 32, 64 or 128 bits.
defvar MultimemVectors = [
  Implies<Not<Given<"vec">>, Has<"f16x2 bf16x2 f32 f64 e5m2x4 e4m3x4">>,
  Implies<Has<"v2">, Has<"f16 f16x2 bf16 bf16x2 f32 e5m2x2 e5m2x4 e4m3x2 e4m3x4">>,
  Implies<Has<"v4">, Not<Has<"f64">>>,
  Implies<Has<"v8">, Has<"f16 bf16 e5m2 e4m3 e5m2x2 e4m3x2">>
];
defvar IntegerOperations = [
  Implies<Has<"add">, Has<"u32 u64 s32">>,
  Implies<Has<"and or xor">, Has<"b32 b64">>,
  Implies<Has<"min max">, Has<"u32 s32 u64 s64">>
];
defvar LoadOperations = [
  Implies<Has<"min max">, Not<Has<"f32 f64">>>,
  Implies<Has<"acc::f32">, Has<"f16 f16x2 bf16 bf16x2">>,
  Implies<Has<"acc::f16">, Has<NarrowTypes>>,
  PtxasImplies<Given<"acc_prec">, Has<"add">>
];
defvar NarrowGates = [When<Has<NarrowTypes>, "8.6", MultimemNarrow>];
defvar AccumulatorGates = NarrowGates # [When<Has<"acc::f32">, "8.2">];

// Registers for floating-point values: packed and narrow ones are in bit registers. For bfloat
// numbers, earlier releases of `ptxas` check only the width.
defvar FloatCases = [
  Case<Has<"e5m2 e4m3">, 0, "b8">, Case<Has<"f16 e5m2x2 e4m3x2">, 0, "b16|f16">,
  Case<Has<"e5m2x4 e4m3x4">, 0, "b32|f32|f16x2">,
  Case<All<[Not<PtxasFrom<"13.1">>, Has<"bf16">]>, 0, "b16|f16">,
  Case<All<[Not<PtxasFrom<"13.1">>, Has<"bf16x2">]>, 0, "b32|f32|f16x2">, Case<Always>
];
class FloatDst<string name, string type> : Dst<name, type, FloatCases> { let FollowsVec = 1; }
class FloatSrc<string name, string type> : TypedSrc<name, type, FloatCases> { let FollowsVec = 1; }

// The operand of the reduction; for bf16x2, `ptxas` accepts only untyped registers.
class ReducedSrc<string name, string type>
    : TypedSrc<name, type, [
        Case<Has<"f16 bf16">, 0, "b16|f16">, Case<Has<"f16x2">, 0, "f16x2">,
        Case<Has<"bf16x2">, 0, "bf16x2">, Case<Always>
      ]> {
  let FollowsVec = 1;
}

defvar MultimemSets = [
  Set<"scope", "cta cluster gpu sys">, Set<"ss", "global">, Set<"vec", "v2 v4 v8">
];

def ReducedMultimemAddr : MovedAddr<"a", "ss", 64> { let AlsoTaken = "special object"; }

let Operands = [Addr<"a", "ss">],
    Gates = [Since<"8.1", sm_90_up>] in {
  let Sets = MultimemSets # [
        Set<"ldsem", "relaxed acquire">, Set<"acc_prec", "acc::f32 acc::f16">
      ],
      Rules = [
        PtxasImplies<Given<"ldsem">, Given<"scope">>, PtxasImplies<Given<"scope">, Given<"ldsem">>
      ] in
  def multimem_ld_reduce
      : Instruction<"multimem.ld_reduce", "9.7.9.14", "load and reduce from a multimem address"> {
    let Async = [AsyncAs<MultimemAccess>];
    let PtxasChecks = [PtxasCheck<Always, "d", "whole">];
    let Effects = [OrdersMemory<Has<"acquire">>, ResultVaries<Has<"relaxed">>];
    let Forms = [
      Form<"multimem.ld_reduce{.ldsem}{.scope}{.ss}.op.type  d, [a]",
           [Set<"op", "min max add and or xor">, MultimemIntegers], [], IntegerOperations>,
      Form<"multimem.ld_reduce.weak{.ss}.op.type  d, [a]",
           [Set<"op", "min max add and or xor">, MultimemIntegers], [], IntegerOperations>,
      Form<"multimem.ld_reduce{.ldsem}{.scope}{.ss}.op{.acc_prec}{.vec}.type  d, [a]",
           [Set<"op", "min max add">, MultimemFloats], AccumulatorGates,
           MultimemVectors # LoadOperations, [FloatDst<"d", "type">]>,
      Form<"multimem.ld_reduce.weak{.ss}.op{.acc_prec}{.vec}.type  d, [a]",
           [Set<"op", "min max add">, MultimemFloats], AccumulatorGates,
           MultimemVectors # LoadOperations, [FloatDst<"d", "type">]>
    ];
  }

  let Sets = MultimemSets # [Set<"stsem", "relaxed release">],
      Rules = [
        PtxasImplies<Given<"stsem">, Given<"scope">>, PtxasImplies<Given<"scope">, Given<"stsem">>
      ] in
  def multimem_st : Instruction<"multimem.st", "9.7.9.14", "store to a multimem address"> {
    let Async = [AsyncAs<MultimemAccess>];
    let PtxasChecks = [
      PtxasCheck<Always, "a", "object">, PtxasCheck<Always, "b", "whole">
    ] # NumberFirstChecks;
    let Forms = [
      Form<"multimem.st{.stsem}{.scope}{.ss}.type  [a], b", [MultimemIntegers]>,
      Form<"multimem.st.weak{.ss}.type  [a], b", [MultimemIntegers]>,
      Form<"multimem.st{.stsem}{.scope}{.ss}{.vec}.type  [a], b", [MultimemFloats], NarrowGates,
           MultimemVectors, [FloatSrc<"b", "type">]>,
      Form<"multimem.st.weak{.ss}{.vec}.type  [a], b", [MultimemFloats], NarrowGates,
           MultimemVectors, [FloatSrc<"b", "type">]>
    ];
  }

  let Sets = MultimemSets # [
        Set<"redsem", "relaxed release">, Set<"redtype", "f16 f16x2 bf16 bf16x2 f32 f64">
      ],
      Rules = [
        PtxasImplies<Given<"redsem">, Given<"scope">>, PtxasImplies<Given<"scope">, Given<"redsem">>
      ] in
  def multimem_red : Instruction<"multimem.red", "9.7.9.14", "reduction at a multimem address"> {
    let Traits = [TakesElement];
    let Async = [AsyncAs<MultimemAccess>];
    let PtxasChecks = [
      PtxasCheck<Always, "b", "whole">, PtxasCheck<Not<Given<"vec">>, "b", "braced">
    ] # NumberFirstChecks;
    let Operands = [ReducedMultimemAddr];
    let Forms = [
      Form<"multimem.red{.redsem}{.scope}{.ss}.op.type  [a], b",
           [Set<"op", "min max add and or xor">, MultimemIntegers], [], IntegerOperations>,
      Form<"multimem.red{.redsem}{.scope}{.ss}.redop{.vec}.redtype  [a], b", [Set<"redop", "add">],
           [], MultimemVectors, [ReducedSrc<"b", "redtype">]>,
      UndocumentedForm<"multimem.red{.redsem}{.scope}{.ss}.redop.vec.redtype  [a], b",
                       [Set<"redop", "min max">, Set<"redtype", "f16 f16x2 bf16 bf16x2">],
                       [], [Implies<Has<"v8">, Has<"f16 bf16">>], [ReducedSrc<"b", "redtype">]>
    ];
  }
}
