// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies that complete later, but for those of tensors. (Manual 9.7.9.25.3, 9.7.9.25.4, 9.7.9.25.6)

include "ptx/Isa/Chapters/BulkCopyBase.td"

def SourceFitsCopy : Predicate<"no more bytes are read than are written">;

defvar PrefetchSizeSet = Set<"level::prefetch_size", "L2::64B L2::128B L2::256B">;
defvar CopyHint = Set<"level::cache_hint", "L2::cache_hint">;
defvar CopyPolicy = Src<"cache-policy", "u64">;
defvar PolicyRules = Together<"level::cache_hint", "cache-policy">.rules;

// Both are accessed as a whole, at multiples of their size.
def CopyDst : StoreAddr<"dst", "shared::cta"> { let Bytes = "cp-size"; }
def CopySrc : ExtendedAddr<"src", "global"> { let Bytes = "cp-size"; }

//===-- cp.async ----------------------------------------------------------------------------===//

let Sets = [CopyHint, PrefetchSizeSet],
    Operands = [
      CopyDst, CopySrc, Imm<"cp-size", "u32">,
      SrcIn<"src-size", "u32", 0, 16>, PredReg<"ignore-src">, CopyPolicy
    ],
    Gates = [
      Since<"7.0", sm_80_up>, When<Given<"level::cache_hint">, "7.4">,
      When<Given<"level::prefetch_size">, "7.4">, ManualWhen<Has<"shared::cta">, "7.8">
    ],
    Rules = PolicyRules in
def cp_async : Instruction<"cp.async", "9.7.9.25.3.1", "asynchronous copy to shared memory"> {
  let Async = [AsyncAs<CopyStart>];
  let Forms = [
    Form<"cp.async.ca.shared{::cta}.global{.level::cache_hint}{.level::prefetch_size} "
         "[dst], [src], cp-size{, src-size}{, cache-policy}", [], [],
         [Implies<Always, Value<"cp-size", [4, 8, 16]>>], [], [SourceFitsCopy]>,
    Form<"cp.async.cg.shared{::cta}.global{.level::cache_hint}{.level::prefetch_size} "
         "[dst], [src], cp-size{, src-size}{, cache-policy}", [], [], [],
         [Imm<"cp-size", "u32", 16, 16>], [SourceFitsCopy]>,
    Form<"cp.async.ca.shared{::cta}.global{.level::cache_hint}{.level::prefetch_size} "
         "[dst], [src], cp-size, {!}ignore-src{, cache-policy}", [], [Since<"7.5">],
         [Implies<Always, Value<"cp-size", [4, 8, 16]>>]>,
    Form<"cp.async.cg.shared{::cta}.global{.level::cache_hint}{.level::prefetch_size} "
         "[dst], [src], cp-size, {!}ignore-src{, cache-policy}", [], [Since<"7.5">], [],
         [Imm<"cp-size", "u32", 16, 16>]>
  ];
}

let Gates = [Since<"7.0", sm_80_up>] in {
  def cp_async_commit_group
      : Instruction<"cp.async.commit_group", "9.7.9.25.3.2", "commit the preceding cp.async operations as a group"> {
    let Async = [AsyncAs<CopyCommit>];
    let Forms = [Form<"cp.async.commit_group">];
  }
  def cp_async_wait_group
      : Instruction<"cp.async.wait_group", "9.7.9.25.3.3", "wait until at most N cp.async groups are pending"> {
    let Async = [AsyncAs<CopyWait>];
    let Effects = [OrdersMemory<>];
    let Forms = [Form<"cp.async.wait_group  N">];
    let Operands = [Imm<"N", "u32">];
  }
  def cp_async_wait_all
      : Instruction<"cp.async.wait_all", "9.7.9.25.3.3", "wait for all cp.async operations"> {
    let Async = [AsyncAs<CopyWait>];
    let Effects = [OrdersMemory<>];
    let Forms = [Form<"cp.async.wait_all">];
  }
}

