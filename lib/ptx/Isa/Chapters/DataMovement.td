// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Data movement between registers, and addresses. (Manual 9.7.9)

include "ptx/Isa/InstructionBase.td"
include "ptx/Isa/Chapters/TensorMapBytes.td"

let Arity = [1, 2, 4], Split = 1 in {
  class PackedDst<string name> : Dst<name, "type">;
  class PackedSrc<string name> : Operand<name, "register immediate special", "type">;
}
let FollowsVec = 1 in {
  class VectorDst<string name> : Dst<name, "type">;
  // `ptxas` accepts one value in place of a vector.
  class VectorSrc<string name> : Operand<name, "register immediate special", "type"> {
    let AlsoTaken = "scalar";
  }
}

def mov : Instruction<"mov", "9.7.9.3", "copy a register, a constant or an address"> {
  let Does = Move;
  let Traits = [KeepsDifferences];
  let Sets = [Set<"type", "b16 b32 b64 b128 u16 u32 u64 s16 s32 s64 f32 f64">];
  let Forms = [
    Form<"mov.pred  d, {!}a", [], [], [],
         [PredDst<"d">, Operand<"a", "predicate immediate special", "pred">]>,
    Form<"mov.type  d, a", [], [], [], [Operand<"a", "register immediate special", "type">]>,
    Form<"mov.type  d, avar", [Set<"type", "b16 b32 b64 u16 u32 u64 s16 s32 s64">]>,
    UndocumentedForm<"mov.type  d, avar", [Set<"type", "b128">]>,
    Form<"mov.type  d, fname", [Set<"type", "b64 u32 u64 s64">], [Since<"2.1", sm_20_up>]>,
    // Only in examples of the manual. (6.4.3, 10.12)
    Form<"mov.vec.type  d, a",
         [Set<"vec", "v2 v4">, Set<"type", "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64">], [],
         [Implies<Has<"v4">, Not<Has<"b64 u64 s64 f64">>>], [VectorDst<"d">, VectorSrc<"a">]>
  ];
  let Operands = [
    Dst<"d", "type">, Operand<"avar", "symbol", "type">, Operand<"fname", "function", "type">
  ];
  let Gates = [
    ManualWhen<Has<"f64">, "1.0", DoublePrecision>,
    When<Has<"b128">, "8.3", sm_70_up>
  ];
}

let Sets = [Set<"type", "b16 b32 b64 b128">],
    Gates = [When<Has<"b128">, "8.3", sm_70_up>] in
def mov_pack : Instruction<"mov", "9.7.9.4", "pack registers into one, or unpack one"> {
  let Does = Move;
  let Traits = [KeepsDifferences];
  let Forms = [
    Form<"mov.type  d, a", [], [], [], [Dst<"d", "type">, PackedSrc<"a">]>,
    Form<"mov.type  d, a", [], [], [],
         [PackedDst<"d">, Operand<"a", "register immediate symbol special", "type">]>
  ];
}

let Sets = [Set<"mode", "up down bfly idx">] in {
  def shfl : Instruction<"shfl", "9.7.9.5", "exchange registers in a warp, without a member mask"> {
    let Does = ShuffleInWarp;
    let Deprecated = [DeprecatedSince<"6.0", "`shfl.sync`">];
    let Effects = [ResultVaries<>];
    let Operands = [Dst<"d", "b32">, Src<"b", "b32">, Src<"c", "b32">];
    let Forms = [
      Form<"shfl.mode.b32  d[|p], a, b, c", [], [Since<"3.0", sm_30_up>, Until<"6.4", sm_70_up>]>
    ];
  }
  def shfl_sync : Instruction<"shfl", "9.7.9.6", "exchange registers in a warp"> {
    let Does = ShuffleInWarp;
    let Operands = [
      Dst<"d", "b32">, Src<"b", "b32">, Src<"c", "b32">, MemberMask<"membermask", 0>
    ];
    let Forms = [
      Form<"shfl.sync.mode.b32  d[|p], a, b, c, membermask", [], [Since<"6.0", sm_30_up>]>
    ];
    let PtxasChecks = [CalledCheck<Always, "d a b c membermask", "sum component function">];
  }
}

