// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Properties of instructions that passes use, so that they do not list opcodes: traits, classes of
// asynchronous operations, objects in memory. docs/adding-an-instruction.md explains them.

#ifndef PTX_ISA_PROPERTIES_TD
#define PTX_ISA_PROPERTIES_TD

//===-- Traits ------------------------------------------------------------------------------===//

// A property of an instruction, independent of its modifiers; `meaning` completes "the instruction
// ...". It is an enumerator of `Trait`. Some are implied by a part of a record, which names them as
// its subject.
class Trait<string meaning> {
  string Meaning = meaning;
}

// Control flow.
def Branches : Trait<"goes on at its label">;
def BranchesByTable : Trait<"goes on at a label of a list">;
def EndsControl : Trait<"does not go on at the next instruction: it ends the thread or returns">;
def EndsThread : Trait<"ends the thread in order, or returns, so that a kernel can end there">;
def Returns : Trait<"returns from a function">;
def Calls : Trait<"calls a function">;

// Registers.
def KeepsDifferences
    : Trait<"gives different results for different first operands, whatever constants the others are">;
def IgnoresSign : Trait<"does the same with signed and unsigned integers">;
def ReadsCarry : Trait<"reads the carry flag">;
def KeepsVectorsApart : Trait<"must not have a register in two of its vectors">;
def MarksTrace : Trait<"leaves a mark in the trace of events">;
def IsAligned : Trait<"is run by all threads of a warp together, as `.aligned` says of others">;

// Memory.
def Loads : Trait<"loads registers from memory">;
def StoresByGenericProxy : Trait<"writes registers to memory by the generic proxy">;
def LoadsUnwritten : Trait<"loads memory that nobody writes while the kernel runs">;
def AccessesAtomically : Trait<"changes memory by one atomic operation">;
def TakesElement : Trait<"takes `var[4]` for its address">;
def SignalsGrids : Trait<"signals or cancels other clusters or grids">;

def Reduces : Trait<"combines what it copies with what is there">;

// Implied by parts of records.
def ReadsTensorMap : Trait<"goes by a tensor map">;
def HasMatrixDescriptor : Trait<"has a descriptor of a matrix in shared memory">;
def HasMemberMask : Trait<"has a mask of the threads of the warp that take part">;
def IsAsynchronous : Trait<"begins, ends or orders asynchronous operations">;
def IsDeprecated : Trait<"is deprecated">;
def IsDisputed : Trait<"has forms of which the manual says different things at two places">;
def NamesObject : Trait<"has the address of an object with an alignment of its own">;
def HasSparsityMetadata : Trait<"has the metadata of a sparse matrix in a register">;

// The subjects of limits of operands.
def LimitsIm2colOffset : Trait<"has offsets of im2col">;
def LimitsCoordinate : Trait<"has coordinates that cannot be negative">;
def LimitsCtaMask : Trait<"has a mask of CTAs">;
def LimitsCopySize : Trait<"has the size of a bulk copy">;
def LimitsEmptyCopy : Trait<"has the size of a bulk copy that cannot be empty">;
def LimitsMbarrierCount : Trait<"has a count of an mbarrier object">;
def LimitsTensorMapField : Trait<"has the value of a field of a tensor map">;
def LimitsColumnCount : Trait<"has a number of columns of tensor memory">;
def LimitsSparseVector : Trait<"has a descriptor of how a sparse vector is made">;
def LimitsFabricOffset : Trait<"has offsets in a handle of a fabric">;
def LimitsReplacedProperty : Trait<"replaces properties of a tensor map">;
def LimitsGroupCount : Trait<"has a number of groups of bulk copies">;
def LimitsScaleSelector : Trait<"has selectors of the scales of a block">;
def LimitsValue : Trait<"has an operand that is undefined or wrong outside of a range">;
def LimitsSparsitySelector : Trait<"has the selector of the threads with metadata">;

//===-- Asynchronous operations -------------------------------------------------------------===//

// A common property of several classes of operations; an enumerator of `AsyncGroup`.
class AsyncGroup;
def Wgmma : AsyncGroup;
def TensorMemoryOps : AsyncGroup;
def BulkCopies : AsyncGroup;
def SmallCopies : AsyncGroup;
def RemoteStores : AsyncGroup;
def TensorMaps : AsyncGroup;
def Fences : AsyncGroup;
def Mbarriers : AsyncGroup;
def Barriers : AsyncGroup;
def OtherOps : AsyncGroup;

