// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of parts of tensors, and the tensor maps that describe these. (Manual 9.7.9.25.5,
// 9.7.9.26, 9.7.13.16)

include "ptx/Isa/Chapters/BulkCopyBase.td"
include "ptx/Isa/Chapters/TensorMapBytes.td"

defvar TensorDimensions = Set<"dim", "1d 2d 3d 4d 5d">;
defvar LoadModes = Set<"load_mode", "tile tile::gather4 im2col im2col::w im2col::w::128">;

// The tensor map of a copy: a generic address, so that a variable must be in global memory.
// `ptxas` accepts a register of any type.
def TensorMapAddr : ExtendedAddr<"tensorMap", "global"> {
  let AlsoTaken = "object register";
  let Map = "Read";
  let Traits = [ReadsTensorMap];
  let Object = [TensorMapObject];
}
// The same where `ptxas` moves it into a register of 64 bits.
def MovedTensorMapAddr : MovedAddr<"tensorMap", "global", 64> {
  let AlsoTaken = "register";
  let Map = "Read";
  let Traits = [ReadsTensorMap];
  let Object = [TensorMapObject];
}
// What is in shared memory, which `ptxas` accepts without its brackets.
class SharedAddr<string name, string space, PointedObject object> : Addr<name, space> {
  let AlsoTaken = "special object bare";
  let Object = [object];
}
def TileObject : PointedObject<"the shared memory of a tensor copy", 16, "T037", 0, 128>;
class TileSrc<string name, string space> : SharedAddr<name, space, TileObject>;
class TileDst<string name, string space> : TileSrc<name, space> { let Stores = 1; }
class TileBarrier<string name, string space> : SharedAddr<name, space, CopyBarrier>;
// As many coordinates as the tensor has dimensions, or a column and four rows.
defvar CoordsByDim = [
  Case<Has<"1d">, 1>, Case<Has<"2d">, 2>, Case<Has<"3d">, 3>, Case<Has<"4d">, 4>, Case<Has<"5d">, 5>
];
// Where the size of a tensor is replaced. (Manual of PTX 9.4, 9.7.10.28.5.2.2)
def ZeroCoordinate
    : Within<LimitsReplacedProperty, "the coordinate in a tensor of another size", "T340", 0, 0,
             Has<"override::global_dim override::global_dim_stride">>;
def LoadCoords : Src<"tensorCoords", "s32", [Case<Has<"tile::gather4">, 5>] # CoordsByDim> {
  let Limits = [ZeroCoordinate];
}
// Of numbers `ptxas` knows.
def ZeroCoordinates : Predicate<"the coordinates of a tensor of another size are 0">;
// The family of sm_107f scatters to rows outside of the tensor. (Manual of PTX 9.4, 9.7.10.28.5.1)
def NegativeOn107 : NotNegative<LimitsCoordinate, "the coordinate of a store", "T045",
                                Has<"tile::scatter4">> {
  let Targets = TensorMemoryBefore107;
}
def StoreCoords
    : Src<"tensorCoords", "s32", [Case<Has<"tile::scatter4">, 5>] # CoordsByDim> {
  // Manual 9.7.9.27.1.1.
  let Limits = [
    NotNegative<LimitsCoordinate, "the coordinate of a store", "T045", Not<Has<"tile::scatter4">>>,
    NegativeOn107, ZeroCoordinate
  ];
}
// What fits in the bits that the instruction has for an offset. (Manual 5.5.4.1, 9.7.9.27.1.2)
class Im2colOffset<string dim, int greatest>
    : Within<LimitsIm2colOffset, "the im2col offset", "T023", 0, greatest,
             All<[Has<"im2col">, Has<dim>]>>;
class HaloLimit<int element, string what, string rule, string modes, int greatest>
    : Within<LimitsIm2colOffset, what, rule, 0, greatest, Has<modes>> {
  let Element = element;
}
// Offsets in all but two dimensions, or the width of the halo and an offset.
def Im2colInfo
    : Src<"im2colInfo", "u16", [
        Case<Has<"im2col::w im2col::w::128">, 2>, Case<Has<"3d">, 1>, Case<Has<"4d">, 2>,
        Case<Has<"5d">, 3>
      ]> {
  let Limits = [
    Im2colOffset<"3d", 0xFFFF>, Im2colOffset<"4d", 0xFF>, Im2colOffset<"5d", 31>,
    HaloLimit<0, "wHalo", "T024", "im2col::w", 511>,
    HaloLimit<0, "wHalo", "T024", "im2col::w::128", 31>,
    HaloLimit<1, "wOffset", "T025", "im2col::w im2col::w::128", 31>
  ];
}

