// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What came with PTX 9.3 and 9.4.

def T320 : TRule<"Value", "Error", "RejectsSome",
    "The count of mbarrier.init with `.layout::v1` must be in [1, 2^9-1]; PTX 9.3, sm_90."> {
  let Section = "9.7.15.16@9.4";
  let SaidBy = [MbarrierCount];
}
def T321 : TRule<"Value", "Error", "Rejects",
    "applypriority.async.bulk: the size is a multiple of 16; PTX 9.4, family of sm_107f."> {
  let Section = "9.7.10.18@9.4";
  let SaidBy = [ImmediateRange, CopySize];
}
def T322 : TRule<"Value", "Error", "Accepts",
    "applypriority, discard and applypriority.async.bulk: the address is aligned to 128 bytes."> {
  let Section = "9.7.9.16, 9.7.9.17, 9.7.10.18@9.4";
  let SaidBy = [MisalignedObject, UnderalignedObject];
}
def T323 : TRule<"Value", "Error", "Accepts",
    "Fabric operations: addresses in shared memory are aligned to 16 bytes; PTX 9.3, sm_100."> {
  let Section = "9.7.11.5@9.4";
  let SaidBy = [MisalignedObject, UnderalignedObject];
}
def T324 : TRule<"Value", "Error", "Accepts",
    "Fabric operations: the size is a multiple of 16."> {
  let Section = "9.7.11.5@9.4";
  let SaidBy = [CopySize];
}
def T325 : TRule<"Value", "Error", "RejectsSome",
    "`.multicast::cluster::32b` takes a mask of 32 bits with at least one bit set; PTX 9.4, family of sm_107f."> {
  let Section = "9.7.10.28.4.1@9.4, 9.7.15.16.16@9.4, 9.7.18.12.1@9.4";
  let SaidBy = [CtaMask];
}
def T326 : TRule<"Value", "Error", "RejectsSome",
    "tcgen05.alloc.exclusive and tcgen05.dealloc.exclusive take a multiple of 32 columns from 32 to 576; no power of two is needed."> {
  let Section = "9.7.18.7.1@9.4";
  let SaidBy = [ImmediateRange, ColumnCount];
}
def T327 : TRule<"Value", "Error", "Accepts",
    "tcgen05.alloc.exclusive and tcgen05.dealloc.exclusive take at most 512 columns but on the family of sm_107f."> {
  let Section = "9.7.18.7.1@9.4";
  let SaidBy = [ColumnCount];
}
def T328 : TRule<"Value", "Error", "Accepts",
    "idesc, K = 64 of f8f6f4 and mxf8f6f4, K = 128 of mxf4 and mxf4nvf4 (dense): M = 128 with cta_group::1, M = 256 with "
    "cta_group::2; code 3 of K means nothing."> {
  let Section = "9.7.18.2.1@9.4, 9.7.18.4.2@9.4";
  let SaidBy = [InstructionDescriptor, UnusualInstructionDescriptor];
}
def T329 : TRule<"Value", "Error", "Accepts",
    "idesc, dense K = 64 and sparse K = 128 of f8f6f4 and mxf8f6f4: only E4M3 and E5M2 can be transposed."> {
  let Section = "9.7.18.10.1@9.4, 9.7.18.10.10.1@9.4";
  let SaidBy = [InstructionDescriptor];
}
def T330 : TRule<"Value", "Error", "Accepts",
    "idesc bit 12, sparsity version of mxf4 and mxf4nvf4: 1 (v1) on sm_107a; 0 on other targets."> {
  let Section = "9.7.18.4.2.1@9.4, 9.7.18.10.9.3@9.4";
  let SaidBy = [InstructionDescriptor];
}
def T331 : TRule<"Value", "Error", "Accepts",
    "`.decompress::lut::b`: B is E4M3 and not transposed; M is neither 64 nor, with cta_group::2, 128."> {
  let Section = "9.7.18.10.10.1@9.4";
  let SaidBy = [InstructionDescriptor];
}
def T332 : TRule<"Value", "Error", "Accepts",
    "idesc, N of kind::ti16: a multiple of 8 with M = 64, of 16 with M = 128, of 32 with cta_group::2; 64, 128 or 256 "
    "with .ws."> {
  let Section = "9.7.18.2.1@9.4";
  let SaidBy = [InstructionDescriptor];
}
def T333 : TRule<"Value", "Error", "Accepts",
    "Bit 53 of a descriptor of shared memory is for B with `.decompress::lut::b`; else 0."> {
  let Section = "9.7.18.4.1@9.4";
  let SaidBy = [MatrixDescriptor];
}
def T334 : TRule<"Value", "Error", "Accepts",
    "The lookup table of `.decompress::lut::b` begins at an even column."> {
  let Section = "9.7.18.10.10.1@9.4";
  let SaidBy = [TensorMemoryAddress];
}
def T335 : TRule<"Value", "Error", "Accepts",
    "The descriptor of spcompress: bits 0-1 the operation, 2-4 the type, of 16 bits (0, 1) with .b16, of 8 bits (0 to 5) "
    "with .b8; bits 5-31 are 0."> {
  let Section = "9.7.10.30@9.4";
  let SaidBy = [SparseVectorDescriptor];
}
def T337 : TRule<"Value", "Error", "Accepts",
    "Fabric operations but fabric.try_atom: the offset of the data is a multiple of 16."> {
  let Section = "9.7.11.5@9.4";
  let SaidBy = [FabricOffset];
}
def T338 : TRule<"Value", "Error", "Accepts",
    "`.counted::bytes`: the offset of the counter is a multiple of 256."> {
  let Section = "9.7.11.5@9.4";
  let SaidBy = [FabricOffset];
}
def T339 : TRule<"Value", "Error", "Accepts",
    "fabric.try_atom: the offset of the data is a multiple of the size of the type, 4, 8 or 16."> {
  let Section = "9.7.11.5.10@9.4";
  let SaidBy = [FabricOffset];
}
def T340 : TRule<"Value", "Error", "RejectsSome",
    "`.override::global_dim` and `.override::global_dim_stride`: all coordinates are zero."> {
  let Section = "9.7.10.28.5.2.2@9.4";
  let SaidBy = [ReplacedProperty];
}
def T341 : TRule<"Value", "Error", "Accepts",
    "`.override::global_address`: the address is aligned to 16 bytes."> {
  let Section = "9.7.10.28.5.2.1@9.4";
  let SaidBy = [ReplacedProperty];
}
def T342 : TRule<"Value", "Error", "Accepts",
    "The upper bits of replaced strides: four bits for each stride, the others are 0."> {
  let Section = "9.7.10.28.5.2.2@9.4";
  let SaidBy = [ReplacedProperty];
}
