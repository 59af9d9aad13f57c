// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores. (Manual 9.7.9.8 to 9.7.9.11)

include "ptx/Isa/InstructionBase.td"

defvar MemoryTypes =
    Set<"type", "b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64">;
defvar MemorySets = [
  MemoryTypes,
  Set<"vec", "v2 v4 v8">,
  Set<"level::cache_hint", "L2::cache_hint">,
  Set<"level1::eviction_priority",
      "L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate">,
  Set<"level2::eviction_priority", "L2::evict_normal L2::evict_first L2::evict_last">
];
defvar Scopes = Set<"scope", "cta cluster gpu sys">;
defvar PrefetchSizes = Set<"level::prefetch_size", "L2::64B L2::128B L2::256B">;
defvar VolatileSpaces = Set<"ss", "global local shared shared::cta shared::cluster">;
defvar OrderedSpaces = Set<"ss", "global shared shared::cta shared::cluster">;

// `ptxas` rejects loads and stores of textures, samplers and surfaces.
class DataAddr<string name, string spaces> : Addr<name, spaces> {
  let AlsoTaken = "special";
  let Holds = "d";
}
class StoreDataAddr<string name, string spaces> : DataAddr<name, spaces> {
  let Stores = 1;
  let Holds = "b";
}
class DataDst<string name> : Dst<name, "type+"> { let FollowsVec = 1; }
// 256-bit accesses can omit elements; the semantic checks verify this.
class DataSrc<string name> : Src<name, "type+"> { let FollowsVec = 1; }

// 256-bit accesses.
defvar Wide = Any<[
  All<[Has<"v8">, Has<"b32 u32 s32 f32">]>, All<[Has<"v4">, Has<"b64 u64 s64 f64">]>
]>;
// Accesses of more than 256 bits, or vectors of 8 that the manual does not have.
defvar VectorOf8 = [
  Implies<Has<"v8">, Not<Has<"b64 u64 s64 f64">>>,
  ManualImplies<Has<"v8">, Has<"b32 u32 s32 f32">>
];
defvar GlobalOrGeneric = Any<[Not<Given<"ss">>, Has<"global">]>;

defvar VectorRules = VectorOf8 # [
  Implies<Has<"b128">, Not<Given<"vec">>>,
  Implies<Wide, GlobalOrGeneric>
];
defvar CacheRules = [
  Implies<Given<"level1::eviction_priority">, GlobalOrGeneric>,
  Implies<Given<"level2::eviction_priority">, Wide>,
  Implies<Given<"level::cache_hint">, GlobalOrGeneric>,
  Implies<Given<"level::cache_hint">, Given<"cache-policy">>,
  Implies<Given<"cache-policy">, Given<"level::cache_hint">>
];

defvar MemoryGates = [
  ManualWhen<Has<"f64">, "1.0", DoublePrecision>,
  When<Has<"b128">, "8.3", sm_70_up>,
  When<All<[Has<"b128">, Has<"sys">]>, "8.4">,
  When<Wide, "8.8", sm_100_up>,
  When<Not<Given<"ss">>, "2.0", sm_20_up>,
  When<Given<"cop">, "2.0", sm_20_up>,
  When<Has<"weak">, "6.0", sm_70_up>,
  When<Has<"cluster">, "7.8", sm_90_up>,
  When<Has<"shared::cta">, "7.8">,
  ManualWhen<Has<"shared::cta">, "7.8", sm_30_up>,
  When<Has<"shared::cluster">, "7.8", sm_90_up>,
  When<Has<"param::entry param::func">, "8.3">,
  When<Given<"level1::eviction_priority">, "7.4", sm_70_up>,
  When<Given<"level2::eviction_priority">, "8.8", sm_100_up>,
  When<Given<"level::cache_hint">, "7.4", sm_80_up>
];
defvar PrefetchGates = [
  When<Given<"level::prefetch_size">, "7.4", sm_75_up>,
  When<Has<"L2::256B">, "7.4", sm_80_up>
];

