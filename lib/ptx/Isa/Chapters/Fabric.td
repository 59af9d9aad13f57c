// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asynchronous accesses to the memory of other GPUs, by handles of logical endpoints. (Manual of
// PTX 9.3, 9.7.10.5, and of PTX 9.4, 9.7.11.5)

include "ptx/Isa/Chapters/BulkCopyBase.td"

defvar FabricHint = Set<"level::cache_hint", "L2::cache_hint">;
defvar FabricPolicyRules = Together<"level::cache_hint", "cache-policy">.rules;
defvar FabricGates = [Since<"9.3", sm_100_up>];
// `ptxas` accepts a missing semantics, with or without a missing scope.
defvar FabricOrder = [
  Implies<Has<"relaxed">, Has<"sys">>, ManualImplies<Always, Has<"relaxed">>,
  ManualImplies<Always, Has<"sys">>
];
defvar TrackedBytes = ".shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric";
defvar TrackedChunks = ".shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric";
defvar CountedChunks = !strconcat(TrackedChunks, ".counted::bytes");

// Memory of the CTA, of `size` bytes.
def FabricMemory : PointedObject<"the shared memory of a fabric operation", 16, "T323">;
let Object = [FabricMemory], AlsoTaken = "special bare" in {
  class FabricSrc<string name> : MovedAddr<name, "shared::cta">;
  class FabricDst<string name> : StoreMovedAddr<name, "shared::cta">;
}
// Only `ptxas` of CUDA 13.3 requires the addresses in registers, except those of `.try_pullred`.
defvar FabricChecks = [
  PtxasCheck<All<[PtxasFrom<"13.3">, Not<PtxasFrom<"13.4">>]>, "dst src bar", "symbol">
];
// The mask of a warp whose threads all participate.
def AllLanes : Imm<"imm-membermask", "b32">;
// The handle: a logical endpoint and offsets.
defvar Handle = [Reg<"leId", "u32">, DataOffset];
// For a single value, it is at a multiple of its size.
def ValueOffset : Reg<"dataOff", "u64"> {
  let Limits = [
    OffsetStep<DataOffsetWords, 4, "T339", Has<"b32 u32 f16x2 bf16x2 f32">>,
    OffsetStep<DataOffsetWords, 8, "T339", Has<"b64 u64 f64">>,
    OffsetStep<DataOffsetWords, 16, "T339", Has<"b128">>
  ];
}
let Object = [CopyBarrier] in {
  def FabricBarrier : MovedAddr<"bar", "shared::cta"> { let AlsoTaken = "special bare"; }
  // For a single value and for a pulled reduction, in any register.
  def UnmovedBarrier : Addr<"bar", "shared::cta"> { let AlsoTaken = ""; }
}
defvar FabricOperands =
    Handle # [FabricSize, FabricBarrier, Src<"cache-policy", "u64">];

// `ptxas` accepts one register in braces.
def FabricByteMask : Src<"bytemask", "u16"> { let AlsoTaken = "vector"; }

defvar FabricReductions = [
  Implies<Has<"and or xor">, Has<"b32 b64">>,
  Implies<Has<"min max">, Has<"u32 s32 u64 s64 f16 bf16">>,
  Implies<Has<"add">, Has<"u32 u64 f16 bf16 f32 f64">>
];
defvar FabricReductionSets = [
  Set<"redOp", "and or xor min max add">,
  Set<"type", "b32 b64 u32 s32 u64 s64 f16 bf16 f32 f64">
];

