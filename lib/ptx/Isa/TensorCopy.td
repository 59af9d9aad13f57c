// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of parts of tensors, and the tensor maps that describe these. (Manual 9.7.9.25.5,
// 9.7.9.26, 9.7.13.16)

include "ptx/Isa/TensorMapBytes.td"

defvar TensorDimensions = Set<"dim", "1d 2d 3d 4d 5d">;
defvar LoadModes = Set<"load_mode", "tile tile::gather4 im2col im2col::w im2col::w::128">;

// The tensor map of a copy: a generic address, so that a variable must be in global memory.
// `ptxas` takes a register of any type.
def TensorMapAddr : ExtendedAddr<"tensorMap", "global"> { let AlsoTaken = "object register"; }
// What is in shared memory, which `ptxas` takes without its brackets.
class SharedAddr<string name, string space> : Addr<name, space> {
  let AlsoTaken = "special object bare";
}
class StoreSharedAddr<string name, string space> : SharedAddr<name, space> { let Stores = 1; }
// As many coordinates as the tensor has dimensions, or a column and four rows.
defvar CoordsByDim = [
  Case<Has<"1d">, 1>, Case<Has<"2d">, 2>, Case<Has<"3d">, 3>, Case<Has<"4d">, 4>, Case<Has<"5d">, 5>
];
def LoadCoords
    : Src<"tensorCoords", "s32", [Case<Has<"tile::gather4">, 5>] # CoordsByDim>;
def StoreCoords
    : Src<"tensorCoords", "s32", [Case<Has<"tile::scatter4">, 5>] # CoordsByDim>;
// Offsets in all but two dimensions, or the width of the halo and an offset.
def Im2colInfo
    : Src<"im2colInfo", "u16", [
        Case<Has<"im2col::w im2col::w::128">, 2>, Case<Has<"3d">, 1>, Case<Has<"4d">, 2>,
        Case<Has<"5d">, 3>
      ]>;

defvar ModeRules = [
  Only<Has<"im2col im2col::w im2col::w::128">, Has<"3d 4d 5d">>,
  Only<Has<"tile::gather4">, Has<"2d">>,
  Only<Has<"im2col im2col::w im2col::w::128">, Given<"im2colInfo">>,
  Only<Given<"im2colInfo">, Has<"im2col im2col::w im2col::w::128">>
];
defvar StoreModeRules = [
  Only<Has<"im2col_no_offs">, Has<"3d 4d 5d">>, Only<Has<"tile::scatter4">, Has<"2d">>
];

defvar TensorCopySets = [TensorDimensions, Set<"level::cache_hint", "L2::cache_hint">];
defvar StoreOperands = [TensorMapAddr, StoreCoords, SharedAddr<"srcMem", "shared::cta">];
defvar TensorPolicy = Src<"cache-policy", "u64">;

