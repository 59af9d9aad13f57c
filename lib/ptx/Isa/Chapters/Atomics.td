// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic operations and reductions in memory. (Manual 9.7.13.5 to 9.7.13.7)

include "ptx/Isa/Chapters/VectorBase.td"

defvar AtomicSpaces = Set<"space", "global shared shared::cta shared::cluster">;
defvar AtomicGates = [
  When<Given<"scope">, "5.0", sm_60_up>,
  When<Given<"sem">, "6.0", sm_70_up>,
  When<Has<"cluster">, "7.8", sm_90_up>,
  When<Not<Given<"space">>, "2.0", sm_20_up>,
  When<Has<"shared">, "1.2", sm_12_up>,
  When<Has<"shared::cta">, "7.8">, ManualWhen<Has<"shared::cta">, "7.8", sm_30_up>,
  When<Has<"shared::cluster">, "7.8", sm_90_up>,
  When<Has<"b64 u64 s64">, "1.2", sm_12_up>,
  When<All<[Has<"shared">, Has<"b64 u64 s64">]>, "2.0", sm_20_up>,
  When<All<[Has<"and or xor min max">, Has<"b64 u64 s64">]>, "3.1", sm_32_up>,
  When<Has<"f32">, "2.0", sm_20_up>,
  When<Has<"f64">, "5.0", sm_60_up>,
  When<Given<"level::cache_hint">, "7.4", sm_80_up>
];
// The types of each operation.
defvar OperationRules = [
  Implies<Has<"and or xor exch">, Has<"b32 b64">>,
  Implies<Has<"add">, Has<"u32 s32 u64 f32 f64">>,
  Implies<Has<"inc dec">, Has<"u32">>,
  Implies<Has<"min max">, Has<"u32 s32 u64 s64">>
];
defvar AtomicCacheRules = [
  Implies<Given<"level::cache_hint">, Any<[Not<Given<"space">>, Has<"global">]>>,
  Implies<Given<"level::cache_hint">, Given<"cache-policy">>,
  Implies<Given<"cache-policy">, Given<"level::cache_hint">>
];
defvar HalfGates = [
  Since<"6.2", sm_60_up>, When<Has<"f16">, "6.3", sm_70_up>,
  When<Has<"bf16 bf16x2">, "7.8", sm_90_up>
];

// Registers for the elements: packed elements are in bit registers.
defvar VectorCases = [
  Case<Has<"f16">, 0, "f16">, Case<Has<"bf16">, 0, "bf16">, Case<Has<"f16x2">, 0, "f16x2">,
  Case<Has<"bf16x2">, 0, "bf16x2">, Case<Always>
];
// Vectors of the length of `.vec`, in global memory.
class AtomicDst<string name, string type> : SinkDst<name, type, VectorCases> { let FollowsVec = 1; }
class AtomicSrc<string name, string type> : Src<name, type, VectorCases> {
  let FollowsVec = 1;
  let Typed = !ne(type, "f32");
}
// The accessed object is as wide as `b`.
class AtomicAddr<string name, string spaces> : StoreAddr<name, spaces> { let Holds = "b"; }
class VectorSources<string type> {
  list<Operand> are = [AtomicAddr<"a", "global">, AtomicSrc<"b", type>];
}
class VectorOperands<string type> {
  list<Operand> are = !listconcat(VectorSources<type>.are, [AtomicDst<"d", type>]);
}

