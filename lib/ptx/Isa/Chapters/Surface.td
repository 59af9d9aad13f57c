// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Surfaces. (Manual 9.7.11)

include "ptx/Isa/InstructionBase.td"

// A variable, or a register with its address.
class Surface<string name> : Operand<name, "register symbol", "surfref">;

// Coordinates by geometry; in an array the first selects a surface, and any 32 bits pass.
class SurfaceCoordinates<string name>
    : Src<name, "s32", [
        Lengths<Is<"geom", "1d">, [0, 1, 2, 4]>,
        Lengths<Is<"geom", "2d">, [2, 4]>,
        Lengths<Is<"geom", "3d">, [4]>,
        Lengths<Is<"geom", "a1d">, [2, 4], "b32|f32">,
        Lengths<Always, [4], "b32|f32">
      ]>;

def CoordinatesAreIntegers : Predicate<"the coordinates are integers">;

class SurfaceDst<string name, string type> : Dst<name, type> { let FollowsVec = 1; }
class SurfaceSrc<string name, string type> : Src<name, type> { let FollowsVec = 1; }
// Without `.vec`, `ptxas` accepts vectors of any length, and with it a register as a source.
class AnyLengthDst<string name, string type> : Dst<name, type> { let Arity = [0, 1, 2, 4]; }
class AnyLengthSrc<string name, string type>
    : Src<name, type, [
        Lengths<Has<"v2">, [0, 2]>, Lengths<Has<"v4">, [0, 4]>, Lengths<Always, [0, 1, 2, 4]>
      ]>;

defvar SurfaceGates = [
  When<Has<"clamp zero">, "2.0">, ManualWhen<Has<"clamp zero">, "2.0", sm_20_up>,
  When<Register<"a">, "3.1", sm_20_up>
];
// Since when there are three dimensions the manual says of suld.b and sust.b alone.
defvar OtherGates = SurfaceGates # [PtxasWhen<Has<"3d">, "3.0", sm_20_up>];
defvar UnformattedGates = SurfaceGates # [
  Since<"1.5">, When<Has<"3d">, "3.0", sm_20_up>, When<Has<"a1d a2d">, "3.0", sm_20_up>,
  When<Given<"cop">, "2.0", sm_20_up>
];
// A vector has 128 bits at most.
defvar SurfaceRules = [Implies<Has<"v4">, Not<Has<"b64">>>];

let Sets = [
      Set<"geom", "1d 2d 3d a1d a2d">, Set<"vec", "v2 v4">, Set<"clamp", "trap clamp zero">,
      Set<"type", "b8 b16 b32 b64">
    ],
    Rules = SurfaceRules in {
  def suld_b : Instruction<"suld.b", "9.7.11.1", "load bytes from a surface"> {
    let Does = AccessTexture;
    let Forms = [
      Form<"suld.b.geom{.cop}{.vec}.type.clamp  d, [a, b]", [Set<"cop", "ca cg cs cv">]>,
      UndocumentedForm<"suld.b.geom{.cop}.type.clamp  d, [a, b]",
                       [Set<"cop", "ca cg cs cv">], [], [], [AnyLengthDst<"d", "type+">]>
    ];
    let Operands = [SurfaceDst<"d", "type+">, Surface<"a">, SurfaceCoordinates<"b">];
    let Gates = UnformattedGates;
    let Checks = [CoordinatesAreIntegers];
  }
  def sust_b : Instruction<"sust.b", "9.7.11.2", "store bytes to a surface"> {
    let Does = AccessTexture;
    let Forms = [
      Form<"sust.b.geom{.cop}{.vec}.type.clamp  [a, b], c", [Set<"cop", "wb cg cs wt">]>,
      UndocumentedForm<"sust.b.geom{.cop}{.vec}.type.clamp  [a, b], c",
                       [Set<"cop", "wb cg cs wt">], [], [], [AnyLengthSrc<"c", "type+">]>
    ];
    let Operands = [SurfaceSrc<"c", "type+">, Surface<"a">, SurfaceCoordinates<"b">];
    let Gates = UnformattedGates;
    let Checks = [CoordinatesAreIntegers];
  }
}

def sust_p : Instruction<"sust.p", "9.7.11.2", "store to a surface in its format"> {
  let Does = AccessTexture;
  let Sets = [
    Set<"geom", "1d 2d 3d">, Set<"vec", "v2 v4">, Set<"clamp", "trap clamp zero">
  ];
  let Forms = [
    Form<"sust.p.geom{.vec}.b32.clamp        [a, b], c">,
    UndocumentedForm<"sust.p.geom{.cop}{.vec}.b32.clamp  [a, b], c",
                     [Set<"geom", "1d 2d 3d a1d a2d">, Set<"cop", "wb cg cs wt">], [], [],
                     [AnyLengthSrc<"c", "b32+">]>
  ];
  let Operands = [SurfaceSrc<"c", "b32+">, Surface<"a">, SurfaceCoordinates<"b">];
  let Gates = OtherGates # [Since<"2.0", sm_20_up>, When<Has<"a1d a2d">, "4.1", sm_30_up>];
  let Checks = [CoordinatesAreIntegers];
}

def sured_b : Instruction<"sured.b", "9.7.11.3", "atomic reduction on bytes of a surface"> {
  let Does = AccessTexture;
  let Sets = [
    Set<"geom", "1d 2d 3d">, Set<"clamp", "trap clamp zero">, Set<"op", "add min max and or">,
    Set<"type", "u32 u64 s32 b32 s64">
  ];
  let Forms = [Form<"sured.b.op.geom.type.clamp  [a, b], c">];
  let Operands = [Src<"c", "type+">, Surface<"a">, SurfaceCoordinates<"b">];
  let Gates = OtherGates # [
    Since<"2.0", sm_20_up>, When<All<[Has<"min max">, Has<"u64 s64">]>, "8.1", sm_50_up>
  ];
  let Rules = [
    Implies<Has<"add">, Has<"u32 u64 s32">>, Implies<Has<"min max">, Has<"u32 s32 u64 s64">>,
    Implies<Has<"and or">, Has<"b32">>
  ];
}

def sured_p : Instruction<"sured.p", "9.7.11.3", "atomic reduction on samples of a surface"> {
  let Does = AccessTexture;
  let Sets = [
    Set<"geom", "1d 2d 3d">, Set<"clamp", "trap clamp zero">, Set<"op", "add min max and or">,
    Set<"type", "b32 b64">
  ];
  let Forms = [Form<"sured.p.op.geom.type.clamp  [a, b], c">];
  let Operands = [Src<"c", "type+">, Surface<"a">, SurfaceCoordinates<"b">];
  let Gates = OtherGates # [
    Since<"2.0", sm_20_up>, When<Has<"b64">, "8.1", sm_50_up>
  ];
  let Rules = [Implies<Has<"b64">, Has<"min max">>];
}

def suq : Instruction<"suq", "9.7.11.4", "query an attribute of a surface"> {
  let Forms = [
    Form<"suq.query.b32  d, [a]",
         [Set<"query", "width height depth channel_data_type channel_order array_size "
                       "memory_layout">]>
  ];
  let Operands = [Dst<"d", "b32">, Surface<"a">];
  let Gates = [
    Since<"1.5">, When<Register<"a">, "3.1", sm_20_up>,
    When<Has<"channel_data_type channel_order">, "2.1">, When<Has<"array_size">, "4.1">,
    When<Has<"memory_layout">, "4.2">
  ];
}