let Rules = Together<"level::cache_hint", "cache-policy">.rules,
    Gates = [Since<"8.0", sm_90_up>] in {
  def cp_async_bulk_tensor
      : Instruction<"cp.async.bulk.tensor", "9.7.9.25.5.2", "copy a part of a tensor, later"> {
    let Sets = TensorCopySets # [
      Set<"multicast", "multicast::cluster">, Set<"cta_group", "cta_group::1 cta_group::2">
    ];
    let Operands = [TensorMapAddr, LoadCoords, Im2colInfo, Src<"ctaMask", "u16">, TensorPolicy];
    let Forms = [
      Form<"cp.async.bulk.tensor.dim.shared::cta.global{.load_mode}.mbarrier::complete_tx::bytes"
           "{.cta_group}{.level::cache_hint} "
           "[dstMem], [tensorMap, tensorCoords], [mbar]{, im2colInfo}{, cache-policy}",
           [LoadModes],
           [
             Since<"8.6", sm_90_up>,
             When<Has<"tile::gather4 im2col::w">, "8.6", sm_100_up>,
             When<Has<"im2col::w::128">, "8.6", TensorCopy_8_6>,
             When<Given<"cta_group">, "8.6", TensorCopy_8_6>
           ],
           ModeRules, [StoreSharedAddr<"dstMem", "shared::cta">, SharedAddr<"mbar", "shared::cta">]>,
      Form<"cp.async.bulk.tensor.dim.shared::cluster.global{.load_mode}"
           ".mbarrier::complete_tx::bytes{.multicast}{.cta_group}{.level::cache_hint} "
           "[dstMem], [tensorMap, tensorCoords], [mbar]{, im2colInfo}{, ctaMask}{, cache-policy}",
           [LoadModes],
           [
             When<Has<"tile::gather4 im2col::w im2col::w::128">, "8.6", TensorCopy_8_6>,
             When<Given<"cta_group">, "8.6", TensorCopy_8_6>
           ],
           ModeRules # Together<"multicast", "ctaMask">.rules,
           [StoreSharedAddr<"dstMem", "shared::cluster">,
            SharedAddr<"mbar", "shared::cluster">]>,
      Form<"cp.async.bulk.tensor.dim.global.shared::cta{.load_mode}.bulk_group{.level::cache_hint} "
           "[tensorMap, tensorCoords], [srcMem]{, cache-policy}",
           [Set<"load_mode", "tile tile::scatter4 im2col_no_offs">],
           [When<Has<"tile::scatter4">, "8.6", TensorCopy_8_6>], StoreModeRules, StoreOperands>
    ];
  }
  def cp_reduce_async_bulk_tensor
      : Instruction<"cp.reduce.async.bulk.tensor", "9.7.9.25.5.3",
                    "reduce a part of a tensor, later"> {
    let Forms = [
      Form<"cp.reduce.async.bulk.tensor.dim.global.shared::cta.redOp{.load_mode}.bulk_group"
           "{.level::cache_hint} "
           "[tensorMap, tensorCoords], [srcMem]{, cache-policy}",
           [Set<"load_mode", "tile im2col_no_offs">], [],
           [Only<Has<"im2col_no_offs">, Has<"3d 4d 5d">>]>,
      UndocumentedForm<"cp.reduce.async.bulk.tensor.2d.global.shared::cta.redOp.tile::scatter4"
                       ".bulk_group{.level::cache_hint} "
                       "[tensorMap, tensorCoords], [srcMem]{, cache-policy}",
                       [], [Since<"8.6", TensorCopy_8_6>]>
    ];
    let Sets = TensorCopySets # [Set<"redOp", "add min max inc dec and or xor">];
    let Operands = StoreOperands # [TensorPolicy];
  }
  def cp_async_bulk_prefetch_tensor
      : Instruction<"cp.async.bulk.prefetch.tensor", "9.7.9.25.5.4",
                    "bring a part of a tensor into a cache"> {
    let Forms = [
      Form<"cp.async.bulk.prefetch.tensor.dim.L2.global{.load_mode}{.level::cache_hint} "
           "[tensorMap, tensorCoords]{, im2colInfo}{, cache-policy}", [LoadModes],
           [When<Has<"tile::gather4 im2col::w im2col::w::128">, "8.6", TensorCopy_8_6>],
           ModeRules>
    ];
    let Sets = TensorCopySets;
    let Operands = [TensorMapAddr, LoadCoords, Im2colInfo, TensorPolicy];
  }
}

//===-- Tensor maps -------------------------------------------------------------------------===//

def ReplacedMapAddr : MovedAddr<"addr", "ss"> { let AlsoTaken = "special object"; }

def tensormap_replace
    : Instruction<"tensormap.replace", "9.7.9.26", "replace a field of a tensor map"> {
  let Sets = [Set<"ss", "global shared::cta">, Set<"type", "b32 b64">];
  let Forms = [
    Form<"tensormap.replace.tile.field1{.ss}.b1024.type  [addr], new_val",
         [Set<"field1", "global_address rank">], [],
         [Only<Has<"global_address">, Has<"b64">>, Only<Has<"rank">, Has<"b32">>],
         [Src<"new_val", "type">]>,
    Form<"tensormap.replace.tile.field2{.ss}.b1024.type  [addr], ord, new_val",
         [Set<"field2", "box_dim global_dim global_stride element_stride">], [],
         [Only<Has<"global_stride">, Has<"b64">>, Only<Not<Has<"global_stride">>, Has<"b32">>],
         [Imm<"ord", "u32", 0, 4>, Src<"new_val", "type">]>,
    Form<"tensormap.replace.tile.field3{.ss}.b1024.b32  [addr], new_val",
         [Set<"field3", "elemtype interleave_layout swizzle_mode swizzle_atomicity fill_mode">],
         [
           When<Has<"swizzle_atomicity">, "8.6", NarrowFloat>,
           When<All<[Has<"elemtype">, Value<"new_val", [13, 14, 15]>]>, "8.7", NarrowFloat>,
           When<All<[Has<"swizzle_mode">, Value<"new_val", [4]>]>, "8.8", Swizzle96>
         ], [],
         [Imm<"new_val", "u32", cases = [
            Range<Has<"elemtype">, 0, 15>, Range<Has<"interleave_layout">, 0, 2>,
            Range<Has<"swizzle_mode">, 0, 4>, Range<Has<"swizzle_atomicity">, 0, 3>,
            Range<Has<"fill_mode">, 0, 1>
          ]>]>
  ];
  let Operands = [ReplacedMapAddr];
  let Gates = [Since<"8.3", TensorMapReplace>];
}

def tensormap_cp_fenceproxy
    : Instruction<"tensormap.cp_fenceproxy", "9.7.13.16",
                  "copy a tensor map and release it to its proxy"> {
  let Forms = [
    Form<"tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.scope.sync.aligned "
         "[dst], [src], size", [Set<"scope", "cta cluster gpu sys">], [Since<"8.3", sm_90_up>]>
  ];
  let Operands = [
    StoreExtendedAddr<"dst", "global">, Addr<"src", "shared::cta">, MapBytes
  ];
}
