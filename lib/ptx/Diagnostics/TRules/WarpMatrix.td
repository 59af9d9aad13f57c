// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `ldmatrix`, `stmatrix`, `movmatrix`, `mma` and `multimem`.

def T292 : TRule<"Syntax", "Error", "Rejects",
    "Ldmatrix m8n8: register count = num (1,2,4), type b16."> {
  let Section = "9.7.14.5.15";
  let SaidBy = [VectorSize, UnknownModifier, ModifierNotAllowed, ModifierMismatch];
}
def T293 : TRule<"Syntax", "Error", "Rejects",
    "Ldmatrix m16n16: num x1 or x2 only, 2*num registers, `.trans` mandatory, type b8 or "
    "b8x16.{b6x16_p32,b4x16_p64}."> {
  let Section = "9.7.14.5.15";
  let SaidBy = [ModifierNotAllowed, MissingModifier, VectorSize, ModifierMismatch];
}
def T294 : TRule<"Syntax", "Error", "Rejects",
    "Ldmatrix m8n16: only with .b8x16.{b6x16_p32,b4x16_p64}; num registers; no `.trans`."> {
  let Section = "9.7.14.5.15";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T295 : TRule<"Syntax", "Error", "Rejects",
    "Ldmatrix m16n16/m8n16/b8 gated to sm_100a/110a/120a + f families."> {
  let Section = "9.7.14.5.15";
  let SaidBy = [RequiresTarget];
}
def T296 : TRule<"Value", "Error", "Accepts",
    "Row addresses must be 16-byte aligned (8x8 rows of 16 bytes)."> {
  let Section = "9.7.14.5.15";
  let SaidBy = [MisalignedObject, UnderalignedObject];
}
def T297 : TRule<"Syntax", "Error", "Rejects",
    "Ldmatrix/stmatrix state space: .shared or .shared::cta or generic; .global and "
    ".shared::cluster illegal."> {
  let Section = "9.7.14.5.15";
  let SaidBy = [ModifierNotAllowed];
}
def T298 : TRule<"Syntax", "Error", "Rejects",
    "Stmatrix m8n8: b16, num registers; sm_90, PTX 7.8."> {
  let Section = "9.7.14.5.16";
  let SaidBy = [VectorSize, ModifierNotAllowed, ModifierMismatch];
}
def T299 : TRule<"Syntax", "Error", "Rejects",
    "Stmatrix m16n8: b8 only, `.trans` mandatory, num registers; PTX 8.6, sm_100a/110a/120a + "
    "families."> {
  let Section = "9.7.14.5.16";
  let SaidBy = [MissingModifier, ModifierNotAllowed, VectorSize, ModifierMismatch];
}
def T300 : TRule<"Syntax", "Error", "Rejects",
    "Stmatrix needs sm_90."> {
  let Section = "9.7.14.5.16";
  let SaidBy = [RequiresTarget];
}
def T301 : TRule<"Syntax", "Error", "Rejects",
    "movmatrix: only .m8n8.trans.b16, single 32-bit registers; PTX 7.8, sm_75."> {
  let Section = "9.7.14.5.17";
  let SaidBy = [MissingModifier, ModifierNotAllowed];
}
def T302 : TRule<"Syntax", "Error", "Rejects",
    "mma fragment sizes: A = M*K*bits/1024, B = K*N*bits/1024, C/D = M*N/32 f32/s32 registers "
    "(or half for f16), f64: M*K/32 etc.; m8n8k4 f16: A 2, B 2, C/D 4 (f16) or 8 (f32)."> {
  let Section = "9.7.14.5.14";
  let SaidBy = [VectorSize];
}
def T303 : TRule<"Syntax", "Error", "Rejects",
    "The pair of shape and type must be in table 9.7.14.1 (e.g. no f16 m8n8k8, no bf16 m8n8k4, "
    "no tf32 m16n8k16 dense)."> {
  let Section = "9.7.14.1";
  let SaidBy = [MissingModifier, ModifierMismatch];
}
def T304 : TRule<"Syntax", "Error", "Rejects",
    "Layouts are .row.col for everything except m8n8k4 f16, which takes any pair."> {
  let Section = "9.7.14.5.14";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T305 : TRule<"Syntax", "Error", "Rejects",
    "Dtype = ctype for m16n8k8/k16/k32; m8n8k4: ctype f32 needs dtype f32; atype = btype for "
    "m16n8k8 (bf16/tf32) and f16."> {
  let Section = "9.7.14.5.14";
  let SaidBy = [ModifierCombination, ModifierNotAllowed, ModifierMismatch];
}
def T306 : TRule<"Syntax", "Error", "Rejects",
    ".e3m2/.e2m3/.e2m1 and any mixed f8f6f4 need `.kind::f8f6f4`, sm_120a (120f from 8.8), PTX "
    "8.7."> {
  let Section = "9.7.14.5.14";
  let SaidBy = [MissingModifier];
}
def T307 : TRule<"Syntax", "Error", "Rejects",
    "Block-scaled mma: mxf8f6f4 m16n8k32 1X ue8m0; mxf4 m16n8k64 2X ue8m0; mxf4nvf4 m16n8k64 2X "
    "ue8m0 | 4X ue4m3 (4X ue8m0 from PTX 9.1), size mandatory."> {
  let Section = "9.7.14.3";
  let SaidBy = [ModifierCombination, RequiresVersion, MissingModifier, ModifierMismatch];
}
def T308 : TRule<"Value", "Error", "Rejects",
    "Block-scale selectors: byte-id 0-3 (1X), 0|2 (2X), 0 (4X); thread-id-a 0|1, thread-id-b "
    "0..3; 16-bit operands."> {
  let Section = "9.7.14.3";
  let SaidBy = [ModifierCombination, ScaleSelector];
}
def T309 : TRule<"Value", "Error", "RejectsSome",
    "mma.sp selector `f` is an immediate: 0..3 for f16/bf16 m16n8k16 and tf32 m16n8k8; 0..1 for "
    "f16/bf16 m16n8k32, tf32 m16n8k16, int8 m16n8k32, int4 m16n8k64; only 0 for fp8/int8 "
    "m16n8k64, int4 m16n8k128, mxf4 m16n8k128."> {
  let Section = "9.7.14.6.1";
  let SaidBy = [ImmediateRange, OperandKind, SparsitySelector];
}
def T310 : TRule<"Syntax", "Error", "Rejects",
    "mma.sp B fragment has twice the dense count for the same A (A packed to K/2)."> {
  let Section = "9.7.14.6";
  let SaidBy = [VectorSize];
}
def T311 : TRule<"Syntax", "Error", "Rejects",
    "f64 mma m16n8k4/k8/k16 needs sm_90, PTX 7.8; rounding suffix .rn/.rz/.rm/.rp at end."> {
  let Section = "9.7.14.5.14";
  let SaidBy = [RequiresTarget];
}
def T312 : TRule<"Syntax", "Error", "Rejects",
    "`.satfinite` only for integer mma; `.xor/.and .popc` only for b1; `.and` needs PTX "
    "7.1/sm_80."> {
  let Section = "9.7.14.5.14";
  let SaidBy = [ModifierNotAllowed];
}
def T313 : TRule<"Value", "Error", "Accepts",
    "mma.sp / sparse metadata constant nibbles: f16-like kinds must not contain two equal 2-bit "
    "indices (0000,0101,1010,1111); ordered_metadata needs increasing order "
    "(0100,1000,1100,1001,1101,1110 only); tf32: 0100 or 1110."> {
  let Section = "9.7.14.6";
  let SaidBy = [SparsityMetadata];
}
def T314 : TRule<"Syntax", "Error", "Rejects",
    "multimem: element size times vector must be 32, 64 or 128 bits, .f64 never with .vec, "
    "table of 9.7.9.14 (.v8 only f16, bf16, e5m2, e4m3 and the x2 of fp8)."> {
  let Section = "9.7.9.14";
  let SaidBy = [ModifierCombination, ModifierMismatch];
}
def T315 : TRule<"Syntax", "Error", "Rejects",
    "Multimem operation and type: add: u32, u64, s32, f16 to f64, fp8; and/or/xor: b32, b64; "
    "min/max: u32, s32, u64, s64, the f16 and bf16 kinds, fp8, but not f32/f64."> {
  let Section = "9.7.9.14";
  let SaidBy = [ModifierCombination, MissingModifier, ModifierMismatch];
}
def T316 : TRule<"Syntax", "Error", "Rejects",
    "acc_prec: .acc::f32 only with f16/bf16 kinds, .acc::f16 only with fp8 types; only on "
    "ld_reduce."> {
  let Section = "9.7.9.14";
  let SaidBy = [ModifierCombination, ModifierMismatch, ModifierNotAllowed];
}
def T317 : TRule<"Syntax", "Error", "Rejects",
    "Multimem fp8 types need PTX 8.6 and sm_100a/110a/120a/121a or 100f/110f families; not for "
    "multimem.red."> {
  let Section = "9.7.9.14";
  let SaidBy = [RequiresTarget, ModifierNotAllowed, ModifierMismatch];
}
def T318 : TRule<"Syntax", "Error", "Rejects",
    "Multimem semantics: `.weak` takes no scope; ld_reduce sem relaxed/acquire, st/red "
    "relaxed/release; .ss is .global or none."> {
  let Section = "9.7.9.14";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T319 : TRule<"Order", "Warning", "Accepts",
    "A multimem address must be accessed by multimem.* only (mixing ld/st on the same pointer "
    "register is UB)."> {
  let Section = "9.7.9.14";
  let SaidBy = [MultimemMix];
}
