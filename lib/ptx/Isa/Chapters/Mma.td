// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices that a warp holds in registers. (Manual 9.7.14.5.14)

include "ptx/Isa/Chapters/MatrixShapes.td"

// The selectors of the scales: the byte of a register that contains a thread's scale, and the
// thread, of two for A and four for B, whose registers contain it.
def ScaleSelectors
    : Predicate<"the byte is one where a scale can begin, and the thread is 0 or 1 for A, 0 to 3 "
                "for B">;

// C and D of 16 x 8 elements: .f16 or .f32, as the modifier `type` says.
class Sum<string type> {
  list<Case> are = [Case<Is<type, "f16">, 2, "f16x2">, Case<Is<type, "f32">, 4, "f32">];
}
// C and D of 8 x 8 elements of each of the four products of .m8n8k4.
class QuadSum<string type> {
  list<Case> are = [Case<Is<type, "f16">, 4, "f16x2">, Case<Is<type, "f32">, 8, "f32">];
}
defvar SameSum = [
  Implies<Is<"dtype", "f16">, Is<"ctype", "f16">>, Implies<Is<"dtype", "f32">, Is<"ctype", "f32">>
];

// `ptxas` accepts predicates in place of any 32-bit registers.
class Factor<string name, string type, list<Case> cases> : TypedSrc<name, type, cases> {
  let AlsoTaken = !if(!eq(type, Any32), "predicate", "");
}
// A and B of a product: registers of type `type` for elements of `width` bits.
class Factors<list<Shape> shapes, string type, int width> {
  list<Operand> are =
      [Factor<"a", type, WarpA<shapes, width>.are>, Factor<"b", type, WarpB<shapes, width>.are>];
}
// The same, with C and D of one 32-bit type. For integers it is "b32": "s32" of the line would also
// accept `.f16x2` registers.
class Product<list<Shape> shapes, string type, int width, string sum> {
  list<Operand> are = !listconcat(Factors<shapes, type, width>.are, [
    Dst<"d", sum, WarpD<shapes, 32>.are>, Src<"c", sum, WarpD<shapes, 32>.are>
  ]);
}
class HalfOrSingle<list<Shape> shapes, string type, int width> {
  list<Operand> are = !listconcat(Factors<shapes, type, width>.are, [
    Dst<"d", "dtype", Sum<"dtype">.are>, Src<"c", "ctype", Sum<"ctype">.are>
  ]);
}

defvar ByteFloats = "e4m3 e5m2";
defvar NarrowFloats = "e4m3 e5m2 e3m2 e2m3 e2m1";
// Scales of blocks: a register, and the selected byte and threads. The possible selectors in
// registers; `ScaleSelectors` has those of literals. (Manual 9.7.14.3)
class ScaleByte<string matrix, int greatest, Condition condition>
    : Within<LimitsScaleSelector, "the byte of the scales of "#matrix, "T308", 0, greatest, condition> {
  let Element = 0;
}
class EvenScaleByte<string matrix>
    : ScaleByte<matrix, 2, Any<[Has<"kind::mxf4">, Has<"scale_vec::2X">]>> {
  let Step = 2;
}
class ScaleThread<string matrix, int greatest>
    : Within<LimitsScaleSelector, "the thread with the scales of "#matrix, "T308", 0, greatest> {
  let Element = 1;
}
class ScaleSelector<string name, string matrix, int lastThread> : Src<name, "b16"> {
  let Limits = [
    ScaleByte<matrix, 3, Has<"kind::mxf8f6f4">>, ScaleByte<matrix, 0, Has<"scale_vec::4X">>,
    EvenScaleByte<matrix>, ScaleThread<matrix, lastThread>
  ];
}
defvar ScaleOperands = [
  BracedReg<"scale-a-data">, ScaleSelector<"byte-id-a", "A", 1>,
  BracedReg<"scale-b-data">, ScaleSelector<"byte-id-b", "B", 3>
];


// The forms whose A and B have one type each.
class MmaForm<string syntax, list<Shape> shapes, list<Set> sets, list<When> gates, list<Implies> rules,
              list<Operand> operands>
    : Form<syntax#"  d, a, b, c", !listconcat([Shapes<shapes>], sets), gates, rules, operands>;
class UndocumentedMmaForm<string syntax, list<Shape> shapes, list<Set> sets, list<When> gates,
                          list<Operand> operands, list<Implies> rules = []>
    : MmaForm<syntax, shapes, sets, gates, rules, operands> {
  let Undocumented = 1;
}

