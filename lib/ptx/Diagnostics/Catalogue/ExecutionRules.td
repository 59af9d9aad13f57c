// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the execution of a launch shows: codes 6500 to 6599. ptx-sanitize reports them. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_EXECUTIONRULES_TD
#define PTX_DIAGNOSTICS_EXECUTIONRULES_TD

include "ptx/Diagnostics/Catalogue/CatalogFamilies.td"

// The execution writes the message: it knows the threads, the object and the accesses; the record
// does not.
class Executed<int number, string name, string section>
    : Error<number, name, "{what}", [Str<"what">]> {
  let Section = section;
}

let Of = ControlFlow in {

def LaunchHang : Executed<6500, "launch-hang", "9.7.13.15.16">;
def SharedMemoryRace : Executed<6501, "shared-memory-race", "8.7.1">;
def LaunchProxyFence : Executed<6502, "launch-proxy-fence", "8.6">;
def ReadDuringCopy : Executed<6503, "read-during-copy", "9.7.9.25.2">;
def OverwriteDuringUse : Executed<6504, "overwrite-during-use", "9.7.9.25.2">;
def PendingAtExit : Executed<6505, "pending-at-exit", "9.7.9.25.4.1">;
// Compilers let idle warps wait in a phase. Such a warp misses a phase only if it is delayed while
// the others complete two.
def OvertakenPhase
    : Warning<6506, "overtaken-phase", "{what}", [Str<"what">]> {
  let Section = "9.7.13.15.16";
}
def ExcessArrivals : Executed<6507, "excess-arrivals", "9.7.13.15.13">;
def LeftoverTransactions : Executed<6508, "leftover-transactions", "9.7.13.15.5">;
def UnorderedMbarrier : Executed<6509, "unordered-mbarrier", "9.7.13.15.9">;
def LaunchBarrierThreads : Executed<6510, "launch-barrier-threads", "9.7.13.1">;
def DivergentExecution : Executed<6511, "divergent-execution", "9.7.13.14">;
def UnorderedPeer : Executed<6512, "unordered-peer", "9.7.13.4">;
def LaunchRegisterPool : Executed<6513, "launch-register-pool", "9.7.20.5">;
def TensorMemoryUse : Executed<6514, "tensor-memory-use", "9.7.16.1">;
def SharedBounds : Executed<6515, "shared-bounds", "5.1.7">;
// Compilers use lane 0 for all warps, and the hardware accesses the lanes of the executing warp.
def TensorMemoryLanes
    : Warning<6517, "tensor-memory-lanes", "{what}", [Str<"what">]> {
  let Section = "9.7.16.8.2";
}
// Compilers omit the fence between threads of one CTA.
def MbarrierInitFence
    : Warning<6518, "mbarrier-init-fence", "{what}", [Str<"what">]> {
  let Section = "9.7.13.4";
}
def MisplacedArrival : Executed<6519, "misplaced-arrival", "9.7.13.15.5">;
// A read value may be unused: some compilers load whole vectors that are written only in part.
def UninitializedShared
    : Warning<6520, "uninitialized-shared", "{what}", [Str<"what">]> {
  let Section = "8.2.6";
}
def GlobalMemoryRace : Executed<6521, "global-memory-race", "8.7.1">;
def GlobalBounds : Executed<6522, "global-bounds", "5.1.4">;
def LaunchTrap : Executed<6523, "launch-trap", "9.7.19.4">;
def PendingRegisters : Executed<6516, "pending-registers", "9.7.15.7.3">;

} // Of = ControlFlow

#endif // PTX_DIAGNOSTICS_EXECUTIONRULES_TD
