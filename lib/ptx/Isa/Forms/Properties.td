// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What passes want to know of instructions, so that they need not list opcodes: traits, classes of
// asynchronous operations, objects in memory. docs/adding-an-instruction.md explains them.

#ifndef PTX_ISA_PROPERTIES_TD
#define PTX_ISA_PROPERTIES_TD

//===-- Traits ------------------------------------------------------------------------------===//

// What an instruction is whatever its modifiers; `meaning` completes "the instruction ...". It is
// an enumerator of `Trait`. Some are given by a part of a record, which names them as its subject.
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
def Copies : Trait<"gives its result the value of its operand">;
def KeepsDifferences
    : Trait<"gives different results for different first operands, whatever constants the others are">;
def IgnoresSign : Trait<"does the same with signed and unsigned integers">;
def ComparesToPredicate : Trait<"sets a predicate by a comparison of its operands">;
def ReadsCarry : Trait<"reads the carry flag">;
def KeepsVectorsApart : Trait<"must not have a register in two of its vectors">;
def MarksTrace : Trait<"leaves a mark in the trace of events">;
def SetsRegisterCount : Trait<"changes the number of registers of a warp">;

// Memory.
def Loads : Trait<"loads registers from memory">;
def StoresByGenericProxy : Trait<"writes registers to memory by the generic proxy">;
def LoadsUnwritten : Trait<"loads memory that nobody writes while the kernel runs">;
def AccessesAtomically : Trait<"changes memory by one atomic operation">;
def TakesElement : Trait<"takes `var[4]` for its address">;
def TestsSpace : Trait<"tests which state space an address is in">;
def SignalsGrids : Trait<"signals or cancels other clusters or grids">;

def Reduces : Trait<"combines what it copies with what is there">;

// Given by parts of records.
def ReadsTensorMap : Trait<"goes by a tensor map">;
def HasMatrixDescriptor : Trait<"has a descriptor of a matrix in shared memory">;
def HasMemberMask : Trait<"has a mask of the threads of the warp that take part">;
def IsAsynchronous : Trait<"begins, ends or orders asynchronous operations">;
def IsDeprecated : Trait<"is deprecated">;
def IsDisputed : Trait<"has forms of which the manual says different things at two places">;
def NamesObject : Trait<"has the address of an object with an alignment of its own">;
def HasSparsityMetadata : Trait<"has the metadata of a sparse matrix in a register">;

// What the limits of operands are about.
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

// What several classes of operations have in common; an enumerator of `AsyncGroup`.
class AsyncGroup;
def Wgmma : AsyncGroup;
def TensorMemoryOps : AsyncGroup;
def BulkCopies : AsyncGroup;
def TensorMaps : AsyncGroup;
def Fences : AsyncGroup;
def Mbarriers : AsyncGroup;
def OtherOps : AsyncGroup;

// A class of instructions that begin, end or order asynchronous operations; an enumerator of
// `AsyncOp`.
class AsyncOp<AsyncGroup group> {
  AsyncGroup Group = group;
  Trait Subject = IsAsynchronous;
}

// Manual 9.7.15.
def WgmmaMma : AsyncOp<Wgmma>;
def WgmmaFence : AsyncOp<Wgmma>;
def WgmmaCommit : AsyncOp<Wgmma>;
def WgmmaWait : AsyncOp<Wgmma>;
// Manual 9.7.16.
def TensorAlloc : AsyncOp<TensorMemoryOps>;
def TensorDealloc : AsyncOp<TensorMemoryOps>;
def TensorRelinquish : AsyncOp<TensorMemoryOps>;
def TensorLoad : AsyncOp<TensorMemoryOps>;
def TensorStore : AsyncOp<TensorMemoryOps>;
def TensorWaitLoad : AsyncOp<TensorMemoryOps>;
def TensorWaitStore : AsyncOp<TensorMemoryOps>;
def TensorMma : AsyncOp<TensorMemoryOps>;
def TensorCopy : AsyncOp<TensorMemoryOps>;
def TensorShift : AsyncOp<TensorMemoryOps>;
def TensorCommit : AsyncOp<TensorMemoryOps>;
def TensorFence : AsyncOp<TensorMemoryOps>;
// Bulk copies: those that an mbarrier object tracks, those of a bulk group, the prefetches. (Manual
// 9.7.9.25.4, 9.7.9.25.5)
def BulkLoad : AsyncOp<BulkCopies>;
def BulkStore : AsyncOp<BulkCopies>;
def BulkPrefetch : AsyncOp<BulkCopies>;
def BulkCommit : AsyncOp<BulkCopies>;
def BulkWait : AsyncOp<BulkCopies>;
// Manual 9.7.9.26, 9.7.13.16.
def MapReplace : AsyncOp<TensorMaps>;
def MapCopyFence : AsyncOp<TensorMaps>;
// fence.proxy.async, fence.proxy.tensormap, all other fences and membar. (Manual 9.7.13.4)
def AsyncFence : AsyncOp<Fences>;
def MapFence : AsyncOp<Fences>;
def OtherFence : AsyncOp<Fences>;
// Manual 9.7.13.15.
def MbarrierInit : AsyncOp<Mbarriers>;
def MbarrierInval : AsyncOp<Mbarriers>;
def MbarrierWait : AsyncOp<Mbarriers>;
def MbarrierOther : AsyncOp<Mbarriers>;
// bar, barrier. (Manual 9.7.13.1 to 9.7.13.3)
def Barrier : AsyncOp<OtherOps>;
// multimem.ld_reduce, .st, .red. (Manual 9.7.9.14)
def MultimemAccess : AsyncOp<OtherOps>;
def Mapa : AsyncOp<OtherOps>;
def Elect : AsyncOp<OtherOps>;
def Call : AsyncOp<OtherOps>;

//===-- Objects in memory -------------------------------------------------------------------===//

// What an address points to: its alignment and its size in bytes (0: none of its own), and the
// T-rule that says so.
class PointedObject<string what, int alignment, string rule, int bytes = 0> {
  string What = what;
  int Alignment = alignment;
  string Rule = rule;
  int Bytes = bytes;
  Trait Subject = NamesObject;
}

// The T-rule that says what the metadata of a sparse matrix can be.
class MetadataRule<string rule> {
  string Rule = rule;
  Trait Subject = HasSparsityMetadata;
}

#endif // PTX_ISA_PROPERTIES_TD