//===-- Bulk copies -------------------------------------------------------------------------===//

// A number of bytes that is copied at once: a multiple of 16, by the T-rule `rule`.
class SizeOf16<string rule> : Limit<LimitsCopySize, "the size", rule> { let Step = 16; }
// `ptxas` rejects a number that is larger than the count of an mbarrier object. For a number of
// copies, earlier releases use the lowest 32 bits.
class BulkSize<string rule> : Src<"size", "u32"> {
  let Min = 0;
  let Max = 0xFFFF0;
  let Step = 16;
  let AlsoTaken = "wrapped";
  let Limits = [SizeOf16<rule>];
}
defvar SizeChecks = [PtxasCheck<PtxasFrom<"13.2">, "size", "wrapped">];
// The same for the number of bytes that are not copied.
class WholeBulkSize<string rule> : BulkSize<rule> { let AlsoTaken = ""; }
def NonemptySize : BulkSize<"T101"> {
  let Limits = [SizeOf16<"T101">, Within<LimitsEmptyCopy, "the size", "T102", 1, Infinite>];
}

// The number of copied bytes, and the mbarrier object that counts them. (Manual 9.7.9.25.4)
defvar BulkMemory = PointedObject<"the memory of a bulk copy", 16, "T103">;
let Object = [BulkMemory] in {
  class BulkSrc<string name, string space> : Addr<name, space>;
  class ExtendedBulkSrc<string name, string space> : ExtendedAddr<name, space>;
  class BulkDst<string name, string space> : StoreAddr<name, space>;
  class ExtendedBulkDst<string name, string space> : StoreExtendedAddr<name, space>;
}
def PrioritizedAddr : ExtendedAddr<"a", "global"> {
  let Object = [PointedObject<"the memory of `applypriority.async.bulk`", 128, "T322">];
}
class BarrierAddr<string name, string space> : Addr<name, space> { let Object = [CopyBarrier]; }
// The same in a register of at least 32 bits: a narrower one is interpreted as a mask.
class CountingBarrierAddr<string name, string space> : BarrierAddr<name, space> {
  let Min = 32;
  let Max = 64;
}
class MulticastBarrierAddr<string name, string space> : BarrierAddr<name, space> {
  let Cases = [Range<Not<Given<"multicast">>, 32, 64>, Case<Always>];
}
class BarrierBesideBytes<string name, string space> : BarrierAddr<name, space> {
  let Cases = [Range<Not<Given<"ignore_oob">>, 32, 64>, Case<Always>];
}

// In place of the mbarrier object, `ptxas` accepts a cache policy, and for copies a mask.
def UncheckedMask : Src<"mask", "u16"> { let AlsoTaken = "vector"; }
class InPlaceOfBarrier<string syntax, list<Set> sets, list<When> gates, list<Operand> operands> {
  list<Form> are = [
    UndocumentedForm<syntax#"  [dstMem], [srcMem], size, policy", sets, gates, [],
                     operands # [Src<"policy", "u64">]>,
    UndocumentedForm<syntax#"  [dstMem], [srcMem], size, mask", sets, gates, [],
                     operands # [UncheckedMask]>
  ];
}
class WithoutBarrier<string spaces, string report, list<Operand> operands, list<Set> scopes,
                     TargetSet ordered = sm_90_up> {
  list<When> reported = !if(!empty(report), []<When>, [ReportGate]);
  string middle = spaces#".mbarrier::complete_tx::bytes"#report;
  list<Form> are =
      InPlaceOfBarrier<"cp.async.bulk{.weak}"#middle, [],
                       [Since<"8.0", sm_90_up>, When<Has<"weak">, "9.3">] # reported,
                       operands>.are #
      InPlaceOfBarrier<"cp.async.bulk.relaxed.scope"#middle#".b128", scopes,
                       [Since<"9.3", ordered>] # reported, operands>.are;
}
defvar GlobalToCta = [BulkDst<"dstMem", "shared::cta">, ExtendedBulkSrc<"srcMem", "global">];
defvar GlobalToCluster =
    [BulkDst<"dstMem", "shared::cluster">, ExtendedBulkSrc<"srcMem", "global">];
