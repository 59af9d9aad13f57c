// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices of a warpgroup, whose factors are in shared memory. (Manual 9.7.15)

include "ptx/Isa/InstructionBase.td"

// The shapes are .m64nNkK; N is a multiple of 8, for integers and bits of 16 from 32 on.
class Columns<list<int> are> { list<int> Are = are; }
def AnyColumns : Columns<!foreach(i, !range(1, 33), !mul(i, 8))>;
def IntegerColumns : Columns<!listconcat([8, 24], !foreach(i, !range(1, 17), !mul(i, 16)))>;
class WarpgroupShapes<Columns columns, int k>
    : Set<"shape", !interleave(!foreach(n, columns.Are, "m64n"#n#"k"#k), " ")>;

// The registers for a thread's share of D, which 128 threads share.
class WarpgroupSum<Columns columns, int k> {
  list<Case> are = !foreach(n, columns.Are, Case<Is<"shape", "m64n"#n#"k"#k>, !div(n, 2)>);
}
class HalfOrSingleSum<int k> {
  list<Case> half = !foreach(
      n, AnyColumns.Are,
      Case<All<[Is<"dtype", "f16">, Is<"shape", "m64n"#n#"k"#k>]>, !div(n, 4), "f16x2">);
  list<Case> single = !foreach(
      n, AnyColumns.Are, Case<Is<"shape", "m64n"#n#"k"#k>, !div(n, 2), "f32">);
  list<Case> are = !listconcat(half, single);
}

class Flag<string name> : Imm<name, "s32", 0, 1>;
class Sign<string name> : Imm<name, "s32", -1, 1> { let Step = 2; }
class PredicateOrFlag<string name> : PredSrc<name> {
  let Min = 0;
  let Max = 1;
}

// Descriptors are 64-bit registers, except floating-point ones.
defvar WarpgroupOperands = [
  DescriptorSrc<"a-desc">, Src<"a", "f16x2", [Case<Always, 4>]>, DescriptorSrc<"b-desc">,
  PredicateOrFlag<"scale-d">, Sign<"imm-scale-a">, Sign<"imm-scale-b">, Flag<"imm-trans-a">,
  Flag<"imm-trans-b">
];
defvar IntegerA = TypedSrc<"a", Any32, [Case<Always, 4>]>;
defvar WarpgroupSets = [
  Set<"dtype", "f16 f32">, Set<"f8type", "e4m3 e5m2">, Set<"atype", "s8 u8">, Set<"btype", "s8 u8">
];
defvar MixedSigns = [
  When<All<[Is<"atype", "s8">, Is<"btype", "u8">]>, "8.4">,
  When<All<[Is<"atype", "u8">, Is<"btype", "s8">]>, "8.4">
];
// `ptxas` accepts a missing .aligned.
defvar AlignedByManual = [ManualImplies<Always, Given<"aligned">>];

def wgmma_mma_async : Instruction<"wgmma.mma_async", "9.7.15.5.2",
                                  "asynchronous warpgroup-level matrix multiply-accumulate"> {
  let Async = [AsyncAs<WgmmaMma>];
  let Effects = [ResultVaries<>];
  let Sets = WarpgroupSets;
  let Forms = [
    Form<"wgmma.mma_async.sync{.aligned}.shape.dtype.f16.f16  "
         "d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b",
         [WarpgroupShapes<AnyColumns, 16>], [], [],
         [WholeDst<"d", "dtype", HalfOrSingleSum<16>.are>]>,
    Form<"wgmma.mma_async.sync{.aligned}.shape.dtype.f16.f16  "
         "d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b",
         [WarpgroupShapes<AnyColumns, 16>], [], [],
         [WholeDst<"d", "dtype", HalfOrSingleSum<16>.are>]>,
    Form<"wgmma.mma_async.sync{.aligned}.shape.f32.bf16.bf16  "
         "d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b",
         [WarpgroupShapes<AnyColumns, 16>], [], [],
         [WholeDst<"d", "f32", WarpgroupSum<AnyColumns, 16>.are>]>,
    Form<"wgmma.mma_async.sync{.aligned}.shape.f32.bf16.bf16  "
         "d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b",
         [WarpgroupShapes<AnyColumns, 16>], [], [],
         [WholeDst<"d", "f32", WarpgroupSum<AnyColumns, 16>.are>]>,
    Form<"wgmma.mma_async.sync{.aligned}.shape.f32.tf32.tf32  "
         "d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b",
         [WarpgroupShapes<AnyColumns, 8>], [], [],
         [WholeDst<"d", "f32", WarpgroupSum<AnyColumns, 8>.are>]>,
    Form<"wgmma.mma_async.sync{.aligned}.shape.f32.tf32.tf32  "
         "d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b",
         [WarpgroupShapes<AnyColumns, 8>], [], [],
         [WholeDst<"d", "f32", WarpgroupSum<AnyColumns, 8>.are>]>,
    Form<"wgmma.mma_async.sync{.aligned}.shape.dtype.f8type.f8type  "
         "d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b",
         [WarpgroupShapes<AnyColumns, 32>], [], [],
         [WholeDst<"d", "dtype", HalfOrSingleSum<32>.are>]>,
    Form<"wgmma.mma_async.sync{.aligned}.shape.dtype.f8type.f8type  "
         "d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b",
         [WarpgroupShapes<AnyColumns, 32>], [], [],
         [WholeDst<"d", "dtype", HalfOrSingleSum<32>.are>]>,
    Form<"wgmma.mma_async.sync{.aligned}.shape{.satfinite}.s32.atype.btype  "
         "d, a-desc, b-desc, {!}scale-d",
         [WarpgroupShapes<IntegerColumns, 32>], MixedSigns, [],
         [WholeDst<"d", "b32", WarpgroupSum<IntegerColumns, 32>.are>]>,
    Form<"wgmma.mma_async.sync{.aligned}.shape{.satfinite}.s32.atype.btype  "
         "d, a, b-desc, {!}scale-d",
         [WarpgroupShapes<IntegerColumns, 32>], MixedSigns, [],
         [WholeDst<"d", "b32", WarpgroupSum<IntegerColumns, 32>.are>, IntegerA]>,
    Form<"wgmma.mma_async.sync{.aligned}.shape.s32.b1.b1.and.popc  "
         "d, a-desc, b-desc, {!}scale-d",
         [WarpgroupShapes<IntegerColumns, 256>], [], [],
         [WholeDst<"d", "b32", WarpgroupSum<IntegerColumns, 256>.are>]>,
    Form<"wgmma.mma_async.sync{.aligned}.shape.s32.b1.b1.and.popc  "
         "d, a, b-desc, {!}scale-d",
         [WarpgroupShapes<IntegerColumns, 256>], [], [],
         [WholeDst<"d", "b32", WarpgroupSum<IntegerColumns, 256>.are>, IntegerA]>
  ];
  let Operands = WarpgroupOperands;
  let Gates = [Since<"8.0", Warpgroup>];
  let Rules = AlignedByManual;
}

// Earlier releases of `ptxas` check only the lowest 32 bits.
class SparsitySelector<int max> : Imm<"sp-sel", "b32", 0, max> { let AlsoTaken = "wrapped"; }

def wgmma_mma_async_sp
    : Instruction<"wgmma.mma_async", "9.7.15.6.3",
                  "asynchronous warpgroup-level matrix multiply-accumulate, A sparse"> {
  let Async = [AsyncAs<WgmmaMma>];
  let Effects = [ResultVaries<>];
  let Sets = WarpgroupSets;
  let Forms = [
    Form<"wgmma.mma_async.sp.sync{.aligned}.shape.dtype.f16.f16  "
         "d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, "
         "imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b",
         [WarpgroupShapes<AnyColumns, 32>], [], [],
         [WholeDst<"d", "dtype", HalfOrSingleSum<32>.are>]>,
    Form<"wgmma.mma_async.sp.sync{.aligned}.shape.dtype.f16.f16  "
         "d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b",
         [WarpgroupShapes<AnyColumns, 32>], [], [],
         [WholeDst<"d", "dtype", HalfOrSingleSum<32>.are>]>,
    Form<"wgmma.mma_async.sp.sync{.aligned}.shape.f32.bf16.bf16  "
         "d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, "
         "imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b",
         [WarpgroupShapes<AnyColumns, 32>], [], [],
         [WholeDst<"d", "f32", WarpgroupSum<AnyColumns, 32>.are>]>,
    Form<"wgmma.mma_async.sp.sync{.aligned}.shape.f32.bf16.bf16  "
         "d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b",
         [WarpgroupShapes<AnyColumns, 32>], [], [],
         [WholeDst<"d", "f32", WarpgroupSum<AnyColumns, 32>.are>]>,
    Form<"wgmma.mma_async.sp.sync{.aligned}.shape.f32.tf32.tf32  "
         "d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b",
         [WarpgroupShapes<AnyColumns, 16>], [], [],
         [WholeDst<"d", "f32", WarpgroupSum<AnyColumns, 16>.are>]>,
    Form<"wgmma.mma_async.sp.sync{.aligned}.shape.f32.tf32.tf32  "
         "d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b",
         [WarpgroupShapes<AnyColumns, 16>], [], [],
         [WholeDst<"d", "f32", WarpgroupSum<AnyColumns, 16>.are>]>,
    Form<"wgmma.mma_async.sp.sync{.aligned}.shape.dtype.f8type.f8type  "
         "d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b",
         [WarpgroupShapes<AnyColumns, 64>], [], [],
         [WholeDst<"d", "dtype", HalfOrSingleSum<64>.are>, SparsitySelector<0>]>,
    Form<"wgmma.mma_async.sp.sync{.aligned}.shape.dtype.f8type.f8type  "
         "d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b",
         [WarpgroupShapes<AnyColumns, 64>], [], [],
         [WholeDst<"d", "dtype", HalfOrSingleSum<64>.are>, SparsitySelector<0>]>,
    Form<"wgmma.mma_async.sp.sync{.aligned}.shape{.satfinite}.s32.atype.btype  "
         "d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d",
         [WarpgroupShapes<IntegerColumns, 64>], MixedSigns, [],
         [WholeDst<"d", "b32", WarpgroupSum<IntegerColumns, 64>.are>, SparsitySelector<0>]>,
    Form<"wgmma.mma_async.sp.sync{.aligned}.shape{.satfinite}.s32.atype.btype  "
         "d, a, b-desc, sp-meta, sp-sel, {!}scale-d",
         [WarpgroupShapes<IntegerColumns, 64>], MixedSigns, [],
         [WholeDst<"d", "b32", WarpgroupSum<IntegerColumns, 64>.are>, IntegerA,
          SparsitySelector<0>]>
  ];
  let Operands =
      !listconcat(WarpgroupOperands,
                  [SparsityMetadata<"sp-meta", "T187">, SparsitySelector<1>]);
  let PtxasChecks = [PtxasCheck<PtxasFrom<"13.1">, "sp-sel", "wrapped">];
  let Gates = [Since<"8.2", Warpgroup>];
  let Rules = AlignedByManual;
}

// `ptxas` accepts any literal without a sign.
def GroupsNotNegative : Predicate<"the number of groups is not negative">;

let Rules = AlignedByManual, Gates = [Since<"8.0", Warpgroup>] in {
  def wgmma_fence : Instruction<"wgmma.fence", "9.7.15.7.1",
                                "order register accesses before wgmma.mma_async"> {
    let Async = [AsyncAs<WgmmaFence>];
    let Effects = [OrdersMemory<>];
    let Forms = [Form<"wgmma.fence.sync{.aligned}">];
  }
  def wgmma_commit_group : Instruction<"wgmma.commit_group", "9.7.15.7.2",
                                       "commit the preceding wgmma operations as a group"> {
    let Async = [AsyncAs<WgmmaCommit>];
    let Forms = [Form<"wgmma.commit_group.sync{.aligned}">];
  }
  def wgmma_wait_group : Instruction<"wgmma.wait_group", "9.7.15.7.3",
                                     "wait until at most N wgmma groups are pending"> {
    let Async = [AsyncAs<WgmmaWait>];
    let Effects = [OrdersMemory<>];
    let Forms = [Form<"wgmma.wait_group.sync{.aligned}  N">];
    let Operands = [Imm<"N", "u32", 0, Unlimited>];
    let Checks = [GroupsNotNegative];
  }
}
