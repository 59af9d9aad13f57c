// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bulk copies that are none of a tensor.

def T101 : TRule<"Value", "Error", "RejectsSome",
    "`size` must be a multiple of 16 (immediate or constant-propagated)."> {
  let Section = "9.7.9.25.4.1";
  let SaidBy = [ImmediateRange, CopySize];
}
def T102 : TRule<"Value", "Warning", "Accepts",
    "`size` 0 copies nothing and still must match the expect_tx; negative or > object size is "
    "an overflow of the named shared/global object."> {
  let Section = "9.7.9.25.4.1";
  let SaidBy = [EmptyCopy, CopyBeyondObject];
}
def T103 : TRule<"Value", "Error", "Accepts",
    "dstMem and srcMem must be 16-byte aligned (symbol + constant offset decidable)."> {
  let Section = "9.7.9.25.4.1";
  let SaidBy = [MisalignedObject, UnderalignedObject];
}
def T104 : TRule<"Syntax", "Error", "Rejects",
    "`size` is a 32-bit operand."> {
  let Section = "9.7.9.25.4.1";
  let SaidBy = [OperandType];
}
def T105 : TRule<"Syntax", "Error", "Rejects",
    "The directions are shared::cta or shared::cluster from global, shared::cluster from "
    "shared::cta (all with an mbarrier), and global from shared::cta (with a bulk group)."> {
  let Section = "9.7.9.25.4.1";
  let SaidBy = [DuplicateModifier, ModifierNotAllowed, ModifierMismatch];
}
def T106 : TRule<"Syntax", "Error", "Rejects",
    "Completion mechanism is bound to the direction (mbarrier for shared destinations, "
    "bulk_group for global)."> {
  let Section = "9.7.9.25.4.1";
  let SaidBy = [ModifierNotAllowed, MissingModifier, ModifierMismatch];
}
def T107 : TRule<"Syntax", "Error", "Rejects",
    "`.multicast::cluster` goes only with shared::cluster from global, together with a 16-bit "
    "ctaMask."> {
  let Section = "9.7.9.25.4.1";
  let SaidBy = [ModifierNotAllowed, ModifierCombination, ModifierMismatch, MissingOperand,
                MissingModifier];
}
def T108 : TRule<"Syntax", "Error", "Rejects",
    "`.L2::cache_hint` needs a global side (it is illegal from shared::cta to shared::cluster) "
    "and the 64-bit policy operand."> {
  let Section = "9.7.9.25.4.1";
  let SaidBy = [ModifierNotAllowed, ModifierCombination, ModifierMismatch, MissingOperand,
                MissingModifier];
}
def T109 : TRule<"Syntax", "Error", "Rejects",
    "`.cp_mask` goes only with global from shared::cta, together with a 16-bit byteMask; PTX "
    "8.6, sm_100 or higher."> {
  let Section = "9.7.9.25.4.1";
  let SaidBy = [ModifierNotAllowed, ModifierCombination, ModifierMismatch, MissingOperand,
                MissingModifier];
}
def T110 : TRule<"Syntax", "Error", "Rejects",
    "`.cp_mask` needs sm_100 or higher."> {
  let Section = "9.7.9.25.4.1";
  let SaidBy = [RequiresTarget];
}
def T111 : TRule<"Syntax", "Error", "Rejects",
    "shared::cta destination for cp.async.bulk needs PTX 8.6."> {
  let Section = "9.7.9.25.4.1";
  let SaidBy = [RequiresVersion];
}
def T112 : TRule<"Value", "Warning", "Accepts",
    "A copy from shared::cta to shared::cluster must go to a different CTA: the destination "
    "must not be a symbol of the CTA itself."> {
  let Section = "9.7.9.25.4.1";
  let SaidBy = [LocalClusterCopy];
}
def T113 : TRule<"Syntax", "Error", "Rejects",
    "`.ignore_oob` (PTX 9.2, sm_90) exists only for the global to `.shared::cta` direction and "
    "comes together with two 32-bit operands ignoreBytesLeft, ignoreBytesRight placed between "
    "size and [mbar]."> {
  let Section = "9.7.9.25.4.1";
  let SaidBy = [ModifierNotAllowed, ModifierCombination];
}
def T114 : TRule<"Value", "Error", "Rejects",
    "ignoreBytesLeft and ignoreBytesRight must be in [0,15]."> {
  let Section = "9.7.9.25.4.1";
  let SaidBy = [ImmediateRange];
}
def T115 : TRule<"Syntax", "Error", "Rejects",
    "Global destination: add in {u32,s32,u64,f32,f64,f16,bf16}; min/max in "
    "{u32,s32,u64,s64,f16,bf16}; inc/dec in {u32}; and/or/xor in {b32,b64}."> {
  let Section = "9.7.9.25.4.2";
  let SaidBy = [ModifierCombination, ModifierMismatch];
}
def T116 : TRule<"Syntax", "Error", "Rejects",
    "shared::cluster destination: add in {u32,s32,u64}; min/max in {u32,s32}; inc/dec in {u32}; "
    "and/or/xor in {b32}."> {
  let Section = "9.7.9.25.4.2";
  let SaidBy = [ModifierNotAllowed, ModifierCombination, ModifierMismatch];
}
def T117 : TRule<"Syntax", "Error", "Rejects",
    "`.noftz` is mandatory for add.f16/add.bf16 and illegal elsewhere, but for add.f32 from PTX 9.4 on."> {
  let Section = "9.7.9.25.4.2";
  let SaidBy = [MissingModifier, ModifierNotAllowed, RequiresVersion];
}
def T118 : TRule<"Value", "Error", "Rejects",
    "size multiple of 16; addresses 16-byte aligned."> {
  let Section = "9.7.9.25.4.2";
  let SaidBy = [ImmediateRange, CopySize];
}
def T119 : TRule<"Value", "Error", "Rejects",
    "cp.async.bulk.prefetch: `.L2.global`, size a multiple of 16, source 16-byte aligned; "
    "`.L2::cache_hint` and the policy come together."> {
  let Section = "9.7.9.25.4.3";
  let SaidBy = [ImmediateRange, MissingModifier, CopySize];
}
def T120 : TRule<"Syntax", "Error", "Rejects",
    "multimem.cp.async.bulk: `.global.shared::cta.bulk_group` only, size a multiple of 16, "
    "`.cp_mask` and byteMask come together; PTX 9.1, sm_90 (cp_mask sm_100)."> {
  let Section = "9.7.9.26";
  let SaidBy = [ImmediateRange, CopySize];
}
def T121 : TRule<"Syntax", "Error", "Rejects",
    "multimem.cp.reduce.async.bulk: same op/type table as the global form of "
    "cp.reduce.async.bulk, `.noftz` for add.f16/bf16; PTX 9.1, sm_90."> {
  let Section = "9.7.9.27";
  let SaidBy = [ModifierCombination, CopySize, ModifierMismatch];
}
def T122 : TRule<"Value", "Error", "Rejects",
    "cp.async (non-bulk): cp-size is 4, 8 or 16; `.cg` requires 16; src-size must be <= "
    "cp-size; ignore-src is a predicate and no immediate."> {
  let Section = "9.7.9.25.3.1";
  let SaidBy = [ImmediateRange, ModifierCombination];
}