defvar ModeRules = [
  Implies<Has<"im2col im2col::w im2col::w::128">, Has<"3d 4d 5d">>,
  Implies<Has<"tile::gather4">, Has<"2d">>,
  Implies<Has<"im2col im2col::w im2col::w::128">, Given<"im2colInfo">>,
  Implies<Given<"im2colInfo">, Has<"im2col im2col::w im2col::w::128">>
];
defvar StoreModeRules = [
  Implies<Has<"im2col_no_offs im2col_no_offs::w">, Has<"3d 4d 5d">>,
  Implies<Has<"tile::scatter4">, Has<"2d">>
];

// Properties that replace those of the tensor map. (Manual of PTX 9.4, 9.7.10.28.5.2)
def AlignedAddress : Limit<LimitsReplacedProperty, "the address of the tensor", "T341"> {
  let Step = 16;
}
def ReplacedAddress : Reg<"gAddrToOverride", "u64"> { let Limits = [AlignedAddress]; }
defvar StridesByDim = [
  Case<Has<"2d">, 1>, Case<Has<"3d">, 2>, Case<Has<"4d">, 3>, Case<Has<"5d">, 4>
];
// Four bits for each stride.
class UpperStrides<string dim, int greatest>
    : Within<LimitsReplacedProperty, "the operand with the upper bits of the strides", "T342", 0, greatest, Has<dim>>;
def ReplacedUpperStrides : Reg<"tensorUpperStrideToOverride", "b16"> {
  let Limits = [UpperStrides<"2d", 0xF>, UpperStrides<"3d", 0xFF>, UpperStrides<"4d", 0xFFF>];
}
defvar ReplacedSize = [Reg<"tensorSizeToOverride", "b8|b16", CoordsByDim>];
defvar ReplacedStrides = [
  Reg<"tensorLowerStrideToOverride", Any32, StridesByDim>, ReplacedUpperStrides
];
// In lists of several vectors `ptxas` reads none but braces.
defvar ReplacedChecks = [
  PtxasCheck<Has<"override::global_dim override::global_dim_stride">, "tensorCoords tensorLowerStrideToOverride", "whole">
];
defvar NewAttributes =
    "tensorSizeToOverride, tensorLowerStrideToOverride, tensorUpperStrideToOverride";
// The lines of a copy with replaced properties: `before` what precedes the mode, `middle` what
// follows it, `first` the operands before the tensor map with its coordinates and `last` those after.
// The attributes can be replaced only without a mode, or with `.tile`, and only with a mask of 32 bits.
class OverrideForms<string before, string middle, string first, string last, list<Set> sets,
                    list<When> gates, list<Implies> rules, list<Implies> modeRules,
                    list<Operand> operands, list<Implies> attributeRules = []> {
  string tileLast = !subst("{, im2colInfo}", "", last);
  list<When> since = [Since<"9.4", FamilyOf107>];
  list<Form> are = [
    Form<!strconcat(before, "{.load_mode}", middle, ".override::global_address  ", first,
                    "[tensorMap, gAddrToOverride, tensorCoords]", last),
         sets, gates # since, rules # modeRules, operands # [ReplacedAddress]>,
    Form<!strconcat(before, "{.tile}", middle,
                    ".override::global_address.override::global_dim  ", first,
                    "[tensorMap, gAddrToOverride, tensorSizeToOverride, tensorCoords]", tileLast),
         [Set<"dim", "1d">] # sets, since, rules # attributeRules,
         operands # [ReplacedAddress] # ReplacedSize, [ZeroCoordinates]>,
    Form<!strconcat(before, "{.tile}", middle,
                    ".override::global_address.override::global_dim_stride  ", first,
                    "[tensorMap, gAddrToOverride, ", NewAttributes, ", tensorCoords]", tileLast),
         [Set<"dim", "2d 3d 4d 5d">] # sets, since, rules # attributeRules,
         operands # [ReplacedAddress] # ReplacedSize # ReplacedStrides, [ZeroCoordinates]>
  ];
}