def prmt : Instruction<"prmt", "9.7.9.7", "permute the bytes of two registers"> {
  let Does = Permute;
  let Forms = [
    Form<"prmt.b32{.mode}  d, a, b, c", [Set<"mode", "f4e b4e rc8 ecl ecr rc16">],
         [Since<"2.0", sm_20_up>]>
  ];
}

def GenericAddr : Addr<"a", "global"> { let AlsoTaken = "object"; }

def prefetchu : Instruction<"prefetchu", "9.7.9.15", "prefetch a line into the uniform cache"> {
  let Does = ManageCache;
  let Effects = [HasNoEffect<>];
  let Forms = [Form<"prefetchu.L1  [a]", [], [Since<"2.0", sm_20_up>]>];
  // A generic address, so that a variable must be in global memory.
  let Operands = [GenericAddr];
}

def PrefetchedMapAddr : MovedAddr<"a", "tensormap_space"> { let Object = [TensorMapObject]; }
def prefetch : Instruction<"prefetch", "9.7.9.15", "prefetch a cache line"> {
  let Does = ManageCache;
  let Effects = [HasNoEffect<>];
  let Forms = [
    Form<"prefetch{.space}.level  [a]", [Set<"space", "global local">, Set<"level", "L1 L2">],
         [Since<"2.0", sm_20_up>], [], [Addr<"a", "space">]>,
    Form<"prefetch.global.level::eviction_priority  [a]",
         [Set<"level::eviction_priority", "L2::evict_last L2::evict_normal">],
         [Since<"7.4", sm_80_up>], [], [Addr<"a", "global">]>,
    Form<"prefetch{.global}.level::prefetch_size.valid_addr  [a]",
         [Set<"level::prefetch_size", "L1::32B">], [Since<"9.4", sm_90_up>], [],
         [Addr<"a", "global">]>,
    UndocumentedForm<"prefetch.level::eviction_priority  [a]",
         [Set<"level::eviction_priority", "L2::evict_last L2::evict_normal">],
         [Since<"7.4", sm_80_up>], [], [Addr<"a", "generic">]>,
    Form<"prefetch{.tensormap_space}.tensormap  [a]", [Set<"tensormap_space", "const param">],
         [Since<"8.0", sm_90_up>], [], [PrefetchedMapAddr]>
  ];
}

def LineAddr : Addr<"a", "global"> {
  let Object = [PointedObject<"a line of the cache", 128, "T322">];
}

let Gates = [Since<"7.4", sm_80_up>], Operands = [LineAddr, Imm<"size", "u32", 128, 128>] in {
  def applypriority : Instruction<"applypriority", "9.7.9.16", "change a cache eviction priority"> {
    let Does = ManageCache;
    let Effects = [HasNoEffect<>];
    let Forms = [
      Form<"applypriority{.global}.level::eviction_priority  [a], size",
           [Set<"level::eviction_priority", "L2::evict_normal">]>
    ];
  }
  def discard : Instruction<"discard", "9.7.9.17", "discard a cache line without writing it back"> {
    let Does = ManageCache;
    let Forms = [Form<"discard{.global}.level  [a], size", [Set<"level", "L2">]>];
  }
}

def PrimarySizeFits : Predicate<"the primary size is no greater than the total size">;

def FractionIsPart : Predicate<"the fraction is above 0 and no greater than 1">;

