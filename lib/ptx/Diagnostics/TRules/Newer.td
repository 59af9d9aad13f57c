// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What came with PTX 9.3 and 9.4.

def T320 : TRule<"Value", "Error", "IsOlder",
    "The count of mbarrier.init with `.layout::v1` must be in [1, 2^9-1]; PTX 9.3, sm_90."> {
  let Section = "9.7.15.16@9.4";
  let SaidBy = [MbarrierCount];
}
def T321 : TRule<"Value", "Error", "IsOlder",
    "applypriority.async.bulk: the size is a multiple of 16; PTX 9.4, family of sm_107f."> {
  let Section = "9.7.10.18@9.4";
  let SaidBy = [ImmediateRange, CopySize];
}
def T322 : TRule<"Value", "Error", "IsOlder",
    "applypriority.async.bulk: the address is aligned to 128 bytes."> {
  let Section = "9.7.10.18@9.4";
  let SaidBy = [MisalignedObject, UnderalignedObject];
}
def T323 : TRule<"Value", "Error", "IsOlder",
    "Fabric operations: addresses in shared memory are aligned to 16 bytes; PTX 9.3, sm_100."> {
  let Section = "9.7.11.5@9.4";
  let SaidBy = [MisalignedObject, UnderalignedObject];
}
def T324 : TRule<"Value", "Error", "IsOlder",
    "Fabric operations: the size is a multiple of 16."> {
  let Section = "9.7.11.5@9.4";
  let SaidBy = [CopySize];
}
def T325 : TRule<"Value", "Error", "IsOlder",
    "`.multicast::cluster::32b` takes a mask of 32 bits with at least one bit set; PTX 9.4, family of sm_107f."> {
  let Section = "9.7.10.28.4.1@9.4, 9.7.15.16.16@9.4, 9.7.18.12.1@9.4";
  let SaidBy = [CtaMask];
}
def T326 : TRule<"Value", "Error", "IsOlder",
    "tcgen05.alloc.exclusive and tcgen05.dealloc.exclusive take a multiple of 32 columns from 32 to 576; no power of two is needed."> {
  let Section = "9.7.18.7.1@9.4";
  let SaidBy = [ImmediateRange, ColumnCount];
}