defvar TensorCopySets = [TensorDimensions, Set<"level::cache_hint", "L2::cache_hint">];
defvar StoreModes = Set<"load_mode", "tile tile::scatter4 im2col_no_offs im2col_no_offs::w">;
defvar ReducedModes = Set<"load_mode", "tile im2col_no_offs im2col_no_offs::w">;
defvar WidthGate = When<Has<"im2col_no_offs::w">, "9.4", FamilyOf107>;
defvar ReducedModeRules = [Implies<Has<"im2col_no_offs im2col_no_offs::w">, Has<"3d 4d 5d">>];
defvar StoreOperands = [TensorMapAddr, StoreCoords, TileSrc<"srcMem", "shared::cta">];
defvar TensorPolicy = Src<"cache-policy", "u64">;

let Rules = Together<"level::cache_hint", "cache-policy">.rules,
    Gates = [Since<"8.0", sm_90_up>] in {
  def cp_async_bulk_tensor
      : Instruction<"cp.async.bulk.tensor", "9.7.9.25.5.2", "asynchronous copy of a tensor tile"> {
    let Async = [AsyncAs<BulkStore, Has<"bulk_group">>, AsyncAs<BulkLoad>];
    let Sets = TensorCopySets # [
      Multicasts, Set<"cta_group", "cta_group::1 cta_group::2">, ReportMechanisms
    ];
    let Operands = [TensorMapAddr, LoadCoords, Im2colInfo, CtaMask, TensorPolicy];
    let PtxasChecks = ReplacedChecks # WideMaskChecks<"ctaMask">.are;
    let Forms = [
      Form<"cp.async.bulk.tensor.dim.shared::cta.global{.load_mode}.mbarrier::complete_tx::bytes"
           "{.report}{.cta_group}{.level::cache_hint} "
           "[dstMem], [tensorMap, tensorCoords], [mbar]{, im2colInfo}{, cache-policy}",
           [LoadModes],
           [
             Since<"8.6", sm_90_up>,
             When<Has<"tile::gather4 im2col::w">, "8.6", sm_100_up>,
             When<Has<"im2col::w::128">, "8.6", TensorCopy_8_6>,
             When<Given<"cta_group">, "8.6", TensorCopy_8_6>, ReportGate
           ],
           ModeRules, [TileDst<"dstMem", "shared::cta">, TileBarrier<"mbar", "shared::cta">]>,
      Form<"cp.async.bulk.tensor.dim.shared::cluster.global{.load_mode}"
           ".mbarrier::complete_tx::bytes{.report}{.multicast}{.cta_group}{.level::cache_hint} "
           "[dstMem], [tensorMap, tensorCoords], [mbar]{, im2colInfo}{, ctaMask}{, cache-policy}",
           [LoadModes],
           [
             When<Has<"tile::gather4 im2col::w im2col::w::128">, "8.6", TensorCopy_8_6>,
             When<Given<"cta_group">, "8.6", TensorCopy_8_6>, ReportGate
           ] # MulticastGates,
           ModeRules # Together<"multicast", "ctaMask">.rules,
           [TileDst<"dstMem", "shared::cluster">,
            TileBarrier<"mbar", "shared::cluster">]>,
      Form<"cp.async.bulk.tensor.dim.global.shared::cta{.load_mode}.bulk_group{.level::cache_hint} "
           "[tensorMap, tensorCoords], [srcMem]{, cache-policy}",
           [StoreModes], [When<Has<"tile::scatter4">, "8.6", TensorCopy_8_6>, WidthGate],
           StoreModeRules, StoreOperands>
    ] # OverrideForms<"cp.async.bulk.tensor.dim.shared::cta.global",
                      ".mbarrier::complete_tx::bytes{.report}{.cta_group}{.level::cache_hint}",
                      "[dstMem], ", ", [mbar]{, im2colInfo}{, cache-policy}", [LoadModes], [], [],
                      ModeRules,
                      [TileDst<"dstMem", "shared::cta">, TileBarrier<"mbar", "shared::cta">]>.are
      # OverrideForms<"cp.async.bulk.tensor.dim.shared::cluster.global",
                      ".mbarrier::complete_tx::bytes{.report}{.multicast}{.cta_group}{.level::cache_hint}",
                      "[dstMem], ", ", [mbar]{, im2colInfo}{, ctaMask}{, cache-policy}", [LoadModes],
                      [], Together<"multicast", "ctaMask">.rules, ModeRules,
                      [TileDst<"dstMem", "shared::cluster">,
                       TileBarrier<"mbar", "shared::cluster">],
                      [Implies<Given<"multicast">, Has<"multicast::cluster::32b">>]>.are
      # OverrideForms<"cp.async.bulk.tensor.dim.global.shared::cta", ".bulk_group{.level::cache_hint}",
                      "", ", [srcMem]{, cache-policy}", [StoreModes], [], [], StoreModeRules,
                      StoreOperands>.are;
  }
  def cp_reduce_async_bulk_tensor
      : Instruction<"cp.reduce.async.bulk.tensor", "9.7.9.25.5.3",
                    "asynchronous reduction of a tensor tile"> {
    let Traits = [Reduces];
    let Async = [AsyncAs<BulkStore>];
    let Forms = [
      Form<"cp.reduce.async.bulk.tensor.dim.global.shared::cta.redOp{.load_mode}.bulk_group"
           "{.level::cache_hint} "
           "[tensorMap, tensorCoords], [srcMem]{, cache-policy}",
           [ReducedModes], [WidthGate], ReducedModeRules>,
      UndocumentedForm<"cp.reduce.async.bulk.tensor.2d.global.shared::cta.redOp.tile::scatter4"
                       ".bulk_group{.level::cache_hint} "
                       "[tensorMap, tensorCoords], [srcMem]{, cache-policy}",
                       [], [Since<"8.6", TensorCopy_8_6>]>
    ] # OverrideForms<"cp.reduce.async.bulk.tensor.dim.global.shared::cta.redOp",
                      ".bulk_group{.level::cache_hint}", "", ", [srcMem]{, cache-policy}",
                      [ReducedModes], [], [], ReducedModeRules, []>.are;
    let Sets = TensorCopySets # [Set<"redOp", "add min max inc dec and or xor">];
    let Operands = StoreOperands # [TensorPolicy];
    let PtxasChecks = ReplacedChecks;
  }
  def cp_async_bulk_prefetch_tensor
      : Instruction<"cp.async.bulk.prefetch.tensor", "9.7.9.25.5.4",
                    "prefetch a tensor tile into the L2 cache"> {
    let Async = [AsyncAs<BulkPrefetch>];
    let Effects = [HasNoEffect<>];
    let Forms = [
      Form<"cp.async.bulk.prefetch.tensor.dim.L2.global{.load_mode}{.level::cache_hint} "
           "[tensorMap, tensorCoords]{, im2colInfo}{, cache-policy}", [LoadModes],
           [When<Has<"tile::gather4 im2col::w im2col::w::128">, "8.6", TensorCopy_8_6>],
           ModeRules>,
      Form<"cp.async.bulk.prefetch.tensor.dim.L2.global{.load_mode}.L2::evict_last "
           "[tensorMap, tensorCoords]{, im2colInfo}", [LoadModes], [Since<"9.4", FamilyOf107>],
           ModeRules>
    ] # OverrideForms<"cp.async.bulk.prefetch.tensor.dim.L2.global", "{.level::cache_hint}", "",
                      "{, im2colInfo}{, cache-policy}", [LoadModes], [], [], ModeRules, []>.are
      # OverrideForms<"cp.async.bulk.prefetch.tensor.dim.L2.global", ".L2::evict_last", "",
                      "{, im2colInfo}", [LoadModes], [], [], ModeRules, []>.are;
    let Sets = TensorCopySets;
    let Operands = [TensorMapAddr, LoadCoords, Im2colInfo, TensorPolicy];
    let PtxasChecks = ReplacedChecks;
  }
}