def createpolicy : Instruction<"createpolicy", "9.7.9.18", "create a cache eviction policy"> {
  let Does = OtherFunction;
  let Sets = [
    Set<"level::primary_priority", "L2::evict_last L2::evict_normal L2::evict_first "
                                   "L2::evict_unchanged">,
    Set<"level::secondary_priority", "L2::evict_first L2::evict_unchanged">
  ];
  let Forms = [
    Form<"createpolicy.how{.global}.level::primary_priority{.level::secondary_priority}.b64 "
         "cache-policy, [a], primary-size, total-size", [MnemonicSuffix<"how", "range">], [], [], [],
         [PrimarySizeFits]>,
    Form<"createpolicy.how.fabric.level::primary_priority{.level::secondary_priority}.b64 "
         "cache-policy, [aLe, aOff], primary-size, total-size", [MnemonicSuffix<"how", "range">],
         [Since<"9.4", sm_100_up>], [], [Reg<"aLe", "u32">, Reg<"aOff", "u64">],
         [PrimarySizeFits]>,
    Form<"createpolicy.how.level::primary_priority{.level::secondary_priority}.b64 "
         "cache-policy{, fraction}", [MnemonicSuffix<"how", "fractional">], [], [], [], [FractionIsPart]>,
    Form<"createpolicy.how.L2.b64  cache-policy, access-property", [MnemonicSuffix<"how", "cvt">]>
  ];
  let Operands = [
    IntDst<"cache-policy", "u64">, MovedAddr<"a", "global">, Src<"primary-size", "u32">,
    Src<"total-size", "u32">, Src<"fraction", "f32">, Src<"access-property", "u64">
  ];
  let PtxasChecks = [PtxasCheck<Not<PtxasFrom<"13.4">>, "primary-size total-size", "sum component">];
  let Gates = [Since<"7.4", sm_80_up>];
}

// A value, or a variable in some state space, which represents its address.
class VarSrc<string name, string type, string spaces>
    : Operand<name, "register immediate symbol", type> {
  let Spaces = spaces;
}

defvar AddressSpaces =
    "const global local shared shared::cta shared::cluster param param::entry";
let Sets = [Set<"space", AddressSpaces>, Set<"size", "u32 u64">],
    Gates = [
      Since<"2.0", sm_20_up>,
      When<Has<"const">, "3.1">,
      When<Has<"param param::entry">, "7.7", sm_70_up>,
      When<Has<"param::entry">, "8.3">,
      When<Has<"shared::cta">, "7.8">, ManualWhen<Has<"shared::cta">, "7.8", sm_30_up>,
      When<Has<"shared::cluster">, "7.8", sm_90_up>
    ] in {
  def isspacep : Instruction<"isspacep", "9.7.9.19", "test which state space an address is in"> {
    let Does = TestSpace;
    let Sets = [Set<"space", AddressSpaces>];
    let Forms = [Form<"isspacep.space  p, a">];
    let Operands = [PredDst<"p">, Src<"a", "u32|u64">];
  }
  def cvta : Instruction<"cvta", "9.7.9.20", "convert an address to a generic one, or back"> {
    let Does = ConvertAddress;
    let Forms = [
      Form<"cvta.space.size     p, a", [], [], [], [VarSrc<"a", "size", "space">]>,
      Form<"cvta.direction.space.size  p, a", [MnemonicSuffix<"direction", "to">]>
    ];
    let Operands = [Dst<"p", "size">, Src<"a", "size">];
    let PtxasChecks = [PtxasCheck<Not<Given<"direction">>, "a", "function">];
  }
}

def mapa : Instruction<"mapa", "9.7.9.23", "map a shared address to another CTA of the cluster"> {
  let Does = MapAddress;
  let Forms = [
    Form<"mapa{.space}.type  d, a, b", [Set<"type", "u32 u64">]>,
    UndocumentedForm<"mapa{.space}.type  d, a, b", [Set<"type", "s32 s64">]>
  ];
  let Sets = [Set<"space", "shared::cluster">];
  let Operands = [VarSrc<"a", "type", "shared">, Src<"b", "u32">];
  let Gates = [Since<"7.8", sm_90_up>];
}

def getctarank
    : Instruction<"getctarank", "9.7.9.24", "CTA rank of a shared::cluster address"> {
  let Does = RankOfAddress;
  let Forms = [
    Form<"getctarank{.space}.type  d, a", [Set<"type", "u32 u64">]>,
    UndocumentedForm<"getctarank{.space}.type  d, a", [Set<"type", "s32 s64">]>
  ];
  let Sets = [Set<"space", "shared::cluster">];
  let Operands = [Dst<"d", "u32">, VarSrc<"a", "type", "shared">];
  let Gates = [Since<"7.8", sm_90_up>];
}
