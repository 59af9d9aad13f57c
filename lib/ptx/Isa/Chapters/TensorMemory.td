// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor memory: allocation, loads, stores, copies, order. (Manual 9.7.16.7 to 9.7.16.9, 9.7.16.11,
// 9.7.16.12)

include "ptx/Isa/Chapters/BulkCopyBase.td"
include "ptx/Isa/Chapters/TensorMemoryBase.td"

class ColumnLimit<string rule>
    : Within<LimitsColumnCount, "the number of columns", rule, 32, 512> {
  let PowerOfTwo = 1;
}
// For an allocation, it uses the lowest 32 bits of a literal.
def AllocatedColumns : SrcIn<"nCols", "u32", 32, 512> {
  let AlsoTaken = "wrapped";
  let Limits = [ColumnLimit<"T206">];
}
// For deallocations, earlier releases accept any multiple of 32.
def ColumnCount
    : Src<"nCols", "u32", [Range<PtxasFrom<"13.2">, 32, 512>, Range<Always, 0, Unlimited>]> {
  let Step = 32;
  let AlsoTaken = "wrapped";
  let Limits = [ColumnLimit<"T207">];
}
// The whole tensor memory, on sm_107 64 more columns. (Manual of PTX 9.4, 9.7.18.7.1)
def ColumnsOf32 : Within<LimitsColumnCount, "the number of columns", "T326", 32, 576> {
  let Step = 32;
}
// `ptxas` 13.4 was reported not to check it.
def ColumnsOfSmallMemory : Within<LimitsColumnCount, "the number of columns", "T327", 0, 512> {
  let Targets = TensorMemoryBefore107;
}
// `ptxas` checks only the step.
def ExclusiveColumns : SrcIn<"nCols", "u32", 32, Unlimited> {
  let Step = 32;
  let AlsoTaken = "wrapped";
  let Limits = [ColumnsOf32, ColumnsOfSmallMemory];
}
defvar ExclusiveGate = Since<"9.4", ExclusiveAllocation>;
def AllocationAddr : StoreMovedAddr<"dst", "ss"> {
  let Object = [PointedObject<"the destination of `tcgen05.alloc`", 4, "T210">];
}

// An address to which `ptxas` adds: it accepts registers for two halves, and functions if the
// matrix is not in registers.
class AddedTensorAddr<string name> : TensorAddr<name> { let AlsoTaken = "register"; }
class CodeTensorAddr<string name> : TensorAddr<name> { let AlsoTaken = "register function"; }

let Gates = TensorMemoryGates, Sets = [CtaGroups] in {
  def tcgen05_alloc : Instruction<"tcgen05.alloc", "9.7.16.7.1", "allocate tensor memory"> {
    let Async = [AsyncAs<TensorAlloc>];
    let Forms = [
      Form<"tcgen05.alloc.cta_group.sync.aligned{.ss}.b32  [dst], nCols", [], [],
           [Implies<Always, Any<[Register<"nCols">, Value<"nCols", [32, 64, 128, 256, 512]>]>>],
           [AllocatedColumns]>,
      Form<"tcgen05.alloc.exclusive.cta_group.sync.aligned{.ss}.b32  [dst], nCols", [],
           [ExclusiveGate], [], [ExclusiveColumns]>
    ];
    let Sets = [CtaGroups, Set<"ss", "shared::cta">];
    let Operands = [AllocationAddr];
    let PtxasChecks = [PtxasCheck<Given<"ss">, "dst", "special">];
  }
  def tcgen05_dealloc : Instruction<"tcgen05.dealloc", "9.7.16.7.1", "deallocate tensor memory"> {
    let Async = [AsyncAs<TensorDealloc>];
    let Forms = [
      Form<"tcgen05.dealloc.cta_group.sync.aligned.b32  taddr, nCols", [], [],
           [Implies<PtxasFrom<"13.2">,
                    Any<[Register<"nCols">, Value<"nCols", [32, 64, 128, 256, 512]>]>>],
           [ColumnCount]>,
      Form<"tcgen05.dealloc.exclusive.cta_group.sync.aligned.b32  taddr, nCols", [],
           [ExclusiveGate], [], [ExclusiveColumns]>
    ];
    let Operands = [Src<"taddr", "u32">];
  }
  def tcgen05_relinquish_alloc_permit
      : Instruction<"tcgen05.relinquish_alloc_permit", "9.7.16.7.1",
                    "give up the right to allocate tensor memory"> {
    let Async = [AsyncAs<TensorRelinquish>];
    let Forms = [Form<"tcgen05.relinquish_alloc_permit.cta_group.sync.aligned">];
  }
}