// Manual of PTX 9.4, 9.7.10.19.
def applypriority_async_bulk_tensor
    : Instruction<"applypriority.async.bulk.tensor", "9.7.10.19@9.4",
                  "change the cache eviction priority of a tensor tile asynchronously"> {
  let Does = ManageCache;
  let Async = [AsyncAs<BulkStore>];
  let Effects = [HasNoEffect<>];
  let Sets = [TensorDimensions, LoadModes];
  let Operands = [TensorMapAddr, LoadCoords, Im2colInfo];
  let PtxasChecks = ReplacedChecks;
  let Gates = [Since<"9.4", FamilyOf107>];
  let Forms = [
    Form<"applypriority.async.bulk.tensor.dim{.global}.bulk_group{.load_mode}.L2::evict_normal "
         "[tensorMap, tensorCoords]{, im2colInfo}", [], [], ModeRules>
  ] # OverrideForms<"applypriority.async.bulk.tensor.dim{.global}.bulk_group", ".L2::evict_normal", "",
                    "{, im2colInfo}", [], [], [], ModeRules, []>.are;
}

// Over a fabric, in the place of the address a logical endpoint and an offset. The syntax of the manual
// of PTX 9.4 has `.tiled` and `.l2::cache_hint`, its examples `.tile` and `.L2::cache_hint`, too.
// (Manual of PTX 9.4, 9.7.11.5.7 to 9.7.11.5.9)
// The tensor map can be in shared memory, as far as `ptxas` is concerned.
def FabricMapAddr : MovedAddr<"tensorMap", "global", 64> {
  let AlsoTaken = "register symbol";
  let Map = "Read";
  let Traits = [ReadsTensorMap];
  let Object = [TensorMapObject];
}
class FabricTensorForms<string before, string completion, string after, string handle, string first,
                        string last, list<Operand> operands> {
  list<Operand> all = operands # [Reg<"leId", "u32">, DataOffset, FabricMapAddr, LoadCoords];
  list<Form> are = [
    Form<!strconcat(before, ".dim.shared::cta{.load_mode}", completion,
                    "{.level::cache_hint}.override::global_address{.relaxed}{.sys}", after, "  ", first,
                    "[tensorMap, ", handle, ", tensorCoords]", last), [TensorDimensions], [], [], all>,
    Form<!strconcat(before, ".dim.shared::cta{.load_mode}", completion,
                    "{.level::cache_hint}.override::global_address.override::global_dim{.relaxed}{.sys}",
                    after, "  ", first, "[tensorMap, ", handle,
                    ", tensorSizeToOverride, tensorCoords]", last), [Set<"dim", "1d">], [], [],
         all # ReplacedSize>,
    Form<!strconcat(before, ".dim.shared::cta{.load_mode}", completion,
                    "{.level::cache_hint}.override::global_address.override::global_dim_stride"
                    "{.relaxed}{.sys}", after, "  ", first, "[tensorMap, ", handle, ", ", NewAttributes,
                    ", tensorCoords]", last), [Set<"dim", "2d 3d 4d 5d">], [], [],
         all # ReplacedSize # ReplacedStrides>
  ];
}
let AlsoTaken = "special bare" in {
  class FabricTileSrc<string name> : MovedAddr<name, "shared::cta"> { let Object = [TileObject]; }
  class FabricTileDst<string name> : FabricTileSrc<name> { let Stores = 1; }
  def FabricTileBarrier : MovedAddr<"mbar", "shared::cta"> { let Object = [CopyBarrier]; }
}
// Of what is sent, `ptxas` wants brackets and no special register.
def FabricSourceBarrier : MovedAddr<"mbar", "shared::cta"> {
  let AlsoTaken = "";
  let Object = [CopyBarrier];
}
defvar FabricChunks = ".mbarrier::complete_tx::16B.mbarrier::report::fabric";
defvar FabricCounted = ".mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes";
// `ptxas` knows what the examples have alone, and wants the tensor map's address in a register.
defvar FabricTensorRules = Together<"level::cache_hint", "cache-policy">.rules # [
  PtxasImplies<Always, Not<Has<"tiled">>>, PtxasImplies<Always, Not<Has<"l2::cache_hint">>>,
  Implies<Has<"relaxed">, Has<"sys">>, ManualImplies<Always, Has<"relaxed">>,
  ManualImplies<Always, Has<"sys">>
];
defvar FabricTensorSource =
    [FabricSourceBarrier, TensorPolicy, FabricTileSrc<"srcMem">, FabricSize];