// kind::f8f6f4 with two 8-bit types: `ptxas` accepts it on more targets than the manual, and 32-bit
// sums a version earlier; for sparse matrices it accepts only these there.
defvar NarrowFactors = [Set<"atype", NarrowFloats>, Set<"btype", NarrowFloats>];
defvar FourOrSixBits = Any<[Is<"atype", "e3m2 e2m3 e2m1">, Is<"btype", "e3m2 e2m3 e2m1">]>;
class NarrowFactorGates<Condition checked> {
  list<When> are = [Since<"8.6", NarrowFloat>, When<checked, "8.7", BlockScale>,
                    ManualWhen<Not<checked>, "8.7", BlockScale>];
}

// On targets without products of few bits, `ptxas` expands them into other instructions.
defvar TwoByteFloats = Any<[
  Is<"f8type", ByteFloats>, All<[Is<"atype", ByteFloats>, Is<"btype", ByteFloats>]>
]>;
defvar NarrowChecks = [
  PtxasCheck<Is<"atype", "s4 u4">, "a b c", "special predicate symbol component", sm_90_up>,
  PtxasCheck<Is<"atype", "s4 u4">, "d a b c", "whole", sm_90_up>,
  PtxasCheck<TwoByteFloats, "d c", "vector register", FromSm90ToSm110>,
  PtxasCheck<TwoByteFloats, "d a b c", "whole", FromSm90ToSm110>,
  PtxasCheck<All<[TwoByteFloats, Is<"ctype", "f16">]>, "c", "immediate", FromSm90ToSm110>,
  PtxasCheck<TwoByteFloats, "a b", "predicate decimal", FromSm90ToSm110>
];

defvar HalfShapes = [Shape<16, 8, 8>, Shape<16, 8, 16>];
defvar Tf32Shapes = [Shape<16, 8, 4>, Shape<16, 8, 8>];
defvar ByteFloatShapes = [Shape<16, 8, 16>, Shape<16, 8, 32>];
defvar DoubleShapes = [Shape<8, 8, 4>, Shape<16, 8, 4>, Shape<16, 8, 8>, Shape<16, 8, 16>];
defvar ByteShapes = [Shape<8, 8, 16>, Shape<16, 8, 16>, Shape<16, 8, 32>];
defvar NibbleShapes = [Shape<8, 8, 32>, Shape<16, 8, 32>, Shape<16, 8, 64>];
defvar BitShapes = [Shape<8, 8, 128>, Shape<16, 8, 128>, Shape<16, 8, 256>];

class ScaledForm<string syntax, Shape shape, int width, list<Set> sets, list<When> gates = [],
                 list<Implies> rules = []>
    : Form<syntax#"  d, a, b, c, scale-a-data, {byte-id-a, thread-id-a}, "
                  "scale-b-data, {byte-id-b, thread-id-b}",
           !listconcat([Shapes<[shape]>], sets), !listconcat([Since<"8.7", BlockScale>], gates),
           rules, !listconcat(Product<[shape], "tf32", width, "f32">.are, ScaleOperands),
           [ScaleSelectors]>;

