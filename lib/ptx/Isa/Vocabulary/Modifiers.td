// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words that follow a mnemonic, by what they say; types are in Types.td. A form can name no
// other word, so that a misspelt one is found when the records are read.

#ifndef PTX_ISA_MODIFIERS_TD
#define PTX_ISA_MODIFIERS_TD

// The modifiers with the same kind of meaning, which `what` names in messages.
class Modifiers<string what, string words> {
  string What = what;
  string Words = words;
  // The words that `ptxas` accepts twice.
  string Repeatable = "";
  // The instructions with which `ptxas` ignores the words although they have no meaning there; `*`:
  // all; after `!`: all except these.
  string IgnoredWith = "";
  // Whether two of the words have a fixed order. `ptxas` can ignore two such words; of an unordered
  // kind, it ignores none if there are two.
  bit Ordered = 0;
}

def Rounding : Modifiers<"rounding", "rn rz rm rp rna rs rni rzi rmi rpi">;
def Precision : Modifiers<"approximation", "approx full"> { let Repeatable = "approx"; }
def AngleUnit : Modifiers<"unit of an angle", "2pi">;
def Subnormals : Modifiers<"handling of subnormal numbers", "ftz">;
def Saturation : Modifiers<"saturation", "sat satfinite relu oob"> {
  let Repeatable = "sat satfinite relu";
}
def NanAndSign : Modifiers<"handling of NaN and sign", "NaN xorsign abs pzo"> {
  let Repeatable = "NaN";
}
def Scaling : Modifiers<"scaling", "scaled::n1::ue8m0 scaled::n2::ue8m0">;
def Carry : Modifiers<"carry", "cc"> { let Repeatable = "cc"; }
// `hi` and `lo` also compare unsigned integers.
def Half : Modifiers<"mode", "hi lo wide">;
def Comparison : Modifiers<"comparison",
    "eq ne lt le gt ge ls hs equ neu ltu leu gtu geu num nan">;
// `popc` follows the operation whose result it counts.
def Boolean : Modifiers<"boolean operation", "and or xor popc"> { let Ordered = 1; }
def NumberClass : Modifiers<"class of numbers",
    "finite infinite number notanumber normal subnormal"> { let IgnoredWith = "*"; }
def BitField : Modifiers<"bit field", "clamp wrap shiftamt"> {
  let Repeatable = "shiftamt";
}
def Shift : Modifiers<"direction", "l r">;
def Shuffle : Modifiers<"shuffle", "sync up down bfly idx"> { let Repeatable = "sync"; }
def Permutation : Modifiers<"permutation", "f4e b4e rc8 ecl ecr rc16">;
def Vector : Modifiers<"vector", "v2 v4 v8"> {
  let IgnoredWith = "wgmma.mma_async wmma.load wmma.store wmma.mma";
}
def Space : Modifiers<"state space",
    "const global local param param::entry param::func shared shared::cta shared::cluster"> {
  let Ordered = 1;
}
def Semantics : Modifiers<"memory semantics",
    "weak relaxed acquire release acq_rel sc volatile mmio">;
// Only `ptxas` of CUDA 13.5 ignores it there.
def Scope : Modifiers<"scope", "cta cluster gpu gl sys"> {
  let IgnoredWith = "cp.async.bulk.tensor cp.reduce.async.bulk.tensor";
}
def Cache : Modifiers<"cache operation", "ca cg cs lu cv wb wt nc">;
def CacheLevel : Modifiers<"cache level", "L1 L2">;
def Eviction : Modifiers<"eviction priority",
    "L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate "
    "L2::evict_normal L2::evict_unchanged L2::evict_first L2::evict_last">;
def CacheHint : Modifiers<"cache hint", "L2::cache_hint l2::cache_hint">;
def Prefetch : Modifiers<"prefetch size", "L1::32B L2::64B L2::128B L2::256B">;
def Validity : Modifiers<"validity of an address", "valid_addr">;
def Operation : Modifiers<"operation",
    "add min max inc dec exch cas noftz reduce prefetch cp">;
def Wait : Modifiers<"barrier operation",
    "arrive wait red warp">;
