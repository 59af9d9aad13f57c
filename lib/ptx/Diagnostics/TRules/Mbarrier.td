// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `mbarrier`, and what completes on one.

def T156 : TRule<"Value", "Error", "RejectsSome",
    "mbarrier.init count must be in [1, 2^20-1]."> {
  let Section = "9.7.13.15.9";
  let SaidBy = [MbarrierCount, ImmediateRange];
}
def T157 : TRule<"Value", "Error", "RejectsSome",
    "Object is .b64, 8-byte aligned, in .shared."> {
  let Section = "9.7.13.15.1";
  let SaidBy = [MisalignedObject, UnderalignedObject, ModifierNotAllowed];
}
def T158 : TRule<"Syntax", "Error", "Rejects",
    "init, inval, test_wait, try_wait work only on .shared::cta; `.shared::cluster` is illegal "
    "for them."> {
  let Section = "9.7.13.15.8";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T159 : TRule<"Syntax", "Error", "Rejects",
    "Arrive / arrive_drop on `.shared::cluster` must use the sink `_` destination."> {
  let Section = "9.7.13.15.13";
  let SaidBy = [OperandKind];
}
def T160 : TRule<"Value", "Error", "Accepts",
    "expect_tx/complete_tx txCount must keep |tx-count| <= 2^20-1; an immediate above 1048575 "
    "is illegal."> {
  let Section = "9.7.13.15.2";
  let SaidBy = [MbarrierCount];
}
def T161 : TRule<"Syntax", "Error", "Rejects",
    "`.sem` and `.scope` must be specified together; expect_tx/complete_tx accept only "
    ".relaxed; arrive .release/.relaxed; waits .acquire/.relaxed; scope in {cta, cluster}."> {
  let Section = "9.7.13.15.11";
  let SaidBy = [MissingModifier, ModifierNotAllowed, ModifierMismatch];
}
def T162 : TRule<"Value", "Error", "Rejects",
    "phaseParity must be 0 or 1."> {
  let Section = "9.7.13.15.16";
  let SaidBy = [ImmediateRange];
}
def T163 : TRule<"Syntax", "Error", "Rejects",
    "suspendTimeHint exists only on try_wait, not test_wait."> {
  let Section = "9.7.13.15.16";
  let SaidBy = [OperandCount, ExtraOperand];
}
def T164 : TRule<"Value", "Error", "Rejects",
    "Arrive count immediate must be in [1, 2^20-1]; `.noComplete` requires a count; with "
    "expect_tx the third operand is txCount."> {
  let Section = "9.7.13.15.13";
  let SaidBy = [ImmediateRange, OperandCount, MbarrierCount, MissingOperand];
}
def T165 : TRule<"Syntax", "Error", "Rejects",
    "A count operand without .noComplete needs sm_90 (sm_8x: .noComplete required)."> {
  let Section = "9.7.13.15.13";
  let SaidBy = [RequiresTarget];
}
def T166 : TRule<"Syntax", "Error", "Rejects",
    "fence.mbarrier_init only as fence.mbarrier_init.release.cluster; after mbarrier.init and "
    "before a remote arrive or TMA use a fence/barrier is required."> {
  let Section = "9.7.13.4";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T167 : TRule<"Syntax", "Error", "Rejects",
    "fence.proxy.async may be restricted to .global, .shared::cta, .shared::cluster; the "
    "sync_restrict forms fix sem and scope: acquire.sync_restrict::shared::cluster.cluster, "
    "release.sync_restrict::shared::cta.cluster."> {
  let Section = "9.7.13.4";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T168 : TRule<"Syntax", "Error", "Rejects",
    "st.async / red.async: shared::cluster destination, .mbarrier::complete_tx::bytes, tx = "
    "operand bytes; st.async types b32,b64,u32,u64,s32,s64,f32,f64 with .v2/.v4 (b128 from PTX "
    "9.2); red.async inc/dec u32, min/max/add u32,s32 (add u64), and/or/xor b32."> {
  let Section = "9.7.9.12, 9.7.13.7";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T169 : TRule<"Order", "Warning", "Accepts",
    "mbarrier used as an operand of TMA must be initialised on every path before (mbarrier.init "
    "in function or caller annotation)."> {
  let Section = "9.7.13.15";
  let SaidBy = [UninitializedMbarrier];
}
def T336 : TRule<"Value", "Error", "Accepts",
    "clusterlaunchcontrol.try_cancel: the address of the response is aligned to 16 bytes."> {
  let Section = "9.7.13.17";
  let SaidBy = [MisalignedObject, UnderalignedObject];
}
