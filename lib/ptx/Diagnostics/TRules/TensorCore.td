// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tcgen05`: tensor memory and the fifth generation of tensor cores.

def T206 : TRule<"Value", "Error", "RejectsSome",
    "alloc nCols must be a power of two in [32,512] (immediate or constant)."> {
  let Section = "9.7.16.7.1";
  let SaidBy = [ImmediateRange, ColumnCount];
}
def T207 : TRule<"Value", "Error", "RejectsSome",
    "dealloc nCols must be a power of two in [32,512], equal to the matching alloc."> {
  let Section = "9.7.16.7.1";
  let SaidBy = [ColumnCount, MismatchedDeallocation, ImmediateRange];
}
def T208 : TRule<"Syntax", "Error", "Rejects",
    "`.cta_group` is mandatory on alloc/dealloc/relinquish/mma/cp/shift/commit and is 1 or 2."> {
  let Section = "9.7.16.7.1";
  let SaidBy = [MissingModifier, UnknownModifier];
}
def T209 : TRule<"Module", "Error", "Rejects",
    "All tcgen05 instructions of a kernel must use one and the same `.cta_group` value."> {
  let Section = "9.7.16.7.1";
  let SaidBy = [MixedCtaGroup];
}
def T210 : TRule<"Syntax", "Error", "RejectsSome",
    "alloc destination is in .shared::cta (or generic); .global is illegal; dst must be 4-byte "
    "aligned."> {
  let Section = "9.7.16.7.1";
  let SaidBy = [MisalignedObject, UnderalignedObject, ModifierNotAllowed];
}
def T211 : TRule<"Syntax", "Error", "Rejects",
    "`.sync.aligned` mandatory; `.b32` mandatory on alloc/dealloc."> {
  let Section = "9.7.16.7.1";
  let SaidBy = [MissingModifier];
}
def T212 : TRule<"Module", "Warning", "Accepts",
    "Every allocation must be deallocated before kernel exit (static check: kernel with alloc "
    "but no dealloc)."> {
  let Section = "9.7.16.7.1";
  let SaidBy = [TensorMemoryNotFreed];
}
def T213 : TRule<"Order", "Error", "Accepts",
    "No alloc after relinquish_alloc_permit."> {
  let Section = "9.7.16.7.1";
  let SaidBy = [AllocAfterRelinquish];
}
def T214 : TRule<"Order", "Warning", "Accepts",
    "The number of columns must not increase between successive allocs of a CTA."> {
  let Section = "9.7.16.7.1";
  let SaidBy = [GrowingAllocation];
}
def T215 : TRule<"Order", "Warning", "Accepts",
    "Sum of live constant allocations must be <= 512 columns (else alloc blocks forever)."> {
  let Section = "9.7.16.1";
  let SaidBy = [ExcessiveAllocation];
}
def T216 : TRule<"Syntax", "Error", "Rejects",
    "The register count of ld/st is that of Table 49: num times 1 for 32x32b, 16x64b and "
    "16x32bx2, 2 for 16x128b, 4 for 16x256b."> {
  let Section = "9.7.16.8.3";
  let SaidBy = [VectorSize];
}
def T217 : TRule<"Syntax", "Error", "Rejects",
    "16x128b has no .x128; 16x256b has no .x64/.x128."> {
  let Section = "9.7.16.8.3";
  let SaidBy = [ModifierCombination, ModifierMismatch];
}
def T218 : TRule<"Syntax", "Error", "Rejects",
    "Shapes are 16x64b, 16x128b, 16x256b, 32x32b, 16x32bx2 only; num is x1..x128 powers of two."> {
  let Section = "9.7.16.8.3";
  let SaidBy = [UnknownModifier];
}
def T219 : TRule<"Syntax", "Error", "Rejects",
    "16x32bx2 needs the immediate half-split offset; the other shapes must not have one."> {
  let Section = "9.7.16.8.3";
  let SaidBy = [OperandCount, OperandKind, ExtraOperand, MissingOperand];
}
def T220 : TRule<"Syntax", "Error", "Rejects",
    "`.pack::16b` only on ld, `.unpack::16b` only on st."> {
  let Section = "9.7.16.8.3";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T221 : TRule<"Syntax", "Error", "Rejects",
    "tcgen05.ld.red: shapes 32x32b or 16x32bx2 only, num >= x2, op min/max, type f32 (with "
    "optional .abs .NaN) or u32/s32 (no .abs/.NaN)."> {
  let Section = "9.7.16.8.3";
  let SaidBy = [ModifierNotAllowed, ModifierCombination, ModifierMismatch];
}
def T222 : TRule<"Syntax", "Error", "Rejects",
    "tcgen05.ld.red is not available on sm_100a."> {
  let Section = "9.7.16.8.3";
  let SaidBy = [RequiresTarget];
}
def T223 : TRule<"Syntax", "Error", "Rejects",
    "tcgen05.ld/st target gate."> {
  let Section = "9.7.16.8.3";
  let SaidBy = [RequiresTarget];
}
def T224 : TRule<"Value", "Error", "RejectsSome",
    "Tensor memory address operand is 32-bit: bits 31-16 lane, 15-0 column. Constant: lane < "
    "128, column < 512 and column + extent <= 512; on the family of sm_107f, 576."> {
  let Section = "9.7.16.1.1";
  let SaidBy = [OperandType, TensorMemoryAddress];
}
def T225 : TRule<"Value", "Warning", "Accepts",
    "ld/st lane access: warp w of the warpgroup may only touch lanes 32w..32w+31; a constant "
    "lane that is not a multiple of 32 (or of 16 for 16-lane shapes) is suspicious."> {
  let Section = "9.7.16.8.1";
  let SaidBy = [TensorMemoryLane];
}
def T226 : TRule<"Order", "Warning", "Accepts",
    "tcgen05.wait::ld must be between tcgen05.ld and what overwrites the tensor memory that it "
    "reads; only an instruction that reads the loaded registers waits by itself."> {
  let Section = "9.7.16.6";
  let SaidBy = [PendingTensorLoad];
}
def T227 : TRule<"Syntax", "Error", "Rejects",
    "tcgen05.wait::{ld,st}.sync.aligned; no other wait exists."> {
  let Section = "9.7.16.8.5";
  let SaidBy = [UnknownModifier, MissingModifier];
}
def T228 : TRule<"Syntax", "Error", "Rejects",
    "tcgen05.cp shapes: 128x256b, 4x256b, 128x128b, 64x128b, 32x128b."> {
  let Section = "9.7.16.9.2";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T229 : TRule<"Syntax", "Error", "Rejects",
    "64x128b requires .warpx2::02_13 or .warpx2::01_23; 32x128b requires .warpx4; other shapes "
    "take no multicast."> {
  let Section = "9.7.16.9.2";
  let SaidBy = [MissingModifier, ModifierCombination, ModifierMismatch];
}
def T230 : TRule<"Syntax", "Error", "Rejects",
    "Decompression: dst_fmt .b8x16 with src_fmt .b6x16_p32 or .b4x16_p64, both or neither, in "
    "this order."> {
  let Section = "9.7.16.9.2";
  let SaidBy = [UnknownModifier, MissingModifier, ModifierNotAllowed, ModifierMismatch];
}
def T231 : TRule<"Syntax", "Error", "Rejects",
    "tcgen05.cp source is a 64-bit shared memory descriptor register."> {
  let Section = "9.7.16.9.2";
  let SaidBy = [OperandType];
}
def T232 : TRule<"Syntax", "Error", "Rejects",
    "tcgen05.shift: `.cta_group::N.down`, targets sm_100a/103a/110a only (no f family)."> {
  let Section = "9.7.16.9.3";
  let SaidBy = [RequiresTarget];
}
def T233 : TRule<"Syntax", "Error", "Rejects",
    "tcgen05.shift direction must be `.down`."> {
  let Section = "9.7.16.9.3";
  let SaidBy = [ModifierNotAllowed];
}
def T234 : TRule<"Value", "Error", "Accepts",
    "tcgen05.shift address lane must be a multiple of 32."> {
  let Section = "9.7.16.9.3";
  let SaidBy = [TensorMemoryAddress];
}
def T235 : TRule<"Syntax", "Error", "Rejects",
    "tcgen05.commit: .mbarrier::arrive::one and .b64 are mandatory; .multicast::cluster and the "
    "16-bit ctaMask come together; .shared::cluster is optional."> {
  let Section = "9.7.16.12.1";
  let SaidBy = [ModifierCombination, MissingModifier, ModifierNotAllowed, OperandType,
                ModifierMismatch, MissingOperand];
}
def T236 : TRule<"Syntax", "Error", "Rejects",
    "tcgen05.fence::before_thread_sync / ::after_thread_sync take no qualifiers or operands."> {
  let Section = "9.7.16.11.1";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T237 : TRule<"Syntax", "Error", "Rejects",
    "The kind is f16, tf32, f8f6f4 or i8 without block scaling; mxf8f6f4, mxf4 and mxf4nvf4 go "
    "only with `.block_scale`."> {
  let Section = "9.7.16.10.9.1";
  let SaidBy = [MissingModifier, ModifierNotAllowed, UnknownModifier, ModifierMismatch];
}
def T238 : TRule<"Syntax", "Error", "Rejects",
    "block_scale forms take [scale-A-tmem],[scale-B-tmem] and no disable-output-lane / "
    "scale-input-d; the others take none."> {
  let Section = "9.7.16.10.9.1";
  let SaidBy = [OperandCount, OperandKind, ExtraOperand];
}
def T239 : TRule<"Syntax", "Error", "Rejects",
    "Disable-output-lane vector has 4 elements for cta_group::1 and 8 for cta_group::2 (b32)."> {
  let Section = "9.7.16.10.9.1";
  let SaidBy = [VectorSize];
}
def T240 : TRule<"Value", "Error", "RejectsSome",
    "Scale-input-d must be an immediate in [0,15], only for kind::f16 and kind::tf32."> {
  let Section = "9.7.16.10.9.1";
  let SaidBy = [ImmediateRange, ModifierCombination, OperandKind, UncheckedCombination];
}
def T241 : TRule<"Syntax", "Error", "Rejects",
    "Scale-input-d requires sm_100a / sm_100f family, not sm_110a."> {
  let Section = "9.7.16.10.9.1";
  let SaidBy = [RequiresTarget];
}
def T242 : TRule<"Syntax", "Error", "Rejects",
    "kind::i8 only on sm_100a and 101a (110a), not on a family, not on sm_103a."> {
  let Section = "9.7.16.10.9.1";
  let SaidBy = [RequiresTarget];
}
def T243 : TRule<"Syntax", "Error", "Rejects",
    "kind::i8 on sm_100f is illegal."> {
  let Section = "9.7.16.10.9.1";
  let SaidBy = [RequiresTarget];
}
def T244 : TRule<"Syntax", "Error", "Rejects",
    "kind::mxf4nvf4 needs PTX 8.7 and an explicit scale vector size (.scale_vec::2X/4X, "
    ".block16/.block32)."> {
  let Section = "9.7.16.10.9.1";
  let SaidBy = [ModifierCombination, ModifierMismatch, MissingModifier];
}
def T245 : TRule<"Syntax", "Error", "Rejects",
    "scale_vec by kind: mxf8f6f4: 1X or block32; mxf4: 2X or block32; mxf4nvf4: 2X, 4X, block16 "
    "or block32."> {
  let Section = "9.7.16.10.7.1";
  let SaidBy = [ModifierCombination, ModifierMismatch];
}
def T246 : TRule<"Syntax", "Error", "Rejects",
    "`.block16`/`.block32` need PTX 8.8 and sm_100f/110f families; `.scale_vec::NX` need an "
    "a-target (text: sm_100a; ptxas: 100a, 103a, 110a)."> {
  let Section = "9.7.16.10.9.1";
  let SaidBy = [RequiresVersion];
}
def T247 : TRule<"Syntax", "Error", "Rejects",
    "`.scale_vec::NX` on a family (f) target is not listed as supported."> {
  let Section = "9.7.16.10.9.1";
  let SaidBy = [RequiresTarget];
}
def T248 : TRule<"Syntax", "Error", "Rejects",
    "The collector usage is `.collector::a::{fill,use,lastuse,discard}` for mma, "
    "`.collector::b{0..3}::...` for mma.ws."> {
  let Section = "9.7.16.10.9.1";
  let SaidBy = [MissingModifier, ModifierNotAllowed, ModifierMismatch];
}
def T249 : TRule<"Syntax", "Error", "Rejects",
    "`.ashift` needs A in tensor memory, and must not be combined with collector::a::use or "
    "::fill."> {
  let Section = "9.7.16.10.9.1";
  let SaidBy = [OperandKind, ModifierCombination, ModifierNotAllowed, ModifierMismatch];
}
def T250 : TRule<"Value", "Error", "Accepts",
    "`.ashift` only with M = 128 or 256 (from idesc)."> {
  let Section = "9.7.16.10.9.1";
  let SaidBy = [InstructionDescriptor];
}
def T251 : TRule<"Syntax", "Error", "Rejects",
    "TMEM address operands are registers (reg or reg+imm); a bare immediate address is illegal; "
    "disable-output-lane elements are registers."> {
  let Section = "9.7.16.10.9.1";
  let SaidBy = [OperandKind, ModifierCombination];
}
def T252 : TRule<"Syntax", "Error", "Rejects",
    "mma.ws: cta_group::1 only; no block_scale, no disable-output-lane, no scale-input-d; "
    "optional 64-bit zero-column-mask."> {
  let Section = "9.7.16.10.9.3";
  let SaidBy = [ModifierNotAllowed, OperandType, VectorSize, ExtraOperand, ModifierMismatch];
}
def T253 : TRule<"Syntax", "Error", "Rejects",
    "mma.sp needs [sp-meta-tmem] after b-desc; dense mma must not have it."> {
  let Section = "9.7.16.10.9.2";
  let SaidBy = [OperandCount, OperandKind, VectorSize, ExtraOperand, MissingOperand];
}
def T254 : TRule<"Syntax", "Error", "Rejects",
    "mma.sp kinds mxf4/mxf4nvf4 only on sm_100a, 103a, 110a (not on f targets)."> {
  let Section = "9.7.16.10.9.2";
  let SaidBy = [RequiresTarget];
}
def T255 : TRule<"Syntax", "Error", "Rejects",
    "D and TMEM A operands are bracketed 32-bit addresses; descriptors are 64-bit registers; "
    "idesc a 32-bit register; enable-input-d a predicate (ptxas also takes an immediate)."> {
  let Section = "9.7.16.10.9.1";
  let SaidBy = [OperandKind, OperandType];
}
def T256 : TRule<"Value", "Error", "Accepts",
    "idesc (f16/tf32/f8f6f4/i8/ti16): reserved bits 6, 23, 29 must be 0; bit 29 is K of f8f6f4 on the family of sm_107f."> {
  let Section = "9.7.16.4.2";
  let SaidBy = [InstructionDescriptor];
}
def T257 : TRule<"Value", "Error", "Accepts",
    "idesc bit 3 (saturate) must be 0 except for kind::i8; bits 30-31 (max B shift) must be 0 "
    "except for .ws."> {
  let Section = "9.7.16.4.2";
  let SaidBy = [InstructionDescriptor];
}
def T258 : TRule<"Value", "Error", "Accepts",
    "idesc dtype (bits 4-5): tf32: 1 (F32); f16: 0 (F16) or 1; f8f6f4: 0 or 1; i8: 2 (S32). "
    "kind::f16 with bf16 inputs needs F32."> {
  let Section = "9.7.16.4.2, 9.7.16.2.1";
  let SaidBy = [InstructionDescriptor];
}
def T259 : TRule<"Value", "Error", "Accepts",
    "idesc atype/btype (bits 7-9, 10-12): tf32: 2; f16: 0 F16 or 1 BF16; f8f6f4/mxf8f6f4: 0 "
    "E4M3, 1 E5M2, 3 E2M3, 4 E3M2, 5 E2M1; i8: 0 u8, 1 s8; mxf4/mxf4nvf4: 1 E2M1 (btype is only "
    "bits 10-11; bit 12 reserved)."> {
  let Section = "9.7.16.4.2";
  let SaidBy = [InstructionDescriptor];
}
def T260 : TRule<"Value", "Warning", "Accepts",
    "kind::f16: atype and btype should be the same 16-bit type (Table 39 lists `.f16`, `.bf16` "
    "per row; a mixed pair is not documented)."> {
  let Section = "9.7.16.4.2";
  let SaidBy = [UnusualInstructionDescriptor];
}
def T261 : TRule<"Value", "Error", "Accepts",
    "idesc M (bits 24-28 = M>>4): cta_group::1 without .ws: 64 or 128; cta_group::2: 128 or "
    "256; .ws: 32, 64, 128."> {
  let Section = "9.7.16.2.1";
  let SaidBy = [InstructionDescriptor];
}
def T262 : TRule<"Value", "Error", "Accepts",
    "Block-scaled idesc M (bits 27-28 = M>>7): cta_group::1: 128; cta_group::2: 128 or 256, "
    "sparse 256 only."> {
  let Section = "9.7.16.2.1";
  let SaidBy = [InstructionDescriptor];
}
def T263 : TRule<"Value", "Error", "Accepts",
    "idesc N (bits 17-22 = N>>3): f16/tf32/f8f6f4 and block-scaled: cta_group::1 8..256 step 8, "
    "cta_group::2 16..256 step 16."> {
  let Section = "9.7.16.2.1";
  let SaidBy = [InstructionDescriptor];
}
def T264 : TRule<"Value", "Error", "Accepts",
    "kind::i8 N: cta_group::1 8,16,24,32,48,64..256 (step 16 above 32); cta_group::2 32..256 "
    "step 32."> {
  let Section = "9.7.16.2.1";
  let SaidBy = [InstructionDescriptor];
}
def T265 : TRule<"Value", "Error", "Accepts",
    ".ws N: 64, 128, 256 dense; 64, 128 sparse."> {
  let Section = "9.7.16.2.1";
  let SaidBy = [InstructionDescriptor];
}
def T266 : TRule<"Value", "Error", "Accepts",
    "idesc sparsity bit (2) must match the instruction: 1 for mma.sp / mma.ws.sp, 0 for dense."> {
  let Section = "9.7.16.4.2";
  let SaidBy = [InstructionDescriptor];
}
def T267 : TRule<"Value", "Error", "Accepts",
    "Sparsity selector (bits 0-1): 0-3 only if sparse; must be 0 for i8 and f8f6f4; bits 0-1 "
    "reserved 0 for block-scaled kinds."> {
  let Section = "9.7.16.4.2, 9.7.16.10.8.4";
  let SaidBy = [InstructionDescriptor];
}
def T268 : TRule<"Value", "Error", "Accepts",
    "Negate bits 13/14 must be 0 for kind::i8."> {
  let Section = "9.7.16.10.1";
  let SaidBy = [InstructionDescriptor];
}
def T269 : TRule<"Value", "Error", "Accepts",
    "Transpose bits 15/16 must be 0 for mxf4 and mxf4nvf4."> {
  let Section = "9.7.16.10.1";
  let SaidBy = [InstructionDescriptor];
}
def T270 : TRule<"Value", "Error", "Accepts",
    "kind::tf32 with a transpose bit requires the 128B-swizzle-with-32B-atomicity descriptor "
    "(code 1) for that operand; every other kind with a transpose bit must not use code 1."> {
  let Section = "9.7.16.10.1";
  let SaidBy = [InstructionDescriptor];
}
def T271 : TRule<"Value", "Warning", "Accepts",
    "4-bit and 6-bit element types (E2M1/E2M3/E3M2 in f8f6f4/mxf8f6f4) with a transpose bit: "
    "Table 54 lists transposed operands only for 8-, 16- and 32-bit sizes."> {
  let Section = "9.7.16.10.3";
  let SaidBy = [UnusualInstructionDescriptor];
}
def T272 : TRule<"Value", "Error", "Accepts",
    "Transposed B with 8-bit types: N multiple of 16 (16..256) for cta_group::1, of 32 for "
    "cta_group::2."> {
  let Section = "9.7.16.10.1";
  let SaidBy = [InstructionDescriptor];
}
def T273 : TRule<"Value", "Error", "Accepts",
    "Block-scaled idesc bit 23 (scale type): mxf8f6f4 and mxf4: 1 (UE8M0); mxf4nvf4: 0 (UE4M3) "
    "or 1 (UE8M0), on the family of sm_107f 2 (UE5M3); UE4M3 elsewhere only with scale_vec::4X/block16."> {
  let Section = "9.7.16.4.2";
  let SaidBy = [InstructionDescriptor];
}
def T274 : TRule<"Value", "Error", "Accepts",
    "Scale-factor IDs (A bits 29-30, B bits 4-5): 1X: 0-3; 2X: 0 or 2; 4X/block16 (K=64/128): "
    "0; K=96 block32: 0-3, block16: 0 or 2."> {
  let Section = "9.7.16.4.2, 9.7.16.10.7.2";
  let SaidBy = [InstructionDescriptor];
}
def T275 : TRule<"Value", "Error", "Accepts",
    "Block-scaled idesc bit 31: K=96 (dense) only for mxf4/mxf4nvf4 on sm_103a and sm_107a, with cta_group::2 and M=256 or "
    "cta_group::1; K=192 (sparse) on the family of sm_107f; must be 0 everywhere else."> {
  let Section = "9.7.16.4.2, 9.7.16.2.1, 9.7.18.2.1@9.4";
  let SaidBy = [InstructionDescriptor];
}
def T276 : TRule<"Value", "Error", "Accepts",
    "Reserved block-scaled bits 0-1, 3, 6, 24-26 must be 0 (plus 31 for mxf8f6f4, 12 for "
    "mxf4*); on the family of sm_107f, 26 and, of mxf8f6f4, 31, of mxf4*, 3, 12 and 24 are not reserved."> {
  let Section = "9.7.16.4.2";
  let SaidBy = [InstructionDescriptor, UnusualInstructionDescriptor];
}
def T277 : TRule<"Value", "Warning", "Accepts",
    "Kind mismatch: a block-scaled idesc layout (M at bits 27-28) fed to a non-block-scaled "
    "kind or the reverse decodes to an illegal M/N: report both readings."> {
  let Section = "9.7.16.4.2";
  let SaidBy = [UnusualInstructionDescriptor];
}
def T278 : TRule<"Value", "Error", "Accepts",
    "Shared-memory descriptor: bits 46-48 must be 0b001 (bit 46 set, 47 and 48 clear)."> {
  let Section = "9.7.16.4.1";
  let SaidBy = [MatrixDescriptor, SuspiciousMatrixDescriptor, UnusualMatrixDescriptor];
}
def T279 : TRule<"Value", "Error", "Accepts",
    "Bits 54-60 are a fixed constant 0, and 53 is but for T333; bits 15 and 31, but on the family of sm_107f 14 and 30 too, are "
    "unused (0)."> {
  let Section = "9.7.16.4.1";
  let SaidBy = [MatrixDescriptor];
}
def T280 : TRule<"Value", "Error", "Accepts",
    "Swizzle code bits 61-63: 0 none, 1 128B+32B atom, 2 128B, 4 64B, 6 32B; 3, 5, 7 illegal."> {
  let Section = "9.7.16.4.1";
  let SaidBy = [MatrixDescriptor];
}
def T281 : TRule<"Value", "Error", "Accepts",
    "Base offset bits 49-51 = (pattern_start>>7)&7; 0 on a 1024/512/256 boundary and for "
    "no-swizzle."> {
  let Section = "9.7.16.4.1";
  let SaidBy = [MatrixDescriptor];
}
def T282 : TRule<"Value", "Error", "Accepts",
    "Bit 52 (absolute leading-dimension address) is supported on sm_103a only."> {
  let Section = "9.7.16.4.1.1";
  let SaidBy = [MatrixDescriptor];
}
def T283 : TRule<"Value", "Error", "Accepts",
    "Bit 52 mode: only swizzle code 2 (128B, 16B atomicity), only K-major (idesc bits 15, 16 = "
    "0), base offset must be 0."> {
  let Section = "9.7.16.3.1.2.1";
  let SaidBy = [MatrixDescriptor];
}
def T284 : TRule<"Value", "Error", "Accepts",
    "Start address, LBO, SBO are 16-byte multiples encoded >>4 in 14 bits (shared address < 256 "
    "KiB)."> {
  let Section = "9.7.16.4.1";
  let SaidBy = [MatrixDescriptor, SuspiciousMatrixDescriptor, UnderalignedObject];
}
def T285 : TRule<"Value", "Warning", "Accepts",
    "128B swizzle with 32B atomicity has only an MN-major atom (Table 55 has none for K): "
    "K-major use has no canonical layout."> {
  let Section = "9.7.16.10.6";
  let SaidBy = [UnusualMatrixDescriptor];
}
def T286 : TRule<"Value", "Error", "Accepts",
    "TMEM address alignment of D/A by data path layout: lane 0, or 0/16 for half-datapath "
    "layouts F (M=64, cta1, non-ws) and C (M=128 cta2 sparse); A, D and metadata must use the "
    "same lane there."> {
  let Section = "9.7.16.10.5";
  let SaidBy = [TensorMemoryAddress];
}
def T287 : TRule<"Value", "Error", "Accepts",
    "The N columns (32-bit cells) of D must stay within the 512 columns and within the "
    "allocation (layout B/E/G use N/2, N/4, ...)."> {
  let Section = "9.7.16.10.5, 9.7.16.1";
  let SaidBy = [TensorMemoryAddress];
}
def T288 : TRule<"Value", "Error", "Accepts",
    "Zero-column-mask descriptor: reserved bits 36-38 (and 62-63) 0; column shift (56-61) <= 16 "
    "for M=32, <= 32 otherwise; sc/fs 1-3 used only as M requires."> {
  let Section = "9.7.16.4.3";
  let SaidBy = [ZeroColumnMask];
}
def T289 : TRule<"Order", "Warning", "Accepts",
    "tcgen05.mma completion must be observed by tcgen05.commit + mbarrier wait (+ "
    "fence::after_thread_sync) before tcgen05.ld of D or reuse of smem."> {
  let Section = "9.7.16.6";
  let SaidBy = [UnobservedMma];
}
def T290 : TRule<"Order", "Lint", "Accepts",
    "tcgen05.mma/cp/commit/shift have single-thread semantics: issuing them un-predicated by a "
    "full warp multiplies the work (suspicious without elect.sync guard)."> {
  let Section = "9.7.16.5";
  let SaidBy = [UnelectedInstruction];
}
def T291 : TRule<"Module", "Warning", "Accepts",
    "cta_group::2 requires a cluster of an even number of CTAs (.reqnctapercluster product "
    "even)."> {
  let Section = "9.7.16.5.1";
  let SaidBy = [ClusterSize];
}
