// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices that a warp loads, multiplies and stores as wmma fragments. (Manual 9.7.14.4)

include "ptx/Isa/Chapters/MatrixShapes.td"

// PTX 6.3 added `.aligned`; it is required since.
defvar WmmaGates = [
  Since<"6.0", sm_70_up>,
  When<Given<"aligned">, "6.3">,
  UntilWhen<Not<Given<"aligned">>, "6.3">,
  When<Has<"m8n32k16 m32n8k16">, "6.1">,
  When<Has<"m16n16k8 m8n8k4">, "7.0", sm_80_up>,
  When<Has<"m8n8k32 m8n8k128">, "6.3", sm_75_up>
];
defvar WmmaMemoryGates = !listconcat(WmmaGates, [
  When<Has<"s8 u8 s32">, "6.3", sm_72_up>,
  When<Has<"shared::cta">, "7.8">
]);
defvar WmmaShapes =
    Set<"shape", "m16n16k16 m8n32k16 m32n8k16 m16n16k8 m8n8k4 m8n8k32 m8n8k128">;

// A thread's share of A or B; for `.f16`, each element is there twice. Shape `small` has half as
// many elements as `.m16n16k16`, the third has twice as many. For narrow types, loads and products
// use different numbers of registers.
class WmmaFactor<string small> {
  list<Case> are = [
    Case<Has<"f16">, 8, "f16x2">,
    Case<All<[Has<"bf16">, Has<small>]>, 2, "bf16x2">,
    Case<All<[Has<"bf16">, Has<"m16n16k16">]>, 4, "bf16x2">,
    Case<Has<"bf16">, 8, "bf16x2">,
    Case<All<[Has<"s8 u8">, Has<small>]>, 1, "b32">,
    Case<All<[Has<"s8 u8">, Has<"m16n16k16">]>, 2, "b32">,
    Case<Has<"s8 u8">, 4, "b32">,
    Case<Has<"tf32">, 4, "tf32">,
    Case<Has<"f64">, 1, "f64">,
    Case<Has<"s4 u4 b1">, 1, Any32>
  ];
}
// A thread's share of C or D.
defvar WmmaResult = [
  Case<Has<"f16">, 4, "f16x2">,
  Case<All<[Has<"s32">, Has<"m8n8k32 m8n8k128">]>, 2, "b32">,
  Case<Has<"m8n8k32 m8n8k128 m8n8k4">, 2>,
  Case<Has<"s32">, 8, "b32">,
  Case<Has<"f32">, 8>
];
defvar WmmaFactorRules = [
  Implies<Has<"m16n16k16 m8n32k16 m32n8k16">, Has<"f16 bf16 s8 u8">>,
  Implies<Has<"m16n16k8">, Has<"tf32">>,
  Implies<Has<"m8n8k4">, Has<"f64">>,
  Implies<Has<"m8n8k32">, Has<"s4 u4">>,
  Implies<Has<"m8n8k128">, Has<"b1">>
];
// For the shapes of narrow integers, `ptxas` also accepts .f32.
defvar WmmaResultRules = [
  Implies<Has<"m16n16k16 m8n32k16 m32n8k16">, Has<"f16 f32 s32">>,
  Implies<Has<"m16n16k8">, Has<"f32">>,
  Implies<Has<"m8n8k4">, Has<"f64">>,
  Implies<Has<"m8n8k32 m8n8k128">, Has<"f32 s32">>,
  ManualImplies<Has<"m8n8k32 m8n8k128">, Has<"s32">>
];