def ld : Instruction<"ld", "9.7.9.8", "load from memory"> {
  let Does = Load;
  let Traits = [TakesElement];
  let Effects = [OrdersMemory<Has<"acquire">>, ResultVaries<Has<"volatile relaxed">>];
  let Sets = MemorySets # [
    Set<"ss", "const global local param param::entry param::func shared shared::cta "
              "shared::cluster">,
    Set<"cop", "ca cg cs lu cv">, PrefetchSizes, Scopes
  ];
  let Forms = [
    Form<"ld{.weak}{.ss}{.cop}{.level::cache_hint}{.level::prefetch_size}{.vec}.type "
         "d, [a]{.unified}{, cache-policy}">,
    Form<"ld{.weak}{.ss}{.level1::eviction_priority}{.level2::eviction_priority}"
         "{.level::cache_hint}{.level::prefetch_size}{.vec}.type "
         "d, [a]{.unified}{, cache-policy}">,
    Form<"ld.volatile{.ss}{.level::prefetch_size}{.vec}.type  d, [a]", [VolatileSpaces],
         [Since<"1.1">, When<Has<"local">, "9.1">]>,
    Form<"ld.relaxed.scope{.ss}{.level1::eviction_priority}{.level2::eviction_priority}"
         "{.level::cache_hint}{.level::prefetch_size}{.vec}.type "
         "d, [a]{, cache-policy}", [OrderedSpaces], [Since<"6.0", sm_70_up>]>,
    Form<"ld.acquire.scope{.ss}{.level1::eviction_priority}{.level2::eviction_priority}"
         "{.level::cache_hint}{.level::prefetch_size}{.vec}.type "
         "d, [a]{, cache-policy}", [OrderedSpaces], [Since<"6.0", sm_70_up>]>,
    Form<"ld.mmio.sem.sys{.global}.type  d, [a]", [Set<"sem", "relaxed acquire">],
         [Since<"8.2", sm_70_up>, When<Has<"acquire">, "9.3", sm_75_up>], [],
         [DataAddr<"a", "global">, Dst<"d", "type+", InBracesOrNot>]>,
    Form<"ld{.global}.type.proxy::readonly  d, [a]", [], [Since<"9.4", sm_90_up>],
         [PtxasImplies<Always, Not<Has<"b128">>>],
         [DataAddr<"a", "global">, Dst<"d", "type+", InBracesOrNot>]>,
    // `ptxas` also accepts vectors.
    UndocumentedForm<"ld{.global}{.vec}.type.proxy::readonly  d, [a]{.unified}", [],
         [Since<"9.4", sm_90_up>], [Implies<Always, Not<Has<"b128">>>], [DataAddr<"a", "global">]>,
    // For 256-bit accesses, `ptxas` accepts both kinds of hints, and hints of volatile loads.
    UndocumentedForm<"ld{.weak}{.ss}.cop.level2::eviction_priority{.level::cache_hint}"
                     "{.level::prefetch_size}.vec.type  d, [a]{.unified}{, cache-policy}">,
    UndocumentedForm<"ld.volatile{.ss}.level2::eviction_priority{.level::prefetch_size}.vec.type "
                     "d, [a]{.unified}", [VolatileSpaces]>
  ];
  let Operands = [DataDst<"d">, DataAddr<"a", "ss">, Src<"cache-policy", "u64">];
  let Rules = VectorRules # CacheRules #
              [Implies<Given<"level::prefetch_size">, GlobalOrGeneric>,
               Implies<Given<"unified">, GlobalOrGeneric>];
  let Gates = MemoryGates # PrefetchGates # [
    ManualWhen<All<[Not<Given<"ss">>, Given<"unified">]>, "8.0", sm_90_up>,
    ManualWhen<All<[Has<"global">, Given<"unified">]>, "8.0", sm_90_up>
  ];
}

