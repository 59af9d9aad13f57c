// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Descriptions of tensor maps, and instructions against them: codes 71xx. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_TENSORMAPRULES_TD
#define PTX_DIAGNOSTICS_TENSORMAPRULES_TD

include "ptx/Diagnostics/Catalogue/CatalogFamilies.td"

let Of = Tensor in {

//===-- 7100: the descriptions --------------------------------------------------------------===//

let Lint = "Module" in {

def UnreadableDescription
    : Warning<7100, "unreadable-description", "this description is ignored: {problem}",
              [Str<"problem">]> {
  let Section = "5.5.8";
}

def UndeclaredDescription
    : Warning<7101, "undeclared-description", "{what} is described, but not declared",
              [Str<"what">]> {
  let Section = "5.5.8";
}

def IllegalTensorMap
    : Error<7102, "illegal-tensor-map", "tensor map `{name}`: {violation} ({rule})",
            [Str<"name">, Str<"violation">, Str<"rule">]> {
  let Section = "5.5";
  let In = [BeyondPtxas];
}

def RefusedTensorMap
    : Warning<7103, "refused-tensor-map",
              "tensor map `{name}`, which the driver refuses: {violation} ({rule})",
              [Str<"name">, Str<"violation">, Str<"rule">]> {
  let Section = "5.5";
}

def SuspiciousTensorMap
    : Off<7111, "suspicious-tensor-map", "tensor map `{name}`: {violation} ({rule})",
          [Str<"name">, Str<"violation">, Str<"rule">]> {
  let In = [All];
  let Section = "5.5";
}

def DescriptionConflict
    : Warning<7112, "description-conflict", "{what} is {observed}; its description says {told}",
              [Str<"what">, Str<"observed">, Str<"told">]> {
  let Section = "5.5.8";
}

} // Lint = "Module"

//===-- 7104: instructions against descriptions ---------------------------------------------===//

let Lint = "Body" in
def TensorMapMismatch
    : Error<7104, "tensor-map-mismatch", "tensor map `{name}`: {violation} ({rule})",
            [Str<"name">, Str<"violation">, Str<"rule">]> {
  let Section = "9.7.9.27.1";
  let In = [BeyondPtxas];
}

// `checkTensorMapLaunch` also finds it.
def PossibleMapMismatch
    : Off<7105, "possible-map-mismatch",
          "tensor map `{name}`, one of those that may be used here: {violation} ({rule})",
          [Str<"name">, Str<"violation">, Str<"rule">]> {
  let In = [Extra];
  let Section = "9.7.9.27.1";
}

//===-- 7106: maps and instructions among each other ----------------------------------------===//

let Lint = "Body" in {

def TensorMapConflict
    : Warning<7106, "tensor-map-conflict",
              "tensor map `{name}` is {kind} here, and {other} elsewhere ({rule})",
              [Str<"name">, Str<"kind">, Str<"other">, Str<"rule">]> {
  let Section = "5.5.8";
}

def ReplacedTensorMap
    : Warning<7107, "replaced-tensor-map",
              "the replaced fields are inconsistent: {violation} ({rule})",
              [Str<"violation">, Str<"rule">]> {
  let Section = "9.7.9.26";
}

def TransactionBytes
    : Warning<7108, "transaction-bytes",
              "{name} expects {expected} bytes, and the copies that complete on it have {arriving} (T087)",
              [Str<"name">, UInt<"expected">, UInt<"arriving">]> {
  let Section = "9.7.13.15.2";
}

def TileSwizzle
    : Warning<7109, "tile-swizzle",
              "the descriptor has swizzle {said}, and tensor map `{name}` has filled the tile with {filled} ({rule})",
              [Str<"said">, Str<"name">, Str<"filled">, Str<"rule">]> {
  let Section = "5.5.7";
}

def DescribedArrivals
    : Warning<7113, "described-arrivals",
              "`{name}` is initialized for {count} arrivals; its description says {told}",
              [Str<"name">, UInt<"count">, UInt<"told">]> {
  let Section = "9.7.13.15.9";
}

} // Lint = "Body"

// Found with the one before.
def TileBaseOffset
    : Warning<7110, "tile-base-offset",
              "the descriptor has base offset {offset}, and a tile at {base} with swizzle {swizzle} has {expected} (T193)",
              [UInt<"offset">, UInt<"base">, Str<"swizzle">, UInt<"expected">]> {
  let Section = "9.7.15.5.1.2.2";
}

} // Of = Tensor

#endif // PTX_DIAGNOSTICS_TENSORMAPRULES_TD