defvar CtaToCluster = [BulkDst<"dstMem", "shared::cluster">, BulkSrc<"srcMem", "shared::cta">];

defvar CtaToGlobal = [ExtendedBulkDst<"dstMem", "global">, BulkSrc<"srcMem", "shared::cta">];

// Semantics and scopes. (Manual of PTX 9.3, 9.7.9.26.4)
defvar CopyScopes = Set<"scope", "cta cluster gpu sys">;
defvar ClusterScopes = Set<"scope", "cta cluster">;
defvar WeakCopy = When<Has<"weak">, "9.3">;
defvar RelaxedReduction = When<Has<"relaxed">, "9.3">;
defvar IgnoredTogether =
    Together<"ignore_oob", "ignoreBytesLeft">.rules # Together<"ignoreBytesLeft", "ignoreBytesRight">.rules;
defvar IgnoredBytes =
    IgnoredTogether # [
      Implies<All<[Given<"report">, Has<"ignore_oob">]>, Has<"mbarrier::report::disabled">>
    ];

// `ptxas` accepts masks in braces: in one register or, for bytes and in earlier releases, in
// several.
def BulkCtaMask : Src<"ctaMask", "u16", CtaMaskCases> {
  let AlsoTaken = "vector";
  let Limits = CtaMaskLimits;
}
defvar BracedMaskChecks = [
  PtxasCheck<Always, "ctaMask byteMask mask", "typed">,
  PtxasCheck<Has<"multicast::cluster::32b">, "ctaMask", "braced several">,
  PtxasCheck<PtxasFrom<"13.4">, "ctaMask", "several immediate">
];
def BulkByteMask : Src<"byteMask", "u16"> { let AlsoTaken = "vector"; }

// `ptxas` checks the lowest 32 bits.
class IgnoredCount<string name> : SrcIn<name, "u32", 0, 15> { let AlsoTaken = "wrapped"; }

// Up to CUDA 13.2, `ptxas` ignores a scope without a semantics.
defvar LooseScopes = [
  ReleasedForm<"", "13.3", "cp.async.bulk.scope.shared::cta.global.mbarrier::complete_tx::bytes"
               "{.level::cache_hint}{.ignore_oob} "
               "[dstMem], [srcMem], size{, ignoreBytesLeft, ignoreBytesRight}, [mbar]{, cache-policy}",
               [CopyScopes], [Since<"8.6", sm_90_up>, When<Has<"ignore_oob">, "9.2">, Until<"9.3">], IgnoredTogether,
               GlobalToCta # [BarrierBesideBytes<"mbar", "shared::cta">]>,
  ReleasedForm<"", "13.3", "cp.async.bulk.scope.shared::cluster.global.mbarrier::complete_tx::bytes"
               "{.multicast}{.level::cache_hint}  [dstMem], [srcMem], size, [mbar]{, ctaMask}{, cache-policy}",
               [CopyScopes], [Since<"8.0", sm_90_up>, Until<"9.3">] # MulticastGates,
               Together<"multicast", "ctaMask">.rules,
               GlobalToCluster # [MulticastBarrierAddr<"mbar", "shared::cluster">]>,
  ReleasedForm<"", "13.3", "cp.async.bulk.scope.shared::cluster.shared::cta.mbarrier::complete_tx::bytes "
               "[dstMem], [srcMem], size, [mbar]", [CopyScopes], [Since<"8.0", sm_90_up>, Until<"9.3">], [],
               CtaToCluster # [CountingBarrierAddr<"mbar", "shared::cluster">]>,
  ReleasedForm<"", "13.3", "cp.async.bulk.scope.global.shared::cta.bulk_group{.level::cache_hint}{.cp_mask} "
               "[dstMem], [srcMem], size{, cache-policy}{, byteMask}", [CopyScopes],
               [Since<"8.0", sm_90_up>, When<Has<"cp_mask">, "8.6", sm_100_up>, Until<"9.3">],
               Together<"cp_mask", "byteMask">.rules, CtaToGlobal>
];

