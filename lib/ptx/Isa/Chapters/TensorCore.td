// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices in tensor memory. (Manual 9.7.16.10.9)

include "ptx/Isa/Chapters/TensorMemoryBase.td"

defvar TensorCoreSets = [
  CtaGroups, Set<"kind", "kind::f16 kind::tf32 kind::f8f6f4 kind::i8 kind::ti16">,
  Set<"scaled_kind", "kind::mxf8f6f4 kind::mxf4 kind::mxf4nvf4">,
  Set<"scale_vectorsize", "scale_vec::1X scale_vec::2X scale_vec::4X block16 block32">,
  Set<"collector_usage",
      "collector::a::fill collector::a::use collector::a::lastuse collector::a::discard">,
  Set<"collector_b_usage",
      "collector::b::fill collector::b::use collector::b::lastuse collector::b::discard">
];
// `ptxas` does not check the literal with `.kind::ti16`, which has no scale of the input.
def ScaleOfInput
    : Imm<"scale-input-d", "u32", 1, 0, [Case<Has<"kind::ti16">>, Range<Always, 0, 15>]> {
  let AlsoTaken = "wrapped";
}
defvar TensorCoreOperands = [
  TensorAddr<"d-tmem">, DescriptorSrc<"a-desc">, TensorAddr<"a-tmem">, DescriptorSrc<"b-desc">,
  Src<"idesc", "u32">, PredSrc<"enable-input-d">,
  Src<"disable-output-lane", Any32,
      [Case<Has<"cta_group::1">, 4>, Case<Has<"cta_group::2">, 8>]>,
  ScaleOfInput, TensorAddr<"scale-A-tmem">, TensorAddr<"scale-B-tmem">
];
defvar TensorCoreGates = [
  Since<"8.6", TensorMemory>,
  When<Has<"kind::i8">, "8.6", TensorCoreIntegers>,
  When<Has<"kind::ti16">, "9.4", FamilyOf107>,
  When<Given<"collector_b_usage">, "9.4", FamilyOf107>,
  When<Given<"scale-input-d">, "8.6", TensorCoreScaledInput>,
  When<Has<"kind::mxf4nvf4">, "8.7">,
  When<Has<"scale_vec::1X scale_vec::2X scale_vec::4X">, "8.6", TensorMemoryShift>,
  When<Has<"block16 block32">, "8.8">,
  // In earlier releases of `ptxas`, the default was block32.
  When<All<[Not<PtxasFrom<"13.1">>, Has<"kind::mxf8f6f4 kind::mxf4">, Not<Given<"scale_vectorsize">>]>, "8.8">
];
// `ptxas` accepts scaled input for integers.
defvar TensorCoreRules = [
  // The collector buffer of the second matrix requires that of the first, or 16-bit integers.
  Implies<Has<"kind::i8">, Not<Given<"collector_b_usage">>>,
  ManualImplies<All<[Given<"collector_b_usage">, Not<Has<"kind::ti16">>, Not<Has<"decompress::lut::b">>]>,
          Any<[Given<"collector_usage">, Given<"ashift">]>>,
  Implies<Given<"scale-input-d">, Has<"kind::f16 kind::tf32 kind::i8 kind::ti16">>,
  ManualImplies<Given<"scale-input-d">, Has<"kind::f16 kind::tf32">>,
  Implies<Given<"ashift">, Not<Has<"collector::a::use collector::a::fill">>>,
  Implies<All<[Has<"kind::mxf8f6f4">, Given<"scale_vectorsize">]>, Has<"scale_vec::1X block32">>,
  Implies<All<[Has<"kind::mxf4">, Given<"scale_vectorsize">]>, Has<"scale_vec::2X block32">>,
  Implies<Has<"kind::mxf4nvf4">, Has<"scale_vec::2X scale_vec::4X block16 block32">>
];