def mma : Instruction<"mma", "9.7.14.5.14", "warp-level matrix multiply-accumulate"> {
  let Does = WarpMatrix;
  let Sets = [
    Set<"dtype", "f16 f32">, Set<"ctype", "f16 f32">, Set<"f8type", ByteFloats>,
    Set<"f8f6f4type", NarrowFloats>
  ];
  let Forms = [
    Form<"mma.sync.aligned.m8n8k4.alayout.blayout.dtype.f16.f16.ctype  d, a, b, c",
         [Set<"alayout", "row col">, Set<"blayout", "row col">], [Since<"6.4", sm_70_up>],
         [Implies<Is<"ctype", "f32">, Is<"dtype", "f32">>],
         [Dst<"d", "dtype", QuadSum<"dtype">.are>, Src<"a", "f16x2", [Case<Always, 2>]>,
          Src<"b", "f16x2", [Case<Always, 2>]>, Src<"c", "ctype", QuadSum<"ctype">.are>]>,
    MmaForm<"mma.sync.aligned.shape.row.col.dtype.f16.f16.ctype", HalfShapes, [],
            [Since<"6.5", sm_75_up>, When<Is<"shape", "m16n8k16">, "7.0", sm_80_up>], SameSum,
            HalfOrSingle<HalfShapes, "f16x2", 16>.are>,
    MmaForm<"mma.sync.aligned.shape.row.col.f32.tf32.tf32.f32", Tf32Shapes, [],
            [Since<"7.0", sm_80_up>], [], Product<Tf32Shapes, "tf32", 32, "f32">.are>,
    MmaForm<"mma.sync.aligned.shape.row.col.f32.bf16.bf16.f32", HalfShapes, [],
            [Since<"7.0", sm_80_up>], [], Product<HalfShapes, "bf16x2", 16, "f32">.are>,
    MmaForm<"mma.sync.aligned.shape.row.col.dtype.f8type.f8type.ctype", ByteFloatShapes, [],
            [Since<"8.4", sm_89_up>, When<Is<"shape", "m16n8k16">, "8.7">,
             When<Is<"dtype", "f16">, "8.7">],
            SameSum, HalfOrSingle<ByteFloatShapes, Any32, 8>.are>,
    MmaForm<"mma.sync.aligned.shape.row.col.kind::f8f6f4.dtype.atype.btype.ctype",
            [Shape<16, 8, 32>], NarrowFactors,
            !listconcat(NarrowFactorGates<FourOrSixBits>.are, [When<Is<"dtype", "f16">, "8.7">]), SameSum,
            HalfOrSingle<[Shape<16, 8, 32>], Any32, 8>.are>,
    ScaledForm<"mma.sync.aligned.shape.row.col.kind::mxf4.block_scale{.scale_vec::2X}"
               ".f32.e2m1.e2m1.f32.ue8m0", Shape<16, 8, 64>, 4, []>,
    ScaledForm<"mma.sync.aligned.shape.row.col.kind::mxf4nvf4.block_scale.scale_vec_size"
               ".f32.e2m1.e2m1.f32.stype", Shape<16, 8, 64>, 4,
               [Set<"scale_vec_size", "scale_vec::2X scale_vec::4X">, Set<"stype", "ue8m0 ue4m3">],
               [When<All<[Has<"scale_vec::4X">, Has<"ue8m0">]>, "9.1">],
               [Implies<Has<"ue4m3">, Has<"scale_vec::4X">>]>,
    ScaledForm<"mma.sync.aligned.shape.row.col.kind::mxf8f6f4.block_scale{.scale_vec::1X}"
               ".f32.f8f6f4type.f8f6f4type.f32.ue8m0", Shape<16, 8, 32>, 8, []>,
    // `ptxas` accepts any 64-bit registers, and vectors that consist of literals only.
    MmaForm<"mma.sync.aligned.shape.row.col.f64.f64.f64.f64{.rnd}", DoubleShapes,
            [Set<"rnd", "rn rz rm rp">],
            [Since<"7.0", sm_80_up>,
             When<Is<"shape", "m16n8k4 m16n8k8 m16n8k16">, "7.8", sm_90_up>],
            [],
            [Src<"a", Any64, WarpA<DoubleShapes, 32>.are>,
             Src<"b", Any64, WarpB<DoubleShapes, 32>.are>,
             Dst<"d", Any64, WarpD<DoubleShapes, 32>.are>,
             Src<"c", Any64, WarpD<DoubleShapes, 32>.are>]>,
    MmaForm<"mma.sync.aligned.shape.row.col{.satfinite}.s32.atype.btype.s32", ByteShapes,
            [Set<"atype", "u8 s8">, Set<"btype", "u8 s8">],
            [Since<"6.5", sm_75_up>, When<Is<"shape", "m16n8k16 m16n8k32">, "7.0", sm_80_up>],
            [], Product<ByteShapes, Any32, 8, "b32">.are>,
    MmaForm<"mma.sync.aligned.shape.row.col{.satfinite}.s32.atype.btype.s32", NibbleShapes,
            [Set<"atype", "u4 s4">, Set<"btype", "u4 s4">],
            [Since<"6.5", sm_75_up>, When<Is<"shape", "m16n8k32 m16n8k64">, "7.0", sm_80_up>],
            [], Product<NibbleShapes, Any32, 4, "b32">.are>,
    MmaForm<"mma.sync.aligned.shape.row.col.s32.b1.b1.s32.bitOp.popc", BitShapes,
            [Set<"bitOp", "xor and">],
            [Since<"7.0", sm_75_up>, When<Is<"shape", "m16n8k128 m16n8k256">, "7.0", sm_80_up>,
             When<Has<"and">, "7.1", sm_80_up>],
            [], Product<BitShapes, Any32, 1, "b32">.are>,
    // For 4-bit types, `ptxas` ignores the operation on bits.
    UndocumentedMmaForm<"mma.sync.aligned.shape.row.col.s32.atype.btype.s32.bitOp{.popc}",
                        NibbleShapes,
                        [Set<"atype", "u4 s4">, Set<"btype", "u4 s4">, Set<"bitOp", "xor and">],
                        [Since<"6.5", sm_75_up>,
                         When<Is<"shape", "m16n8k32 m16n8k64">, "7.0", sm_80_up>],
                        Product<NibbleShapes, Any32, 4, "b32">.are>,
    // For 8-bit types, `ptxas` also supports the smaller shape with `.kind`.
    UndocumentedMmaForm<"mma.sync.aligned.shape.row.col.kind::f8f6f4.dtype.f8type.f8type.ctype",
                        [Shape<16, 8, 16>], [], [Since<"8.7", NarrowFloat>],
                        HalfOrSingle<[Shape<16, 8, 16>], Any32, 8>.are, SameSum>
  ];
  let PtxasChecks = NarrowChecks # [
    PtxasCheck<Has<"xor">, "a b c", "special predicate symbol component", sm_90_up>,
    PtxasCheck<Has<"xor">, "d a b c", "whole", sm_90_up>,
    PtxasCheck<Given<"alayout">, "a b c", "vector component", sm_80_up>,
    PtxasCheck<Given<"alayout">, "d a b c", "whole", sm_80_up>,
    PtxasCheck<Has<"and">, "a b c", "special predicate symbol component", sm_100_up>,
    PtxasCheck<Has<"and">, "d a b c", "whole", sm_100_up>,
    PtxasCheck<Is<"shape", "m8n8k16">, "a", "predicate">,
    PtxasCheck<Is<"shape", "m8n8k16">, "b", "predicate", UpToSm90>
  ];
}