//===-- Loads and stores (Manual 9.7.16.8) --------------------------------------------------===//

// The number of registers of several shapes; at most 128.
class MovedRegisters<string shapes, int each> {
  list<Case> are = !foldl(
      []<Case>, [1, 2, 4, 8, 16, 32, 64, 128], cases, n,
      !if(!le(!mul(n, each), 128),
          !listconcat(cases, [Case<All<[Has<shapes>, Has<"x"#n>]>, !mul(n, each)>]), cases));
}
defvar Moved = !listconcat(MovedRegisters<"16x64b 32x32b 16x32bx2", 1>.are,
                           MovedRegisters<"16x128b", 2>.are, MovedRegisters<"16x256b", 4>.are);
defvar MoveSets = [
  Set<"shape1", "16x64b 16x128b 16x256b 32x32b">, Set<"num", "x1 x2 x4 x8 x16 x32 x64 x128">
];
defvar MoveChecks = [
  PtxasCheck<Always, "r", "vector">, PtxasCheck<PtxasFrom<"13.4">, "taddr", "packed">
];
// Earlier releases of `ptxas` accept a missing .aligned.
defvar MoveRules = [
  Implies<Has<"16x128b">, Has<"x1 x2 x4 x8 x16 x32 x64">>,
  Implies<Has<"16x256b">, Has<"x1 x2 x4 x8 x16 x32">>
] # ImpliesFrom<"13.1", Always, Given<"aligned">>.rules;

let Gates = TensorMemoryGates in {
  def tcgen05_ld : Instruction<"tcgen05.ld", "9.7.16.8.3", "load from tensor memory"> {
    let Async = [AsyncAs<TensorLoad>];
    let Effects = [ResultVaries<>];
    let Sets = MoveSets;
    let Forms = [
      Form<"tcgen05.ld.sync{.aligned}.shape1.num{.pack::16b}.b32    r, [taddr]">,
      Form<"tcgen05.ld.sync{.aligned}.16x32bx2.num{.pack::16b}.b32  r, [taddr], immHalfSplitoff">
    ];
    let Operands = [
      WholeDst<"r", Any32, Moved>, AddedTensorAddr<"taddr">, Imm<"immHalfSplitoff", "s64">
    ];
    let PtxasChecks = MoveChecks;
    let Rules = MoveRules;
  }
  def tcgen05_st : Instruction<"tcgen05.st", "9.7.16.8.4", "store to tensor memory"> {
    let Async = [AsyncAs<TensorStore>];
    let Sets = MoveSets;
    let Forms = [
      Form<"tcgen05.st.sync{.aligned}.shape1.num{.unpack::16b}.b32    [taddr], r">,
      Form<"tcgen05.st.sync{.aligned}.16x32bx2.num{.unpack::16b}.b32  [taddr], immHalfSplitoff, r">
    ];
    let Operands = [
      AddedTensorAddr<"taddr">, TypedSrc<"r", Any32, Moved>, Imm<"immHalfSplitoff", "s64">
    ];
    let PtxasChecks = MoveChecks;
    let Rules = MoveRules;
  }
  def tcgen05_wait : Instruction<"tcgen05", "9.7.16.8.5", "wait for tcgen05.ld or tcgen05.st of this thread"> {
    let Async = [AsyncAs<TensorWaitLoad, Has<"wait::ld">>, AsyncAs<TensorWaitStore>];
    let Forms = [Form<"tcgen05.wait_operation.sync.aligned",
                      [MnemonicSuffix<"wait_operation", "wait::ld wait::st">]>];
  }
}

def tcgen05_ld_red : Instruction<"tcgen05.ld.red", "9.7.16.8.3",
                                 "load from tensor memory with minimum or maximum"> {
  let Async = [AsyncAs<TensorLoad>];
  let Effects = [ResultVaries<>];
  let Sets = [
    Set<"num", "x2 x4 x8 x16 x32 x64 x128">, Set<"redOp", "min max">, Set<"type", "f32 u32 s32">
  ];
  let Forms = [
    Form<"tcgen05.ld.red.sync{.aligned}.32x32b.num.redOp{.abs}{.NaN}.type  r, redval, [taddr]">,
    Form<"tcgen05.ld.red.sync{.aligned}.16x32bx2.num.redOp{.abs}{.NaN}.type  "
         "r, redval, [taddr], immHalfSplitoff">
  ];
  // `ptxas` accepts any 32-bit registers.
  let Operands = [
    WholeDst<"r", Any32, !foreach(n, [2, 4, 8, 16, 32, 64, 128], Case<Has<"x"#n>, n>)>,
    Dst<"redval", Any32, InBracesOrNot>, TensorAddr<"taddr">, Imm<"immHalfSplitoff", "s64">
  ];
  let PtxasChecks = [PtxasCheck<Always, "r redval", "vector">];
  let Gates = [Since<"8.8", TensorMemoryReduction>];
  let Rules = [
    Implies<Given<"abs">, Has<"f32">>, Implies<Given<"NaN">, Has<"f32">>
  ] # ImpliesFrom<"13.1", Always, Given<"aligned">>.rules;
}

// Two of each four values are kept. (Manual of PTX 9.4, 9.7.18.8.3)
let Sets = [Set<"num", "x4 x8 x16 x32 x64 x128">, Set<"rowop", "min max">],
    Gates = [Since<"9.4", Only107a>],
    Operands = [
      WholeDst<"mdata", Any32,
               [Case<Has<"x64">, 2>, Case<Has<"x128">, 4>, Case<Has<"x4 x8 x16 x32">, 1>]>,
      WholeDst<"cdata", Any32,
               !foreach(n, [4, 8, 16, 32, 64, 128], Case<Has<"x"#n>, !div(n, 2)>)>,
      Dst<"redval", Any32, InBracesOrNot>, TensorAddr<"taddr">
    ],
    PtxasChecks = [PtxasCheck<Always, "mdata cdata", "vector">] in {
  def tcgen05_ld_spcompress
      : Instruction<"tcgen05.ld.spcompress", "9.7.18.8.3@9.4",
                    "load from tensor memory with 2:4 compression"> {
    let Async = [AsyncAs<TensorLoad>];
    let Effects = [ResultVaries<>];
    let Operands = [
      WholeDst<"mdata", Any32,
               [Case<Has<"x64">, 2>, Case<Has<"x128">, 4>, Case<Has<"x4 x8 x16 x32">, 1>]>,
      WholeDst<"cdata", Any32,
               !foreach(n, [4, 8, 16, 32, 64, 128], Case<Has<"x"#n>, !div(n, 2)>)>,
      TensorAddr<"taddr">
    ];
    let Forms = [
      Form<"tcgen05.ld.spcompress.sync.aligned.32x32b.num.rowop.sp::2:4{.abs}.f32.b2 "
           "mdata, cdata, [taddr]">
    ];
  }
  def tcgen05_ld_red_spcompress
      : Instruction<"tcgen05.ld.red.spcompress", "9.7.18.8.3@9.4",
                    "load from tensor memory with 2:4 compression and reduction"> {
    let Async = [AsyncAs<TensorLoad>];
    let Effects = [ResultVaries<>];
    let Forms = [
      Form<"tcgen05.ld.red.spcompress.sync.aligned.32x32b.num.rowop.sp::2:4{.abs}{.NaN}.f32.b2 "
           "mdata, cdata, redval, [taddr]">
    ];
  }
}

//===-- Copies, order -----------------------------------------------------------------------===//

def ArrivingCtas
    : Reg<"ctaMask", "b16", [Case<Has<"multicast::cluster::32b">, 0, "b32">, Case<Always>]> {
  let Limits = CtaMaskLimits;
}
// The same as a literal.
def NumberedCtas : Src<"mask", "u16", CtaMaskCases> { let Limits = CtaMaskLimits; }

def tcgen05_cp : Instruction<"tcgen05.cp", "9.7.16.9.2", "copy from shared to tensor memory"> {
  let Async = [AsyncAs<TensorCopy>];
  let Sets = [
    CtaGroups, Set<"shape", "128x256b 4x256b 128x128b 64x128b 32x128b">,
    Set<"multicast", "warpx2::02_13 warpx2::01_23 warpx4">, Set<"dst_fmt", "b8x16">,
    Set<"src_fmt", "b6x16_p32 b4x16_p64">
  ];
  let Forms = [Form<"tcgen05.cp.cta_group.shape{.multicast}{.dst_fmt.src_fmt}  [taddr], s-desc">];
  let Operands = [CodeTensorAddr<"taddr">, DescriptorSrc<"s-desc">];
  let Gates = TensorMemoryGates;
  let Rules = [
    Implies<Has<"64x128b">, Has<"warpx2::02_13 warpx2::01_23">>, Implies<Has<"32x128b">, Has<"warpx4">>,
    Implies<Given<"multicast">, Has<"64x128b 32x128b">>
  ];
}

def tcgen05_shift : Instruction<"tcgen05.shift", "9.7.16.9.3", "shift rows of tensor memory down"> {
  let Async = [AsyncAs<TensorShift>];
  let Sets = [CtaGroups];
  let Forms = [Form<"tcgen05.shift.cta_group.down  [taddr]">];
  let Operands = [CodeTensorAddr<"taddr">];
  let Gates = [Since<"8.6", TensorMemoryShift>];
}

let Gates = TensorMemoryGates in {
  def tcgen05_fence : Instruction<"tcgen05", "9.7.16.11.1",
                                  "fence for tcgen05 operations around thread synchronization"> {
    let Async = [AsyncAs<TensorFence>];
    let Forms = [Form<"tcgen05.fence", [MnemonicSuffix<"fence", "fence::before_thread_sync "
                                                      "fence::after_thread_sync">]>];
  }
  def tcgen05_commit : Instruction<"tcgen05.commit", "9.7.16.12.1",
                                   "make an mbarrier track the preceding tcgen05 operations"> {
    let Async = [AsyncAs<TensorCommit>];
    let Effects = [OrdersMemory<>];
    let Sets = [CtaGroups, Set<"ss", "shared::cluster">, Multicasts];
    let Forms = [
      Form<"tcgen05.commit.cta_group.mbarrier::arrive::one{.sync_restrict::shared::read::mma::a}"
           "{.ss}{.multicast}.b64  [mbar]{, ctaMask}", [],
           [When<Has<"sync_restrict::shared::read::mma::a">, "9.4", FamilyOf107>] #
               MulticastGates, Together<"multicast", "ctaMask">.rules>,
      // Later releases of `ptxas` accept a literal.
      ReleasedForm<"13.4", "",
                   "tcgen05.commit.cta_group.mbarrier::arrive::one{.sync_restrict::shared::read::mma::a}"
                   "{.ss}.multicast.b64  [mbar], mask", [],
                   [When<Has<"sync_restrict::shared::read::mma::a">, "9.4", FamilyOf107>] #
                       MulticastGates>
    ];
    let Operands = [MovedAddr<"mbar", "ss">, ArrivingCtas, NumberedCtas];
    let PtxasChecks = [PtxasCheck<Not<Has<"multicast::cluster::32b">>, "mask", "sum">] #
                      WideMaskChecks<"mask">.are;
  }
}