def Alignment : Modifiers<"convergence: all threads of the warp execute it together", "aligned">;
def Vote : Modifiers<"vote", "all any uni ballot"> { let Repeatable = "uni"; }
def Proxy : Modifiers<"proxy",
    "proxy alias async tensormap::generic async::generic generic::fabric fabric::generic "
    "fabric::fabric proxy::readonly">;
def Restriction : Modifiers<"restriction",
    "sync_restrict::shared::cta sync_restrict::shared::cluster sync_restrict::shared::cluster::read "
    "sync_restrict::shared::read::mma::a sync_restrict::reads sync_restrict::read "
    "sync_restrict::proxy::async mbarrier_init op_restrict::fetching">;
def Completion : Modifiers<"completion mechanism",
    "mbarrier::complete_tx::bytes mbarrier::complete_tx::16B">;
def Report : Modifiers<"report mechanism",
    "mbarrier::report::fabric mbarrier::report::disabled "
    "mbarrier::report::validity::per_16bytes::80000000 "
    "mbarrier::report::validity::per_16bytes::8000 mbarrier::report::validity::per_16bytes::80 "
    "mbarrier::report::validity::per_16bytes::8 mbarrier::report::validity::per_element::ff">;
def CountedCompletion : Modifiers<"counted completion", "counted::bytes">;
def Bulk : Modifiers<"size of a transfer", "bulk">;
def Group : Modifiers<"group of copies", "bulk_group commit_group wait_group wait_all read">;
def Masking : Modifiers<"choice of bytes", "cp_mask ignore_oob">;
def Multicast : Modifiers<"multicast",
    "multicast::cluster multicast::cluster::16b multicast::cluster::32b multicast::cluster::all">;
def Tensor : Modifiers<"kind of data", "tensor">;
def Dimensions : Modifiers<"dimension", "1d 2d 3d 4d 5d">;
def LoadMode : Modifiers<"mode of a tensor copy",
    "tile tile::gather4 tile::scatter4 im2col im2col::w im2col::w::128 im2col_no_offs "
    "im2col_no_offs::w tiled">;
def Override : Modifiers<"replaced property of a tensor map",
    "override::global_address override::global_dim override::global_dim_stride">;
def CtaGroup : Modifiers<"CTA group", "cta_group::1 cta_group::2">;
def Field : Modifiers<"field of a tensor map",
    "global_address rank box_dim global_dim global_stride element_stride elemtype "
    "interleave_layout swizzle_mode swizzle_atomicity fill_mode"> { let IgnoredWith = "*"; }
def AllocationClass : Modifiers<"class of allocations", "alloc_small alloc_large alloc_same alloc_class_large">;
def MapSize : Modifiers<"size of a tensor map", "b1024">;
def Multimem : Modifiers<"operation on multimem addresses", "ld_reduce st multimem">;
def Fabric : Modifiers<"operation over a fabric",
    "try_get try_put try_red try_pullred try_atom submit fabric">;
def Accumulator : Modifiers<"precision of intermediate results", "acc::f32 acc::f16"> { let IgnoredWith = "*"; }
def ClusterLaunch : Modifiers<"operation on the launch of clusters",
    "try_cancel query_cancel is_canceled get_first_ctaid get_first_ctaid::x get_first_ctaid::y "
    "get_first_ctaid::z">;
def Mbarrier : Modifiers<"operation on an mbarrier object",
    "init inval expect_tx complete_tx arrive_drop noComplete test_wait try_wait parity "
    "pending_count check_layout mbarrier noinc">;
def MbarrierLayout : Modifiers<"layout of an mbarrier object", "layout::v0 layout::v1">;
def MbarrierPhase : Modifiers<"kind of phase", "phase_type::primary phase_type::conditional">;
def Trace : Modifiers<"operation on the trace", "mark cond">;
def Grid : Modifiers<"operation", "launch_dependents">;
def Event : Modifiers<"event", "mask">;
def Policy : Modifiers<"cache policy", "range fractional cvt">;
def Map : Modifiers<"tensor map", "tensormap replace query cp_fenceproxy">;
def Direction : Modifiers<"direction of a conversion", "to pack">;
def Geometry : Modifiers<"geometry", "a1d a2d cube acube 2dms a2dms">;
def Mipmap : Modifiers<"level of detail", "base level grad">;
// Red is `r`, a direction of shifts; `b` is also the unformatted access to a surface.
def Component : Modifiers<"component", "g b a">;
def Formatted : Modifiers<"format of an access", "p">;
def OutOfBounds : Modifiers<"handling of addresses out of bounds", "trap zero">;
def Query : Modifiers<"attribute",
    "width height depth channel_data_type channel_order normalized_coords array_size "
    "num_mipmap_levels num_samples memory_layout force_unnormalized_coords filter_mode "
    "addr_mode_0 addr_mode_1 addr_mode_2">;