def ld_nc : Instruction<"ld", "9.7.9.9", "load from read-only global memory (non-coherent)"> {
  let Does = Load;
  let Traits = [LoadsUnwritten, TakesElement];
  let Sets = MemorySets # [Set<"cop", "ca cg cs">, PrefetchSizes];
  let Forms = [
    Form<"ld.global{.cop}.nc{.level::cache_hint}{.level::prefetch_size}{.vec}.type "
         "d, [a]{, cache-policy}">,
    Form<"ld.global.nc{.level1::eviction_priority}{.level2::eviction_priority}"
         "{.level::cache_hint}{.level::prefetch_size}{.vec}.type "
         "d, [a]{, cache-policy}">,
    UndocumentedForm<"ld.global.cop.nc.level2::eviction_priority{.level::cache_hint}"
                     "{.level::prefetch_size}.vec.type  d, [a]{, cache-policy}">,
    UndocumentedForm<"ld.global.nc{.vec}.type.proxy::readonly  d, [a]", [],
         [Since<"9.4", sm_90_up>], [Implies<Always, Not<Has<"b128">>>]>
  ];
  let Operands = [DataDst<"d">, DataAddr<"a", "global">, Src<"cache-policy", "u64">];
  let Rules = VectorOf8 # [
    Implies<Has<"b128">, Not<Given<"vec">>>,
    Implies<Given<"level2::eviction_priority">, Wide>,
    Implies<Given<"level::cache_hint">, Given<"cache-policy">>,
    Implies<Given<"cache-policy">, Given<"level::cache_hint">>
  ];
  let Gates = PrefetchGates # [
    Since<"3.1", sm_32_up>,
    When<Has<"b128">, "8.3", sm_70_up>,
    When<Wide, "8.8", sm_100_up>,
    When<Given<"level1::eviction_priority">, "7.4", sm_70_up>,
    When<Given<"level2::eviction_priority">, "8.8", sm_100_up>,
    When<Given<"level::cache_hint">, "7.4", sm_80_up>
  ];
}

def ldu : Instruction<"ldu", "9.7.9.10", "load from an address that is uniform in the warp"> {
  let Does = LoadUniform;
  let Traits = [TakesElement];
  let Forms = [
    Form<"ldu{.ss}{.vec}.type  d, [a]", [MemoryTypes, Set<"ss", "global">, Set<"vec", "v2 v4">],
         [
           Since<"2.0", sm_20_up>,
           When<Has<"b128">, "8.3", sm_70_up>
         ],
         [
           Implies<Has<"b128">, Not<Given<"vec">>>,
           Implies<Has<"v4">, Not<Has<"b64 u64 s64 f64">>>
         ]>
  ];
  let Operands = [DataDst<"d">, DataAddr<"a", "ss">];
}

def st : Instruction<"st", "9.7.9.11", "store to memory"> {
  let Does = Store;
  let Traits = [TakesElement];
  let Sets = MemorySets # [
    Set<"ss", "global local param param::func shared shared::cta shared::cluster">,
    Set<"cop", "wb cg cs wt">, Scopes
  ];
  let Forms = [
    Form<"st{.weak}{.ss}{.cop}{.level::cache_hint}{.vec}.type  [a], b{, cache-policy}">,
    Form<"st{.weak}{.ss}{.level1::eviction_priority}{.level2::eviction_priority}"
         "{.level::cache_hint}{.vec}.type  [a], b{, cache-policy}">,
    Form<"st.volatile{.ss}{.vec}.type  [a], b", [VolatileSpaces],
         [Since<"1.1">, When<Has<"local">, "9.1">]>,
    Form<"st.relaxed.scope{.ss}{.level1::eviction_priority}{.level2::eviction_priority}"
         "{.level::cache_hint}{.vec}.type  [a], b{, cache-policy}", [OrderedSpaces],
         [Since<"6.0", sm_70_up>]>,
    Form<"st.release.scope{.ss}{.level1::eviction_priority}{.level2::eviction_priority}"
         "{.level::cache_hint}{.vec}.type  [a], b{, cache-policy}", [OrderedSpaces],
         [Since<"6.0", sm_70_up>]>,
    Form<"st.mmio.sem.sys{.global}.type  [a], b", [Set<"sem", "relaxed release">],
         [Since<"8.2", sm_70_up>, When<Has<"release">, "9.3", sm_75_up>], [],
         [StoreDataAddr<"a", "global">, Src<"b", "type+", InBracesOrNot>]>,
    UndocumentedForm<"st{.weak}{.ss}.cop.level2::eviction_priority{.level::cache_hint}.vec.type "
                     "[a], b{, cache-policy}">,
    UndocumentedForm<"st.volatile{.ss}.level2::eviction_priority.vec.type  [a], b",
                     [VolatileSpaces]>
  ];
  let Operands = [DataSrc<"b">, StoreDataAddr<"a", "ss">, Src<"cache-policy", "u64">];
  let Rules = VectorRules # CacheRules;
  let Gates = MemoryGates;
}