//===-- Sparse A (Manual 9.7.14.6.3) --------------------------------------------------------===//

// For 8-bit types, later targets support only products with ordered metadata.
defvar PlainSparseBytes = All<[Is<"atype", "s8 u8">, Has<"sp">]>;

// `ptxas` accepts predicates, but not for halves.
class SparseFactor<string name, string type, list<Case> cases> : TypedSrc<name, type, cases> {
  let AlsoTaken = !if(!eq(type, "f16x2"), "", "predicate");
}
// A contains half of the elements.
class SparseFactors<list<Shape> shapes, string type, int width> {
  list<Operand> are =
      [SparseFactor<"a", type, WarpA<shapes, !div(width, 2)>.are>,
       SparseFactor<"b", type, WarpB<shapes, width>.are>];
}
class SparseProduct<list<Shape> shapes, string type, int width, string sum> {
  list<Operand> are = !listconcat(SparseFactors<shapes, type, width>.are, [
    Dst<"d", sum, [Case<Always, 4>]>, Src<"c", sum, [Case<Always, 4>]>
  ]);
}
// A sum that can be in any 32-bit registers.
class UntypedSparseProduct<list<Shape> shapes, int width> {
  list<Operand> are = !listconcat(SparseFactors<shapes, Any32, width>.are, [
    Dst<"d", Any32, [Case<Always, 4>]>, TypedSrc<"c", Any32, [Case<Always, 4>]>
  ]);
}
class SparseSum<string type, string single> {
  list<Case> are = [Case<Is<type, "f16">, 2, "f16x2">, Case<Is<type, "f32">, 4, single>];
}

// The operands `e`, the metadata, and `f`, the threads that provide them.
class ThreadSelector<string name, list<Case> cases> : Imm<name, "b32", cases = cases> {
  let AlsoTaken = "wrapped";
  // Manual 9.7.14.6.1.
  let Limits = [
    Within<LimitsSparsitySelector, "the selector of threads", "T309", 0, 1,
           All<[Has<"m16n8k32">, Is<"f16", "f16">]>>
  ];
}
class Selector<list<Case> cases> {
  list<Operand> are = [SparsityMetadata<"e", "T313">, ThreadSelector<"f", cases>];
}
class SparseForm<string syntax, list<Shape> shapes, list<Case> selector, list<Set> sets,
                 list<When> gates, list<Implies> rules, list<Operand> operands>
    : Form<syntax#"  d, a, b, c, e, f", !listconcat([Shapes<shapes>], sets),
           !listconcat(gates, [When<Has<"sp::ordered_metadata">, "8.5">]), rules,
           !listconcat(operands, Selector<selector>.are)>;
