// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Textures. (Manual 9.7.10)

include "ptx/Isa/InstructionBase.td"

// A variable, or a register with its address. (Manual 9.7.10.1) In unified mode a texture is its own
// sampler.
class Texture<string name> : Operand<name, "register symbol", "texref">;
class Sampler<string name> : Operand<name, "register symbol", "samplerref|texref">;
// Independent mode requires a separate sampler; a texture cannot represent one there.
def SamplerFitsTexturingMode
    : Predicate<"a `.samplerref` is named in independent texturing mode, and none in unified mode">;

// Coordinates by geometry: one more register than dimensions if an array or a sample is selected,
// padded to a vector. `.v4` is accepted for each geometry, and so are integers for other 32-bit
// values.
class Coordinates<string name, string type>
    : Src<name, type#"|u32", [
        Lengths<Is<"geom", "1d">, [0, 1, 2, 4]>,
        Lengths<Is<"geom", "2d">, [2, 4]>,
        Lengths<Is<"geom", "3d cube">, [4]>,
        Lengths<Is<"geom", "a1d">, [2, 4], "b32|u32|f32">,
        Lengths<Is<"geom", "2dms a2dms">, [4]>,
        Lengths<Always, [4], "b32|u32|f32">
      ]> {
  let AlsoTaken = "scalar";
}
def ArrayIndexIsInteger
    : Predicate<"the first coordinate, which selects a texture of an array, is an integer">;

def BracketsAreOptional
    : Predicate<"a texture and its coordinates are in brackets from PTX 1.2 on">;

// One of the used elements: padding of a vector is ignored.
class OffsetLimit<int element, Condition condition>
    : Within<LimitsValue, "the offset of a coordinate", "", -8, 7, condition> {
  let Element = element;
  let Signed = 1;
}
// The offset of coordinates, and the value to which a depth is compared.
class Offset<string name>
    : Src<name, "s32", [
        Lengths<Is<"geom", "1d a1d">, [1, 2, 4]>, Lengths<Is<"geom", "3d">, [4]>,
        Lengths<Always, [2, 4]>
      ]> {
  let Min = -8;
  let Max = 7;
  // `ptxas` does not check the range of the elements of a vector.
  let Limits = [
    OffsetLimit<0, Always>, OffsetLimit<1, Not<Is<"geom", "1d a1d">>>,
    OffsetLimit<2, Is<"geom", "3d">>
  ];
  let AlsoTaken = "scalar immediate";
}
class ScalarOffset<string name> : SrcIn<name, "s32", -8, 7>;
// Partial derivatives by x and by y.
class Gradient<string name>
    : Src<name, "f32", [
        Case<Is<"geom", "1d a1d">, 1>, Case<Is<"geom", "2d a2d">, 2>, Case<Always, 4>
      ]>;

// A level of detail, in braces or not.
class Level<string name, string type> : Src<name, type> {
  let Arity = [0, 1];
  let AlsoTaken = "vector";
}

class TextureDst<string name> : Dst<name, "dtype"> { let FollowsVec = 1; }

defvar FetchGates = [
  When<Given<"e">, "4.3", sm_30_up>, When<Given<"f">, "4.3", sm_30_up>,
  When<Given<"p">, "7.1", sm_60_up>,
  When<Register<"a">, "3.1", sm_20_up>,
  PtxasWhen<All<[Given<"b">, Any<[Register<"a">, Register<"b">]>]>, "4.3", sm_30_up>
];
defvar FetchRules = [
  Implies<Given<"e">, Not<Is<"geom", "cube acube">>>
];

defvar AllGeometries = "1d 2d 3d a1d a2d cube acube 2dms a2dms";
defvar SingleSampleGeometries = "1d 2d 3d a1d a2d cube acube";

