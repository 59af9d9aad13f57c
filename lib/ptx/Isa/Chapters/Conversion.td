// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversion between types. (Manual 9.7.9.21, 9.7.9.22)

include "ptx/Isa/InstructionBase.td"

defvar Integers = "u8 u16 u32 u64 s8 s16 s32 s64";
defvar Floats = "bf16 f16 f32 f64";
defvar Numbers = !strconcat(Integers, " ", Floats);

// Operands by their types: one source, two sources to pack, four to pack with random bits.
class One<string d, string a> { list<Operand> are = [Dst<"d", d>, Src<"a", a>]; }
// The same with registers of exactly the type, which `ptxas` requires.
class Narrow<string d, string a> { list<Operand> are = [Dst<"d", d>, IntSrc<"a", a>]; }
class Two<string d, string a> { list<Operand> are = [Dst<"d", d>, Src<"a", a>, Src<"b", a>]; }
// For fixed-point numbers, `ptxas` requires 16 bits only, if they are the result.
def FixedPointDst : Dst<"d", "s2f6x2", [Case<Always, 0, "b16|f16">]>;
// Two bfloat numbers, for which earlier releases of `ptxas` require 32 bits only.
defvar BfloatPairCases = [Case<Not<PtxasFrom<"13.1">>, 0, "b32|f32|f16x2">, Case<Always>];
def BfloatPair : Reg<"a", "bf16x2", BfloatPairCases> { let AlsoTaken = "vector predicate moved"; }
def BfloatPairDst : Dst<"d", "bf16x2", BfloatPairCases> { let AlsoTaken = "vector predicate"; }
// For two bfloat numbers that become two of 4 bits, all releases require 32 bits only.
def NarrowedPair
    : Reg<"a", "fp16x2type", [Case<Is<"fp16x2type", "bf16x2">, 0, "b32|f32|f16x2">, Case<Always>]> {
  let AlsoTaken = "vector predicate moved";
}
// With a scale, all releases require only the width of the source of any narrow type.
def ScaledPair
    : Reg<"a", "fp16x2type", [
        Case<All<[Has<"scaled::n1::ue8m0">, Is<"fp16x2type", "bf16x2">]>, 0, "b32|f32|f16x2">, Case<Always>
      ]> {
  let AlsoTaken = "vector predicate moved";
}
defvar RandomBits = [Reg<"rbits", "b32">];
// `ptxas` requires a register of exactly the type.
defvar ScaleFactor = [Reg<"scale-factor", "ue8m0x2">];

// The modifier of an operand; by the manual the factors are 1 without one. (Manual of PTX 9.4,
// 9.7.10.24)
defvar ScaleRules = [
  Implies<Given<"scale-factor">, Given<"scaled::n2::ue8m0">>,
  PtxasImplies<Given<"scaled::n2::ue8m0">, Given<"scale-factor">>
];

// The same for one factor for both numbers.
defvar OneScaleFactor = [Reg<"scale-factor", "b8">];
class IdleScale<string type> : Src<"scale-factor", type>;
defvar OneScaleRules = [
  Implies<Given<"scale-factor">, Given<"scaled::n1::ue8m0">>,
  PtxasImplies<Given<"scaled::n1::ue8m0">, Given<"scale-factor">>
];

// Positive zeros only. (Manual of PTX 9.4, 9.7.10.24)
defvar ZeroGate = When<Has<"pzo">, "9.4", FamilyOf107>;
// The same, and the other rounding and the scale of conversions to narrow types.
defvar NarrowGates_9_4 = [When<Has<"rz pzo scaled::n1::ue8m0">, "9.4", FamilyOf107>];

defvar SatfiniteGates = [Since<"7.0", sm_80_up>, When<Has<"satfinite">, "8.1">, ZeroGate];

// Without either, the instruction is one of the first two lines.
defvar ReluOrSatfinite = [Implies<Always, Has<"relu satfinite pzo">>];

