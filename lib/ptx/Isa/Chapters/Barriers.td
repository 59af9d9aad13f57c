// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers and fences. (Manual 9.7.13.1 to 9.7.13.4)

include "ptx/Isa/Chapters/TensorMapBytes.td"

def BarrierNumber : IntSrc<"a", "u32"> {
  let Min = 0;
  let Max = 15;
  let AlsoTaken = "wrapped";
}
// A multiple of the number of threads in a warp.
class ThreadCount<int least> : IntSrc<"b", "u32"> {
  let Min = least;
  let Max = Unlimited;
  let Step = 32;
  let AlsoTaken = "wrapped";
}

defvar ReductionChecks = [PtxasCheck<Has<"and or">, "c", "function register">];

let Operands = [
      BarrierNumber, ThreadCount<0>, PredSrc<"c">, Dst<"d", "u32">, PredDst<"p">
    ],
    Sets = [MnemonicSuffix<"level", "cta">],
    Gates = [When<Given<"level">, "7.8">] in {
  def barrier : Instruction<"barrier", "9.7.13.1", "barrier for all or some threads of the CTA"> {
    let Async = [AsyncAs<Barrier>];
    let Effects = [OrdersMemory<>];
    let Forms = [
      // `ptxas` also accepts `.aligned.sync`.
      Form<"barrier{.level}.sync{.aligned}  a{, b}", [], [Since<"6.0", sm_30_up>]>,
      Form<"barrier{.level}.action{.aligned}  a, b", [MnemonicSuffix<"action", "arrive">],
           [Since<"6.0", sm_30_up>], [], [ThreadCount<32>]>,
      Form<"barrier{.level}.action.popc{.aligned}.u32  d, a{, b}, {!}c", [MnemonicSuffix<"action", "red">],
           [Since<"6.0", sm_30_up>]>,
      Form<"barrier{.level}.action.op{.aligned}.pred  p, a{, b}, {!}c",
           [MnemonicSuffix<"action", "red">, Set<"op", "and or">],
           [Since<"6.0", sm_30_up>]>
    ];
    let PtxasChecks = ReductionChecks # [
      CalledCheck<Not<Given<"aligned">>, "d a b", "sum component">
    ];
  }
  def bar : Instruction<"bar", "9.7.13.1", "barrier for all or some threads of the CTA"> {
    let Traits = [IsAligned];
    let Async = [AsyncAs<Barrier>];
    let Effects = [OrdersMemory<>];
    let Forms = [
      Form<"bar{.level}.sync  a{, b}", [],
           [ManualWhen<Given<"b">, "2.0", sm_20_up>, ManualWhen<Register<"a">, "2.0", sm_20_up>]>,
      Form<"bar{.level}.action  a, b", [MnemonicSuffix<"action", "arrive">],
           [Since<"2.0", sm_20_up>], [], [ThreadCount<32>]>,
      Form<"bar{.level}.action.popc.u32  d, a{, b}, {!}c", [MnemonicSuffix<"action", "red">],
           [Since<"2.0", sm_20_up>]>,
      Form<"bar{.level}.action.op.pred  p, a{, b}, {!}c",
           [MnemonicSuffix<"action", "red">, Set<"op", "and or">],
           [Since<"2.0", sm_20_up>]>
    ];
    let PtxasChecks = ReductionChecks;
  }
}

def bar_warp : Instruction<"bar.warp", "9.7.13.2", "barrier for threads of the warp"> {
  let Async = [AsyncAs<WarpBarrier>];
  let Effects = [OrdersMemory<>];
  let Forms = [Form<"bar.warp.sync  membermask", [], [Since<"6.0", sm_30_up>]>];
  let Operands = [MemberMask<"membermask", 0>];
  let PtxasChecks = [CalledCheck<Always, "membermask", "sum component">];
}