let Sets = [
      Set<"load_mode", "tiled tile">, Set<"level::cache_hint", "L2::cache_hint l2::cache_hint">
    ],
    Rules = FabricTensorRules,
    PtxasChecks = ReplacedChecks # [PtxasCheck<Always, "tensorMap", "symbol">],
    Gates = [Since<"9.4", FamilyOf107>] in {
  def fabric_try_get_tensor
      : Instruction<"fabric.try_get.async.tensor", "9.7.11.5.7@9.4",
                    "asynchronous copy of a tensor tile from a fabric handle"> {
    let Async = [AsyncAs<BulkLoad>];
    let Forms = FabricTensorForms<"fabric.try_get.async.tensor",
                                  ".mbarrier::complete_tx::bytes.mbarrier::report::fabric", ".b128",
                                  "leId, dataOff", "[dstMem], ", ", [mbar]{, cache-policy}",
                                  [FabricTileBarrier, TensorPolicy, FabricTileDst<"dstMem">]>.are;
  }
  def fabric_try_put_tensor
      : Instruction<"fabric.try_put.async.tensor", "9.7.11.5.8@9.4",
                    "asynchronous copy of a tensor tile to a fabric handle"> {
    let Async = [AsyncAs<BulkLoad>];
    let Forms = FabricTensorForms<"fabric.try_put.async.tensor{.multimem}", FabricChunks, ".b128",
                                  "leId, dataOff", "",
                                  ", [srcMem], size, [mbar]{, cache-policy}",
                                  FabricTensorSource>.are #
                FabricTensorForms<"fabric.try_put.async.tensor{.multimem}", FabricCounted, ".b128",
                                  "leId, dataOff, counterOff", "",
                                  ", [srcMem], size, [mbar]{, cache-policy}",
                                  FabricTensorSource # [CounterOffset]>.are;
  }
  // The syntax has a type, which it does not list, and the examples have none.
  def fabric_try_red_tensor
      : Instruction<"fabric.try_red.async.tensor", "9.7.11.5.9@9.4",
                    "asynchronous reduction of a tensor tile at a fabric handle"> {
    let Async = [AsyncAs<BulkLoad>];
    let Sets = [
      Set<"load_mode", "tiled tile">, Set<"level::cache_hint", "L2::cache_hint l2::cache_hint">,
      Set<"redOp", "and xor or add min max">,
      Set<"type", "b32 b64 u32 s32 u64 s64 f16 bf16 f32 f64">
    ];
    let Rules = FabricTensorRules # [
      PtxasImplies<Always, Not<Given<"type">>>,
      Implies<All<[Has<"and xor or">, Given<"type">]>, Has<"b32 b64">>,
      Implies<All<[Has<"min max">, Given<"type">]>, Has<"u32 s32 u64 s64 f16 bf16">>,
      Implies<All<[Has<"add">, Given<"type">]>, Has<"u32 u64 f16 bf16 f32 f64">>
    ];
    let Forms = FabricTensorForms<"fabric.try_red.async.tensor{.multimem}", FabricChunks,
                                  ".redOp{.type}", "leId, dataOff", "",
                                  ", [srcMem], size, [mbar]{, cache-policy}",
                                  FabricTensorSource>.are #
                FabricTensorForms<"fabric.try_red.async.tensor{.multimem}", FabricCounted,
                                  ".redOp{.type}", "leId, dataOff, counterOff", "",
                                  ", [srcMem], size, [mbar]{, cache-policy}",
                                  FabricTensorSource # [CounterOffset]>.are;
  }
}

