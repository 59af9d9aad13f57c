// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores that complete later, and stores of many bytes. (Manual 9.7.9.12, 9.7.9.13)

include "ptx/Isa/InstructionBase.td"

// `ptxas` accepts one register where a vector is stored and, beside an mbarrier object, the reverse.
class AsyncSrc<string name, string type> : Src<name, type> {
  let FollowsVec = 1;
  let AlsoTaken = "scalar vector";
}

def AsyncStoreAddr : StoreMovedAddr<"a", "ss"> { let Holds = "b"; }
// A generic address `ptxas` moves into a register of 32 bits.
def StoreBarrierAddr : Addr<"mbar", "ss", [Range<Not<Given<"ss">>, 32, 64>, Case<Always>]>;

def st_async : Instruction<"st.async", "9.7.9.12", "asynchronous store to shared memory of the cluster"> {
  let Does = Store;
  let Async = [AsyncAs<RemoteStore, Has<"mbarrier::complete_tx::bytes">>];
  let Sets = [Set<"type", "b32 b64 b128 u32 u64 s32 s64 f32 f64">, Set<"vec", "v2 v4">,
              Set<"completion_mechanism", "mbarrier::complete_tx::bytes">];
  let Forms = [
    Form<"st.async{.weak}{.ss}.completion_mechanism{.vec}.type  [a], b, [mbar]",
         [Set<"ss", "shared::cluster">], [Since<"8.1", sm_90_up>]>,
    Form<"st.async.scope{.ss}.completion_mechanism{.vec}.type  [a], b, [mbar]",
         [Set<"scope", "cluster">, Set<"ss", "shared::cluster">],
         [Since<"8.1", sm_90_up>, ManualWhen<Always, "8.7", sm_100_up>]>,
    Form<"st.async{.mmio}.sem.scope{.ss}.type  [a], b",
         [Set<"sem", "release">, Set<"scope", "gpu sys">, Set<"ss", "global">,
          Set<"type", "b8 b16 b32 b64 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64">],
         [Since<"8.7", sm_100_up>], ImpliesFrom<"13.1", Has<"mmio">, Has<"sys">>.rules,
         [Src<"b", "type">]>,
    // `ptxas` accepts a store without a completion mechanism or without release semantics.
    UndocumentedForm<"st.async{.sem}{.scope}{.ss}{.completion_mechanism}{.vec}.type "
                     "[a], b{, [mbar]}",
         [Set<"sem", "weak release">, Set<"scope", "cluster gpu sys">,
          Set<"ss", "global shared shared::cta shared::cluster">,
          Set<"type", "b32 b64 b128 u32 u64 s32 s64 f32 f64">],
         [Since<"8.1", sm_90_up>, When<Has<"gpu sys">, "8.1", sm_100_up>,
          When<Has<"release global">, "8.7", sm_100_up>],
         [
           Implies<Has<"release">, Has<"gpu sys">>,
           Implies<Has<"weak">, Not<Given<"scope">>>,
           Implies<Has<"b128">, Given<"mbar">>, Implies<Has<"b128">, Given<"completion_mechanism">>,
           Implies<Has<"cluster">, All<[Given<"completion_mechanism">,
                                     Not<Has<"global shared shared::cta">>]>>,
           Implies<Has<"gpu sys">, Not<Any<[Given<"completion_mechanism">,
                                         Has<"shared shared::cta shared::cluster">]>>>,
           Implies<Has<"shared::cluster">, Given<"completion_mechanism">>,
           Implies<Given<"completion_mechanism">, Not<Has<"global">>>,
           Implies<Given<"mbar">, Any<[Has<"shared shared::cta">, Given<"completion_mechanism">]>>,
           Implies<Given<"vec">, Given<"mbar">>
         ]>,
    UndocumentedForm<"st.async{.weak}{.scope}{.ss}.type [a], b",
         [Set<"scope", "gpu sys">, Set<"ss", "global shared shared::cta">,
          Set<"type", "b8 b16 u8 u16 s8 s16">],
         [Since<"8.1", sm_90_up>, When<Given<"scope">, "8.1", sm_100_up>,
          When<Has<"global">, "8.7", sm_100_up>],
         [
           Implies<Given<"weak">, Not<Given<"scope">>>,
           Implies<Given<"scope">, Not<Has<"shared shared::cta">>>
         ],
         [Src<"b", "type">]>
  ];
  let Operands = [AsyncStoreAddr, AsyncSrc<"b", "type">, StoreBarrierAddr];
  let PtxasChecks = [
    PtxasCheck<All<[Has<"release">, Not<Has<"b16 u16 s16">>, Not<All<[Has<"mmio">, Has<"gpu">]>>]>,
               "b", "sum component function">,
    PtxasCheck<Not<Given<"ss">>, "mbar", "object">,
    PtxasCheck<Any<[Not<Given<"mbar">>, Has<"b128">]>, "b", "braced several whole">
  ];
  let Rules = [
    Implies<Has<"b128">, Not<Given<"vec">>>,
    Implies<Has<"v4">, Has<"b32 u32 s32 f32">>
  ];
  let Gates = [When<Has<"b128">, "9.2">];
}