def barrier_cluster_arrive
    : Instruction<"barrier.cluster.arrive", "9.7.13.3", "arrive at the barrier of the cluster"> {
  let Async = [AsyncAs<ClusterArrive>];
  let Effects = [OrdersMemory<Not<Has<"relaxed">>>];
  let Forms = [
    Form<"barrier.cluster.arrive{.sem}{.aligned}", [Set<"sem", "release relaxed">],
         [Since<"7.8", sm_90_up>, When<Given<"sem">, "8.0">]>
  ];
}
def barrier_cluster_wait
    : Instruction<"barrier.cluster.wait", "9.7.13.3", "wait for all threads of the cluster"> {
  let Async = [AsyncAs<ClusterWait>];
  let Effects = [OrdersMemory<>];
  let Forms = [
    Form<"barrier.cluster.wait{.acquire}{.aligned}", [],
         [Since<"7.8", sm_90_up>, When<Has<"acquire">, "8.0">]>
  ];
}

defvar Restrictions =
    Set<"sync_restrict", "sync_restrict::shared::cta sync_restrict::shared::cluster">;

def membar : Instruction<"membar", "9.7.13.4", "order memory accesses"> {
  // It is a synonym of `fence.sc`.
  let Async = [AsyncAs<OtherFence, Always, "Sc">];
  let Effects = [OrdersMemory<>];
  let Forms = [
    Form<"membar.level", [Set<"level", "cta gl sys">],
         [Since<"1.4">, When<Has<"sys">, "2.0", sm_20_up>]>
  ];
}

defvar MoreRestrictions =
    Set<"sync_restrict", "sync_restrict::shared::cta sync_restrict::shared::cluster "
                         "sync_restrict::shared::cluster::read">;
defvar IdleSpaces = Set<"space", "global shared shared::cta shared::cluster">;
defvar ProxySets = [
  Set<"proxykind", "alias async">, Set<"space", "global shared::cta shared::cluster">
];
defvar ProxyRules = [Implies<Given<"space">, Has<"async">>];

def membar_proxy : Instruction<"membar.proxy", "9.7.13.4", "fence between proxies"> {
  let Async = [AsyncAs<AsyncFence, Has<"async">>, AsyncAs<OtherFence>];
  let Effects = [OrdersMemory<>];
  let Forms = [
    Form<"membar.proxy.proxykind{.space}", ProxySets,
         [Since<"7.5", sm_60_up>, When<Has<"async">, "8.0", sm_90_up>],
         ProxyRules # [
           PtxasImplies<Given<"space">, Has<"alias">>, PtxasImplies<Not<PtxasFrom<"13.4">>, Has<"alias">>
         ]>
  ];
}

def fence : Instruction<"fence", "9.7.13.4", "memory fence with semantics and scope"> {
  let Async = [AsyncAs<OtherFence>];
  // `.mbarrier_init` orders only the initializations of mbarrier objects.
  let Effects = [OrdersMemory<Not<Has<"mbarrier_init">>>];
  let Sets = [Set<"scope", "cta cluster gpu sys">];
  let Forms = [
    Form<"fence{.sem}.scope", [Set<"sem", "sc acq_rel acquire release">],
         [
           Since<"6.0", sm_70_up>,
           When<Has<"cluster">, "7.8", sm_90_up>,
           When<All<[PtxasFrom<"13.1">, Has<"acquire release">]>, "8.6", sm_90_up>,
           ManualWhen<All<[Not<PtxasFrom<"13.1">>, Has<"acquire release">]>, "8.6", sm_90_up>
         ]>,
    Form<"fence.acquire.sync_restrict::shared::cluster.cluster", [], [Since<"8.6", sm_90_up>]>,
    Form<"fence.release.sync_restrict::shared::cta.cluster", [], [Since<"8.6", sm_90_up>]>,
    Form<"fence.op_restrict.release.cluster", [Set<"op_restrict", "mbarrier_init">],
         [Since<"8.0", sm_90_up>]>,
    Form<"fence.alias.sync_restrict::read.release.sys", [], [Since<"9.5", sm_90_up>]>,
    UndocumentedForm<"fence.mbarrier_init.release.sync_restrict.cluster", [Restrictions],
                     [Since<"8.6", sm_90_up>]>
  ];
}