class SparseNarrowForm<string syntax, Shape shape, list<Operand> operands>
    : Form<syntax#"  d, a, b, c, e, f", !listconcat([Shapes<[shape]>], NarrowFactors),
           NarrowFactorGates<Any<[FourOrSixBits, Is<"dtype", "f16">]>>.are, SameSum,
           !listconcat(operands, Selector<[Range<Always, 0, 0>]>.are)>;
class SparseScaledForm<string syntax, Shape shape, int width, list<Set> sets, TargetSet targets,
                       list<When> gates = [], list<Implies> rules = []>
    : Form<syntax#"  d, a, b, c, e, f, scale-a-data, {byte-id-a, thread-id-a}, "
                  "scale-b-data, {byte-id-b, thread-id-b}",
           !listconcat([Shapes<[shape]>], sets), !listconcat([Since<"8.7", targets>], gates), rules,
           !listconcat(SparseProduct<[shape], "tf32", width, "f32">.are, ScaleOperands,
                       Selector<[Range<Always, 0, 0>]>.are),
           [ScaleSelectors]>;

defvar SparseHalfShapes = [Shape<16, 8, 16>, Shape<16, 8, 32>];
defvar SparseTf32Shapes = [Shape<16, 8, 8>, Shape<16, 8, 16>];
defvar SparseByteShapes = [Shape<16, 8, 32>, Shape<16, 8, 64>];
// `ptxas` accepts one register for these.
class SparseBytes<string name> : TypedSrc<name, Any32, WarpA<SparseByteShapes, 4>.are> {
  let AlsoTaken = "scalar predicate";
}
defvar SparseNibbleShapes = [Shape<16, 8, 64>, Shape<16, 8, 128>];