// `.b128` requires `.relaxed`; without a semantics, `ptxas` ignores it.
defvar WideWords = [
  UndocumentedForm<"cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes{.report}"
                   "{.level::cache_hint}{.ignore_oob}.b128 "
                   "[dstMem], [srcMem], size{, ignoreBytesLeft, ignoreBytesRight}, [mbar]{, cache-policy}", [],
                   [Since<"8.6", sm_90_up>, When<Has<"ignore_oob">, "9.2">, ReportGate], IgnoredBytes,
                   GlobalToCta # [BarrierBesideBytes<"mbar", "shared::cta">]>,
  UndocumentedForm<"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes{.report}"
                   "{.multicast}{.level::cache_hint}.b128 "
                   "[dstMem], [srcMem], size, [mbar]{, ctaMask}{, cache-policy}", [],
                   [Since<"8.0", sm_90_up>, ReportGate] # MulticastGates, Together<"multicast", "ctaMask">.rules,
                   GlobalToCluster # [MulticastBarrierAddr<"mbar", "shared::cluster">]>,
  UndocumentedForm<"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.b128 "
                   "[dstMem], [srcMem], size, [mbar]", [], [Since<"8.0", sm_90_up>], [],
                   CtaToCluster # [CountingBarrierAddr<"mbar", "shared::cluster">]>,
  UndocumentedForm<"cp.async.bulk.global.shared::cta.bulk_group{.level::cache_hint}{.cp_mask}.b128 "
                   "[dstMem], [srcMem], size{, cache-policy}{, byteMask}", [],
                   [Since<"8.0", sm_90_up>, When<Has<"cp_mask">, "8.6", sm_100_up>],
                   Together<"cp_mask", "byteMask">.rules, CtaToGlobal>
];