let Gates = WmmaMemoryGates in {
  def wmma_load : Instruction<"wmma.load", "9.7.14.4.3", "load a matrix into a wmma fragment"> {
    let Does = WarpMatrix;
    let Sets = [
      MnemonicSuffix<"a", "a">, MnemonicSuffix<"b", "b">, MnemonicSuffix<"c", "c">, Set<"layout", "row col">, WmmaShapes,
      Set<"ss", "global shared shared::cta">, Set<"atype", "f16 s8 u8 bf16 tf32 f64 s4 u4 b1">,
      Set<"btype", "f16 s8 u8 bf16 tf32 f64 s4 u4 b1">, Set<"ctype", "f16 f32 s32 f64">
    ];
    let Forms = [
      Form<"wmma.load.a.sync{.aligned}.layout.shape{.ss}.atype  r, [p]{, stride}", [],
           [When<Has<"bf16">, "7.0", sm_80_up>],
           !listconcat(WmmaFactorRules, [Implies<Has<"m8n8k32 m8n8k128">, Has<"row">>]),
           [Dst<"r", "atype", WmmaFactor<"m8n32k16">.are>]>,
      Form<"wmma.load.b.sync{.aligned}.layout.shape{.ss}.btype  r, [p]{, stride}", [],
           [When<Has<"bf16">, "7.0", sm_80_up>],
           !listconcat(WmmaFactorRules, [Implies<Has<"m8n8k32 m8n8k128">, Has<"col">>]),
           [Dst<"r", "btype", WmmaFactor<"m32n8k16">.are>]>,
      Form<"wmma.load.c.sync{.aligned}.layout.shape{.ss}.ctype  r, [p]{, stride}", [], [],
           WmmaResultRules, [Dst<"r", "ctype", WmmaResult>]>
    ];
    let Operands = [MovedAddr<"p", "ss">, Src<"stride", "u32">];
    let PtxasChecks = [PtxasCheck<Always, "r", "vector component">];
  }

  def wmma_store : Instruction<"wmma.store", "9.7.14.4.4", "store a wmma fragment as a matrix"> {
    let Does = WarpMatrix;
    let Sets = [
      MnemonicSuffix<"d", "d">, Set<"layout", "row col">, WmmaShapes,
      Set<"ss", "global shared shared::cta">, Set<"type", "f16 f32 s32 f64">
    ];
    let Forms = [
      Form<"wmma.store.d.sync{.aligned}.layout.shape{.ss}.type  [p], r{, stride}", [], [],
           WmmaResultRules>
    ];
    let Operands = [StoreMovedAddr<"p", "ss">, Src<"r", "type", WmmaResult>, Src<"stride", "u32">];
    let PtxasChecks = [
      PtxasCheck<Always, "r", "special predicate symbol component">,
      PtxasCheck<Has<"f16 s32">, "r", "decimal">
    ];
  }
}

// The result and the addend of a product of shapes with 256 elements: of .f16 or .f32.
class WmmaSum<string type> {
  list<Case> are = [Case<Is<type, "f16">, 4, "f16x2">, Case<Is<type, "f32">, 8, "f32">];
}
defvar NarrowSum = [Dst<"d", "b32", [Case<Always, 2>]>, Src<"c", "b32", [Case<Always, 2>]>];