// An unused result is `_`.
def atom : Instruction<"atom", "9.7.13.5", "atomic read-modify-write"> {
  let Does = Atomic;
  let Traits = [AccessesAtomically];
  let Sets = [
    Set<"sem", "relaxed acquire release acq_rel">, Set<"scope", "cta cluster gpu sys">,
    AtomicSpaces, Set<"level::cache_hint", "L2::cache_hint">
  ];
  let Forms = [
    Form<"atom{.sem}{.scope}{.space}.op{.level::cache_hint}.type  d, [a], b{, cache-policy}",
         [Set<"op", "and or xor exch add inc dec min max">,
          Set<"type", "b32 b64 u32 u64 s32 s64 f32 f64">], [Since<"1.1", sm_11_up>],
         OperationRules>,
    UndocumentedForm<"atom{.sem}{.scope}{.space}.op.type  d, [a], b, c",
                     [Set<"op", "and or xor exch">, Set<"type", "b32">], [Since<"1.1", sm_11_up>],
                     [], [Reg<"c", "type">]>,
    Form<"atom{.sem}{.scope}{.space}.cas.type  d, [a], b, c", [Set<"type", "b16 b32 b64 b128">],
         [Since<"1.1", sm_11_up>, When<Has<"b16">, "6.3", sm_70_up>,
          When<Has<"b128">, "8.3", sm_90_up>, When<All<[Has<"b128">, Has<"sys">]>, "8.4">]>,
    Form<"atom{.sem}{.scope}{.space}.exch{.level::cache_hint}.b128  d, [a], b{, cache-policy}", [],
         [Since<"8.3", sm_90_up>, When<Has<"sys">, "8.4">], [], [SinkDst<"d", "b128">]>,
    Form<"atom{.sem}{.scope}{.space}.add.noftz{.level::cache_hint}.type  "
         "d, [a], b{, cache-policy}",
         [Set<"type", "f16 f16x2 bf16 bf16x2">], HalfGates>,
    Form<"atom{.sem}{.scope}{.space}.add.noftz{.level::cache_hint}.f32  "
         "d, [a], b{, cache-policy}", [], [Since<"9.4", sm_90_up>], [],
         [SinkDst<"d", "f32">, Src<"b", "f32">]>,
    Form<"atom{.sem}{.scope}{.global}.add{.noftz}{.level::cache_hint}.vec.f32  "
         "d, [a], b{, cache-policy}", [Set<"vec", "v2 v4">],
         [Since<"8.1", sm_90_up>, When<Has<"noftz">, "9.4">], [], VectorOperands<"f32">.are>,
    Form<"atom{.sem}{.scope}{.global}.op.noftz{.level::cache_hint}.vec.type  "
         "d, [a], b{, cache-policy}",
         [Set<"op", "add min max">, Set<"vec", "v2 v4 v8">, Set<"type", "f16 bf16">],
         [Since<"8.1", sm_90_up>], [], VectorOperands<"type">.are>,
    Form<"atom{.sem}{.scope}{.global}.op.noftz{.level::cache_hint}.vec.type  "
         "d, [a], b{, cache-policy}",
         [Set<"op", "add min max">, Set<"vec", "v2 v4">, Set<"type", "f16x2 bf16x2">],
         [Since<"8.1", sm_90_up>], [], VectorOperands<"type">.are>
  ];
  let Operands = [SinkDst<"d", "type">, AtomicAddr<"a", "space">, Src<"cache-policy", "u64">];
  let PtxasChecks = NumberFirstChecks;
  let Gates = AtomicGates;
  let Rules = AtomicCacheRules;
}

// `ptxas` accepts `_` in place of the address.
class ReducedAddr<string name, string spaces> : AtomicAddr<name, spaces> {
  let AlsoTaken = "sink special object";
}

def red : Instruction<"red", "9.7.13.6", "atomic reduction without a result"> {
  let Does = Reduction;
  let Traits = [AccessesAtomically];
  let Sets = [
    Set<"sem", "relaxed release">, Set<"scope", "cta cluster gpu sys">, AtomicSpaces,
    Set<"level::cache_hint", "L2::cache_hint">
  ];
  let Forms = [
    Form<"red{.sem}{.scope}{.space}.op{.level::cache_hint}.type  [a], b{, cache-policy}",
         [Set<"op", "and or xor add inc dec min max">,
          Set<"type", "b32 b64 u32 u64 s32 s64 f32 f64">], [Since<"1.2", sm_11_up>],
         [
           Implies<Has<"and or xor">, Has<"b32 b64">>,
           Implies<Has<"add">, Has<"u32 s32 u64 f32 f64">>,
           Implies<Has<"inc dec">, Has<"u32">>,
           Implies<Has<"min max">, Has<"u32 s32 u64 s64">>
         ], [Src<"b", "type">]>,
    Form<"red{.sem}{.scope}{.space}.add.noftz{.level::cache_hint}.type  [a], b{, cache-policy}",
         [Set<"type", "f16 f16x2 bf16 bf16x2">], HalfGates, [], [Reg<"b", "type">]>,
    Form<"red{.sem}{.scope}{.space}.add.noftz{.level::cache_hint}.f32  [a], b{, cache-policy}", [],
         [Since<"9.4", sm_90_up>], [], [Src<"b", "f32">]>,
    Form<"red{.sem}{.scope}{.global}.add{.noftz}{.level::cache_hint}.vec.f32  [a], b{, cache-policy}",
         [Set<"vec", "v2 v4">], [Since<"8.1", sm_90_up>, When<Has<"noftz">, "9.4">], [],
         VectorSources<"f32">.are>,
    Form<"red{.sem}{.scope}{.global}.op.noftz{.level::cache_hint}.vec.type  "
         "[a], b{, cache-policy}",
         [Set<"op", "add min max">, Set<"vec", "v2 v4 v8">, Set<"type", "f16 bf16">],
         [Since<"8.1", sm_90_up>], [], VectorSources<"type">.are>,
    Form<"red{.sem}{.scope}{.global}.op.noftz{.level::cache_hint}.vec.type  "
         "[a], b{, cache-policy}",
         [Set<"op", "add min max">, Set<"vec", "v2 v4">, Set<"type", "f16x2 bf16x2">],
         [Since<"8.1", sm_90_up>], [], VectorSources<"type">.are>
  ];
  let Operands = [ReducedAddr<"a", "space">, Src<"cache-policy", "u64">];
  let PtxasChecks = NumberFirstChecks;
  let Gates = AtomicGates;
  let Rules = AtomicCacheRules;
}