def cp_async_bulk : Instruction<"cp.async.bulk", "9.7.9.25.4.1", "asynchronous bulk copy"> {
  let Async = [AsyncAs<BulkStore, Has<"bulk_group">>, AsyncAs<BulkLoad>];
  let Sets = [CopyHint, Multicasts, ReportMechanisms];
  let Forms = [
    Form<"cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.report}"
         "{.level::cache_hint}{.ignore_oob} "
         "[dstMem], [srcMem], size{, ignoreBytesLeft, ignoreBytesRight}, [mbar]{, cache-policy}",
         [], [Since<"8.6", sm_90_up>, When<Has<"ignore_oob">, "9.2">, WeakCopy, ReportGate],
         IgnoredBytes,
         GlobalToCta # [BarrierBesideBytes<"mbar", "shared::cta">]>,
    Form<"cp.async.bulk.relaxed.scope.shared::cta.global.mbarrier::complete_tx::bytes"
         "{.report}{.level::cache_hint}{.ignore_oob}.b128 "
         "[dstMem], [srcMem], size{, ignoreBytesLeft, ignoreBytesRight}, [mbar]{, cache-policy}",
         [CopyScopes], [Since<"9.3", sm_90_up>, ReportGate], IgnoredBytes,
         GlobalToCta # [BarrierBesideBytes<"mbar", "shared::cta">]>,
    Form<"cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.report}"
         "{.multicast}{.level::cache_hint} "
         "[dstMem], [srcMem], size, [mbar]{, ctaMask}{, cache-policy}", [],
         [Since<"8.0", sm_90_up>, WeakCopy, ReportGate] # MulticastGates,
         Together<"multicast", "ctaMask">.rules,
         GlobalToCluster # [MulticastBarrierAddr<"mbar", "shared::cluster">]>,
    Form<"cp.async.bulk.relaxed.scope.shared::cluster.global.mbarrier::complete_tx::bytes"
         "{.report}{.multicast}{.level::cache_hint}.b128 "
         "[dstMem], [srcMem], size, [mbar]{, ctaMask}{, cache-policy}", [CopyScopes],
         [Since<"9.3", OrderedClusterCopy>, ReportGate] # MulticastGates, Together<"multicast", "ctaMask">.rules,
         GlobalToCluster # [MulticastBarrierAddr<"mbar", "shared::cluster">]>,
    Form<"cp.async.bulk{.weak}.shared::cluster.shared::cta.mbarrier::complete_tx::bytes "
         "[dstMem], [srcMem], size, [mbar]", [], [Since<"8.0", sm_90_up>, WeakCopy], [],
         CtaToCluster # [CountingBarrierAddr<"mbar", "shared::cluster">]>,
    Form<"cp.async.bulk.relaxed.scope.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.b128 "
         "[dstMem], [srcMem], size, [mbar]", [ClusterScopes], [Since<"9.3", sm_90_up>], [],
         CtaToCluster # [CountingBarrierAddr<"mbar", "shared::cluster">]>,
    Form<"cp.async.bulk{.weak}.global.shared::cta.bulk_group{.level::cache_hint}{.cp_mask} "
         "[dstMem], [srcMem], size{, cache-policy}{, byteMask}", [],
         [Since<"8.0", sm_90_up>, When<Has<"cp_mask">, "8.6", sm_100_up>, WeakCopy],
         Together<"cp_mask", "byteMask">.rules, CtaToGlobal>,
    Form<"cp.async.bulk.relaxed.scope.global.shared::cta.bulk_group{.level::cache_hint}{.cp_mask}"
         ".b128  [dstMem], [srcMem], size{, cache-policy}{, byteMask}", [CopyScopes],
         [Since<"9.3", sm_90_up>, When<Has<"cp_mask">, "9.3", sm_100_up>],
         Together<"cp_mask", "byteMask">.rules, CtaToGlobal>
  ] # WideWords # LooseScopes # WithoutBarrier<".shared::cta.global", "{.report}", GlobalToCta, [CopyScopes]>.are
    # WithoutBarrier<".shared::cluster.global", "{.report}", GlobalToCluster, [CopyScopes], OrderedClusterCopy>.are
    # WithoutBarrier<".shared::cluster.shared::cta", "", CtaToCluster, [ClusterScopes]>.are;
  let Operands = [
    NonemptySize, CopyPolicy, BulkCtaMask, BulkByteMask,
    IgnoredCount<"ignoreBytesLeft">, IgnoredCount<"ignoreBytesRight">
  ];
  let PtxasChecks = SizeChecks # BracedMaskChecks # WideMaskChecks<"ctaMask">.are;
  let Rules = PolicyRules;
}

defvar ReductionSet = Set<"redOp", "and or xor add inc dec min max">;
defvar GlobalReductionTypes = Set<"type", "f16 bf16 b32 u32 s32 b64 u64 s64 f32 f64">;
defvar SharedReductions = [
  Implies<Has<"and or xor">, Has<"b32">>,
  Implies<Has<"add">, Has<"u32 s32 u64">>,
  Implies<Has<"inc dec">, Has<"u32">>,
  Implies<Has<"min max">, Has<"u32 s32">>
];
defvar GlobalReductions = [
  Implies<Has<"and or xor">, Has<"b32 b64">>,
  Implies<Has<"add">, Has<"u32 s32 u64 f32 f64">>,
  Implies<Has<"inc dec">, Has<"u32">>,
  Implies<Has<"min max">, Has<"u32 s32 u64 s64 f16 bf16">>
];