// `ptxas` moves them to registers. For products of sparse matrices, and with a table, it also
// accepts components.
defvar DescriptorCheck = PtxasCheck<Always, "idesc", "sum component">;
defvar SparseDescriptorCheck = PtxasCheck<Always, "idesc", "sum">;
defvar TableDescriptorChecks = [
  PtxasCheck<Has<"decompress::lut::b">, "idesc", "sum">,
  PtxasCheck<Not<Has<"decompress::lut::b">>, "idesc", "sum component">
];
// For these it accepts only untyped registers.
defvar TypeCheck =
    PtxasCheck<Always, "d-tmem a-tmem scale-A-tmem scale-B-tmem sp-meta-tmem", "register">;
defvar LaneCheck = PtxasCheck<Always, "disable-output-lane", "predicate whole decimal">;

// In the manual, it is an operand of 32-bit registers; `ptxas` accepts literals as some elements.
def LanesInRegister : Predicate<"one of the output lanes' masks at least is in a register">;

// The elements of the second matrix are looked up in a table. (Manual of PTX 9.4, 9.7.18.10.10.1;
// its table 62 spells the word `.decpmpress::lut::b`)
class LookupForms<string a> {
  list<Operand> table = [TensorAddr<"b-decompress-metadata">];
  list<Form> are = [
    Form<!strconcat("tcgen05.mma.cta_group.kind::f8f6f4.decompress::lut::b{.collector_usage}"
                    "{.collector_b_usage}  [d-tmem], ", a, ", b-desc, [b-decompress-metadata], idesc"
                    "{, disable-output-lane}, {!}enable-input-d"),
         [], [Since<"9.4", FamilyOf107>], [], table>,
    Form<!strconcat("tcgen05.mma.cta_group.kind::mxf8f6f4.block_scale.decompress::lut::b{.block32}"
                    "{.collector_usage}{.collector_b_usage}  [d-tmem], ", a, ", b-desc, "
                    "[b-decompress-metadata], idesc, [scale-A-tmem], [scale-B-tmem], "
                    "{!}enable-input-d"),
         [], [Since<"9.4", FamilyOf107>], [], table>
  ];
}

def tcgen05_mma : Instruction<"tcgen05.mma", "9.7.16.10.9.1", "matrix multiply-accumulate with tensor memory"> {
  let Async = [AsyncAs<TensorMma>];
  let Sets = TensorCoreSets;
  let Forms = [
    Form<"tcgen05.mma.cta_group.kind{.collector_usage}{.collector_b_usage}  "
         "[d-tmem], a-desc, b-desc, idesc{, disable-output-lane}, {!}enable-input-d"
         "{, scale-input-d}">,
    Form<"tcgen05.mma.cta_group.kind{.ashift}{.collector_usage}{.collector_b_usage}  "
         "[d-tmem], [a-tmem], b-desc, idesc{, disable-output-lane}, {!}enable-input-d"
         "{, scale-input-d}">,
    Form<"tcgen05.mma.cta_group.scaled_kind.block_scale{.scale_vectorsize}{.collector_usage}"
         "{.collector_b_usage}  "
         "[d-tmem], a-desc, b-desc, idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d">,
    Form<"tcgen05.mma.cta_group.scaled_kind.block_scale{.scale_vectorsize}{.collector_usage}"
         "{.collector_b_usage}  "
         "[d-tmem], [a-tmem], b-desc, idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d">
  ] # LookupForms<"a-desc">.are # LookupForms<"[a-tmem]">.are;
  let Operands = TensorCoreOperands;
  let Gates = TensorCoreGates;
  let Rules = TensorCoreRules;
  let Checks = [LanesInRegister];
  let PtxasChecks = TableDescriptorChecks # [TypeCheck, LaneCheck];
}