// A number of bytes, in words of 8.
class BulkStoreSize<string type> : Src<"size", type> {
  let Min = 0;
  let Max = 16777216;
  let Step = 8;
}

// It is checked like an access as wide as `size`.
def ClearedAddr : StoreMovedAddr<"a", "ss"> {
  let Holds = "size";
}

def st_bulk : Instruction<"st.bulk", "9.7.9.13", "zero a region of shared memory"> {
  let Does = Store;
  let Forms = [
    Form<"st.bulk{.weak}{.ss}  [a], size, initval", [], [Since<"8.6", sm_100_up>], [],
         [BulkStoreSize<"u64">]>,
    // Earlier releases of `ptxas` take typed registers alone.
    Form<"st.bulk{.weak}{.ss}  [a], size, initval", [], [Since<"9.0", sm_100_up>], [],
         [BulkStoreSize<"u32">]>
  ];
  let Sets = [Set<"ss", "shared::cta">];
  let Operands = [ClearedAddr, Imm<"initval", "u64", 0, 0>];
  let PtxasChecks = [PtxasCheck<Given<"ss">, "a", "special symbol">];
}

// Wider registers but those of 128 bits.
defvar WiderCases = [
  Case<Has<"b8 u8 s8">, 0, "b8|b16|b32|b64">, Case<Has<"u16 s16">, 0, "b16|b32|b64">,
  Case<Has<"b16">, 0, "b16|f16|b32|b64">, Case<Has<"u32 s32">, 0, "b32|b64">,
  Case<Has<"b32">, 0, "b32|f32|f16x2|b64">, Case<Always>
];

// Of the memory of many GPUs. (Manual of PTX 9.3, 9.7.9.13, 9.7.14.8)
let Sets = [Set<"scope", "gpu sys">, Set<"ss", "global">],
    Operands = [AsyncStoreAddr],
    Gates = [Since<"9.3", sm_100_up>] in {
  // `ptxas` accepts wider registers, as with other stores.
  def multimem_st_async
      : Instruction<"multimem.st.async", "9.7.9.13@9.3",
                    "asynchronous store to a multimem address"> {
    let Async = [AsyncAs<MultimemAccess>];
    let PtxasChecks = [PtxasCheck<Always, "b", "function">, PtxasCheck<Always, "a", "special">];
    let Forms = [
      Form<"multimem.st.async.release.scope{.ss}.type  [a], b",
           [Set<"type", "b8 b16 b32 b64 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64">], [], [],
           [Src<"b", "type", WiderCases>]>
    ];
  }
  def multimem_red_async
      : Instruction<"multimem.red.async", "9.7.14.8@9.3",
                    "asynchronous reduction at a multimem address"> {
    let Async = [AsyncAs<MultimemAccess>];
    let PtxasChecks = [PtxasCheck<Always, "b", "sum component function">, PtxasCheck<Always, "a", "special">];
    let Forms = [
      Form<"multimem.red.async.release.scope{.ss}.add.type  [a], b", [Set<"type", "u32 s32 u64">],
           [], [], [Src<"b", "type">]>
    ];
  }
}