// A generic address `ptxas` moves into a register of 32 bits.
def CountedAddr : Addr<"mbar", "ss", [Range<Not<Given<"ss">>, 32, 64>, Case<Always>]>;
def ReducedLaterAddr : StoreMovedAddr<"a", "ss"> { let Holds = "b"; }

def red_async : Instruction<"red.async", "9.7.13.7", "asynchronous reduction at shared memory of the cluster"> {
  let Does = Reduction;
  let Async = [AsyncAs<RemoteStore, Has<"mbarrier::complete_tx::bytes">>];
  let Forms = [
    Form<"red.async.sem.scope{.ss}.completion_mechanism.op.type  [a], b, [mbar]",
         [Set<"sem", "relaxed">, Set<"scope", "cluster">, Set<"ss", "shared::cluster">,
          Set<"completion_mechanism", "mbarrier::complete_tx::bytes">,
          Set<"op", "inc dec min max and or xor add">, Set<"type", "u32 s32 b32 u64">],
         [Since<"8.1", sm_90_up>],
         [
           Implies<Has<"inc dec">, Has<"u32">>,
           Implies<Has<"min max">, Has<"u32 s32">>,
           Implies<Has<"and or xor">, Has<"b32">>,
           Implies<Has<"add">, Has<"u32 s32 u64">>
         ], [ReducedLaterAddr, CountedAddr, Src<"b", "type">]>,
    Form<"red.async{.mmio}.sem.scope{.ss}.add.type  [a], b",
         [Set<"sem", "release">, Set<"scope", "gpu sys">, Set<"ss", "global">,
          Set<"type", "u32 s32 u64 s64">],
         [Since<"8.7", sm_100_up>], ImpliesFrom<"13.1", Has<"mmio">, Has<"sys">>.rules,
         [ReducedLaterAddr, Src<"b", "type">]>,
    // `ptxas` accepts other operations in global memory, and others without an mbarrier object.
    UndocumentedForm<"red.async{.mmio}.sem.scope{.ss}{.completion_mechanism}.op.type "
                     "[a], b{, [mbar]}",
         [Set<"sem", "relaxed release">, Set<"scope", "cluster gpu sys">,
          Set<"ss", "global shared::cluster">,
          Set<"completion_mechanism", "mbarrier::complete_tx::bytes">,
          Set<"op", "inc dec min max and or xor add">, Set<"type", "u32 s32 b32 u64 s64">],
         [Since<"8.1", sm_90_up>, When<Has<"gpu sys">, "8.7", sm_100_up>],
         [
           Implies<Has<"inc dec">, Has<"u32">>,
           Implies<Has<"min max">, Has<"u32 s32">>,
           Implies<Has<"and or xor">, Has<"b32">>,
           Implies<Has<"add">, Not<Has<"b32">>>,
           Implies<Has<"release mmio">, Has<"gpu sys">>,
           Implies<All<[PtxasFrom<"13.1">, Has<"mmio">]>, Has<"sys">>,
           Implies<Has<"cluster">, All<[Given<"completion_mechanism">, Not<Has<"global">>]>>,
           Implies<Has<"gpu sys">, Not<Any<[Given<"completion_mechanism">, Has<"shared::cluster">]>>>,
           Implies<Given<"mbar">, All<[Has<"gpu sys">, Given<"ss">]>>
         ], [ReducedLaterAddr, Addr<"mbar", "shared::cluster generic">, Src<"b", "type">]>,
    UndocumentedForm<"red.async.sem.scope{.ss}.completion_mechanism.add.type  [a], b, [mbar]",
                     [Set<"sem", "relaxed">, Set<"scope", "cluster">, Set<"ss", "shared::cluster">,
                      Set<"completion_mechanism", "mbarrier::complete_tx::bytes">,
                      Set<"type", "s64">],
                     [Since<"8.1", sm_90_up>], [],
                     [ReducedLaterAddr, CountedAddr, Src<"b", "type">]>
  ];
  let PtxasChecks = [
    PtxasCheck<All<[Has<"release">, Not<All<[Has<"mmio">, Has<"gpu">]>>]>,
               "b", "sum component function">,
    PtxasCheck<Not<Given<"ss">>, "mbar", "object">
  ];
}