def Scale : Modifiers<"scale", "shr7 shr15">;
def PlusOne : Modifiers<"addition of one", "po">;

//===-- Matrices ----------------------------------------------------------------------------===//

def MatrixOperation : Modifiers<"operation on matrices",
    "load store ld mma mma_async alloc dealloc relinquish_alloc_permit shift commit fence "
    "wait::ld wait::st fence::before_thread_sync fence::after_thread_sync">;
// The other two, `a` and `b`, are also components.
def MatrixName : Modifiers<"matrix", "c d">;
def Layout : Modifiers<"matrix layout", "row col"> {
  let IgnoredWith = "wgmma.mma_async ldmatrix stmatrix movmatrix tcgen05.ld tcgen05.st "
                    "tcgen05.cp";
  let Ordered = 1;
}
def Transposition : Modifiers<"transposition", "trans">;
def Sparsity : Modifiers<"sparsity", "sp sp::ordered_metadata">;
// The number of elements of a group that are kept.
def SparsityFactor : Modifiers<"factor of a sparse vector",
    "sp::1:2 sp::1:4 sp::1:8 sp::1:16 sp::2:4 sp::2:8 sp::2:16 sp::4:8 sp::4:16">;
def Compression : Modifiers<"compression of what is loaded", "spcompress">;
def Exclusivity : Modifiers<"exclusive allocation", "exclusive">;
def Decompression : Modifiers<"decompression", "decompress::lut::b">;
def Weights : Modifiers<"place of the weights", "ws">;
def WarpShape : Modifiers<"shape",
    "m16n16k16 m8n32k16 m32n8k16 m16n16k8 m8n8k4 m8n8k16 m8n8k32 m8n8k128 m16n8k4 m16n8k8 m16n8k16 "
    "m16n8k32 m16n8k64 m16n8k128 m16n8k256 m8n8 m16n16 m8n16 m16n8">;
// The shapes of a warpgroup: .m64nNkK.
def WarpgroupShape : Modifiers<"shape", !interleave(
    !foreach(k, [8, 16, 32, 64, 256],
             !interleave(!foreach(i, !range(1, 33), "m64n"#!mul(i, 8)#"k"#k), " ")), " ")>;
def TensorMemoryShape : Modifiers<"shape",
    "16x64b 16x128b 16x256b 32x32b 16x32bx2 128x256b 4x256b 128x128b 64x128b 32x128b">;
def Count : Modifiers<"number of matrices", "x1 x2 x4 x8 x16 x32 x64 x128">;
def Packing : Modifiers<"packing", "pack::16b unpack::16b">;
def Format : Modifiers<"format", "b8x16 b6x16_p32 b4x16_p64"> { let IgnoredWith = "*"; let Ordered = 1; }
def WarpMulticast : Modifiers<"multicast", "warpx2::02_13 warpx2::01_23 warpx4">;
def Kind : Modifiers<"kind of product",
    "kind::f16 kind::tf32 kind::f8f6f4 kind::i8 kind::mxf8f6f4 kind::mxf4 kind::mxf4nvf4 "
    "kind::ti16">;
def ScaledBlocks : Modifiers<"scaling of blocks", "block_scale">;
def ScaleVector : Modifiers<"size of a scale vector",
    "scale_vec::1X scale_vec::2X scale_vec::4X block16 block32">;
def RowShift : Modifiers<"shift of rows", "ashift">;
def Collector : Modifiers<"use of the collector buffer", !interleave(
    !foreach(buffer, ["a", "b", "b0", "b1", "b2", "b3"],
             !interleave(!foreach(use, ["fill", "use", "lastuse", "discard"],
                                  "collector::"#buffer#"::"#use), " ")), " ")>;
def Arrival : Modifiers<"completion mechanism", "mbarrier::arrive::one">;

#endif // PTX_ISA_MODIFIERS_TD