def tcgen05_mma_sp : Instruction<"tcgen05.mma", "9.7.16.10.9.2",
                                 "matrix multiply-accumulate with tensor memory, A sparse"> {
  let Async = [AsyncAs<TensorMma>];
  let Sets = TensorCoreSets;
  let Forms = [
    Form<"tcgen05.mma.sp.cta_group.kind{.collector_usage}{.collector_b_usage}  "
         "[d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc{, disable-output-lane}, "
         "{!}enable-input-d{, scale-input-d}">,
    Form<"tcgen05.mma.sp.cta_group.kind{.ashift}{.collector_usage}{.collector_b_usage}  "
         "[d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc{, disable-output-lane}, "
         "{!}enable-input-d{, scale-input-d}">,
    Form<"tcgen05.mma.sp.cta_group.scaled_kind.block_scale{.scale_vectorsize}{.collector_usage}"
         "{.collector_b_usage}  "
         "[d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc, [scale-A-tmem], [scale-B-tmem], "
         "{!}enable-input-d">,
    Form<"tcgen05.mma.sp.cta_group.scaled_kind.block_scale{.scale_vectorsize}{.collector_usage}"
         "{.collector_b_usage}  "
         "[d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc, [scale-A-tmem], [scale-B-tmem], "
         "{!}enable-input-d">
  ];
  let Operands = !listconcat(TensorCoreOperands, [TensorAddr<"sp-meta-tmem">]);
  let Gates = !listconcat(TensorCoreGates, [
    When<Has<"kind::mxf4">, "8.6", TensorMemoryShift>,
    When<Has<"kind::mxf4nvf4">, "8.7", TensorMemoryShift>
  ]);
  let Rules = TensorCoreRules;
  let Checks = [LanesInRegister];
  let PtxasChecks = [SparseDescriptorCheck, TypeCheck, LaneCheck];
}

//===-- Weights stay in place (Manual 9.7.16.10.9.3, 9.7.16.10.9.4) --------------------------===//

defvar Collectors = !interleave(
    !foreach(buffer, ["b0", "b1", "b2", "b3"],
             !interleave(!foreach(use, ["fill", "use", "lastuse", "discard"],
                                  "collector::"#buffer#"::"#use), " ")), " ");
defvar WsOperands = [
  TensorAddr<"d-tmem">, DescriptorSrc<"a-desc">, TensorAddr<"a-tmem">, DescriptorSrc<"b-desc">,
  Src<"idesc", "u32">, PredSrc<"enable-input-d">, Src<"zero-column-mask-desc", "b64">
];
let Sets = [
      Set<"kind", "kind::f16 kind::tf32 kind::f8f6f4 kind::i8 kind::ti16">,
      Set<"collector_usage", Collectors>
    ],
    Gates = [
      Since<"8.6", TensorMemory>, When<Has<"kind::i8">, "8.6", TensorCoreIntegers>,
      When<Has<"kind::ti16">, "9.4", FamilyOf107>
    ] in {
  def tcgen05_mma_ws : Instruction<"tcgen05.mma.ws", "9.7.16.10.9.3",
                                   "weight-stationary matrix multiply-accumulate"> {
    let Async = [AsyncAs<TensorMma>];
    let Forms = [
      Form<"tcgen05.mma.ws.cta_group::1.kind{.collector_usage}  "
           "[d-tmem], a-desc, b-desc, idesc, {!}enable-input-d{, zero-column-mask-desc}">,
      Form<"tcgen05.mma.ws.cta_group::1.kind{.collector_usage}  "
           "[d-tmem], [a-tmem], b-desc, idesc, {!}enable-input-d{, zero-column-mask-desc}">
    ];
    let Operands = WsOperands;
    let PtxasChecks = [DescriptorCheck, TypeCheck];
  }
  def tcgen05_mma_ws_sp
      : Instruction<"tcgen05.mma.ws", "9.7.16.10.9.4",
                    "weight-stationary matrix multiply-accumulate, A sparse"> {
    let Async = [AsyncAs<TensorMma>];
    let Forms = [
      Form<"tcgen05.mma.ws.sp.cta_group::1.kind{.collector_usage}  [d-tmem], a-desc, b-desc, "
           "[sp-meta-tmem], idesc, {!}enable-input-d{, zero-column-mask-desc}">,
      Form<"tcgen05.mma.ws.sp.cta_group::1.kind{.collector_usage}  [d-tmem], [a-tmem], b-desc, "
           "[sp-meta-tmem], idesc, {!}enable-input-d{, zero-column-mask-desc}">
    ];
    let Operands = !listconcat(WsOperands, [TensorAddr<"sp-meta-tmem">]);
    let PtxasChecks = [SparseDescriptorCheck, TypeCheck];
  }
}
