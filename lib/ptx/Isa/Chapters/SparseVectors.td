// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors of which few elements are kept. (Manual of PTX 9.4, 9.7.10.30, 9.7.10.31)

include "ptx/Isa/InstructionBase.td"

defvar Repeats = [1, 2, 4, 8, 16, 32, 64];
defvar SparseSets = [
  Set<"elemsize", "b8 b16">, Set<"idxsize", "b2 b4">, Set<"num", "x1 x2 x4 x8 x16 x32 x64">
];

// The number of 32-bit registers for `width` bits in each of `.num` repetitions, if `when` holds,
// for numbers of repetitions from `least` to `most`.
class RegistersOf<Condition when, int width, int least = 1, int most = 64> {
  list<Case> are = !foldl([]<Case>, Repeats, cases, n,
      !if(!and(!ge(n, least), !le(n, most)),
          cases # [Case<All<[when, Has<"x"#n>]>, !div(!add(!mul(n, width), 31), 32)>], cases));
}

// The operation, and a type with the number of bits of `.elemsize`. (Manual of PTX 9.4, table 38)
def SparseDescriptor : Reg<"spdesc", Any32> {
  let AlsoTaken = "moved";
  let Limits = [
    Within<LimitsSparseVector, "the descriptor", "T335", 0, 23, Has<"b8">>,
    Within<LimitsSparseVector, "the descriptor of 16-bit elements", "T335", 0, 7, Has<"b16">>
  ];
}

def spcompress : Instruction<"spcompress", "9.7.10.30@9.4", "compress to 2:4 sparsity"> {
  let Traits = [KeepsVectorsApart];
  let Sets = SparseSets;
  let Forms = [Form<"spcompress.elemsize.idxsize.sp::2:4.num  mdata, cdata, data, spdesc">];
  // Of the 32 bits of `num` elements of `cdata`, `idxsize` for each `elemsize`.
  let Operands = [
    WholeDst<"mdata", Any32,
             RegistersOf<All<[Has<"b8">, Has<"b2">]>, 8>.are #
                 RegistersOf<All<[Has<"b8">, Has<"b4">]>, 16>.are #
                 RegistersOf<All<[Has<"b16">, Has<"b2">]>, 4>.are #
                 RegistersOf<All<[Has<"b16">, Has<"b4">]>, 8>.are>,
    WholeDst<"cdata", Any32, RegistersOf<Always, 32>.are>,
    Reg<"data", Any32, RegistersOf<Always, 64>.are>, SparseDescriptor
  ];
  let PtxasChecks = [PtxasCheck<Always, "mdata cdata data", "vector">];
  let Gates = [Since<"9.4", Only107a>];
}

defvar OneKept = "sp::1:2 sp::1:4 sp::1:8 sp::1:16";
defvar TwoKept = "sp::2:4 sp::2:8 sp::2:16";
defvar FourKept = "sp::4:8 sp::4:16";

def spdecompress : Instruction<"spdecompress", "9.7.10.31@9.4", "decompress from 2:4 sparsity"> {
  let Traits = [KeepsVectorsApart];
  let Sets = SparseSets # [Set<"spfactor", !strconcat(OneKept, " ", TwoKept, " ", FourKept)>];
  let Forms = [Form<"spdecompress.elemsize.idxsize.spfactor.num  data, mdata, cdata">];
  let Rules = [
    // The kept elements of a group fit in a register.
    Implies<Has<FourKept>, Has<"b8">>,
    // An index has bits for each element of a group.
    Implies<Has<"b2">, Has<"sp::1:2 sp::1:4 sp::2:4">>,
    // The result has from 1 to 128 registers.
    Implies<All<[Has<"sp::1:2">, Has<"b8">]>, Not<Has<"x1">>>,
    Implies<All<[Has<"sp::1:16 sp::2:16 sp::4:16">, Has<"b8">]>, Not<Has<"x64">>>,
    Implies<All<[Has<"sp::1:8 sp::2:8">, Has<"b16">]>, Not<Has<"x64">>>,
    Implies<All<[Has<"sp::1:16 sp::2:16">, Has<"b16">]>, Not<Has<"x32 x64">>>
  ];
  let Operands = [
    WholeDst<"data", Any32,
             RegistersOf<All<[Has<"sp::1:2">, Has<"b8">]>, 16, 2>.are #
                 RegistersOf<All<[Has<"sp::1:2">, Has<"b16">]>, 32>.are #
                 RegistersOf<All<[Has<"sp::1:4 sp::2:4">, Has<"b8">]>, 32>.are #
                 RegistersOf<All<[Has<"sp::1:4 sp::2:4">, Has<"b16">]>, 64>.are #
                 RegistersOf<All<[Has<"sp::1:8 sp::2:8 sp::4:8">, Has<"b8">]>, 64>.are #
                 RegistersOf<All<[Has<"sp::1:8 sp::2:8">, Has<"b16">]>, 128, 1, 32>.are #
                 RegistersOf<All<[Has<"sp::1:16 sp::2:16 sp::4:16">, Has<"b8">]>, 128, 1, 32>.are #
                 RegistersOf<All<[Has<"sp::1:16 sp::2:16">, Has<"b16">]>, 256, 1, 16>.are>,
    Reg<"mdata", Any32,
        RegistersOf<All<[Has<OneKept>, Has<"b2">]>, 2>.are #
            RegistersOf<All<[Has<OneKept>, Has<"b4">]>, 4>.are #
            RegistersOf<All<[Has<TwoKept>, Has<"b2">]>, 4>.are #
            RegistersOf<All<[Has<TwoKept>, Has<"b4">]>, 8>.are #
            RegistersOf<Has<FourKept>, 16>.are>,
    Reg<"cdata", Any32,
        RegistersOf<All<[Has<OneKept>, Has<"b8">]>, 8>.are #
            RegistersOf<All<[Has<OneKept>, Has<"b16">]>, 16>.are #
            RegistersOf<All<[Has<TwoKept>, Has<"b8">]>, 16>.are #
            RegistersOf<All<[Has<TwoKept>, Has<"b16">]>, 32>.are #
            RegistersOf<Has<FourKept>, 32>.are>
  ];
  let PtxasChecks = [PtxasCheck<Always, "mdata cdata data", "vector">];
  let Gates = [Since<"9.4", Only107a>];
}