//===-- Tensor maps -------------------------------------------------------------------------===//

def ReplacedMapAddr : MovedAddr<"addr", "ss"> {
  let AlsoTaken = "special object";
  let Map = "Replaced";
  let Object = [PointedObject<"a tensor map", 64, "T147", 128>];
}
class FieldWithin<string what, string word, int least, int greatest, string rule = "T139">
    : Within<LimitsTensorMapField, what, rule, least, greatest, Has<word>>;
class FieldOf16<string what, string word, int least, int greatest>
    : FieldWithin<what, word, least, greatest> {
  let Step = 16;
}
// Manual 9.7.9.28.
class FieldValue<string name> : Src<name, "type"> {
  let Limits = [
    FieldWithin<"the rank less 1", "rank", 0, 4, "T138">,
    FieldWithin<"the extent of the box", "box_dim", 1, 256>,
    FieldWithin<"the extent of the tensor", "global_dim", 1, Infinite>,
    FieldOf16<"the stride of the tensor", "global_stride", 0, 0xFFFFFFFFF0>,
    FieldWithin<"the stride of elements", "element_stride", 1, 8>,
    FieldOf16<"the address of the tensor", "global_address", !sub(0, Infinite), Infinite>
  ];
}
class TensorAddress<string name> : Src<name, "address_type"> {
  let Limits = [
    FieldOf16<"the address of the tensor", "global_address", !sub(0, Infinite), Infinite>
  ];
}
class FieldNumber<string name> : Imm<name, "u32", 0, 4> {
  let Limits = [FieldWithin<"the number of the stride", "global_stride", 0, 3, "T126">];
}

