// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `wgmma`: the warpgroup matrix instructions of sm_90a.

def T170 : TRule<"Syntax", "Error", "Rejects",
    "wgmma.* needs target sm_90a exactly (not sm_90, not sm_100a)."> {
  let Section = "9.7.15.5.2";
  let SaidBy = [RequiresTarget];
}
def T171 : TRule<"Syntax", "Error", "Rejects",
    "M is always 64."> {
  let Section = "9.7.15.2";
  let SaidBy = [UnknownModifier];
}
def T172 : TRule<"Syntax", "Error", "Rejects",
    "f16/bf16/tf32/fp8: N = 8..256 in steps of 8."> {
  let Section = "9.7.15.2";
  let SaidBy = [UnknownModifier];
}
def T173 : TRule<"Syntax", "Error", "Rejects",
    "Integer (s8/u8) and b1: N is 8, 16, 24, 32, then every 16 up to 256 (no 40, 56, 72, ...). "
    "240 and 256 are in the shape table; the dense integer syntax list ends at 224."> {
  let Section = "9.7.15.2";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T174 : TRule<"Syntax", "Error", "Rejects",
    "K is fixed by type (dense): f16/bf16 16, tf32 8, fp8 32, int8 32, b1 256."> {
  let Section = "9.7.15.2";
  let SaidBy = [ModifierNotAllowed, UnknownModifier, ModifierMismatch];
}
def T175 : TRule<"Syntax", "Error", "Rejects",
    "Sparse K: f16/bf16 32, tf32 16, fp8/int8 64; no sparse b1."> {
  let Section = "9.7.15.2";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T176 : TRule<"Syntax", "Error", "Rejects",
    "D types: f16: f16 or f32; bf16: f32; tf32: f32; fp8: f16 or f32; int8: s32; b1: s32."> {
  let Section = "9.7.15.3";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T177 : TRule<"Syntax", "Error", "Rejects",
    "Atype = btype except for fp8 (e4m3/e5m2 may be mixed) and int8 (s8/u8 may be mixed from "
    "PTX 8.4)."> {
  let Section = "9.7.15.5.2";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T178 : TRule<"Syntax", "Error", "Rejects",
    "Mixed s8.u8 / u8.s8 needs PTX 8.4."> {
  let Section = "9.7.15.5.2";
  let SaidBy = [RequiresVersion];
}
def T179 : TRule<"Syntax", "Error", "Rejects",
    "Accumulator vector length: N/2 registers for f32/s32, N/4 for f16."> {
  let Section = "9.7.15.5.1.1";
  let SaidBy = [VectorSize];
}
def T180 : TRule<"Syntax", "Error", "Rejects",
    "A in registers is always a vector of 4 b32 registers."> {
  let Section = "9.7.15.5.1.1";
  let SaidBy = [VectorSize];
}
def T181 : TRule<"Syntax", "Error", "Rejects",
    "B must be a descriptor (register B is illegal); descriptors are 64-bit registers."> {
  let Section = "9.7.15.5.2";
  let SaidBy = [VectorSize, OperandType];
}
def T182 : TRule<"Value", "Error", "Rejects",
    "Imm-scale-a / imm-scale-b must be the immediates 1 or -1 and exist only for floating-point "
    "kinds."> {
  let Section = "9.7.15.5.2";
  let SaidBy = [ImmediateRange, OperandKind, OperandCount];
}
def T183 : TRule<"Value", "Error", "Rejects",
    "Imm-trans-a/b must be immediates 0 or 1, only for f16/bf16; trans-a only when A is a "
    "descriptor."> {
  let Section = "9.7.15.5.2";
  let SaidBy = [ImmediateRange, OperandCount, VectorSize, MissingOperand, ExtraOperand];
}
def T184 : TRule<"Syntax", "Error", "Rejects",
    "Scale-d is a predicate (or immediate 0/1)."> {
  let Section = "9.7.15.5.2";
  let SaidBy = [OperandType, ImmediateRange];
}
def T185 : TRule<"Syntax", "Error", "Rejects",
    "`.satfinite` only for integer kinds; b1 needs `.and.popc`."> {
  let Section = "9.7.15.5.2";
  let SaidBy = [ModifierNotAllowed];
}
def T186 : TRule<"Value", "Error", "Rejects",
    "Sp-meta is a 32-bit register, sp-sel an immediate: 0 or 1 for f16/bf16/tf32, only 0 for "
    "fp8/int8."> {
  let Section = "9.7.15.6";
  let SaidBy = [ImmediateRange, OperandKind];
}
def T187 : TRule<"Value", "Error", "Accepts",
    "Sparsity metadata constant: tf32 nibbles must be 0b1110 or 0b0100; f16/bf16/fp8/int8 "
    "nibbles must not be 0000/0101/1010/1111 (two equal indices)."> {
  let Section = "9.7.15.6.1";
  let SaidBy = [SparsityMetadata];
}
def T188 : TRule<"Value", "Warning", "Accepts",
    "Matrix descriptor: bits 14-15, 30-31, 46-48 and 52-61 belong to no field and should be 0 "
    "(bit 46 or bit 52 set = a tcgen05 descriptor used on sm_90a)."> {
  let Section = "9.7.15.5.1.2.2";
  let SaidBy = [SuspiciousMatrixDescriptor];
}
def T189 : TRule<"Value", "Error", "Accepts",
    "Start address, LBO, SBO are stored >>4 in 14 bits: encode(x) = (x & 0x3FFFF)>>4. The byte "
    "values must be multiples of 16 and the address below 256 KiB."> {
  let Section = "9.7.15.5.1.2.2";
  let SaidBy = [MatrixDescriptor, SuspiciousMatrixDescriptor];
}
def T190 : TRule<"Value", "Lint", "Accepts",
    "K-advance inside a tile adds byte_offset>>4 to the descriptor; adding the un-shifted byte "
    "offset (e.g. 32 instead of 2) moves 16x too far."> {
  let Section = "9.7.15.5.1.2.2";
  let SaidBy = [UnusualMatrixDescriptor];
}
def T191 : TRule<"Value", "Warning", "Accepts",
    "Swizzle field bits 62-63: 0 none, 1 = 128B, 2 = 64B, 3 = 32B (differs from tcgen05's bits "
    "61-63 codes 0/1/2/4/6). Must equal the swizzle of the TMA map that wrote the tile."> {
  let Section = "9.7.15.5.1.2.2";
  let SaidBy = [TileSwizzle];
}
def T192 : TRule<"Value", "Error", "Accepts",
    "Base offset (bits 49-51) must be 0 in no-swizzle mode."> {
  let Section = "9.7.15.5.1.2.2";
  let SaidBy = [MatrixDescriptor];
}
def T193 : TRule<"Value", "Warning", "Accepts",
    "Base offset must be (pattern_start>>7)&7: 0 when the tile (pattern) starts on a "
    "1024/512/256-byte boundary for 128/64/32B swizzle. pattern_start is the tile base, not the "
    "K-advanced start address, so this is decidable only if the tile symbol is known."> {
  let Section = "9.7.15.5.1.2.2, 5.5.7";
  let SaidBy = [TileBaseOffset];
}
def T194 : TRule<"Value", "Warning", "Accepts",
    "LBO is ignored for swizzled K-major (canonical encoding 1). For no-swizzle and MN-major "
    "layouts LBO = 0, and SBO = 0 when M or N > 8, make sub-tiles coincide: suspicious."> {
  let Section = "9.7.15.5.1.2.1";
  let SaidBy = [SuspiciousMatrixDescriptor, UnusualMatrixDescriptor];
}
def T195 : TRule<"Value", "Error", "Accepts",
    "Start address must be 16-byte aligned; a tile symbol declared with .align < 16 is illegal, "
    "swizzled tiles should be 128 (pattern 256/512/1024) aligned."> {
  let Section = "9.7.15.5.1";
  let SaidBy = [UnderalignedObject];
}
def T196 : TRule<"Value", "Warning", "Accepts",
    "Strides must be able to form the canonical layout (LAYOUT.md 4): K-major swizzled: SBO >= "
    "8*span (1024/512/256) unless only 8 rows are read; K-major none: LBO, SBO >= 128; MN-major "
    "swizzled: SBO >= 8*span, LBO >= 8*span; smaller values make core matrices overlap."> {
  let Section = "9.7.15.5.1.2.1.3";
  let SaidBy = [SuspiciousMatrixDescriptor, UnusualMatrixDescriptor];
}
def T197 : TRule<"Order", "Warning", "Accepts",
    "Non-f16/bf16 kinds are K-major only (no trans operands): a descriptor built for an "
    "MN-major tile is illegal there."> {
  let Section = "9.7.15.5.2";
}
def T198 : TRule<"Order", "Warning", "Accepts",
    "Descriptor bits must be warp-uniform / identical in all 4 warps of the warpgroup (must not "
    "depend on %laneid/%tid below warpgroup granularity)."> {
  let Section = "9.7.15.5.2";
  let SaidBy = [DivergentDescriptor];
}
def T199 : TRule<"Order", "Warning", "Accepts",
    "wgmma.fence must precede the first wgmma.mma_async and any reuse of registers modified in "
    "between; missing fence = UB."> {
  let Section = "9.7.15.7.1";
  let SaidBy = [WgmmaWithoutFence, UnfencedRegister];
}
def T200 : TRule<"Order", "Warning", "Accepts",
    "Accumulators / register A may be touched only after commit_group + wait_group covering "
    "them."> {
  let Section = "9.7.15.7.3";
  let SaidBy = [PendingAccumulator];
}
def T201 : TRule<"Syntax", "Error", "Rejects",
    "wgmma.wait_group takes a non-negative integer constant."> {
  let Section = "9.7.15.7.3";
  let SaidBy = [OperandKind, ModifierCombination];
}
def T202 : TRule<"Syntax", "Error", "RejectsSome",
    "`.sync.aligned` mandatory on all wgmma instructions."> {
  let Section = "9.7.15.7";
  let SaidBy = [UncheckedCombination, MissingModifier];
}
def T203 : TRule<"Order", "Warning", "Accepts",
    "Wgmma in conditionally executed code must be uniform over the warpgroup; a predicate guard "
    "derived from %tid is suspect."> {
  let Section = "9.7.15.5.2";
  let SaidBy = [DivergentGuard];
}
def T204 : TRule<"Module", "Warning", "Accepts",
    "Kernels using wgmma need a block of at least 128 threads, multiple of 128 in the "
    "participating warps (.reqntid/.maxntid checkable)."> {
  let Section = "9.7.15.1";
  let SaidBy = [BlockSize];
}
def T205 : TRule<"Value", "Lint", "Accepts",
    "A register should not appear twice in an accumulator vector, nor be both accumulator and "
    "register-A of the same wgmma (results would be ill-defined)."> {
  let Section = "9.7.15.5.2";
  let SaidBy = [RepeatedAccumulator, RepeatedDestination];
}