def cp_reduce_async_bulk
    : Instruction<"cp.reduce.async.bulk", "9.7.9.25.4.2", "asynchronous bulk reduction"> {
  let Async = [AsyncAs<BulkStore, Has<"bulk_group">>, AsyncAs<BulkLoad>];
  let Sets = [CopyHint, ReductionSet, GlobalReductionTypes];
  let Forms = [
    Form<"cp.reduce.async.bulk{.relaxed.scope}.shared::cluster.shared::cta"
         ".mbarrier::complete_tx::bytes.redOp.type  [dstMem], [srcMem], size, [mbar]",
         [ClusterScopes, Set<"type", "b32 u32 s32 b64 u64">], [RelaxedReduction],
         SharedReductions,
         [BulkDst<"dstMem", "shared::cluster">, BarrierAddr<"mbar", "shared::cluster">]>,
    UndocumentedForm<"cp.reduce.async.bulk{.relaxed.scope}.shared::cluster.shared::cta"
                     ".mbarrier::complete_tx::bytes.redOp.type  [dstMem], [srcMem], size, policy",
                     [ClusterScopes, Set<"type", "b32 u32 s32 b64 u64">], [RelaxedReduction], SharedReductions,
                     [BulkDst<"dstMem", "shared::cluster">, Src<"policy", "u64">]>,
    Form<"cp.reduce.async.bulk{.relaxed.scope}.global.shared::cta.bulk_group{.level::cache_hint}"
         ".redOp.type  [dstMem], [srcMem], size{, cache-policy}", [CopyScopes], [RelaxedReduction],
         GlobalReductions, [ExtendedBulkDst<"dstMem", "global">]>,
    Form<"cp.reduce.async.bulk{.relaxed.scope}.global.shared::cta.bulk_group{.level::cache_hint}"
         ".add.noftz.type  [dstMem], [srcMem], size{, cache-policy}",
         [CopyScopes, Set<"type", "f16 bf16 f32">],
         [RelaxedReduction, When<Has<"f32">, "9.4">], [],
         [ExtendedBulkDst<"dstMem", "global">]>
  ];
  let Operands = [BulkSrc<"srcMem", "shared::cta">, BulkSize<"T118">, CopyPolicy];
  let PtxasChecks = SizeChecks;
  let Rules = PolicyRules;
  let Gates = [Since<"8.0", sm_90_up>];
}

def cp_async_bulk_prefetch
    : Instruction<"cp.async.bulk.prefetch", "9.7.9.25.4.3", "bulk prefetch into the L2 cache"> {
  let Async = [AsyncAs<BulkPrefetch>];
  let Effects = [HasNoEffect<>];
  let Sets = [CopyHint];
  let Forms = [
    Form<"cp.async.bulk.prefetch.L2.global{.level::cache_hint}  [srcMem], size{, cache-policy}">,
    Form<"cp.async.bulk.prefetch.L2.global.L2::evict_last  [srcMem], size", [],
         [Since<"9.4", FamilyOf107>]>
  ];
  let Operands = [ExtendedBulkSrc<"srcMem", "global">, WholeBulkSize<"T119">, CopyPolicy];
  let Rules = PolicyRules;
  let Gates = [Since<"8.0", sm_90_up>];
}

// Manual of PTX 9.4, 9.7.10.18.
def applypriority_async_bulk
    : Instruction<"applypriority.async.bulk", "9.7.10.18@9.4", "change a cache eviction priority asynchronously"> {
  let Does = ManageCache;
  let Async = [AsyncAs<BulkStore>];
  let Effects = [HasNoEffect<>];
  let Forms = [Form<"applypriority.async.bulk{.global}.bulk_group.L2::evict_normal  [a], size">];
  let Operands = [PrioritizedAddr, WholeBulkSize<"T321">];
  let Gates = [Since<"9.4", FamilyOf107>];
}

