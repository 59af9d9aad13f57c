// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tensormap.replace`, `tensormap.cp_fenceproxy`, `fence.proxy.tensormap`.

def T123 : TRule<"Syntax", "Error", "Rejects",
    "`.type` is b64 for global_address and global_stride, b32 for every other field."> {
  let Section = "9.7.9.28";
  let SaidBy = [ModifierCombination, ModifierNotAllowed, ModifierMismatch];
}
def T124 : TRule<"Syntax", "Error", "Rejects",
    "box_dim, global_dim, global_stride, element_stride take an `ord` immediate before new_val; "
    "global_address, rank and field3 do not."> {
  let Section = "9.7.9.28";
  let SaidBy = [OperandCount, ExtraOperand, MissingOperand];
}
def T125 : TRule<"Syntax", "Error", "Rejects",
    "`ord` must be an integer immediate."> {
  let Section = "9.7.9.28";
  let SaidBy = [OperandKind];
}
def T126 : TRule<"Value", "Error", "RejectsSome",
    "`ord` must be 0..4 (0..3 for global_stride: rank-1 strides)."> {
  let Section = "9.7.9.28";
  let SaidBy = [ImmediateRange, TensorMapField];
}
def T127 : TRule<"Syntax", "Error", "Rejects",
    "field3 (elemtype, interleave_layout, swizzle_mode, swizzle_atomicity, fill_mode) needs an "
    "immediate new_val."> {
  let Section = "9.7.9.28";
  let SaidBy = [OperandKind];
}
def T128 : TRule<"Value", "Error", "Rejects",
    "Elemtype new_val must be 0..15."> {
  let Section = "9.7.9.28";
  let SaidBy = [ImmediateRange];
}
def T129 : TRule<"Value", "Error", "Rejects",
    "Elemtype values 13,14,15 (b4x16, b4x16_p64, b6x16_p32/b6p2x16) need PTX 8.7 and "
    "sm_100a/110a/120a or families; not sm_90a."> {
  let Section = "9.7.9.28";
  let SaidBy = [RequiresTarget];
}
def T130 : TRule<"Value", "Error", "Rejects",
    "Elemtype values 13..15 need .version 8.7."> {
  let Section = "9.7.9.28";
  let SaidBy = [RequiresVersion];
}
def T131 : TRule<"Value", "Error", "Rejects",
    "interleave_layout new_val must be 0..2."> {
  let Section = "9.7.9.28";
  let SaidBy = [ImmediateRange];
}
def T132 : TRule<"Value", "Error", "Rejects",
    "swizzle_mode new_val must be 0..4; 4 (96B) needs PTX 8.8 and sm_103a."> {
  let Section = "9.7.9.28";
  let SaidBy = [ImmediateRange, RequiresTarget];
}
def T133 : TRule<"Value", "Error", "Rejects",
    "swizzle_mode 4 is legal on sm_103a only."> {
  let Section = "9.7.9.28";
  let SaidBy = [RequiresTarget];
}
def T134 : TRule<"Value", "Error", "Rejects",
    "swizzle_mode 4 on sm_103f (family) is not listed as supported."> {
  let Section = "9.7.9.28";
  let SaidBy = [RequiresTarget];
}
def T135 : TRule<"Value", "Error", "Rejects",
    "swizzle_atomicity new_val must be 0..3; the field needs PTX 8.6 and sm_100a/110a/120a or "
    "families (not sm_90a)."> {
  let Section = "9.7.9.28";
  let SaidBy = [ImmediateRange];
}
def T136 : TRule<"Syntax", "Error", "Rejects",
    "swizzle_atomicity is illegal on sm_90a."> {
  let Section = "9.7.9.28";
  let SaidBy = [RequiresTarget];
}
def T137 : TRule<"Value", "Error", "Rejects",
    "fill_mode new_val must be 0 or 1."> {
  let Section = "9.7.9.28";
  let SaidBy = [ImmediateRange];
}
def T138 : TRule<"Value", "Error", "Accepts",
    "rank new_val is rank-1, hence 0..4."> {
  let Section = "9.7.9.28";
  let SaidBy = [TensorMapField];
}
def T139 : TRule<"Value", "Error", "Accepts",
    "box_dim constant must be 1..256; element_stride 1..8; global_stride multiple of 16 and < "
    "2^40; global_address 16-byte aligned; global_dim non-zero."> {
  let Section = "9.7.9.28";
  let Driver = "cuTensorMapEncodeTiled";
  let SaidBy = [TensorMapField];
}
def T140 : TRule<"Order", "Error", "Accepts",
    "Two replaces on the same map object in one block must leave a pair of swizzle_mode and "
    "swizzle_atomicity that Table 14 has (atomicity 1..3 only with mode 3)."> {
  let Section = "5.5.7, 9.7.9.28";
  let SaidBy = [ReplacedTensorMap];
}
def T141 : TRule<"Order", "Error", "Accepts",
    "Two replaces giving interleave_layout 2 (32B) with swizzle_mode != 1 (32B), or interleave "
    "!= 0 with rank < 3, or fill_mode 1 with an integer/packed elemtype are illegal "
    "combinations."> {
  let Section = "5.5.6";
  let Driver = "cuTensorMapEncodeTiled";
  let SaidBy = [ReplacedTensorMap];
}
def T142 : TRule<"Syntax", "Error", "Rejects",
    "`.mode` is `.tile` only; fields/modes such as .im2col are illegal."> {
  let Section = "9.7.9.28";
  let SaidBy = [ModifierNotAllowed];
}
def T143 : TRule<"Syntax", "Error", "Rejects",
    "State space: .global, .shared::cta, or none (generic). `.const`, `.param`, "
    "`.shared::cluster`, `.local` are illegal."> {
  let Section = "9.7.9.28";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T144 : TRule<"Syntax", "Error", "Rejects",
    "The shared space must be spelled `.shared::cta`; plain `.shared` (used in a manual "
    "example) is rejected."> {
  let Section = "9.7.9.28";
  let SaidBy = [ModifierNotAllowed];
}
def T145 : TRule<"Syntax", "Error", "Rejects",
    "`.b1024` size qualifier mandatory."> {
  let Section = "9.7.9.28";
  let SaidBy = [MissingModifier];
}
def T146 : TRule<"Syntax", "Error", "Rejects",
    "Target gate: tensormap.replace is illegal on plain sm_90/sm_100/sm_120 (needs a or f "
    "suffix)."> {
  let Section = "9.7.9.28";
  let SaidBy = [RequiresTarget];
}
def T147 : TRule<"Value", "Error", "Accepts",
    "The object must be 128 bytes (1024 bits) and 128-byte aligned (descriptor reached by TMA: "
    "at least 64)."> {
  let Section = "5.5.8";
  let SaidBy = [MisalignedObject, UnderalignedObject];
}
def T148 : TRule<"Order", "Error", "Accepts",
    "The address must not be in .param/.const: a kernel-parameter map is read-only."> {
  let Section = "9.7.9.28";
  let SaidBy = [WrongSpaceAddress];
}
def T149 : TRule<"Syntax", "Error", "Rejects",
    "tensormap.cp_fenceproxy size must be the immediate 128."> {
  let Section = "9.7.13.16";
  let SaidBy = [ImmediateRange, OperandKind];
}
def T150 : TRule<"Syntax", "Error", "Rejects",
    "tensormap.cp_fenceproxy: all of .global.shared::cta .tensormap::generic .release .scope "
    ".sync .aligned are mandatory; scope in {cta, cluster, gpu, sys}."> {
  let Section = "9.7.13.16";
  let SaidBy = [MissingModifier, ModifierNotAllowed, ModifierMismatch];
}
def T151 : TRule<"Order", "Warning", "Accepts",
    "tensormap.cp_fenceproxy operands are non-generic addresses: dst in .global, src in "
    ".shared::cta (a cvta'd pointer is UB); both 128-byte objects."> {
  let Section = "9.7.13.16";
  let SaidBy = [GenericMapAddress];
}
def T152 : TRule<"Syntax", "Error", "RejectsSome",
    "fence.proxy.tensormap::generic.acquire needs [addr], 128 (constant literal 128); the "
    "release form takes no operands."> {
  let Section = "9.7.13.4";
  let SaidBy = [ImmediateRange, OperandCount, OperandKind, ModifierNotAllowed, MissingOperand,
                ModifierMismatch];
}
def T153 : TRule<"Value", "Error", "Accepts",
    "fence.proxy.tensormap acquire uses generic addressing; the address must fall in .global (a "
    ".shared symbol is illegal)."> {
  let Section = "9.7.13.4";
  let SaidBy = [WrongSpaceAddress];
}
def T154 : TRule<"Order", "Warning", "Accepts",
    "Order: tensormap.replace, then cp_fenceproxy or fence.proxy.tensormap release, then "
    "acquire, then the use in cp.async.bulk.tensor. A use after a replace with no fence on the "
    "path is a proxy race."> {
  let Section = "9.7.13.4, 9.7.13.16";
  let SaidBy = [UnfencedTensorMap];
}
def T155 : TRule<"Syntax", "Error", "Rejects",
    "prefetch.tensormap: optional .param/.const space or generic; target object is a tensor "
    "map."> {
  let Section = "9.7.9.15";
  let SaidBy = [ModifierNotAllowed];
}
