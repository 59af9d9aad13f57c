// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor maps, and the instructions that use them: what a description of the map tells.

def T051 : TRule<"Map", "Error", "Accepts",
    "Instruction dimensionality must equal the map's rank (gather4/scatter4: rank 2)."> {
  let Section = "9.7.9.27.1.2, 5.5.3";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap, TensorMapMismatch, PossibleMapMismatch,
                TensorMapConflict];
}
def T052 : TRule<"Map", "Error", "Accepts",
    "Load mode and map kind must agree: tile* needs a tiled map, .im2col/.im2col_no_offs an "
    "im2col map, .im2col::w an Im2colWide map mode W, .im2col::w::128 one with mode W128."> {
  let Driver = "cuTensorMapEncodeIm2col, cuTensorMapEncodeIm2colWide";
  let SaidBy = [TensorMapMismatch, PossibleMapMismatch, TensorMapConflict];
}
def T053 : TRule<"Map", "Error", "Accepts",
    "Interleaved maps exist only for rank 3, 4, 5."> {
  let Section = "5.5.6";
  let Driver = "cuTensorMapEncodeTiled";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap];
}
def T054 : TRule<"Map", "Error", "Accepts",
    "Interleave must be NONE for .im2col::w and .im2col::w::128."> {
  let Section = "5.5.6";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap];
}
def T055 : TRule<"Map", "Error", "Accepts",
    "Interleave must be NONE for tile::gather4 / tile::scatter4."> {
  let Section = "5.5.3.4";
  let SaidBy = [TensorMapMismatch, PossibleMapMismatch];
}
def T056 : TRule<"Map", "Error", "Accepts",
    "gather4/scatter4: box size in dimension 1 must be 1."> {
  let Section = "5.5.3.4.1";
  let SaidBy = [TensorMapMismatch, PossibleMapMismatch];
}
def T057 : TRule<"Map", "Error", "Accepts",
    "im2col::w and im2col::w::128: a swizzle mode must be set, and 128B with 32B+8B-flip is "
    "illegal. The driver takes only 64B, 128B and 128B_ATOM_32B."> {
  let Section = "5.5.5";
  let Driver = "cuTensorMapEncodeIm2colWide";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap, TensorMapMismatch, PossibleMapMismatch];
}
def T058 : TRule<"Map", "Error", "Accepts",
    "96B swizzle may not be used with .im2col::w::128."> {
  let Section = "9.7.9.27.1.1";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap, TensorMapMismatch, PossibleMapMismatch];
}
def T059 : TRule<"Map", "Error", "Accepts",
    "Table 14: swizzle atomicity 16B goes with 32B, 64B, 96B, 128B; atomicities 32B, "
    "32B+8B-flip, 64B go only with 128B; 'no swizzle' has no atomicity."> {
  let Section = "5.5.7";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap];
}
def T060 : TRule<"Map", "Error", "Accepts",
    "The atomicity 32B with the 8B flip is legal only for copies from global to shared memory "
    "and their prefetch; not for stores or reductions."> {
  let Section = "5.5.7";
  let SaidBy = [TensorMapMismatch, PossibleMapMismatch];
}
def T061 : TRule<"Map", "Error", "Accepts",
    "Interleave 32B requires swizzle 32B."> {
  let Driver = "cuTensorMapEncodeTiled";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap];
}
def T062 : TRule<"Map", "Error", "Accepts",
    "Not interleaved and swizzled: inner box bytes (boxDim[0]*elemsize, or "
    "channelsPerPixel*elemsize) must be <= swizzle span 32/64/96/128."> {
  let Section = "9.7.9.27.1.1";
  let Driver = "cuTensorMapEncodeTiled";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap];
}
def T063 : TRule<"Map", "Error", "Accepts",
    "Not interleaved: inner box bytes must be a multiple of 16."> {
  let Section = "5.5.3.1";
  let Driver = "cuTensorMapEncodeTiled";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap];
}
def T064 : TRule<"Map", "Error", "Accepts",
    "boxDim[i] must be in 1..256."> {
  let Driver = "cuTensorMapEncodeTiled";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap];
}
def T065 : TRule<"Map", "Error", "Accepts",
    "globalDim[i] must be in 1..2^32."> {
  let Driver = "cuTensorMapEncodeTiled";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap];
}
def T066 : TRule<"Map", "Error", "Accepts",
    "globalStrides[i] (rank-1 values, bytes): multiple of 16, < 2^40; multiple of 32 for "
    "interleave 32B and for b4x16_p64/b6x16_p32/b6p2x16 (16 on sm_103a for b6p2x16 stores). "
    "Should be >= the extent of the lower dimension."> {
  let Section = "9.7.9.27.1.1";
  let Driver = "cuTensorMapEncodeTiled";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap, SuspiciousTensorMap];
}
def T067 : TRule<"Map", "Error", "Accepts",
    "globalAddress: 16-byte aligned; 32-byte aligned for interleave 32B and for "
    "b4x16_p64/b6x16_p32/b6p2x16 (16 on sm_103a for b6p2x16 stores)."> {
  let Section = "9.7.9.27.1.1";
  let Driver = "cuTensorMapEncodeTiled";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap];
}
def T068 : TRule<"Map", "Error", "Accepts",
    "elementStrides[i] in 1..8; not interleaved: elementStrides[0] must be 1 (the driver "
    "ignores it). Elements loaded along i = ceil(boxDim[i]/elementStrides[i])."> {
  let Section = "5.5.3.2";
  let Driver = "cuTensorMapEncodeTiled";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap];
}
def T069 : TRule<"Map", "Error", "Accepts",
    "OOB fill NaN needs a floating-point element type (f16, bf16, f32(.ftz), tf32(.ftz), f64) "
    "and is illegal for packed sub-byte types."> {
  let Section = "9.7.9.27.1.1";
  let Driver = "cuTensorMapEncodeTiled";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap];
}
def T070 : TRule<"Map", "Error", "Accepts",
    "Sub-byte element types are illegal for reductions (cp.reduce.async.bulk.tensor)."> {
  let Section = "9.7.9.27.1.1";
  let SaidBy = [TensorMapMismatch, PossibleMapMismatch];
}
def T071 : TRule<"Map", "Error", "Accepts",
    "b4x16_p64 is load-only: illegal with direction .global.shared::cta."> {
  let Section = "9.7.9.27.1.1";
  let SaidBy = [TensorMapMismatch, PossibleMapMismatch];
}
def T072 : TRule<"Map", "Error", "Accepts",
    "Encoding 15 means b6x16_p32 when loading and b6p2x16 when storing: b6x16_p32 is load-only, "
    "b6p2x16 store-only."> {
  let Section = "5.5.1.1";
  let SaidBy = [TensorMapMismatch, PossibleMapMismatch];
}
def T073 : TRule<"Map", "Error", "Accepts",
    "Box-Size[0] must be exactly 96B for b6x16_p32/b6p2x16 and 64B for b4x16_p64 = 128 elements "
    "(driver: boxDim[0] or channelsPerPixel = 128). sm_103a and sm_107f b6p2x16 store: 48B or 96B."> {
  let Section = "9.7.9.27.1.1";
  let Driver = "cuTensorMapEncodeTiled";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap, TensorMapMismatch, PossibleMapMismatch];
}
def T074 : TRule<"Map", "Error", "Accepts",
    "Tensor-Size[0] must be a multiple of 96B (b6*) or 64B (b4x16_p64) = multiple of 128 "
    "elements; b4x16 (align8): multiple of 2 elements. sm_103a and sm_107f b6p2x16 store: multiple of 48B."> {
  let Section = "9.7.9.27.1.1";
  let Driver = "cuTensorMapEncodeTiled";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap, TensorMapMismatch, PossibleMapMismatch];
}
def T075 : TRule<"Map", "Error", "Accepts",
    "b4x16_p64, b6x16_p32, b6p2x16: first tensor coordinate must be a multiple of 128 (sm_103a "
    "and sm_107f b6p2x16 store: 64)."> {
  let Section = "9.7.9.27.1.1";
  let SaidBy = [TensorMapMismatch, PossibleMapMismatch];
}
def T076 : TRule<"Map", "Error", "Accepts",
    "b4x16_p64, b6x16_p32, b6p2x16 allow only swizzle NONE or 128B with atomicity 16B, 32B, 64B "
    "(never +8B flip). Driver subset: U6: NONE, 128B, ATOM_32B (load and store), ATOM_64B store "
    "only; U4 align16: NONE, 128B, ATOM_32B load only. sm_103a b6p2x16 store, and sm_107f "
    "b6*, additionally 64B/16B."> {
  let Section = "9.7.9.27.1.1";
  let Driver = "cuTensorMapEncodeTiled";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap, TensorMapMismatch, PossibleMapMismatch];
}
def T077 : TRule<"Map", "Error", "Accepts",
    "16U6_ALIGN16B needs interleave NONE."> {
  let Driver = "cuTensorMapEncodeTiled";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap];
}
def T078 : TRule<"Map", "Error", "Accepts",
    "96B swizzle: atomicity 16B, no interleave, Box-Size[0] <= 96B, element type not "
    "b4x16_p64/b6x16_p32/b6p2x16, load mode not im2col::w::128; needs sm_103a."> {
  let Section = "9.7.9.27.1.1, 9.7.9.28";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap];
}
def T079 : TRule<"Map", "Error", "Accepts",
    "sm_120a: `.shared::cluster.global` copies support neither sub-byte element types nor a "
    "swizzle atomicity other than 16B."> {
  let Section = "9.7.9.27.1.1";
  let SaidBy = [TensorMapMismatch, PossibleMapMismatch];
}
def T080 : TRule<"Map", "Error", "Accepts",
    "im2col corners: 16-bit [-2^15,2^15-1] for 3D, [-2^7,2^7-1] for 4D, [-2^4,2^4-1] for 5D; "
    "the wide modes: one W corner in [-32768,32767]."> {
  let Section = "5.5.4.1";
  let Driver = "cuTensorMapEncodeIm2col, cuTensorMapEncodeIm2colWide";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap];
}
def T081 : TRule<"Map", "Error", "Accepts",
    "The im2col bounding box must be non-empty: lower_i <= dim_i - 1 + upper_i for W, H, D."> {
  let Driver = "cuTensorMapEncodeIm2col";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap];
}
def T082 : TRule<"Map", "Error", "Accepts",
    "channelsPerPixel <= 256; pixelsPerColumn <= 1024 (ignored for W128, where it is 128)."> {
  let Driver = "cuTensorMapEncodeIm2col";
  let SaidBy = [IllegalTensorMap, RefusedTensorMap];
}
def T083 : TRule<"Map", "Error", "Accepts",
    "im2col: constant D/H/W coordinates must lie inside the bounding box; im2col::w: W may lie "
    "left of the box (never right), D/H select the single row."> {
  let Section = "5.5.4.1, 5.5.5.1";
  let SaidBy = [TensorMapMismatch, PossibleMapMismatch];
}
def T084 : TRule<"Map", "Error", "Accepts",
    "im2col stores (.im2col_no_offs): Bounding-Box Lower-Corner >= 0 and Upper-Corner <= 0 in "
    "every dimension (box stays inside the tensor)."> {
  let Section = "9.7.9.27.1.1";
  let SaidBy = [TensorMapMismatch, PossibleMapMismatch];
}
def T085 : TRule<"Map", "Error", "Accepts",
    "Swizzle/atomicity alignment of the shared tile: 32B atomicity needs 32-byte, 64B atomicity "
    "64-byte aligned smem; base offset is 0 only on a 256 (32B, 96B), 512 (64B), 1024 (128B) "
    "boundary. Other 128-byte multiples are legal but the consumer descriptor needs base_offset "
    "= (addr/128)%{2,4,8}."> {
  let Section = "5.5.7";
  let SaidBy = [TensorMapMismatch, PossibleMapMismatch];
}
def T086 : TRule<"Map", "Error", "Accepts",
    "The shared object must hold the whole box: prod(ceil(box_i/stride_i))*elemsize (padded "
    "container size for p64/p32 types: 16 B per 16 elements; + halo pixels for im2col::w)."> {
  let Section = "5.5.3";
  let SaidBy = [TensorMapMismatch, PossibleMapMismatch];
}
def T087 : TRule<"Map", "Warning", "Accepts",
    "mbarrier transaction count: the expect_tx bytes of a phase must equal the sum of the box "
    "bytes (out-of-bounds elements count) of all loads on that barrier; per-load bytes must be "
    "< 2^20."> {
  let Section = "9.7.9.27.1.2, 9.7.13.15.2";
  let SaidBy = [TransactionBytes];
}
def T088 : TRule<"Map", "Error", "Accepts",
    "The reduction must exist for the element type of the map: add: u32, s32, u64, f32, f16, "
    "bf16; min/max: u32, s32, u64, s64, f16, bf16; inc/dec: u32; and/or/xor: b32, b64, which "
    "maps encode as u32/s32/u64/s64."> {
  let Section = "9.7.9.27.1.3";
  let SaidBy = [TensorMapMismatch, PossibleMapMismatch];
}
def T089 : TRule<"Map", "Warning", "Accepts",
    "Swizzle agreement between TMA and MMA: the descriptor swizzle field used to read a tile "
    "must be the map's swizzle/atomicity (32B/64B/128B/128B_ATOM_32B); 96B and ATOM_64B, flip "
    "tiles cannot be described by a wgmma/tcgen05 descriptor."> {
  let Section = "5.5.7, 9.7.15.5.1.2.2, 9.7.16.4.1";
  let SaidBy = [TileSwizzle];
}