// `.ftz` applies to `.f32`; `.sat` requires a source with values that the destination cannot
// represent.
defvar FtzAndSatRules = [
  Implies<Has<"ftz">, Any<[Is<"dtype", "f32">, Is<"atype", "f32">]>>,
  Implies<Has<"sat">, Not<Any<[Is<"dtype", "bf16">, Is<"atype", "bf16">]>>>,
  Implies<All<[Has<"sat">, Is<"dtype", "u8">]>, Not<Is<"atype", "u8">>>,
  Implies<All<[Has<"sat">, Is<"dtype", "u16">]>, Not<Is<"atype", "u8 u16">>>,
  Implies<All<[Has<"sat">, Is<"dtype", "u32">]>, Not<Is<"atype", "u8 u16 u32">>>,
  Implies<All<[Has<"sat">, Is<"dtype", "u64">]>, Not<Is<"atype", "u8 u16 u32 u64">>>,
  Implies<All<[Has<"sat">, Is<"dtype", "s8">]>, Not<Is<"atype", "s8">>>,
  Implies<All<[Has<"sat">, Is<"dtype", "s16">]>, Not<Is<"atype", "u8 s8 s16">>>,
  Implies<All<[Has<"sat">, Is<"dtype", "s32">]>, Not<Is<"atype", "u8 u16 s8 s16 s32">>>,
  Implies<All<[Has<"sat">, Is<"dtype", "s64">]>, Not<Is<"atype", "u8 u16 u32 s8 s16 s32 s64">>>
];