let Sets = [FabricHint], Rules = FabricPolicyRules # FabricOrder, Gates = FabricGates,
    PtxasChecks = FabricChecks in {
  def fabric_try_get
      : Instruction<"fabric.try_get.async", "9.7.11.5.1@9.4", "asynchronous copy from a fabric handle"> {
    let Async = [AsyncAs<BulkLoad>];
    let Operands = FabricOperands # [FabricDst<"dst">];
    let Forms = [
      Form<!strconcat("fabric.try_get.async", TrackedBytes, "{.level::cache_hint}{.relaxed}{.sys}.b128 "
           "[dst], [leId, dataOff], size, [bar]{, cache-policy}")>
    ];
  }
  def fabric_try_put
      : Instruction<"fabric.try_put.async", "9.7.11.5.2@9.4", "asynchronous copy to a fabric handle"> {
    let Async = [AsyncAs<BulkLoad>];
    let Operands = FabricOperands # [FabricSrc<"src">, CounterOffset, FabricByteMask];
    let PtxasChecks = FabricChecks # [PtxasCheck<Always, "bytemask", "several typed">];
    let Forms = [
      Form<!strconcat("fabric.try_put.async{.multimem}", TrackedChunks, "{.level::cache_hint}{.relaxed}{.sys}.b128 "
           "[leId, dataOff], [src], size, [bar]{, cache-policy}")>,
      Form<!strconcat("fabric.try_put.async{.multimem}", TrackedChunks, "{.level::cache_hint}.cp_mask"
           "{.relaxed}{.sys}.b128  [leId, dataOff], [src], size, [bar], bytemask{, cache-policy}")>,
      Form<!strconcat("fabric.try_put.async{.multimem}", CountedChunks, "{.level::cache_hint}{.relaxed}{.sys}.b128 "
           "[leId, dataOff, counterOff], [src], size, [bar]{, cache-policy}")>
    ];
  }
  def fabric_try_red
      : Instruction<"fabric.try_red.async", "9.7.11.5.3@9.4", "asynchronous reduction at a fabric handle"> {
    let Async = [AsyncAs<BulkLoad>];
    let Sets = FabricReductionSets # [FabricHint];
    let Rules = FabricPolicyRules # FabricOrder # FabricReductions;
    let Operands = FabricOperands # [FabricSrc<"src">, CounterOffset];
    let Forms = [
      Form<!strconcat("fabric.try_red.async{.multimem}", TrackedChunks, "{.level::cache_hint}{.relaxed}{.sys}"
           ".redOp.type  [leId, dataOff], [src], size, [bar]{, cache-policy}")>,
      Form<!strconcat("fabric.try_red.async{.multimem}", CountedChunks, "{.level::cache_hint}{.relaxed}{.sys}"
           ".redOp.type  [leId, dataOff, counterOff], [src], size, [bar]{, cache-policy}")>
    ];
  }
  def fabric_try_atom
      : Instruction<"fabric.try_atom.async", "9.7.11.5.10@9.4", "asynchronous atomic operation at a fabric handle"> {
    let Async = [AsyncAs<BulkLoad>];
    let Sets = [
      FabricHint, Set<"redOp", "and or xor exch cas min max add">,
      Set<"type", "b32 b64 b128 u32 u64 f16x2 bf16x2 f32 f64">
    ];
    let Rules = FabricPolicyRules # [
      Implies<Has<"and or xor">, Has<"b32 b64">>,
      Implies<Has<"exch cas">, Has<"b32 b64 b128">>,
      Implies<Has<"min max">, Has<"u32 u64 f16x2 bf16x2">>,
      Implies<Has<"add">, Has<"u32 u64 f16x2 bf16x2 f32 f64">>
    ];
    let Gates = [Since<"9.4", sm_100_up>];
    let Operands = [
      Reg<"leId", "u32">, ValueOffset, FabricDst<"dst">, FabricSrc<"src">, UnmovedBarrier,
      Src<"cache-policy", "u64">
    ];
    let Forms = [
      Form<!strconcat("fabric.try_atom.async", TrackedChunks, "{.level::cache_hint}.relaxed.sys.redOp.type "
           "[leId, dataOff], [dst], [src], [bar]{, cache-policy}")>
    ];
  }
}

