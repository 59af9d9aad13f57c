// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of asynchronous operations: codes 6100 to 6199. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_ORDERINGRULES_TD
#define PTX_DIAGNOSTICS_ORDERINGRULES_TD

include "ptx/Diagnostics/Catalogue/CatalogFamilies.td"

let Of = ControlFlow in {
let Lint = "Body" in {

//===-- 6100: wgmma -------------------------------------------------------------------------===//

def WgmmaWithoutFence
    : Warning<6100, "wgmma-without-fence",
              "no `wgmma.fence` precedes this {use} (T199)",
              [Str<"use">]> {
  let Section = "9.7.15.7.1";
}

def UnfencedRegister
    : Off<6101, "unfenced-register",
          "this uses `{name}`, which was accessed after the last `wgmma.fence` (T199)",
          [Str<"name">]> {
  let In = [Asynchronous];
  let Section = "9.7.15.7.1";
}

def PendingAccumulator
    : Warning<6102, "pending-accumulator",
              "`{name}` is {use} while `wgmma.mma_async` can still {pending} it; "
              "a `wgmma.wait_group` is required in between (T200)",
              [Str<"name">, Str<"use">, Str<"pending">]> {
  let Section = "9.7.15.7.3";
}

def DivergentDescriptor
    : Warning<6103, "divergent-descriptor",
              "the descriptor `{name}` depends on `{source}`; it must be the same in all threads of "
              "the warpgroup (T198)",
              [Str<"name">, Str<"source">]> {
  let Section = "9.7.15.5.2";
}

def DivergentGuard
    : Warning<6104, "divergent-guard",
              "guard `{name}` depends on `{source}`, so that not all threads of the warpgroup run "
              "`{instruction}` (T203)",
              [Str<"name">, Str<"source">, Str<"instruction">]> {
  let Section = "9.7.15.5.2";
}

def BlockSize
    : Warning<6105, "block-size",
              "`{instruction}` requires the 128 threads of a warpgroup; the CTA has {observed} (T204)",
              [Str<"instruction">, Str<"observed">]> {
  let Section = "9.7.15.1";
}

//===-- 6110: tcgen05 -----------------------------------------------------------------------===//

def TensorMemoryNotFreed
    : Off<6110, "tensor-memory-not-freed",
          "tensor memory is allocated, and no `tcgen05.dealloc` of this entry frees it (T212)"> {
  let In = [Asynchronous];
  let Section = "9.7.16.7.1";
}

def AllocAfterRelinquish
    : Warning<6111, "alloc-after-relinquish",
              "tensor memory is allocated after `tcgen05.relinquish_alloc_permit` (T213)"> {
  let Section = "9.7.16.7.1";
}

def GrowingAllocation
    : Warning<6112, "growing-allocation",
              "{columns} columns are allocated after {before}; the number must not grow (T214)",
              [UInt<"columns">, UInt<"before">]> {
  let Section = "9.7.16.7.1";
}

def ExcessiveAllocation
    : Warning<6113, "excessive-allocation",
              "{columns} columns are allocated while {live} are; tensor memory has {all}, so that "
              "this waits forever (T215)",
              [UInt<"columns">, UInt<"live">, UInt<"all">]> {
  let Section = "9.7.16.1";
}

def PendingTensorLoad
    : Off<6114, "pending-tensor-load",
          "`{instruction}` can overtake `tcgen05.ld`; a `tcgen05.wait::ld` is required in between (T226)",
          [Str<"instruction">]> {
  let In = [Asynchronous];
  let Section = "9.7.16.6.4.5";
}

def UnobservedMma
    : Warning<6115, "unobserved-mma",
              "`tcgen05.ld` reads what `tcgen05.mma` can still write; `tcgen05.commit` and a wait for "
              "its mbarrier object are required in between (T289)"> {
  let Section = "9.7.16.6.4.2";
}

def UnelectedInstruction
    : Off<6116, "unelected-instruction",
          "all threads run `{instruction}`, and each does all of the work; elect one thread "
          "(T290)",
          [Str<"instruction">]> {
  let In = [Asynchronous];
  let Section = "9.7.16.5";
}

def ClusterSize
    : Warning<6117, "cluster-size",
              "`.cta_group::2` requires pairs of CTAs; the cluster has {count} (T291)",
              [UInt<"count">]> {
  let Section = "9.7.16.5.1";
}

//===-- 6120: bulk copies, tensor maps, mbarrier objects --------------------------------------===//

def UnfencedSharedWrite
    : Warning<6120, "unfenced-shared-write",
              "a bulk copy reads `{name}` after `st`; `fence.proxy.async` is required in between (T048)",
              [Str<"name">]> {
  let Section = "9.7.9.25.2";
}

def PerhapsUnfencedWrite
    : Off<6121, "perhaps-unfenced-write",
          "a bulk copy reads from `{name}`, to which this function writes, and there is no "
          "`fence.proxy.async` (T048)",
          [Str<"name">]> {
  let In = [Asynchronous];
  let Section = "9.7.9.25.2";
}

def OverwrittenBulkSource
    : Warning<6122, "overwritten-bulk-source",
              "a bulk copy can still read `{name}`, which is written here; `cp.async.bulk.wait_group` is "
              "required in between (T046)",
              [Str<"name">]> {
  let Section = "9.7.9.25.1";
}

def BulkStoreAtExit
    : Off<6123, "bulk-store-at-exit",
          "the entry can end without a `cp.async.bulk.wait_group` for this copy (T046)"> {
  let In = [Asynchronous];
  let Section = "9.7.9.25.1";
}

def UnfencedTensorMap
    : Warning<6124, "unfenced-tensor-map",
              "the tensor map `{name}` was changed; `fence.proxy.tensormap` is required before this (T154)",
              [Str<"name">]> {
  let Section = "9.7.13.4";
}

def UninitializedMbarrier
    : Warning<6125, "uninitialized-mbarrier",
              "this entry waits for {object}, and no `mbarrier.init` initializes it (T169)",
              [Str<"object">]> {
  let Section = "9.7.13.15";
}

def MultimemMix
    : Warning<6126, "multimem-mix",
              "`{name}` is used for {here} here and for {there} before (T319)",
              [Str<"name">, Str<"here">, Str<"there">]> {
  let Section = "9.7.9.14";
}

def OverlappingMbarrier
    : Warning<6127, "overlapping-mbarrier",
              "the copy overwrites `{name}`, the mbarrier object that tracks it (T039)",
              [Str<"name">]> {
  let Section = "9.7.13.15";
}

def RemoteMbarrier
    : Warning<6128, "remote-mbarrier",
              "`{name}` is in the shared memory of {owner}, the destination in that of the CTA that "
              "runs this; without `.cta_group::2` both must be in one CTA (T043)",
              [Str<"name">, Str<"owner">]> {
  let Section = "9.7.9.25.5.2";
}

def RemoteDestination
    : Off<6129, "remote-destination",
          "`{name}` is in the cluster's shared memory; `.shared::cta` is that of this CTA (T044)",
          [Str<"name">]> {
  let In = [Extra];
  let Section = "9.7.9.25.5.2";
}

def LocalClusterCopy
    : Warning<6130, "local-cluster-copy",
              "`{name}` is in this CTA; a copy from `.shared::cta` to `.shared::cluster` must go to "
              "another (T112)",
              [Str<"name">]> {
  let Section = "9.7.9.25.4.1";
}

def GenericMapAddress
    : Warning<6131, "generic-map-address",
              "`{name}` is a generic address; expected one of `{space}` (T151)",
              [Str<"name">, Str<"space">]> {
  let Section = "9.7.13.16";
}

def TensorMemoryLane
    : Warning<6132, "tensor-memory-lane",
              "accesses {count} lanes from lane {lane}; a warp has 32 (T225)",
              [UInt<"count">, UInt<"lane">]> {
  let Section = "9.7.16.8.1";
}

def MismatchedDeallocation
    : Warning<6119, "mismatched-deallocation",
              "{columns} columns are freed; the only `tcgen05.alloc` of this entry allocates "
              "{allocated} (T207)",
              [UInt<"columns">, UInt<"allocated">]> {
  let Section = "9.7.16.7.1";
}

def SecondExclusiveAllocation
    : Warning<6133, "second-exclusive-allocation",
              "{live} columns are allocated; an exclusive allocation must be the only one, so that "
              "this waits forever",
              [UInt<"live">]> {
  let Section = "9.7.18.7.1";
}

def MismatchedExclusive
    : Warning<6134, "mismatched-exclusive",
              "this deallocation is {observed}, unlike the only `tcgen05.alloc` of this entry",
              [Str<"observed">]> {
  let Section = "9.7.18.7.1";
}

def UnorderedMbarrierInit
    : Warning<6140, "unordered-mbarrier-init",
              "a relaxed arrival does not order `mbarrier.init` before this access of other CTAs to "
              "`{name}`; `fence.mbarrier_init.release.cluster` is required before the arrival",
              [Str<"name">]> {
  let Section = "9.7.13.4";
}

def UnfencedMbarrierInit
    : Off<6141, "unfenced-mbarrier-init",
          "only a barrier is between `mbarrier.init` and this copy, which signals `{name}`; "
          "`fence.mbarrier_init` or `fence.proxy.async` is required as well",
          [Str<"name">]> {
  let In = [Extra];
  let Section = "9.7.9.25.2";
}

//===-- 6142: scopes and patterns of the memory consistency model ----------------------------===//

def MixedAtomicScopes
    : Warning<6142, "mixed-atomic-scopes",
              "`{instruction}` on `{name}` has scope `{scope}`, an earlier one scope `{other}`; the two "
              "are not atomic with respect to each other in different CTAs",
              [Str<"instruction">, Str<"name">, Str<"scope">, Str<"other">]> {
  let Section = "8.10.3";
}

def AcquireWithoutRead
    : Warning<6143, "acquire-without-read",
              "no strong read precedes `{instruction}`; `red` does not begin an acquire pattern, "
              "`atom` does",
              [Str<"instruction">]> {
  let Section = "8.8";
}

def ReleaseWithoutWrite
    : Warning<6144, "release-without-write",
              "no strong write follows `{instruction}`; a weak store does not complete a release "
              "pattern",
              [Str<"instruction">]> {
  let Section = "8.8";
}

def UnfencedGlobalWrite
    : Warning<6145, "unfenced-global-write",
              "a bulk copy reads `{name}` after `st`; `fence.proxy.async` is required in between",
              [Str<"name">]> {
  let Section = "8.6";
}

def MbarrierLayout
    : Warning<6146, "mbarrier-layout",
              "`{name}` is initialized with `.layout::v0`, which has no reports; `.layout::v1` is "
              "required",
              [Str<"name">]> {
  let Section = "9.7.10.28.1.3";
}

//===-- 6150: objects, groups -----------------------------------------------------------------===//

def UnsignalledWait
    : Warning<6150, "unsignalled-wait",
              "nothing arrives at {object}{where}, so that this waits forever",
              [Str<"object">, Str<"where">]> {
  let Section = "9.7.13.15.5";
}

def MissingCopy
    : Warning<6151, "missing-copy",
              "bytes are expected at {object}, and no copy completes on it, so that its phase never "
              "ends",
              [Str<"object">]> {
  let Section = "9.7.13.15.5";
}

def UnobservedCompletion
    : Warning<6152, "unobserved-completion",
              "`{instruction}` completes on {object}, and no thread waits for it",
              [Str<"instruction">, Str<"object">]> {
  let Section = "9.7.16.12.1";
}

def RepeatedMbarrierInit
    : Warning<6153, "repeated-mbarrier-init",
              "{object} is initialized already; `mbarrier.inval` is required before it is "
              "initialized again",
              [Str<"object">]> {
  let Section = "9.7.13.15.9";
}

def ExcessiveArrivals
    : Warning<6154, "excessive-arrivals",
              "{count} {what} at {object}, which is initialized with {expected}",
              [UInt<"count">, Str<"what">, Str<"object">, UInt<"expected">]> {
  let Section = "9.7.13.15.13";
}

def RepeatedPhase
    : Warning<6155, "repeated-phase",
              "this thread has waited for parity {parity} of {object} already; the wait for the next "
              "phase has the other parity",
              [Str<"object">, UInt<"parity">]> {
  let Section = "9.7.13.15.16";
}

def TooFewArrivals
    : Off<6156, "too-few-arrivals",
          "{threads} at {object}: {count} of {expected} arrivals",
          [Str<"threads">, Str<"object">, UInt<"count">, UInt<"expected">]> {
  let In = [Asynchronous];
  let Section = "9.7.13.15.5";
}

def WaitWithoutCommit
    : Warning<6157, "wait-without-commit",
              "no `{commit}` precedes this, so that it waits for nothing", [Str<"commit">]> {
  let Section = "9.7.9.25.1";
}

def UnwaitedCopy
    : Warning<6158, "unwaited-copy",
              "this reads what `cp.async` can still write; `cp.async.wait_group` is required in "
              "between"> {
  let Section = "9.7.9.25.3";
}

//===-- 6160: clusters ------------------------------------------------------------------------===//

def ClusterRank
    : Warning<6160, "cluster-rank",
              "no CTA has {rank}; the cluster has {count} CTAs",
              [Str<"rank">, UInt<"count">]> {
  let Section = "9.7.9.23";
}

def EarlyRemoteAccess
    : Warning<6161, "early-remote-access",
              "nothing before this signals {what}; `barrier.cluster.arrive` and "
              "`barrier.cluster.wait` are required",
              [Str<"what">]> {
  let Section = "9.7.13.3";
}

def UnreleasedWrite
    : Warning<6169, "unreleased-write",
              "`.relaxed` does not release the write to `{name}`, which the other CTA reads",
              [Str<"name">]> {
  let Section = "9.7.13.3";
}

def PeerExit
    : Warning<6162, "peer-exit",
              "nothing after this signals to the other CTA that its shared memory was read, so that it can "
              "exit before; `barrier.cluster.arrive` and `barrier.cluster.wait` are required"> {
  let Section = "9.7.13.3";
}

def EarlyPairDeallocation
    : Warning<6163, "early-pair-deallocation",
              "tensor memory of the pair is freed while the other CTA can still use it; a barrier of the "
              "cluster is required before"> {
  let Section = "9.7.16.7.1";
}

def NarrowArrivalScope
    : Warning<6164, "narrow-arrival-scope",
              "an arrival of scope `.cta` at {object} of another CTA orders nothing for that CTA; "
              "expected `.cluster`",
              [Str<"object">]> {
  let Section = "9.7.13.15.13";
}

def LocalAccessOfPeer
    : Warning<6165, "local-access-of-peer",
              "`{name}` is in the shared memory of {owner}, and without `::cluster` `{instruction}` "
              "accesses that of the CTA that runs it; expected `.shared::cluster`",
              [Str<"name">, Str<"owner">, Str<"instruction">]> {
  let Section = "5.1.7";
}

def SplitRemoteStore
    : Warning<6166, "split-remote-store",
              "the data goes to {data}, and {object} is that of {place}; both must be in one CTA",
              [Str<"data">, Str<"object">, Str<"place">]> {
  let Section = "9.7.9.12";
}

def RepeatedClusterArrival
    : Warning<6167, "repeated-cluster-arrival",
              "this thread has arrived at the barrier of the cluster already; "
              "`barrier.cluster.wait` is required in between"> {
  let Section = "9.7.13.3";
}

def ClusterWaitWithoutArrival
    : Warning<6159, "cluster-wait-without-arrival",
              "this thread has not arrived at the barrier of the cluster; `barrier.cluster.arrive` is "
              "required before this wait"> {
  let Section = "9.7.13.3";
}

def MissingNoinc
    : Warning<6168, "missing-noinc",
              "each arrival at {object} first increments the count of its phase, so that the phase "
              "never ends; expected `.noinc`",
              [Str<"object">]> {
  let Section = "9.7.13.15.15";
}

//===-- 6170: threads -------------------------------------------------------------------------===//

def BarrierThreads
    : Warning<6170, "barrier-threads", "{why}", [Str<"why">]> {
  let Section = "9.7.13.1";
}

def DivergentMemberMask
    : Warning<6171, "divergent-member-mask",
              "{who}, and the mask {mask} names others, which never arrive",
              [Str<"mask">, Str<"who">]> {
  let Section = "9.7.9.6";
}

def DivergentAligned
    : Warning<6172, "divergent-aligned",
              "{who}; all threads of a warp must run `{instruction}` together",
              [Str<"instruction">, Str<"who">]> {
  let Section = "9.7.13.1";
}

def WrongTensorLanes
    : Off<6173, "wrong-tensor-lanes",
              "{threads} use one address, `{name}`; each warp can access only a quarter of the lanes, from 32 times its number on",
              [Str<"name">, Str<"threads">]> {
  let In = [Extra];
  let Section = "9.7.16.8.1";
}

def UnorderedAllocation
    : Warning<6174, "unordered-allocation",
              "{threads} read the address that `tcgen05.alloc` of one warp writes; a barrier is "
              "required in between",
              [Str<"threads">]> {
  let Section = "9.7.16.7.1";
}

def EarlyMbarrierUse
    : Warning<6190, "early-mbarrier-use",
              "{object} is used by {threads} and initialized by {first}; a barrier is required in between",
              [Str<"object">, Str<"threads">, Str<"first">]> {
  let Section = "9.7.13.15";
}

def EarlyDeallocation
    : Warning<6175, "early-deallocation", "tensor memory is freed while {why}", [Str<"why">]> {
  let Section = "9.7.16.7.1";
}

def PendingDeallocation
    : Warning<6176, "pending-deallocation",
              "tensor memory is freed while `tcgen05.ld` can still read it; `tcgen05.wait::ld` is "
              "required in between"> {
  let Section = "9.7.16.6.4.5";
}

def EarlyArrival
    : Off<6177, "early-arrival",
          "this arrives while `{instruction}` can still read; `{wait}` is required in between if other "
          "threads write there after the arrival",
          [Str<"instruction">, Str<"wait">]> {
  let In = [Extra];
  let Section = "9.7.16.6.4.5";
}

//===-- 6180: proxies, polling, grids ---------------------------------------------------------===//

def UnfencedMatrix
    : Warning<6180, "unfenced-matrix",
              "the product reads a matrix after `st`; `fence.proxy.async` is required in between"> {
  let Section = "9.7.15.4";
}

def OverwrittenMatrix
    : Warning<6189, "overwritten-matrix",
              "this overwrites a matrix that `{instruction}` can still read; {missing} is required in "
              "between",
              [Str<"instruction">, Str<"missing">]> {
  let Section = "9.7.15.7.3";
}

def NoncoherentPoll
    : Warning<6181, "noncoherent-poll",
              "this loop waits for a value that `ld.global.nc` may never see change; expected an "
              "`ld.acquire`"> {
  let Section = "9.7.9.9";
}

def RelaxedPoll
    : Off<6182, "relaxed-poll",
          "a relaxed load ends this loop, and a weak load follows with nothing that orders the two; "
          "expected an `ld.acquire` or a `fence.acq_rel`"> {
  let In = [Asynchronous];
  let Section = "8.8";
}

def ReplacedPendingMap
    : Warning<6186, "replaced-pending-map",
              "a copy can still use the tensor map that this changes; a wait for the copy is required in "
              "between"> {
  let Section = "9.7.9.26";
}

def PendingTensorStore
    : Warning<6187, "pending-tensor-store",
              "the product can read tensor memory before `tcgen05.st` has written it; "
              "`tcgen05.wait::st` is required in between"> {
  let Section = "9.7.16.6.4.5";
}

def EarlyRead
    : Warning<6188, "early-read",
              "this reads what a copy that completes on {object} can still write; a wait for that "
              "object is required in between",
              [Str<"object">]> {
  let Section = "9.7.9.25.2";
}

def RegisterPool
    : Warning<6184, "register-pool", "{why}", [Str<"why">]> {
  let Section = "9.7.19.5";
}

def OwnLaneShuffle
    : Warning<6185, "own-lane-shuffle", "each lane reads its own value: {why}", [Str<"why">]> {
  let Section = "9.7.9.6";
}

def EarlyGridStore
    : Off<6183, "early-grid-store",
          "this writes to global memory before `griddepcontrol.wait`, while the preceding grid can still run"> {
  let In = [Asynchronous];
  let Section = "9.7.13.13";
}

} // Lint = "Body"

let Lint = "Module" in {

def MixedCtaGroup
    : Error<6118, "mixed-cta-group",
            "`{group}` in entry `{entry}`, which also uses `{other}` (T209)",
            [Str<"group">, Str<"entry">, Str<"other">]> {
  let Section = "9.7.16.7.1";
  let In = [BeyondPtxas, CodeGeneration];
  let Ptxas = "Function 'k' uses single CTA(.cta_group::1) and CTA pair granularity(.cta_group::2) "
              "and that is not allowed.";
}

} // Lint = "Module"
} // Of = ControlFlow

#endif // PTX_DIAGNOSTICS_ORDERINGRULES_TD