// `ptxas` accepts a number as well.
def AcquiredMapAddr : ExtendedAddr<"addr", "global const param generic"> {
  let AlsoTaken = "special object immediate register function label";
  let Map = "Acquired";
  let Object = [TensorMapObject];
}

defvar FabricProxies = Set<"fabricProxies", "generic::fabric fabric::generic fabric::fabric">;

def fence_proxy : Instruction<"fence.proxy", "9.7.13.4", "fence between proxies"> {
  let Async = [
    AsyncAs<MapFence, Has<"tensormap::generic">>, AsyncAs<AsyncFence, Has<"async async::generic">>,
    AsyncAs<OtherFence>
  ];
  let Effects = [OrdersMemory<>];
  let Sets = [Set<"scope", "cta cluster gpu sys">];
  let PtxasChecks = MapBytesChecks;
  let Forms = [
    Form<"fence.proxy.proxykind{.space}", ProxySets,
         [Since<"7.5", sm_70_up>, When<Has<"async">, "8.0", sm_90_up>], ProxyRules>,
    UndocumentedForm<"fence.proxy.proxykind.sync_restrict{.space}", ProxySets # [Restrictions],
                     [Since<"8.6", sm_90_up>], ProxyRules>,
    Form<"fence.proxy.tensormap::generic.release.scope", [], [Since<"8.3", sm_90_up>]>,
    Form<"fence.proxy.tensormap::generic.acquire.scope  [addr], size", [], [Since<"8.3", sm_90_up>],
         [], [AcquiredMapAddr, MapBytes]>,
    Form<"fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster", [],
         [Since<"8.6", sm_90_up>]>,
    Form<"fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster", [],
         [Since<"8.6", sm_90_up>]>,
    Form<"fence.proxy.fabricProxies.alias.sem.sys",
         [FabricProxies, Set<"sem", "acquire release">], [Since<"9.3", sm_100_up>]>,
    UndocumentedForm<"fence.proxy.fabricProxies.alias{.sync_restrict}{.space}.sem.sys",
                     [FabricProxies, MoreRestrictions, IdleSpaces, Set<"sem", "acquire release acq_rel">],
                     [Since<"9.3", sm_100_up>, When<Has<"sync_restrict::shared::cluster::read">, "9.4">],
                     [Implies<Has<"acq_rel">, PtxasFrom<"13.4">>]>,
    UndocumentedForm<"fence.proxy.alias.sync_restrict.sem.sys",
                     [MoreRestrictions, Set<"sem", "acquire release">], [Since<"9.4", sm_90_up>]>,
    Form<"fence.proxy.alias.sem.sys", [Set<"sem", "acquire release">], [Since<"9.4", sm_90_up>]>,
    Form<"fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cluster", [],
         [Since<"9.4", sm_90_up>]>,
    // Only libcu++ has it.
    Form<"fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cta", [],
         [Since<"9.4", sm_90_up>]>,
    // `ptxas` ignores some modifiers.
    UndocumentedForm<"fence.proxy.tensormap::generic.release{.sync_restrict}{.space}.scope",
                     [Restrictions, IdleSpaces], [Since<"8.3", sm_90_up>],
                     [Implies<Not<Given<"space">>, Given<"sync_restrict">>]>,
    UndocumentedForm<"fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.space"
                     ".cluster", [IdleSpaces], [Since<"8.6", sm_90_up>]>,
    UndocumentedForm<"fence.proxy.async::generic.release.sync_restrict::shared::cta.space"
                     ".cluster", [IdleSpaces], [Since<"8.6", sm_90_up>]>
  ];
}