class MultimemCopy<string sizeRule> {
  list<Operand> are = [
    StoreExtendedAddr<"dstMem", "global">, Addr<"srcMem", "shared::cta">, BulkSize<sizeRule>
  ];
}
let Gates = [Since<"9.1", sm_90_up>], PtxasChecks = SizeChecks in {
  def multimem_cp_async_bulk
      : Instruction<"multimem.cp.async.bulk", "9.7.9.25.4.4", "asynchronous bulk copy to a multimem address"> {
    let Async = [AsyncAs<BulkStore>];
    let Operands = MultimemCopy<"T120">.are # [BulkByteMask];
    let PtxasChecks = SizeChecks # [PtxasCheck<Always, "byteMask", "typed">];
    let Forms = [
      Form<"multimem.cp.async.bulk{.weak}.global.shared::cta.bulk_group{.cp_mask} "
           "[dstMem], [srcMem], size{, byteMask}", [],
           [When<Has<"cp_mask">, "9.1", sm_100_up>, WeakCopy],
           Together<"cp_mask", "byteMask">.rules>,
      Form<"multimem.cp.async.bulk.relaxed.scope.global.shared::cta.bulk_group{.cp_mask}.b128 "
           "[dstMem], [srcMem], size{, byteMask}", [CopyScopes],
           [Since<"9.3", sm_90_up>, When<Has<"cp_mask">, "9.3", sm_100_up>],
           Together<"cp_mask", "byteMask">.rules>,
      UndocumentedForm<"multimem.cp.async.bulk.global.shared::cta.bulk_group{.cp_mask}.b128 "
                       "[dstMem], [srcMem], size{, byteMask}", [],
                       [When<Has<"cp_mask">, "9.1", sm_100_up>], Together<"cp_mask", "byteMask">.rules>,
      ReleasedForm<"13.2", "13.3", "multimem.cp.async.bulk.scope.global.shared::cta.bulk_group{.cp_mask} "
                   "[dstMem], [srcMem], size{, byteMask}", [CopyScopes],
                   [When<Has<"cp_mask">, "9.1", sm_100_up>, Until<"9.3">], Together<"cp_mask", "byteMask">.rules>
    ];
  }
  def multimem_cp_reduce_async_bulk
      : Instruction<"multimem.cp.reduce.async.bulk", "9.7.9.25.4.5",
                    "reduction at a multimem address"> {
    let Async = [AsyncAs<BulkStore>];
    let Sets = [ReductionSet, CopyScopes];
    let Operands = MultimemCopy<"T121">.are;
    let Forms = [
      Form<"multimem.cp.reduce.async.bulk{.relaxed.scope}.global.shared::cta.bulk_group.redOp.type "
           "[dstMem], [srcMem], size", [GlobalReductionTypes], [RelaxedReduction],
           GlobalReductions>,
      Form<"multimem.cp.reduce.async.bulk{.relaxed.scope}.global.shared::cta.bulk_group.add.noftz"
           ".type  [dstMem], [srcMem], size", [Set<"type", "f16 bf16 f32">],
           [RelaxedReduction, When<Has<"f32">, "9.4">]>
    ];
  }
}

def GroupCount : Imm<"N", "u32"> {
  let Limits = [NotNegative<LimitsGroupCount, "the number of groups", "T047">];
}

let Gates = [Since<"8.0", sm_90_up>] in {
  def cp_async_bulk_commit_group
      : Instruction<"cp.async.bulk.commit_group", "9.7.9.25.6.1", "commit the preceding bulk copies as a group"> {
    let Async = [AsyncAs<BulkCommit>];
    let Forms = [Form<"cp.async.bulk.commit_group">];
  }
  def cp_async_bulk_wait_group
      : Instruction<"cp.async.bulk.wait_group", "9.7.9.25.6.2",
                    "wait until at most N bulk groups are pending"> {
    let Async = [AsyncAs<BulkWait>];
    let Effects = [OrdersMemory<>];
    let Forms = [
      Form<"cp.async.bulk.wait_group{.read}  N">,
      Form<"cp.async.bulk.wait_group.sync_restrict::proxy::async  N", [], [Since<"9.5">]>,
      ReleasedForm<"13.5", "", "cp.async.bulk.wait_group.sync_restrict{.read}  N",
                   [Set<"sync_restrict", "sync_restrict::shared::cta sync_restrict::shared::cluster">],
                   [Since<"8.6">]>
    ];
    let Operands = [GroupCount];
  }
}
