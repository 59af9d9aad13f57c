// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the manual contradicts itself on instructions, or libcu++ contradicts it. `--describe --evidence` prints both places,
// and `contradictory-manual` reports modules that are legal by one of them alone. What the manual
// says of values, and not of forms, is in docs/ptxas-differences.md.

def ExclusiveTargets : Contradiction<"9.4", [tcgen05_alloc, tcgen05_dealloc], Has<"exclusive">> {
  let First = "9.7.18.7.1 names the families of sm_100f and sm_110f";
  let Second = "table 72 names the family of sm_107f";
  let Taken = "both are accepted";
  let Ptx = "9.4";
  let Targets = FamilyOf107;
}

class PackedBytesTargets<list<Instruction> about, Condition condition>
    : Contradiction<"9.4", about, condition> {
  let First = "9.7.1 names the families of sm_107f and sm_120f";
  let Second = "table 72 names that of sm_120f alone";
  let Taken = "both are accepted";
  let Ptx = "9.2";
  let Targets = FamilyOf120;
}
def PackedBytes
    : PackedBytesTargets<[add_int, sub_int, min_int, max_int, neg_int], Has<"u8x4 s8x4">>;
def MoreSaturation
    : PackedBytesTargets<[add_int], All<[Has<"sat">, Has<"u32 u16x2 s16x2">]>>;

def StochasticTargets : Contradiction<"9.4", [cvt], Has<"rs">> {
  let First = "9.7.10.24 names sm_100a, sm_103a and sm_107a for .rs";
  let Second = "table 72 names sm_100a and sm_103a";
  let Taken = "all are accepted";
  let Ptx = "8.7";
  let Targets = StochasticRoundingBefore107;
}
def FixedPointTargets : Contradiction<"9.4", [cvt], Has<"s2f6x2">> {
  let First = "9.7.10.24 names sm_107a for .s2f6x2";
  let Second = "table 72 names the other targets alone";
  let Taken = "all are accepted";
  let Ptx = "9.1";
  let Targets = FixedPointBefore107;
}

defvar FabricTensors = [fabric_try_get_tensor, fabric_try_put_tensor, fabric_try_red_tensor];
def FabricLoadMode : Contradiction<"9.4", FabricTensors, Given<"load_mode">> {
  let First = "the syntax of 9.7.11.5.7 to 9.7.11.5.9 has .tiled";
  let Second = "their examples have .tile";
  let Taken = ".tile, the only one that `ptxas` knows, is accepted";
  let NeverLegalByBoth = 1;
}
def FabricCacheHint : Contradiction<"9.4", FabricTensors, Given<"level::cache_hint">> {
  let First = "the syntax of 9.7.11.5.7 to 9.7.11.5.9 has .l2::cache_hint";
  let Second = "their examples and all other instructions have .L2::cache_hint";
  let Taken = ".L2::cache_hint, the only one that `ptxas` knows, is accepted";
  let NeverLegalByBoth = 1;
}
def FabricTensorReduction : Contradiction<"9.4", [fabric_try_red_tensor]> {
  let First = "the syntax of 9.7.11.5.9 has a type after .redOp, which it does not list";
  let Second = "its examples have none";
  let Taken = "none is accepted, as by `ptxas`";
  let NeverLegalByBoth = 1;
}

def AliasFenceSemantics
    : Contradiction<"9.4", [fence_proxy],
                    All<[Has<"alias">, Has<"acquire release">, Not<Given<"fabricProxies">>]>> {
  let First = "the syntax of 9.7.15.4 has fence.proxy.proxykind{.sem}.scope";
  let Second =
      "its text has .acquire and .release with .alias and .sys alone, and its sets .sem_alias "
      "and .scope_alias are in no syntax";
  let Taken = "fence.proxy.alias.sem.sys is accepted";
  let NeverLegalByBoth = 1;
}

def FixedPointRounding : Contradiction<"9.4", [cvt], All<[Has<"s2f6x2">, Has<"rz">]>> {
  let First = "the syntax of 9.7.10.24 has .rz for conversions to .s2f6x2";
  let Second = "none of its notes nor table 72 names a version or targets for it";
  let Taken = "it is accepted from PTX 9.4 on for sm_107a, as by `ptxas`";
  let NeverLegalByBoth = 1;
}

def HalfFromUnsigned
    : Contradiction<"9.4", [cvt],
                    All<[Has<"ue5m3x2">, Has<"f16x2">, Not<Given<"fp16x2type">>]>> {
  let First = "the syntax of 9.7.10.24 has cvt.rn.f16x2.ue5m3x2";
  let Second = "table 16 in 6.5.1 has no conversion of .ue5m3 to .f16";
  let Taken = "it is accepted";
  let NeverLegalByBoth = 1;
}

def GatherWithoutSampler
    : Contradiction<"9.4", [tld4], All<[Has<"a2d cube acube">, Not<Given<"b">>]>> {
  let First = "the syntax of 9.7.12.4 without a sampler has .2d alone";
  let Second = "its text has a sampler that is optional, and the unified mode knows none";
  let Taken = "it may be absent with each geometry";
  let NeverLegalByBoth = 1;
}