// A class of instructions that begin, end or order asynchronous operations; an enumerator of
// `AsyncOp`. The rules of order, the executor of launches and litmus tests use the fields.
class AsyncOp<AsyncGroup group> {
  AsyncGroup Group = group;
  Trait Subject = IsAsynchronous;
  // The way in which other instructions observe the completion, an enumerator of `AsyncCompletion`.
  string Completion = "None";
  // The proxy of its memory accesses, an enumerator of `Proxy`. (Manual 8.6)
  string Proxy = "Generic";
  // The ordering and the scope, unless a modifier of the instruction specifies them: enumerators of
  // `Semantics` and `MemoryScope`.
  string Semantics = "Weak";
  string Scope = "Thread";
  // The effect on its mbarrier object, an enumerator of `ObjectEffect`.
  string ObjectEffect = "None";
  // The roles of its operands: for each enumerator of `AsyncRole`, names in syntax lines. The first
  // name that a line contains is used. The object that the instruction creates, changes or waits
  // for: for an mbarrier object the address, for a barrier the number.
  string Object = "";
  // The address of a tensor map that is read or changed.
  string Map = "";
  // The addresses that are read and written, in memory or in tensor memory.
  string Reads = "";
  string Writes = "";
  // The number of bytes.
  string Bytes = "";
  // The number of arrivals, threads, pending groups, or columns.
  string Count = "";
  // The phase of a wait: a parity or a state.
  string Phase = "";
  // The affected CTAs, or threads of a warp.
  string Mask = "";
}