def cvt : Instruction<"cvt", "9.7.9.21", "convert a number to another type"> {
  let Does = Convert;
  let Traits = [KeepsDifferences];
  let Sets = [
    Set<"irnd", "rni rzi rmi rpi">, Set<"frnd", "rn rz rm rp">, Set<"frnd2", "rn rz">,
    Set<"frnd3", "rz rp">, Set<"frnd4", "rn rz rp">, Set<"dtype", Numbers>,
    Set<"atype", Numbers>, Set<"f8x2type", "e4m3x2 e5m2x2">,
    Set<"f4x2type", "e2m1x2">, Set<"f6x2type", "e2m3x2 e3m2x2">, Set<"f4x4type", "e2m1x4">,
    Set<"f8x4type", "e4m3x4 e5m2x4">, Set<"f6x4type", "e2m3x4 e3m2x4">,
    Set<"fp16x2type", "f16x2 bf16x2">
  ];
  let Forms = [
    // Integer rounding: from floating point to integers, or to a number of the same type.
    Form<"cvt{.irnd}{.ftz}{.sat}.dtype.atype  d, a", [], [], [
      Implies<All<[Is<"dtype", Integers>, Is<"atype", Floats>]>, Given<"irnd">>,
      Implies<Given<"irnd">, Is<"atype", Floats>>,
      Implies<All<[Given<"irnd">, Is<"dtype", "bf16">]>, Is<"atype", "bf16">>,
      Implies<All<[Given<"irnd">, Is<"dtype", "f16">]>, Is<"atype", "f16">>,
      Implies<All<[Given<"irnd">, Is<"dtype", "f32">]>, Is<"atype", "f32">>,
      Implies<All<[Given<"irnd">, Is<"dtype", "f64">]>, Is<"atype", "f64">>,
      Implies<Is<"dtype", Floats>, Is<"atype", Floats>>,
      Implies<Is<"dtype", "bf16 f16">, Is<"atype", "bf16 f16">>,
      Implies<Is<"dtype", "f32">, Is<"atype", "bf16 f16 f32">>
    ], [Operand<"a", "register immediate special", "atype+">]>,
    // Floating-point rounding: from integers, or with a loss of precision.
    Form<"cvt.frnd{.ftz}{.sat}.dtype.atype  d, a", [], [], [
      Implies<Always, Is<"dtype", Floats>>,
      Implies<Is<"dtype", "bf16">, Not<Is<"atype", "bf16">>>,
      Implies<Is<"dtype", "f16">, Not<Is<"atype", "f16">>>,
      Implies<Is<"dtype", "f32">, Not<Is<"atype", "bf16 f16 f32">>>,
      Implies<Is<"dtype", "f64">, Is<"atype", Integers>>
    ]>,
    UndocumentedForm<"cvt.frnd{.ftz}.dtype.atype  d, a",
                     [Set<"dtype", "f32 f64">, Set<"atype", "bf16">], [], [],
                     One<"dtype", "bf16">.are>,

    Form<"cvt.frnd2{.relu}{.satfinite}{.pzo}.f16.f32    d, a", [],
         [ZeroGate, When<Has<"relu">, "7.0", sm_80_up>, When<Has<"satfinite">, "8.1", sm_70_up>,
          ManualWhen<Has<"satfinite">, "8.1", sm_80_up>],
         ReluOrSatfinite, One<"f16+", "f32+">.are>,
    Form<"cvt.frnd2{.relu}{.satfinite}{.pzo}.f16x2.f32  d, a, b", [], SatfiniteGates, [],
         Two<"f16x2+", "f32+">.are>,
    Form<"cvt.rs{.relu}{.satfinite}.f16x2.f32     d, a, b, rbits", [],
         [Since<"8.7", StochasticRounding>], [], Two<"f16x2+", "f32+">.are # RandomBits>,
    Form<"cvt.frnd2{.relu}{.satfinite}{.pzo}.bf16.f32   d, a", [], SatfiniteGates,
         ReluOrSatfinite, One<"bf16", "f32">.are>,
    Form<"cvt.frnd2{.relu}{.satfinite}{.pzo}.bf16x2.f32 d, a, b", [], SatfiniteGates, [],
         Two<"bf16x2", "f32">.are>,
    Form<"cvt.rs{.relu}{.satfinite}.bf16x2.f32    d, a, b, rbits", [],
         [Since<"8.7", StochasticRounding>], [], Two<"bf16x2", "f32">.are # RandomBits>,

    Form<"cvt.rna{.satfinite}.tf32.f32            d, a", [],
         [Since<"7.0", sm_80_up>, When<Has<"satfinite">, "8.1">], [],
         One<"tf32", "f32">.are>,
    Form<"cvt.frnd2{.satfinite}{.relu}{.pzo}.tf32.f32   d, a", [],
         [Since<"7.8", sm_90_up>, When<Has<"satfinite">, "8.6", sm_100_up>, ZeroGate], [],
         One<"tf32", "f32">.are>,

    Form<"cvt.frnd2.satfinite{.relu}{.pzo}{.scaled::n1::ue8m0}.f8x2type.f32  d, a, b{, scale-factor}", [],
         [Since<"7.8", Fp8>] # NarrowGates_9_4, OneScaleRules,
         Two<"f8x2type", "f32">.are # OneScaleFactor>,
    Form<"cvt.frnd2.satfinite{.relu}{.pzo}{.scaled::n1::ue8m0}.f8x2type.fp16x2type  "
         "d, a{, scale-factor}", [],
         [Since<"7.8", Fp8>, When<Is<"fp16x2type", "bf16x2">, "9.1", Narrow_9_1>] # NarrowGates_9_4,
         OneScaleRules, [Dst<"d", "f8x2type">, ScaledPair] # OneScaleFactor>,
    Form<"cvt.rn{.relu}.f16x2.f8x2type            d, a", [], [Since<"7.8", Fp8>], [],
         Narrow<"f16x2", "f8x2type">.are>,
    Form<"cvt.rn{.relu}{.satfinite}{.scaled::n2::ue8m0}.bf16x2.f8x2type  d, a{, scale-factor}", [],
         [Since<"9.2", Narrow_9_2>], ScaleRules, One<"bf16x2", "f8x2type">.are # ScaleFactor>,
    Form<"cvt.rs{.relu}.satfinite.f8x4type.f32    d, {a, b, e, f}, rbits", [],
         [Since<"8.7", StochasticRounding>], [], One<"f8x4type", "f32">.are # RandomBits>,

    Form<"cvt.frnd2.satfinite{.relu}{.pzo}{.scaled::n1::ue8m0}.f4x2type.f32  d, a, b{, scale-factor}", [],
         [Since<"8.6", NarrowFloat>] # NarrowGates_9_4, OneScaleRules,
         Two<"f4x2type", "f32">.are # OneScaleFactor>,
    Form<"cvt.frnd2.satfinite{.relu}{.pzo}{.scaled::n1::ue8m0}.f4x2type.fp16x2type  "
         "d, a{, scale-factor}", [],
         [Since<"8.6", NarrowFloat>, When<Is<"fp16x2type", "bf16x2">, "9.1", Narrow_9_1>,
          When<All<[PtxasFrom<"13.1">, Is<"fp16x2type", "f16x2">]>, "9.1", Narrow_9_1>,
          ManualWhen<All<[Not<PtxasFrom<"13.1">>, Is<"fp16x2type", "f16x2">]>, "9.1", Narrow_9_1>] #
             NarrowGates_9_4,
         OneScaleRules, [Dst<"d", "f4x2type">, NarrowedPair] # OneScaleFactor>,
    Form<"cvt.rn{.relu}.f16x2.f4x2type            d, a", [], [Since<"8.6", NarrowFloat>], [],
         Narrow<"f16x2", "f4x2type">.are>,
    Form<"cvt.rn{.relu}{.satfinite}{.scaled::n2::ue8m0}.bf16x2.f4x2type  d, a{, scale-factor}", [],
         [Since<"9.2", Narrow_9_2>], ScaleRules, Narrow<"bf16x2", "f4x2type">.are # ScaleFactor>,
    Form<"cvt.rs{.relu}.satfinite.f4x4type.f32    d, {a, b, e, f}, rbits", [],
         [Since<"8.7", StochasticRounding>], [], One<"f4x4type", "f32">.are # RandomBits>,

    Form<"cvt.frnd2.satfinite{.relu}{.pzo}{.scaled::n1::ue8m0}.f6x2type.f32  d, a, b{, scale-factor}", [],
         [Since<"8.6", NarrowFloat>] # NarrowGates_9_4, OneScaleRules,
         Two<"f6x2type", "f32">.are # OneScaleFactor>,
    Form<"cvt.frnd2.satfinite{.relu}{.pzo}{.scaled::n1::ue8m0}.f6x2type.fp16x2type  "
         "d, a{, scale-factor}", [],
         [Since<"9.1", Narrow_9_1>] # NarrowGates_9_4, OneScaleRules,
         [Dst<"d", "f6x2type">, ScaledPair] # OneScaleFactor>,
    Form<"cvt.rn{.relu}.f16x2.f6x2type            d, a", [], [Since<"8.6", NarrowFloat>], [],
         Narrow<"f16x2", "f6x2type">.are>,
    Form<"cvt.rn{.relu}{.satfinite}{.scaled::n2::ue8m0}.bf16x2.f6x2type  d, a{, scale-factor}", [],
         [Since<"9.2", Narrow_9_2>], ScaleRules, One<"bf16x2", "f6x2type">.are # ScaleFactor>,
    Form<"cvt.rs{.relu}.satfinite.f6x4type.f32    d, {a, b, e, f}, rbits", [],
         [Since<"8.7", StochasticRounding>], [], One<"f6x4type", "f32">.are # RandomBits>,

    Form<"cvt.frnd3{.satfinite}.ue8m0x2.f32       d, a, b", [], [Since<"8.6", NarrowFloat>], [],
         Two<"ue8m0x2", "f32">.are>,
    Form<"cvt.frnd3{.satfinite}.ue8m0x2.bf16x2    d, a", [], [Since<"8.6", NarrowFloat>], [],
         [Dst<"d", "ue8m0x2">, BfloatPair]>,
    Form<"cvt.rn.bf16x2.ue8m0x2                   d, a", [], [Since<"8.6", NarrowFloat>], [],
         [BfloatPairDst, Src<"a", "ue8m0x2">]>,

    // Only the syntax of PTX 9.4 has `.rz`, without a version and targets; `ptxas` supports it for
    // sm_107a.
    Form<"cvt.frnd2.satfinite{.relu}{.scaled::n2::ue8m0}.s2f6x2.f32     d, a, b{, scale-factor}", [],
         [Since<"9.1", FixedPoint_9_1>, When<Has<"rz">, "9.4", Only107a>], ScaleRules,
         [FixedPointDst, Src<"a", "f32">, Src<"b", "f32">] # ScaleFactor>,
    // Without a factor, `ptxas` accepts braces, with any register in them.
    UndocumentedForm<"cvt.rn.satfinite{.relu}.s2f6x2.f32  d, a, b", [], [Since<"9.1", FixedPoint_9_1>], [],
                     [Dst<"d", "s2f6x2", [Lengths<Always, [1, 2]>]>, Src<"a", "f32">, Src<"b", "f32">]>,
    Form<"cvt.frnd2.satfinite{.relu}{.scaled::n2::ue8m0}.s2f6x2.bf16x2  d, a{, scale-factor}", [],
         [Since<"9.1", FixedPoint_9_1>, When<Has<"rz">, "9.4", Only107a>], ScaleRules,
         [FixedPointDst, Src<"a", "bf16x2">] # ScaleFactor>,
    Form<"cvt.rn{.satfinite}{.relu}{.scaled::n2::ue8m0}.bf16x2.s2f6x2 d, a{, scale-factor}", [],
         [Since<"9.1", FixedPoint_9_1>], ScaleRules, Narrow<"bf16x2", "s2f6x2">.are # ScaleFactor>,

    Form<"cvt.frnd4{.satfinite}.ue5m3x2.f32  d, a, b", [], [Since<"9.4", FamilyOf107>], [],
         Two<"ue5m3x2", "f32">.are>,
    Form<"cvt.frnd2{.satfinite}.scaled::n1::ue8m0.ue5m3x2.f32  d, a, b, scale-factor", [],
         [Since<"9.4", FamilyOf107>], [], Two<"ue5m3x2", "f32">.are # OneScaleFactor>,
    Form<"cvt.frnd4{.satfinite}.ue5m3x2.fp16x2type  d, a", [], [Since<"9.4", FamilyOf107>], [],
         One<"ue5m3x2", "fp16x2type">.are>,
    // `ptxas` accepts a scale that has no effect.
    UndocumentedForm<"cvt.frnd4{.satfinite}.ue5m3x2.f16x2  d, a, scale-factor", [],
                     [Since<"9.4", FamilyOf107>], [], One<"ue5m3x2", "f16x2">.are # [IdleScale<"b8">]>,
    UndocumentedForm<"cvt.frnd4{.satfinite}.ue5m3x2.bf16x2  d, a, scale-factor", [],
                     [Since<"9.4", FamilyOf107>], [], One<"ue5m3x2", "bf16x2">.are # [IdleScale<"b8|b16">]>,
    Form<"cvt.frnd2{.satfinite}.scaled::n1::ue8m0.ue5m3x2.fp16x2type  d, a, scale-factor", [],
         [Since<"9.4", FamilyOf107>], [], [Dst<"d", "ue5m3x2">, ScaledPair] # OneScaleFactor>,
    Form<"cvt.rn.f16x2.ue5m3x2  d, a", [], [Since<"9.4", FamilyOf107>], [],
         Narrow<"f16x2", "ue5m3x2">.are>,
    Form<"cvt.rn{.satfinite}{.scaled::n2::ue8m0}.bf16x2.ue5m3x2  d, a{, scale-factor}", [],
         [Since<"9.4", FamilyOf107>], ScaleRules, One<"bf16x2", "ue5m3x2">.are # ScaleFactor>
  ];
  let Operands = [Dst<"d", "dtype+">, Src<"a", "atype+">];
  let PtxasChecks = [
    PtxasCheck<All<[Has<"ue8m0x2">, Has<"bf16x2">, Any<[Has<"rn">, Not<PtxasFrom<"13.1">>]>]>, "a", "function">,
    PtxasCheck<All<[Has<"ue8m0x2">, Has<"bf16x2">, PtxasFrom<"13.1">]>, "d a", "vector predicate moved">,
    PtxasCheck<All<[Has<"rn">, Has<"bf16x2">, Not<Is<"fp16x2type", "bf16x2">>,
                    Has<"e4m3x2 e5m2x2 e2m3x2 e3m2x2 ue5m3x2">, Not<Has<"satfinite">>]>, "a", "function">,
    PtxasCheck<Is<"fp16x2type", "f16x2">, "a", "vector predicate moved">,
    PtxasCheck<All<[Is<"fp16x2type", "bf16x2">, Not<Has<"scaled::n1::ue8m0">>, Not<Has<"e2m1x2">>]>, "a",
               "vector predicate moved">,
    PtxasCheck<Is<"atype", Floats>, "a", "special">, PtxasCheck<Has<"rs">, "rbits", "register">,
    PtxasCheck<Has<"rs">, "a", "whole">
  ];
  let Rules = FtzAndSatRules;
  let Gates = [
    When<Has<"ftz">, "1.4">,
    When<All<[Has<"ftz">, Is<"dtype", "u64 s64 f64">]>, "2.0">,
    ManualWhen<Any<[Is<"dtype", "f64">, Is<"atype", "f64">]>, "1.0", DoublePrecision>,
    When<All<[Is<"dtype", "bf16">, Is<"atype", "f32">]>, "7.0", sm_80_up>,
    When<All<[Is<"dtype", "f32">, Is<"atype", "bf16">]>, "7.1", sm_80_up>,
    When<All<[Is<"dtype", "f32">, Is<"atype", "bf16">, Has<"ftz">]>, "7.8", sm_90_up>,
    When<All<[Is<"dtype", "bf16">, Not<Is<"atype", "f32">>]>, "7.8", sm_90_up>,
    When<All<[Is<"atype", "bf16">, Not<Is<"dtype", "f32">>]>, "7.8", sm_90_up>
  ];
}

def cvt_pack : Instruction<"cvt.pack", "9.7.9.22", "convert two integers and pack them"> {
  let Does = Convert;
  let Forms = [
    Form<"cvt.pack.sat.convertType.abType        d, a, b",
         [Set<"convertType", "u16 s16">, Set<"abType", "s32">], [Since<"6.5", sm_72_up>]>,
    Form<"cvt.pack.sat.convertType.abType.cType  d, a, b, c",
         [Set<"convertType", "u2 s2 u4 s4 u8 s8">, Set<"abType", "s32">, Set<"cType", "b32">],
         [Since<"6.5", sm_72_up>, When<Has<"u4 s4 u2 s2">, "6.5", sm_75_up>]>
  ];
  let Operands = [
    Dst<"d", "abType+">, Src<"a", "abType+">, Src<"b", "abType+">, Src<"c", "cType+">
  ];
}