def tex : Instruction<"tex", "9.7.10.3", "fetch from a texture"> {
  let Does = AccessTexture;
  let Sets = [
    MnemonicSuffix<"base", "base">, MnemonicSuffix<"lod", "level">, MnemonicSuffix<"gradient", "grad">, Set<"vec", "v4 v2">,
    Set<"dtype", "u32 s32 f16 f32 f16x2">, Set<"ctype", "s32 f32">
  ];
  let Forms = [
    Form<"tex{.base}.geom.vec.dtype.ctype       d[|p], [a, c]{, e}{, f}",
         [Set<"geom", AllGeometries>]>,
    Form<"tex{.base}.geom.vec.dtype.ctype       d[|p], [a, b, c]{, e}{, f}",
         [Set<"geom", AllGeometries>]>,
    Form<"tex.lod.geom.vec.dtype.ctype       d[|p], [a, c], lod{, e}{, f}",
         [Set<"geom", SingleSampleGeometries>], [Since<"3.1", sm_20_up>]>,
    Form<"tex.lod.geom.vec.dtype.ctype       d[|p], [a, b, c], lod{, e}{, f}",
         [Set<"geom", SingleSampleGeometries>], [Since<"3.1", sm_20_up>]>,
    Form<"tex.gradient.geom.vec.dtype.ctype  d[|p], [a, c], dPdx, dPdy{, e}{, f}",
         [Set<"geom", SingleSampleGeometries>],
         [Since<"3.1", sm_20_up>, When<Has<"cube acube">, "4.3">]>,
    Form<"tex.gradient.geom.vec.dtype.ctype  d[|p], [a, b, c], dPdx, dPdy{, e}{, f}",
         [Set<"geom", SingleSampleGeometries>],
         [Since<"3.1", sm_20_up>, When<Has<"cube acube">, "4.3">]>,
    // The form of PTX 1.0 and 1.1. (Manual 9.7.10.3, notes)
    Form<"tex.geom.vec.dtype.ctype  d, a, c",
         [Set<"geom", "1d 2d 3d">, Set<"vec", "v4">, Set<"dtype", "u32 s32 f32">], [], [], [],
         [BracketsAreOptional]>,
    // With one offset for all coordinates.
    UndocumentedForm<"tex{.base}.geom.vec.dtype.ctype  d[|p], [a, c], e{, f}",
                     [Set<"geom", AllGeometries>], [], [], [ScalarOffset<"e">]>,
    UndocumentedForm<"tex{.base}.geom.vec.dtype.ctype  d[|p], [a, b, c], e{, f}",
                     [Set<"geom", AllGeometries>], [], [], [ScalarOffset<"e">]>
  ];
  let Operands = [
    TextureDst<"d">, Texture<"a">, Sampler<"b">, Coordinates<"c", "ctype">, Level<"lod", "ctype">,
    Gradient<"dPdx">, Gradient<"dPdy">, Offset<"e">, Src<"f", "f32">
  ];
  let Gates = FetchGates # [
    When<Has<"a1d a2d">, "2.3">, When<Has<"cube">, "3.0">, When<Has<"acube">, "3.0", sm_20_up>,
    When<Has<"2dms a2dms">, "3.2", sm_30_up>, When<Has<"base">, "3.1", sm_20_up>,
    When<Is<"dtype", "f16 f16x2">, "4.2", sm_53_up>, When<Given<"b">, "1.5">
  ];
  let Rules = FetchRules # [
    Implies<Has<"v2">, Is<"dtype", "f16x2">>, Implies<Is<"dtype", "f16x2">, Has<"v2">>,
    Implies<Has<"cube acube">, Is<"ctype", "f32">>, Implies<Has<"2dms a2dms">, Is<"ctype", "s32">>,
    Implies<Given<"f">, Is<"ctype", "f32">>, Implies<Given<"f">, Not<Has<"3d 2dms a2dms">>>
  ];
  let Checks = [SamplerFitsTexturingMode, ArrayIndexIsInteger];
  let PtxasChecks = [
    PtxasCheck<Is<"dtype", "f16x2">, "d", "vector">,
    PtxasCheck<Always, "dPdx dPdy", "predicate">,
    PtxasCheck<Is<"geom", "3d cube acube">, "dPdx dPdy", "special", sm_90_up>
  ];
}

def tld4 : Instruction<"tld4", "9.7.10.4", "fetch one component of the four nearest texels"> {
  let Does = AccessTexture;
  let Sets = [
    Set<"comp", "r g b a">, Set<"geom", "2d a2d cube acube">, Set<"vec", "v4">,
    Set<"dtype", "u32 s32 f32">
  ];
  let Forms = [
    Form<"tld4.comp.geom.vec.dtype.f32  d[|p], [a, c]{, e}{, f}">,
    Form<"tld4.comp.geom.vec.dtype.f32  d[|p], [a, b, c]{, e}{, f}">
  ];
  let Operands = [
    TextureDst<"d">, Texture<"a">, Sampler<"b">, Coordinates<"c", "f32">, Offset<"e">,
    Src<"f", "f32">
  ];
  let Gates = FetchGates # [Since<"2.2", sm_20_up>, When<Has<"a2d cube acube">, "4.3", sm_30_up>];
  let Rules = FetchRules;
  let Checks = [SamplerFitsTexturingMode, ArrayIndexIsInteger];
}

class QueryLevel<string name> : IntSrc<name, "b32"> {
  let Arity = [0, 1];
  let AlsoTaken = "vector";
}

def txq : Instruction<"txq", "9.7.10.5", "query an attribute of a texture or sampler"> {
  let Forms = [
    Form<"txq.tquery.b32         d, [a]",
         [Set<"tquery", "width height depth channel_data_type channel_order normalized_coords "
                        "array_size num_mipmap_levels num_samples">],
         [
           When<Has<"channel_data_type channel_order">, "2.1">,
           When<Has<"array_size">, "4.1">,
           When<Has<"num_mipmap_levels">, "4.1", sm_20_up>,
           When<Has<"num_samples">, "4.1", sm_30_up>
         ], [], [Texture<"a">]>,
    UndocumentedForm<"txq.memory_layout.b32  d, [a]", [], [Since<"4.2">], [],
                     [Operand<"a", "register symbol", "texref|samplerref">]>,
    Form<"txq.lod.tlquery.b32  d, [a], lod",
         [MnemonicSuffix<"lod", "level">, Set<"tlquery", "width height depth">], [Since<"4.3", sm_30_up>], [],
         [Texture<"a">, QueryLevel<"lod">]>,
    Form<"txq.squery.b32         d, [a]",
         [Set<"squery", "filter_mode addr_mode_0 addr_mode_1 addr_mode_2">], [], [],
         [Sampler<"a">], [SamplerFitsTexturingMode]>,
    Form<"txq.force_unnormalized_coords.b32  d, [a]", [], [Since<"2.2">], [],
         [Operand<"a", "register symbol", "samplerref">], [SamplerFitsTexturingMode]>
  ];
  let Operands = [Dst<"d", "b32">];
  let Gates = [Since<"1.5">, When<Register<"a">, "3.1", sm_20_up>];
}

def istypep : Instruction<"istypep", "9.7.10.6", "test whether a reference is a texture, sampler or surface"> {
  let Forms = [
    Form<"istypep.type  p, a", [Set<"type", "texref samplerref surfref">],
         [Since<"4.0", sm_30_up>]>
  ];
  let Operands = [PredDst<"p">, Src<"a", "u64">];
}