// Manual 9.7.15.
def WgmmaMma : AsyncOp<Wgmma> {
  let Completion = "WgmmaGroup";
  let Proxy = "Async";
  let Writes = "d";
  let Reads = "a";
}
def WgmmaFence : AsyncOp<Wgmma>;
def WgmmaCommit : AsyncOp<Wgmma>;
def WgmmaWait : AsyncOp<Wgmma> { let Count = "N"; }
// Manual 9.7.16.
let Proxy = "Async" in {
  def TensorAlloc : AsyncOp<TensorMemoryOps> {
    let Proxy = "Generic";
    let Writes = "dst";
    let Count = "nCols";
  }
  def TensorDealloc : AsyncOp<TensorMemoryOps> {
    let Writes = "taddr";
    let Count = "nCols";
  }
  def TensorRelinquish : AsyncOp<TensorMemoryOps>;
  def TensorLoad : AsyncOp<TensorMemoryOps> {
    let Completion = "TensorWaitLoad";
    let Reads = "taddr";
  }
  def TensorStore : AsyncOp<TensorMemoryOps> {
    let Completion = "TensorWaitStore";
    let Writes = "taddr";
  }
  def TensorWaitLoad : AsyncOp<TensorMemoryOps>;
  def TensorWaitStore : AsyncOp<TensorMemoryOps>;
  let Completion = "TensorCommit" in {
    def TensorMma : AsyncOp<TensorMemoryOps> {
      let Writes = "d-tmem";
      let Reads = "a-tmem";
    }
    def TensorCopy : AsyncOp<TensorMemoryOps> { let Writes = "taddr"; }
    def TensorShift : AsyncOp<TensorMemoryOps> { let Writes = "taddr"; }
  }
  def TensorCommit : AsyncOp<TensorMemoryOps> {
    let Completion = "Mbarrier";
    let ObjectEffect = "Arrive";
    let Semantics = "Release";
    let Scope = "Cluster";
    let Object = "mbar";
    let Mask = "ctaMask";
  }
}
def TensorFence : AsyncOp<TensorMemoryOps>;
// Bulk copies tracked by an mbarrier object, bulk copies of a bulk group, prefetches. (Manual
// 9.7.9.25.4, 9.7.9.25.5)
def BulkLoad : AsyncOp<BulkCopies> {
  let Completion = "Mbarrier";
  let ObjectEffect = "CompleteBytes";
  let Proxy = "Async";
  let Object = "mbar bar";
  let Map = "tensorMap";
  let Reads = "srcMem src";
  let Writes = "dstMem dst";
  let Bytes = "size";
  let Mask = "ctaMask";
}
def BulkStore : AsyncOp<BulkCopies> {
  let Completion = "BulkGroup";
  let Proxy = "Async";
  let Map = "tensorMap";
  let Reads = "srcMem";
  let Writes = "dstMem";
  let Bytes = "size";
}
def BulkPrefetch : AsyncOp<BulkCopies> {
  let Proxy = "Async";
  let Map = "tensorMap";
  let Reads = "srcMem";
  let Bytes = "size";
}
def BulkCommit : AsyncOp<BulkCopies>;
def BulkWait : AsyncOp<BulkCopies> { let Count = "N"; }
// cp.async. (Manual 9.7.9.25.3, 9.7.13.15.15)
def CopyStart : AsyncOp<SmallCopies> {
  let Completion = "CopyGroup";
  let Reads = "src";
  let Writes = "dst";
  let Bytes = "cp-size";
}
def CopyCommit : AsyncOp<SmallCopies>;
def CopyWait : AsyncOp<SmallCopies> { let Count = "N"; }
def CopyArrive : AsyncOp<SmallCopies> {
  let Completion = "Mbarrier";
  let ObjectEffect = "Arrive";
  let Object = "addr";
}
// st.async and red.async with an mbarrier object. (Manual 9.7.9.12, 9.7.13.7)
def RemoteStore : AsyncOp<RemoteStores> {
  let Completion = "Mbarrier";
  let ObjectEffect = "CompleteBytes";
  let Scope = "Cluster";
  let Object = "mbar";
  let Writes = "a";
}
// Manual 9.7.9.26, 9.7.13.16.
def MapReplace : AsyncOp<TensorMaps> { let Map = "addr"; }
def MapCopyFence : AsyncOp<TensorMaps> {
  let Proxy = "TensorMap";
  let Semantics = "Release";
  let Reads = "src";
  let Writes = "dst";
}
// fence.proxy.async, fence.proxy.tensormap, all other fences and membar. (Manual 9.7.13.4)
def AsyncFence : AsyncOp<Fences> { let Proxy = "Async"; }
def MapFence : AsyncOp<Fences> {
  let Proxy = "TensorMap";
  let Map = "addr";
}
def OtherFence : AsyncOp<Fences> { let Semantics = "AcquireRelease"; }
// Manual 9.7.13.15.
let Object = "addr" in {
  def MbarrierInit : AsyncOp<Mbarriers> {
    let ObjectEffect = "Initialize";
    let Count = "count";
  }
  def MbarrierInval : AsyncOp<Mbarriers> { let ObjectEffect = "Invalidate"; }
  let Scope = "Cta" in {
    def MbarrierWait : AsyncOp<Mbarriers> {
      let ObjectEffect = "Wait";
      let Semantics = "Acquire";
      let Phase = "phaseParity state";
    }
    let Semantics = "Release", Count = "count", Bytes = "txCount", Mask = "ctaMask" in {
      def MbarrierArrive : AsyncOp<Mbarriers> { let ObjectEffect = "Arrive"; }
      def MbarrierDrop : AsyncOp<Mbarriers> { let ObjectEffect = "Arrive"; }
    }
    let Semantics = "Relaxed", Bytes = "txCount", Mask = "ctaMask" in {
      def MbarrierExpect : AsyncOp<Mbarriers> { let ObjectEffect = "ExpectBytes"; }
      def MbarrierComplete : AsyncOp<Mbarriers> { let ObjectEffect = "CompleteBytes"; }
    }
  }
  def MbarrierOther : AsyncOp<Mbarriers>;
}
// bar, barrier. (Manual 9.7.13.1 to 9.7.13.3)
def Barrier : AsyncOp<Barriers> {
  let Semantics = "AcquireRelease";
  let Scope = "Cta";
  let Object = "a";
  let Count = "b";
}
def WarpBarrier : AsyncOp<Barriers> {
  let Semantics = "AcquireRelease";
  let Scope = "Cta";
  let Mask = "membermask";
}
def ClusterArrive : AsyncOp<Barriers> {
  let Semantics = "Release";
  let Scope = "Cluster";
}
def ClusterWait : AsyncOp<Barriers> {
  let Semantics = "Acquire";
  let Scope = "Cluster";
}
// Manual 9.7.13.13, 9.7.13.17.
def GridLaunch : AsyncOp<OtherOps>;
def GridWait : AsyncOp<OtherOps>;
def LaunchCancel : AsyncOp<OtherOps> {
  let Completion = "Mbarrier";
  let ObjectEffect = "CompleteBytes";
  let Proxy = "Async";
  let Object = "mbar";
  let Writes = "addr";
}
// multimem.ld_reduce, .st, .red. (Manual 9.7.9.14)
def MultimemAccess : AsyncOp<OtherOps>;
def Call : AsyncOp<OtherOps>;

//===-- Objects in memory -------------------------------------------------------------------===//

// The object at an address: its alignment and size in bytes (0: none), the T-rule with these
// requirements, and the alignment below which devices fault, although the manual requires less.
class PointedObject<string what, int alignment, string rule, int bytes = 0,
                    int deviceAlignment = alignment> {
  string What = what;
  int Alignment = alignment;
  int DeviceAlignment = deviceAlignment;
  string Rule = rule;
  int Bytes = bytes;
  Trait Subject = NamesObject;
}

// The T-rule about the values of the metadata of a sparse matrix.
class MetadataRule<string rule> {
  string Rule = rule;
  Trait Subject = HasSparsityMetadata;
}

#endif // PTX_ISA_PROPERTIES_TD