def mma_sp : Instruction<"mma", "9.7.14.6.3",
                         "warp-level matrix multiply-accumulate, A sparse"> {
  let Does = WarpMatrix;
  let Sets = [
    Set<"spvariant", "sp sp::ordered_metadata">, Set<"dtype", "f16 f32">, Set<"ctype", "f16 f32">,
    Set<"f8type", ByteFloats>, Set<"f8f6f4type", NarrowFloats>
  ];
  let Forms = [
    // `ptxas` accepts two more threads than the manual if the sum is .f32.
    SparseForm<"mma.spvariant.sync.aligned.shape.row.col.dtype.f16.f16.ctype", SparseHalfShapes,
               [Range<Is<"shape", "m16n8k16">, 0, 3>, Range<Is<"dtype", "f32">, 0, 3>,
                Range<Always, 0, 1>],
               [], [Since<"7.1", sm_80_up>], SameSum,
               !listconcat(SparseFactors<SparseHalfShapes, "f16x2", 16>.are,
                           [Dst<"d", "dtype", SparseSum<"dtype", Any32>.are>,
                            TypedSrc<"c", "ctype", SparseSum<"ctype", Any32>.are>])>,
    SparseForm<"mma.spvariant.sync.aligned.shape.row.col.f32.bf16.bf16.f32", SparseHalfShapes,
               [Range<Is<"shape", "m16n8k16">, 0, 3>, Range<Always, 0, 1>], [],
               [Since<"7.1", sm_80_up>], [], UntypedSparseProduct<SparseHalfShapes, 16>.are>,
    SparseForm<"mma.spvariant.sync.aligned.shape.row.col.f32.tf32.tf32.f32", SparseTf32Shapes,
               [Range<Is<"shape", "m16n8k8">, 0, 3>, Range<Always, 0, 1>], [],
               [Since<"7.1", sm_80_up>], [], UntypedSparseProduct<SparseTf32Shapes, 32>.are>,
    SparseForm<"mma.spvariant.sync.aligned.shape.row.col.f32.f8type.f8type.f32",
               [Shape<16, 8, 64>], [Range<Always, 0, 0>], [], [Since<"8.4", sm_89_up>], [],
               SparseProduct<[Shape<16, 8, 64>], Any32, 8, "f32">.are>,
    // The notes of the manual have these sums, but its syntax does not.
    Form<"mma.sp::ordered_metadata.sync.aligned.shape.row.col.f16.f8type.f8type.f16  "
         "d, a, b, c, e, f",
         [Shapes<[Shape<16, 8, 64>]>], [Since<"8.7", BlockScale>], [],
         !listconcat(SparseFactors<[Shape<16, 8, 64>], Any32, 8>.are,
                     [Dst<"d", "f16x2", [Case<Always, 2>]>, Src<"c", "f16x2", [Case<Always, 2>]>],
                     Selector<[Range<Always, 0, 0>]>.are)>,
    SparseNarrowForm<"mma.sp::ordered_metadata.sync.aligned.shape.row.col.kind::f8f6f4"
                     ".dtype.atype.btype.ctype", Shape<16, 8, 64>,
                     !listconcat(SparseFactors<[Shape<16, 8, 64>], Any32, 8>.are,
                                 [Dst<"d", "dtype", Sum<"dtype">.are>,
                                  Src<"c", "ctype", Sum<"ctype">.are>])>,
    SparseScaledForm<"mma.sp::ordered_metadata.sync.aligned.shape.row.col.kind::mxf4.block_scale"
                     "{.scale_vec::2X}.f32.e2m1.e2m1.f32.ue8m0", Shape<16, 8, 128>, 4, [],
                     SparseBlockScale>,
    SparseScaledForm<"mma.sp::ordered_metadata.sync.aligned.shape.row.col.kind::mxf4nvf4"
                     ".block_scale.scale_vec_size.f32.e2m1.e2m1.f32.stype", Shape<16, 8, 128>, 4,
                     [Set<"scale_vec_size", "scale_vec::2X scale_vec::4X">,
                      Set<"stype", "ue8m0 ue4m3">],
                     SparseBlockScale, [When<All<[Has<"scale_vec::4X">, Has<"ue8m0">]>, "9.1">],
                     [Implies<Has<"ue4m3">, Has<"scale_vec::4X">>]>,
    SparseScaledForm<"mma.sp::ordered_metadata.sync.aligned.shape.row.col.kind::mxf8f6f4"
                     ".block_scale{.scale_vec::1X}.f32.f8f6f4type.f8f6f4type.f32.ue8m0",
                     Shape<16, 8, 64>, 8, [], BlockScale>,
    SparseForm<"mma.spvariant.sync.aligned.shape.row.col{.satfinite}.s32.atype.btype.s32",
               SparseByteShapes, [Range<Is<"shape", "m16n8k32">, 0, 1>, Range<Always, 0, 0>],
               [Set<"atype", "u8 s8">, Set<"btype", "u8 s8">], [Since<"7.1", sm_80_up>], [],
               [SparseBytes<"a">, SparseFactor<"b", Any32, WarpB<SparseByteShapes, 8>.are>,
                Dst<"d", "b32", [Case<Always, 4>]>, Src<"c", "b32", [Case<Always, 4>]>]>,
    SparseForm<"mma.spvariant.sync.aligned.shape.row.col{.satfinite}.s32.atype.btype.s32",
               SparseNibbleShapes, [Range<Is<"shape", "m16n8k64">, 0, 1>, Range<Always, 0, 0>],
               [Set<"atype", "u4 s4">, Set<"btype", "u4 s4">], [Since<"7.1", sm_80_up>], [],
               SparseProduct<SparseNibbleShapes, Any32, 4, "b32">.are>
  ];
  // `ptxas` expands the product into other instructions.
  let PtxasChecks = NarrowChecks # [
    // It expands products without ordered metadata.
    PtxasCheck<Has<"sp">, "e", "braced", sm_100_up>,
    // Only for narrow floating-point types, earlier releases check the lowest 32 bits of the
    // selector.
    PtxasCheck<Any<[PtxasFrom<"13.3">, Not<Any<[Is<"f8type", "e4m3 e5m2">, Has<"kind::f8f6f4 kind::mxf8f6f4 kind::mxf4 kind::mxf4nvf4">]>>]>, "f",
               "wrapped">,
    PtxasCheck<TwoByteFloats, "e", "vector predicate braced", FromSm90ToSm110>,
    PtxasCheck<Is<"atype", "s4 u4">, "e", "vector predicate sum braced", sm_90_up>,
    PtxasCheck<PlainSparseBytes, "a", "special predicate symbol component", sm_100_up>,
    PtxasCheck<PlainSparseBytes, "a", "whole", sm_100_up>,
    PtxasCheck<PlainSparseBytes, "e", "vector predicate sum", sm_100_up>
  ];
}