// Earlier releases of `ptxas` accept a register, or a variable with an offset.
def MovedMask : Reg<"membermask", "b32"> { let AlsoTaken = "moved"; }
def fabric_try_pullred
    : Instruction<"fabric.try_pullred.async", "9.7.11.5.4@9.4",
                  "asynchronous reduction over many GPUs from a fabric handle"> {
  let Async = [AsyncAs<BulkLoad>];
  let Sets = [
    Set<"redOp", "and or xor min max add">, Set<"acc", "acc::f16 acc::f32">,
    Set<"type", "b32 b64 u32 s32 u64 s64 f16 bf16 f32 e4m3 e5m2">
  ];
  let Rules = FabricOrder # [
    Implies<Has<"and or xor">, Has<"b32 b64">>,
    Implies<Has<"min max">, Has<"u32 s32 u64 s64 f16 bf16 e4m3 e5m2">>,
    Implies<All<[Has<"add">, Not<Given<"acc">>]>, Has<"u32 u64 f16 bf16 f32">>,
    Implies<Given<"acc">, Has<"add">>,
    Implies<Has<"acc::f16">, Has<"e4m3 e5m2">>,
    Implies<Has<"acc::f32">, Has<"f16 bf16">>
  ];
  let Gates = [Since<"9.3", sm_100_up>, When<Has<"acc::f16 acc::f32 e4m3 e5m2">, "9.3", PullReduction>];
  let Operands = [
    FabricDst<"dst">, Reg<"leId", "u32">, DataOffset, FabricSize, UnmovedBarrier, AllLanes,
    MovedMask
  ];
  let Forms = [
    Form<!strconcat("fabric.try_pullred.async.multimem", TrackedBytes, "{.relaxed}{.sys}.redOp{.acc}.type.sync "
         "[dst], [leId, dataOff], size, [bar], imm-membermask"), [], [],
         [
           // Up to CUDA 13.4, `ptxas` does not accept -1 as the mask.
           Implies<Always, Value<"imm-membermask", [0xFFFFFFFF, -1]>>,
           PtxasImplies<Not<PtxasFrom<"13.5">>, Value<"imm-membermask", [0xFFFFFFFF]>>
         ]>,
    ReleasedForm<"13.3", "13.5", !strconcat("fabric.try_pullred.async.multimem", TrackedBytes,
                 "{.relaxed}{.sys}.redOp{.acc}.type.sync [dst], [leId, dataOff], size, [bar], membermask")>
  ];
}

// Forms since PTX 9.5 as in `ptxas` 13.5, which accepts any number of groups.
let Effects = [OrdersMemory<>], Operands = [Imm<"N", "u32">] in {
  def fabric_wait
      : Instruction<"fabric.wait", "9.7.11.5.6@9.4", "wait until fabric operations have read memory"> {
    let Deprecated = [DeprecatedSince<"9.5", "`fabric.wait.sync_restrict::read`">];
    let Forms = [
      Form<"fabric.wait.sync_restrict::reads">,
      ReleasedForm<"13.5", "", "fabric.wait.sync_restrict::reads  N">
    ];
    let Gates = [Since<"9.3", sm_100_up>];
  }
  def fabric_wait_group
      : Instruction<"fabric.wait", "9.7.11.5.6@9.4",
                    "wait until at most N groups of fabric operations still read memory"> {
    let Forms = [Form<"fabric.wait.sync_restrict::read  N", [], [Since<"9.5", sm_100_up>]>];
  }
}
let Effects = [OrdersMemory<>] in {
  def fabric_submit
      : Instruction<"fabric.submit", "9.7.11.5.5@9.4", "submit the preceding fabric operations"> {
    let Forms = [Form<"fabric.submit{.op_restrict::fetching}", [], [Since<"9.3", sm_100_up>]>];
  }
  def fabric_submit_commit_group
      : Instruction<"fabric.submit.commit_group", "9.7.11.5.5@9.4",
                    "submit the preceding fabric operations and commit them as a group"> {
    let Forms = [Form<"fabric.submit.commit_group", [], [Since<"9.5", sm_100_up>]>];
  }
}