def wmma_mma : Instruction<"wmma.mma", "9.7.14.4.5", "matrix multiply-accumulate on wmma fragments"> {
  let Does = WarpMatrix;
  let Sets = [
    Set<"alayout", "row col">, Set<"blayout", "row col">,
    Set<"shape", "m16n16k16 m8n32k16 m32n8k16">, Set<"dtype", "f16 f32">, Set<"ctype", "f16 f32">
  ];
  let Forms = [
    Form<"wmma.mma.sync{.aligned}.alayout.blayout.shape.dtype.ctype{.satfinite}  d, a, b, c", [],
         [UntilWhen<Given<"satfinite">, "6.5">], [],
         [Dst<"d", "dtype", WmmaSum<"dtype">.are>, Src<"a", "f16x2", [Case<Always, 8>]>,
          Src<"b", "f16x2", [Case<Always, 8>]>, Src<"c", "ctype", WmmaSum<"ctype">.are>]>,
    Form<"wmma.mma.sync{.aligned}.alayout.blayout.shape.s32.atype.btype.s32{.satfinite}  "
         "d, a, b, c",
         [Set<"atype", "s8 u8">, Set<"btype", "s8 u8">], [Since<"6.3", sm_72_up>],
         [Implies<Is<"atype", "s8">, Is<"btype", "s8">>, Implies<Is<"atype", "u8">, Is<"btype", "u8">>],
         [Dst<"d", "b32", [Case<Always, 8>]>, Src<"c", "b32", [Case<Always, 8>]>,
          TypedSrc<"a", "b32", [Case<Has<"m8n32k16">, 1>, Case<Has<"m16n16k16">, 2>, Case<Always, 4>]>,
          TypedSrc<"b", "b32", [Case<Has<"m32n8k16">, 1>, Case<Has<"m16n16k16">, 2>, Case<Always, 4>]>
         ]>,
    Form<"wmma.mma.sync{.aligned}.alayout.blayout.shape.f32.bf16.bf16.f32  d, a, b, c", [],
         [Since<"7.0", sm_80_up>], [],
         [Dst<"d", "f32", [Case<Always, 8>]>, Src<"c", "f32", [Case<Always, 8>]>,
          Src<"a", "bf16x2",
              [Case<Has<"m8n32k16">, 2>, Case<Has<"m16n16k16">, 4>, Case<Always, 8>]>,
          Src<"b", "bf16x2",
              [Case<Has<"m32n8k16">, 2>, Case<Has<"m16n16k16">, 4>, Case<Always, 8>]>]>,
    Form<"wmma.mma.sync{.aligned}.alayout.blayout.m16n16k8.f32.tf32.tf32.f32  d, a, b, c", [],
         [], [],
         [Dst<"d", "f32", [Case<Always, 8>]>, Src<"a", "tf32", [Case<Always, 4>]>,
          Src<"b", "tf32", [Case<Always, 4>]>, Src<"c", "f32", [Case<Always, 8>]>]>,
    Form<"wmma.mma.sync{.aligned}.alayout.blayout.m8n8k4{.rnd}.f64.f64.f64.f64  d, a, b, c",
         [Set<"rnd", "rn rz rm rp">], [], [],
         [Dst<"d", Any64, [Case<Always, 2>]>, Src<"a", "f64", [Case<Always, 1>]>,
          Src<"b", "f64", [Case<Always, 1>]>, Src<"c", Any64, [Case<Always, 2>]>]>,
    Form<"wmma.mma.sync{.aligned}.row.col.m8n8k32.s32.atype.btype.s32{.satfinite}  d, a, b, c",
         [Set<"atype", "s4 u4">, Set<"btype", "s4 u4">], [],
         [Implies<Is<"atype", "s4">, Is<"btype", "s4">>, Implies<Is<"atype", "u4">, Is<"btype", "u4">>],
         NarrowSum # [Src<"a", "b32", [Case<Always, 1>]>, Src<"b", "b32", [Case<Always, 1>]>]>,
    Form<"wmma.mma.op.popc.sync{.aligned}.row.col.m8n8k128.s32.b1.b1.s32  d, a, b, c",
         [Set<"op", "xor and">], [When<Has<"and">, "7.1", sm_80_up>], [],
         NarrowSum # [TypedSrc<"a", "b32", [Case<Always, 1>]>,
                      TypedSrc<"b", "b32", [Case<Always, 1>]>]>
  ];
  let PtxasChecks = [
    PtxasCheck<Any<[Is<"atype", "s4 u4">, Has<"xor">]>, "a b", "vector">,
    PtxasCheck<Is<"atype", "s4 u4">, "a b", "immediate", UpToSm89>,
    PtxasCheck<Any<[Is<"atype", "s4 u4">, Has<"xor">]>, "a b", "component", sm_90_up>,
    PtxasCheck<Any<[Is<"atype", "s4 u4">, Has<"xor">]>, "c", "special predicate symbol component",
               sm_90_up>,
    PtxasCheck<All<[Is<"dtype", "f16">, Is<"ctype", "f32">]>, "d", "special predicate symbol component">,
    PtxasCheck<All<[Is<"dtype", "f32">, Is<"ctype", "f16">]>, "c", "decimal">,
    PtxasCheck<Has<"and">, "a b", "vector", UpToSm89>,
    PtxasCheck<Has<"and">, "a b", "predicate", sm_90_up>,
    PtxasCheck<Is<"atype", "s8 u8">, "a b", "special predicate symbol", UpToSm75>,
    PtxasCheck<Has<"m8n8k4">, "a b", "vector">,
    PtxasCheck<Has<"m16n16k8">, "b", "register immediate symbol predicate">
  ];
  let Gates = WmmaGates;
}