def tensormap_replace
    : Instruction<"tensormap.replace", "9.7.9.26", "replace a field of a tensor map"> {
  let Async = [AsyncAs<MapReplace>];
  let Sets = [Set<"ss", "global shared::cta">, Set<"type", "b32 b64">];
  let Forms = [
    Form<"tensormap.replace.tile.field1{.ss}.b1024.type  [addr], new_val",
         [Set<"field1", "global_address rank">], [],
         [Implies<Has<"global_address">, Has<"b64">>, Implies<Has<"rank">, Has<"b32">>],
         [FieldValue<"new_val">]>,
    Form<"tensormap.replace.tile.field2{.ss}.b1024.type  [addr], ord, new_val",
         [Set<"field2", "box_dim global_dim global_stride element_stride">], [],
         [Implies<Has<"global_stride">, Has<"b64">>, Implies<Not<Has<"global_stride">>, Has<"b32">>],
         [FieldNumber<"ord">, FieldValue<"new_val">]>,
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
          ]>]>,
    Form<"tensormap.replace.tile.global_address.alloc{.ss}.b1024.address_type  [addr], new_val",
         [Set<"alloc", "alloc_small alloc_large alloc_same">, Set<"address_type", "b64">], [Since<"9.5">],
         [], [TensorAddress<"new_val">]>,
    Form<"tensormap.replace.tile.alloc{.ss}.b1024  [addr]", [Set<"alloc", "alloc_small alloc_large">],
         [Since<"9.5">]>
  ];
  let Operands = [ReplacedMapAddr];
  // `ptxas` subtracts 1 from what is stored so, as from an integer.
  let PtxasChecks = [
    PtxasCheck<Has<"box_dim global_dim element_stride">, "new_val", "floating">
  ];
  let Gates = [Since<"8.3", TensorMapReplace>];
}

def QueriedMapAddr : MovedAddr<"addr", "ss", 64> {
  let AlsoTaken = "special object";
  let Object = [TensorMapObject];
}

def tensormap_query_alloc_class_large
    : Instruction<"tensormap.query.alloc_class_large", "9.7.10.29@9.4",
                  "test whether a tensor map belongs to the large allocation class"> {
  let Forms = [Form<"tensormap.query.alloc_class_large{.ss}.b1024  p, [addr]",
                    [Set<"ss", "global shared::cta const param">], [Since<"9.5", TensorMapReplace>]>];
  let Operands = [PredDst<"p">, QueriedMapAddr];
}

def FencedMapAddr : StoreExtendedAddr<"dst", "global"> { let Object = [TensorMapObject]; }
// In shared memory it is not a tensor map yet: nothing says how it is aligned.
def CopiedMapAddr : Addr<"src", "shared::cta"> {
  let Object = [PointedObject<"a copy of a tensor map", 1, "T041", 128>];
}

def tensormap_cp_fenceproxy
    : Instruction<"tensormap.cp_fenceproxy", "9.7.13.16",
                  "copy a tensor map and release it to its proxy"> {
  let Async = [AsyncAs<MapCopyFence>];
  let Forms = [
    Form<"tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.scope.sync.aligned "
         "[dst], [src], size", [Set<"scope", "cta cluster gpu sys">], [Since<"8.3", sm_90_up>]>
  ];
  let Operands = [
    FencedMapAddr, CopiedMapAddr, MapBytes
  ];
  let PtxasChecks = MapBytesChecks;
}
