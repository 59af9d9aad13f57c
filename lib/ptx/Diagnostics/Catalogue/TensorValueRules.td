// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that tensor instructions take: codes 70xx. See Catalog.td. The rule at the end of a message
// is one of TRules.td.

#ifndef PTX_DIAGNOSTICS_TENSORVALUERULES_TD
#define PTX_DIAGNOSTICS_TENSORVALUERULES_TD

include "ptx/Diagnostics/Catalogue/CatalogFamilies.td"

let Of = Tensor, Lint = "Body" in {

//===-- 7001: descriptors -------------------------------------------------------------------===//

defvar DescriptorMessage = "in the descriptor of {matrix}, {value}, {fault} ({rule})";
defvar DescriptorArgs = [Str<"value">, Str<"matrix">, Str<"fault">, Str<"rule">];
defvar InstructionDescriptorMessage = "in the instruction descriptor {value}, {fault} ({rule})";
defvar InstructionDescriptorArgs = [Str<"value">, Str<"fault">, Str<"rule">];

def MatrixDescriptor : Error<7001, "matrix-descriptor", DescriptorMessage, DescriptorArgs> {
  let Section = "9.7.16.4.1";
  let In = [BeyondPtxas];
}

def SuspiciousMatrixDescriptor
    : Warning<7002, "suspicious-matrix-descriptor", DescriptorMessage, DescriptorArgs> {
  let Section = "9.7.15.5.1.2";
}

def UnusualMatrixDescriptor
    : Off<7003, "unusual-matrix-descriptor", DescriptorMessage, DescriptorArgs> {
  let In = [Extra];
  let Section = "9.7.15.5.1.2";
}

def InstructionDescriptor
    : Error<7004, "instruction-descriptor", InstructionDescriptorMessage,
            InstructionDescriptorArgs> {
  let Section = "9.7.16.4.2";
  let In = [BeyondPtxas];
}

def UnusualInstructionDescriptor
    : Off<7005, "unusual-instruction-descriptor", InstructionDescriptorMessage,
          InstructionDescriptorArgs> {
  let In = [Extra];
  let Section = "9.7.16.4.2";
}

def ZeroColumnMask
    : Error<7006, "zero-column-mask", "in the zero-column mask {value}, {fault} ({rule})",
            [Str<"value">, Str<"fault">, Str<"rule">]> {
  let Section = "9.7.16.4.3";
  let In = [BeyondPtxas];
}

//===-- 7010: tensor memory -----------------------------------------------------------------===//

defvar TensorMemoryMessage = "address {address} of tensor memory: {fault} ({rule})";
defvar TensorMemoryArgs = [Str<"address">, Str<"fault">, Str<"rule">];

def TensorMemoryAddress
    : Error<7010, "tensor-memory-address", TensorMemoryMessage, TensorMemoryArgs> {
  let Section = "9.7.16.1.1";
  let In = [BeyondPtxas];
}

def TensorMemoryBounds
    : Warning<7018, "tensor-memory-bounds",
              "the access takes columns {first} to {last} of an allocation with {columns}",
              [UInt<"first">, UInt<"last">, UInt<"columns">]> {
  let Section = "9.7.16.7.1";
}

//===-- 7020: numbers with limits -----------------------------------------------------------===//

defvar LimitMessage = "{what} is {value}; expected {expected} ({rule})";
defvar LimitArgs = [Str<"what">, Str<"value">, Str<"expected">, Str<"rule">];
class Limit<int number, string name> : Error<number, name, LimitMessage, LimitArgs> {
  let In = [BeyondPtxas];
}

def Im2colOffset : Limit<7020, "im2col-offset"> { let Section = "9.7.9.27.1.2"; }
def NegativeCoordinate : Limit<7021, "negative-coordinate"> { let Section = "9.7.9.27.1.1"; }
def CtaMask : Limit<7022, "cta-mask"> { let Section = "9.7.9.27.1.2"; }
def CopySize : Limit<7023, "copy-size"> { let Section = "9.7.9.25.4.1"; }
def EmptyCopy : Warning<7024, "empty-copy", LimitMessage, LimitArgs> {
  let Section = "9.7.9.25.4.1";
}
def MbarrierCount : Limit<7025, "mbarrier-count"> { let Section = "9.7.13.15.9"; }
def TensorMapField : Limit<7026, "tensor-map-field"> { let Section = "9.7.9.28"; }
def ColumnCount : Limit<7027, "column-count"> { let Section = "9.7.16.7.1"; }
def NegativeGroupCount : Limit<7028, "negative-group-count"> { let Section = "9.7.9.27.2.2"; }
def SparseVectorDescriptor : Limit<7031, "sparse-vector-descriptor"> {
  let Section = "9.7.10.30";
}
def FabricOffset : Limit<7033, "fabric-offset"> { let Section = "9.7.11.5"; }
def ReplacedProperty : Limit<7034, "replaced-property"> { let Section = "9.7.10.28.5.2"; }
def SparsitySelector : Limit<7029, "sparsity-selector"> { let Section = "9.7.14.6.1"; }

def ScaleSelector : Limit<7032, "scale-selector"> { let Section = "9.7.14.3"; }

def ExcessiveCtaMask
    : Warning<7030, "excessive-cta-mask",
              "the mask of CTAs is {value}; the cluster has {count} (T042)",
              [Str<"value">, Str<"count">]> {
  let Section = "9.7.9.27.1.2";
}

//===-- 7040: others ------------------------------------------------------------------------===//

def SparsityMetadata
    : Error<7040, "sparsity-metadata",
            "the sparsity metadata {value} has four bits {bits}; expected {expected} ({rule})",
            [Str<"value">, Str<"bits">, Str<"expected">, Str<"rule">]> {
  let Section = "9.7.14.6";
  let In = [BeyondPtxas];
}

def CopyBeyondObject
    : Warning<7041, "copy-beyond-object",
              "{size} bytes from offset {offset} of `{name}` go beyond its {bytes} bytes ({rule})",
              [UInt<"size">, Int<"offset">, Str<"name">, UInt<"bytes">, Str<"rule">]> {
  let Section = "9.7.9.25.4.1";
}

def RepeatedAccumulator
    : Warning<7042, "repeated-accumulator",
              "`{name}` is in both the product and its first factor (T205)",
              [Str<"name">]> {
  let Section = "9.7.15.5.2";
}

def SlowMulticast
    : Off<7043, "slow-multicast",
          "`.multicast::cluster` is slow on `{target}`; the manual recommends it for sm_90a and the "
          "families of sm_100 and sm_110 (T036)",
          [Str<"target">]> {
  let In = [Extra];
  let Section = "9.7.9.27.1.2";
}

def MisalignedObject
    : Error<7050, "misaligned-object",
            "`{address}` is not a multiple of {unit}; the address of {what} has to be one ({rule})",
            [Str<"address">, UInt<"unit">, Str<"what">, Str<"rule">]> {
  let Section = "9.7.9.25.4";
  let In = [BeyondPtxas];
}

def UnderalignedObject
    : Warning<7051, "underaligned-object",
              "`{name}` is aligned to {alignment}; the address of {what} has to be a multiple of "
              "{unit} ({rule})",
              [Str<"name">, UInt<"alignment">, Str<"what">, UInt<"unit">, Str<"rule">]> {
  let Section = "9.7.9.25.4";
}

def NarrowMapAddress
    : Warning<7052, "narrow-map-address",
              "`{name}` has {bits} bits; the generic address of a tensor map has 64 (T049)",
              [Str<"name">, UInt<"bits">]> {
  let Section = "9.7.9.27.1.2";
}

def UnalignedTile
    : Warning<7053, "unaligned-tile",
              "`{address}` is not a multiple of {unit}; on devices the address of {what} has to be "
              "one ({rule})",
              [Str<"address">, UInt<"unit">, Str<"what">, Str<"rule">]> {
  let Section = "5.5.3.1";
}

} // Of = Tensor, Lint = "Body"

#endif // PTX_DIAGNOSTICS_TENSORVALUERULES_TD