defvar LayoutsAndPhases =
    Has<"layout::v0 layout::v1 phase_type::primary phase_type::conditional">;
def MbarrierLayoutVersion
    : Contradiction<"9.4", [mbarrier_init, mbarrier_test_wait, mbarrier_try_wait,
                            mbarrier_pending_count, mbarrier_check_layout], LayoutsAndPhases> {
  let First = "1.3 lists layouts and phases of mbarrier objects under PTX 9.4";
  let Second = "13.2 and the notes of 9.7.15.16 list them under PTX 9.3";
  let Taken = "PTX 9.3 is accepted";
  let Ptx = "9.4";
}

def PairedFmaRounding
    : Contradiction<"9.4", [fma_mixed], All<[Is<"dtype2", "f32x2">, Not<Given<"rnd">>]>> {
  let First = "the syntax of 9.7.5.3 has {.rnd}";
  let Second = "its notes have no default of it";
  let Taken = "it may be absent, with a warning: `ptxas` requires it";
  let NeverLegalByBoth = 1;
}

class LibraryContradiction<list<Instruction> about, Condition condition = Always>
    : Contradiction<"9.4", about, condition> {
  let ByLibrary = 1;
}
def PullReductionTargets
    : LibraryContradiction<[fabric_try_pullred], Has<"acc::f16 acc::f32 e4m3 e5m2">> {
  let First = "9.7.11.5.4 names sm_120a and sm_121a for .acc and 8-bit types, and the families of "
              "sm_100f and sm_110f";
  let Second = "libcu++ and `ptxas` have them for the family of sm_120f, too";
  let Taken = "all are accepted";
  let Ptx = "9.3";
  let Targets = PullReductionByManual;
}
def ReadFenceScope
    : LibraryContradiction<[fence_proxy],
                           All<[Has<"sync_restrict::shared::cluster::read">, Has<"cta">]>> {
  let First = "9.7.15.4 has .sync_restrict::shared::cluster::read with .cluster alone";
  let Second = "libcu++ has it with .cta, too";
  let Taken = "both are accepted";
  let NeverLegalByBoth = 1;
}
// Contradictions where the stricter place is followed: nothing is reported.

def MixedFmaRounding : Contradiction<"9.4", [fma_mixed], Has<"f16 bf16">> {
  let First = "the syntax of 9.7.5.3 has {.rnd}";
  let Second = "its notes have no default of it, and `ptxas` 13.0 requires it";
  let Taken = "it is required";
}

def HalfFmaRounding : Contradiction<"9.4", [fma_half]> {
  let First = "the notes of 9.7.4.4 have .rn as the default";
  let Second = "its syntax has .rnd without braces, and `ptxas` 13.0 requires it";
  let Taken = "it is required";
}

def PairedFmaFactor : Contradiction<"9.4", [fma_mixed], Is<"btype2", "f32x2">> {
  let First = "the syntax of 9.7.5.3 has .f32x2 as the type of b";
  let Second = "its semantics convert b from numbers of 16 bits, like a";
  let Taken = "b is .f32x2";
}

def PairedMulRegisters : Contradiction<"9.4", [mul_mixed], Is<"atype", "f32x2">> {
  let First = "the example of 9.7.5.4 declares registers of .f32x2";
  let Second = "5.2.5.1 has .b64 registers for it";
  let Taken = ".b64 registers are required";
}

def WaitSemantics : Contradiction<"9.4", [mbarrier_test_wait, mbarrier_try_wait],
                                  All<[Has<"phase_type::primary">, Given<"sem">]>> {
  let First = "the syntax of 9.7.15.16.19 with a report has .sem and .scope one without the other";
  let Second = "its text has them together";
  let Taken = "they are required together";
}
def SparseWgmmaVersion : Contradiction<"9.4", [wgmma_mma_async_sp]> {
  let First = "table 72 names PTX 8.0";
  let Second = "9.7.17.6.3 and `ptxas` 13.0 have PTX 8.2";
  let Taken = "PTX 8.2 is required";
}
def SparseMetadata16
    : Contradiction<"9.4", [tcgen05_mma_sp, tcgen05_mma_ws_sp], Has<"kind::ti16">> {
  let First =
      "the syntax of 9.7.18.10.10.2 lacks [sp-meta-tmem] for .kind::ti16 with a collector buffer";
  let Second = "its description, the syntax without one and all other kinds have it";
  let Taken = "it is required";
}
def LookupWord : Contradiction<"9.4", [tcgen05_mma], Has<"decompress::lut::b">> {
  let First = "table 62 spells .decpmpress::lut::b";
  let Second = "9.7.18.10.10.1 has .decompress::lut::b";
  let Taken = ".decompress::lut::b is accepted";
}
def CountedReductionSemantics
    : Contradiction<"9.4", [fabric_try_red], Has<"counted::bytes">> {
  let First = "an example of 9.7.11.5.3 has neither .relaxed nor .sys";
  let Second = "its syntax and all other examples have both";
  let Taken = "they are required";
}
