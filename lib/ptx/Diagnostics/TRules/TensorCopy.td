// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tensor forms of `cp.async.bulk`, `cp.reduce.async.bulk` and `cp.async.bulk.prefetch`.

def T001 : TRule<"Syntax", "Error", "Rejects",
    "In `.tile` (or no load mode), `.im2col`, `.im2col::w`, `.im2col::w::128` and "
    "`.im2col_no_offs` the coordinate vector must have exactly as many elements as `.dim`."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [VectorSize];
}
def T002 : TRule<"Syntax", "Error", "Rejects",
    "`.tile::gather4` and `.tile::scatter4` take a coordinate vector of exactly five elements "
    "{col, row0, row1, row2, row3}."> {
  let Section = "9.7.9.27.1.2, 5.5.3.4";
  let SaidBy = [VectorSize];
}
def T003 : TRule<"Syntax", "Error", "Rejects",
    "`.tile::gather4` / `.tile::scatter4` are legal only with `.2d`."> {
  let Section = "9.7.9.27.1.2, 5.5.3.4";
  let SaidBy = [ModifierCombination, ModifierMismatch];
}
def T004 : TRule<"Syntax", "Error", "Rejects",
    "Every im2col load mode (`.im2col`, `.im2col::w`, `.im2col::w::128`, `.im2col_no_offs`) "
    "needs `.3d`, `.4d` or `.5d`."> {
  let Section = "9.7.9.27.1.2, 5.5.4";
  let SaidBy = [ModifierCombination, ModifierMismatch];
}
def T005 : TRule<"Syntax", "Error", "Rejects",
    "`im2colInfo` is legal only with `.im2col`, `.im2col::w`, `.im2col::w::128`; not with tile, "
    "gather4 or `.im2col_no_offs`."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [ModifierCombination, ExtraOperand];
}
def T006 : TRule<"Syntax", "Error", "Rejects",
    "`.im2col` needs an `im2colInfo` vector with exactly dim-2 offsets, ordered {W}, {W,H} or "
    "{W,H,D}."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [VectorSize, ModifierCombination, MissingOperand];
}
def T007 : TRule<"Syntax", "Error", "Rejects",
    "`.im2col::w` and `.im2col::w::128` need `im2colInfo` with exactly two elements {wHalo, "
    "wOffset}, whatever `.dim` is."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [VectorSize, ModifierCombination, MissingOperand];
}
def T008 : TRule<"Syntax", "Error", "Rejects",
    "Direction pairs: only `.shared::cta.global`, `.shared::cluster.global` (loads) and "
    "`.global.shared::cta` (store) exist."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T009 : TRule<"Syntax", "Error", "Rejects",
    "Loads must use `.mbarrier::complete_tx::bytes` and stores `.bulk_group`; the completion "
    "mechanism is not optional and may not be swapped."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [ModifierNotAllowed, MissingModifier, ModifierMismatch];
}
def T010 : TRule<"Syntax", "Error", "Rejects",
    "Operand shape follows direction: loads are [dst],[map,coords],[mbar]; stores are "
    "[map,coords],[src] and carry no mbarrier."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [OperandCount, ModifierCombination, ExtraOperand, MissingOperand];
}
def T011 : TRule<"Syntax", "Error", "Rejects",
    "`.tile::gather4` is a load-only mode; stores use `.tile::scatter4`."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T012 : TRule<"Syntax", "Error", "Rejects",
    "`.tile::scatter4` is a store-only mode; loads use `.tile::gather4`."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T013 : TRule<"Syntax", "Error", "Rejects",
    "`.im2col`, `.im2col::w`, `.im2col::w::128` are load-only; the store form is "
    "`.im2col_no_offs` (and takes no offsets)."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T014 : TRule<"Syntax", "Error", "Rejects",
    "`.im2col_no_offs` is store-only."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T015 : TRule<"Syntax", "Error", "Rejects",
    "`.multicast::cluster` is legal only when the destination is `.shared::cluster`."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T016 : TRule<"Syntax", "Error", "Rejects",
    "`.multicast::cluster` and the ctaMask operand come together: each requires the other; "
    "ctaMask is a 16-bit value."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [ModifierCombination, OperandType, MissingOperand, MissingModifier];
}
def T017 : TRule<"Syntax", "Error", "Rejects",
    "`.L2::cache_hint` and the cache-policy operand come together; cache-policy is 64-bit."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [ModifierCombination, OperandType, MissingOperand, MissingModifier];
}
def T018 : TRule<"Syntax", "Error", "Rejects",
    "`.cta_group::{1,2}` may appear only on mbarrier-completed (load) forms."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [ModifierNotAllowed, UnknownModifier];
}
def T019 : TRule<"Syntax", "Style", "Accepts",
    "The order of the qualifiers is dim, dst, src, load_mode, completion, multicast, cta_group, "
    "level::cache_hint."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [ModifierOrder];
}
def T020 : TRule<"Syntax", "Error", "Rejects",
    "Trailing operand order is im2colInfo, ctaMask, cache-policy."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [VectorSize, OperandType, OperandOrder];
}
def T021 : TRule<"Syntax", "Error", "Rejects",
    "Tensor coordinates are 32-bit (.s32); 64-bit, 16-bit or float registers are illegal."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [OperandType];
}
def T022 : TRule<"Syntax", "Error", "Rejects",
    "im2col offsets, wHalo and wOffset are 16-bit operands."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [OperandType];
}
def T023 : TRule<"Value", "Error", "Accepts",
    "Immediate im2col offsets must be in [0,2^16-1] for 3D, [0,2^8-1] for 4D, [0,2^5-1] for "
    "5D."> {
  let Section = "5.5.4.1";
  let SaidBy = [Im2colOffset];
}
def T024 : TRule<"Value", "Error", "Accepts",
    "wHalo must be in [0,512) for `.im2col::w` and in [0,32) for `.im2col::w::128`."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [Im2colOffset];
}
def T025 : TRule<"Value", "Error", "Accepts",
    "wOffset must be in [0,32)."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [Im2colOffset];
}
def T026 : TRule<"Syntax", "Error", "Rejects",
    "`.dim` must be 1d..5d."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [UnknownModifier];
}
def T027 : TRule<"Syntax", "Error", "Rejects",
    "PTX version gate: cp.async.bulk.tensor needs PTX 8.0 and sm_90 or higher."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [RequiresTarget];
}
def T028 : TRule<"Syntax", "Error", "Rejects",
    "Destination `.shared::cta` needs PTX 8.6."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [RequiresVersion];
}
def T029 : TRule<"Syntax", "Error", "Rejects",
    "Gather4, scatter4, im2col::w, im2col::w::128 and cta_group need PTX 8.6."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [RequiresVersion];
}
def T030 : TRule<"Syntax", "Error", "Rejects",
    "`.tile::gather4` and `.im2col::w` with `.shared::cluster` destination need sm_100a (or the "
    "sm_100f family from PTX 8.8; 110a/110f)."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [RequiresTarget];
}
def T031 : TRule<"Syntax", "Error", "Rejects",
    "`.tile::gather4` and `.im2col::w` with `.shared::cta` destination need plain sm_100 or "
    "higher (no a/f suffix needed)."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [RequiresTarget];
}
def T032 : TRule<"Syntax", "Error", "Rejects",
    "`.tile::gather4` with `.shared::cluster` on plain sm_100/sm_120 (no a/f) is illegal."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [RequiresTarget];
}
def T033 : TRule<"Syntax", "Error", "Rejects",
    "`.tile::scatter4` needs sm_100a/110a or sm_100f/110f family."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [RequiresTarget];
}
def T034 : TRule<"Syntax", "Error", "Rejects",
    "`.im2col::w::128` needs sm_100a/110a or sm_100f/110f family, for both destinations."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [RequiresTarget];
}
def T035 : TRule<"Syntax", "Error", "Rejects",
    "`.cta_group` on cp.async.bulk.tensor needs sm_100a/110a or sm_100f/110f family."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [RequiresTarget];
}
def T036 : TRule<"Syntax", "Warning", "Accepts",
    "`.multicast::cluster` is advised only on sm_90a/100a/100f/103*/110*; elsewhere it is legal "
    "but slow."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [SlowMulticast];
}
def T037 : TRule<"Value", "Error", "Accepts",
    "Shared destination/source address must be 16-byte aligned at least (box address rule); the "
    "CUDA TMA contract asks for 128-byte alignment of the shared tile. Decidable when the "
    "address is symbol + constant."> {
  let Section = "5.5.3.1";
  let SaidBy = [MisalignedObject, UnalignedTile, UnderalignedObject];
}
def T038 : TRule<"Value", "Error", "Accepts",
    "mbarrier operand must be an 8-byte-aligned 8-byte shared object."> {
  let Section = "9.7.13.15.1";
  let SaidBy = [MisalignedObject, UnderalignedObject];
}
def T039 : TRule<"Value", "Warning", "Accepts",
    "The mbarrier operand of a load and the shared tile must not overlap."> {
  let Section = "9.7.13.15";
  let SaidBy = [OverlappingMbarrier];
}
def T040 : TRule<"Value", "Error", "Accepts",
    "The tensor-map operand is a generic address of a 128-byte object in .param, .const or "
    ".global; a pointer into .shared/.local is illegal."> {
  let Section = "5.5.8, 9.7.9.27.1.2";
  let SaidBy = [WrongSpaceAddress];
}
def T041 : TRule<"Value", "Error", "Accepts",
    "A .param/.const/.global variable used as tensor map must be at least 128 bytes and "
    "(CUtensorMap type) 64-byte aligned; 128-byte alignment when it is the target of "
    "tensormap.cp_fenceproxy/fence.proxy.tensormap."> {
  let Section = "5.5.8";
  let Driver = "CUtensorMap";
  let SaidBy = [CopyBeyondObject, MisalignedObject, UnderalignedObject];
}
def T042 : TRule<"Value", "Error", "RejectsSome",
    "A multicast ctaMask immediate must fit 16 bits and not be 0 (0 selects nobody); bits above "
    "%cluster_nctarank-1 (known from .reqnctapercluster) are illegal."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [CtaMask, ExcessiveCtaMask, ImmediateRange];
}
def T043 : TRule<"Order", "Warning", "Accepts",
    "With `.cta_group::1` (or none) the mbarrier must live in the same CTA's shared memory as "
    "dstMem; only `.cta_group::2` allows the peer CTA. Violated when mbar is a `mapa` result of "
    "another CTA and dst is local."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [RemoteMbarrier];
}
def T044 : TRule<"Order", "Warning", "Accepts",
    "`.shared::cta` destination must be the executing CTA's own window: a "
    "`mapa.shared::cluster` address is UB there."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [RemoteDestination];
}
def T045 : TRule<"Value", "Error", "Accepts",
    "Stores: start coordinates must be non-negative (constant coordinates are checkable), but of .tile::scatter4 on the "
    "family of sm_107f."> {
  let Section = "9.7.9.27.1.1";
  let SaidBy = [NegativeCoordinate];
}
def T046 : TRule<"Order", "Warning", "Accepts",
    "Bulk group protocol: a store's shared source may be reused only after "
    "cp.async.bulk.commit_group + wait_group(.read); a kernel with .bulk_group ops and no "
    "wait_group before exit is suspect."> {
  let Section = "9.7.9.25.1, 9.7.9.27.2";
  let SaidBy = [OverwrittenBulkSource, BulkStoreAtExit];
}
def T047 : TRule<"Syntax", "Error", "RejectsSome",
    "cp.async.bulk.wait_group takes an integer constant, not a register."> {
  let Section = "9.7.9.27.2.2";
  let SaidBy = [OperandKind, NegativeGroupCount];
}
def T048 : TRule<"Order", "Warning", "Accepts",
    "Generic-proxy writes (st.shared) to a tile must be fenced by fence.proxy.async before a "
    "TMA store reads it."> {
  let Section = "9.7.9.25.2";
  let SaidBy = [UnfencedSharedWrite, PerhapsUnfencedWrite];
}
def T049 : TRule<"Syntax", "Error", "RejectsSome",
    "The tensor-map address must be generic: a kernel .param symbol may not be used directly as "
    "the operand (take its address with mov/cvta.param first); a 32-bit register as map address "
    "truncates it."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [AddressSpace, NarrowMapAddress];
}
def T050 : TRule<"Syntax", "Error", "Rejects",
    "dstMem/srcMem and mbar named symbols must be declared in .shared."> {
  let Section = "9.7.9.27.1.2";
  let SaidBy = [AddressSpace];
}
def T090 : TRule<"Syntax", "Error", "Accepts",
    "`.tile::scatter4` is not a load mode of cp.reduce.async.bulk.tensor."> {
  let Section = "9.7.9.27.1.3";
  let SaidBy = [UndocumentedForm];
}
def T091 : TRule<"Syntax", "Error", "Rejects",
    "Only direction `.global.shared::cta` with `.bulk_group` exists for tensor reductions."> {
  let Section = "9.7.9.27.1.3";
  let SaidBy = [ModifierNotAllowed];
}
def T092 : TRule<"Syntax", "Error", "Rejects",
    "redOp must be one of add, min, max, inc, dec, and, or, xor and is mandatory."> {
  let Section = "9.7.9.27.1.3";
  let SaidBy = [UnknownModifier, MissingModifier];
}
def T093 : TRule<"Syntax", "Error", "Rejects",
    "Load mode of a tensor reduction is `.tile` or `.im2col_no_offs` only; "
    "gather4/scatter4/im2col::w are illegal."> {
  let Section = "9.7.9.27.1.3";
  let SaidBy = [ModifierNotAllowed, ModifierMismatch];
}
def T094 : TRule<"Syntax", "Error", "Rejects",
    "Coordinate count equals `.dim`; im2col_no_offs needs 3d or more."> {
  let Section = "9.7.9.27.1.3";
  let SaidBy = [VectorSize, ModifierCombination, ModifierMismatch];
}
def T095 : TRule<"Syntax", "Error", "Rejects",
    "`.L2::cache_hint` and the 64-bit cache-policy operand come together."> {
  let Section = "9.7.9.27.1.3";
  let SaidBy = [ModifierCombination, MissingOperand, MissingModifier];
}
def T096 : TRule<"Syntax", "Error", "Rejects",
    "No element type qualifier may be written (the type is in the map)."> {
  let Section = "9.7.9.27.1.3";
  let SaidBy = [ModifierNotAllowed];
}
def T097 : TRule<"Syntax", "Error", "Rejects",
    "Prefetch is written `.dim.L2.global`: the `.L2` level and `.global` source are mandatory."> {
  let Section = "9.7.9.27.1.4";
  let SaidBy = [MissingModifier, ModifierNotAllowed, ModifierMismatch];
}
def T098 : TRule<"Syntax", "Error", "Rejects",
    "Prefetch modes: tile, tile::gather4, im2col, im2col::w, im2col::w::128 with the same "
    "coordinate / im2colInfo counts as loads; scatter4 and im2col_no_offs are illegal."> {
  let Section = "9.7.9.27.1.4";
  let SaidBy = [ModifierNotAllowed, ModifierCombination, VectorSize, ModifierMismatch,
                MissingOperand];
}
def T099 : TRule<"Syntax", "Error", "Rejects",
    "Prefetch has no mbarrier, no multicast, no completion mechanism."> {
  let Section = "9.7.9.27.1.4";
  let SaidBy = [ModifierNotAllowed];
}
def T100 : TRule<"Syntax", "Error", "Rejects",
    "Prefetch gather4 and im2col::w(::128) need sm_100a/110a or family (no plain sm_100 as for "
    ".shared::cta loads)."> {
  let Section = "9.7.9.27.1.4";
  let SaidBy = [RequiresTarget];
}
