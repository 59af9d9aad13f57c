// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations on mbarrier objects. (Manual 9.7.13.15)

include "ptx/Isa/Chapters/BulkCopyBase.td"

// A state, or `_` if it is unused. Only mbarrier.arrive got `_` in a later version, not
// mbarrier.arrive_drop.
def SinkGate : When<Not<Register<"state">>, "7.1">;
class StateDst<string name> : SinkDst<name, "u64">;
class CountWithin<string what, string rule, int least>
    : Within<LimitsMbarrierCount, what, rule, least, 0xFFFFF>;
// The number of arriving threads. `ptxas` accepts vectors.
class ArrivalCount<string name> : SrcIn<name, "u32", 1, Unlimited> {
  let AlsoTaken = "vector";
  let Limits = [CountWithin<"the count of arrivals", "T164", 1>];
}
// Earlier releases of `ptxas` do not check literals.
def ExpectedArrivals : Src<"count", "u32", [Range<PtxasFrom<"13.1">, 1, 0xFFFFF>, Case<Always>]> {
  let Limits = [
    CountWithin<"the count of arrivals", "T156", 1>,
    Within<LimitsMbarrierCount, "the count of arrivals of `.layout::v1`", "T320", 1, 511,
           Has<"layout::v1">>
  ];
}
defvar MbarrierLayouts = Set<"layout", "layout::v0 layout::v1">;
defvar LayoutGate = When<Given<"layout">, "9.3", sm_90_up>;
def TransactionCount : Src<"txCount", "u32"> {
  let Limits = [CountWithin<"the count of bytes", "T160", 0>];
}
// The object is in shared memory, with a generic address or not. `ptxas` accepts neither variables
// of other spaces nor special registers.
class ObjectAddr<string spaces> : Addr<"addr", spaces> {
  let AlsoTaken = "";
  let Object = [PointedObject<"an mbarrier object", 8, "T157">];
}
def SharedCta : ObjectAddr<"shared shared::cta">;
def SharedOfCluster : ObjectAddr<"shared shared::cta shared::cluster">;

let Gates = [Since<"7.0", sm_80_up>, When<Has<"shared::cta">, "7.8">] in {
  def mbarrier_init : Instruction<"mbarrier.init", "9.7.13.15.9", "initialize an mbarrier object"> {
    let Async = [AsyncAs<MbarrierInit>];
    let Forms = [
      Form<"mbarrier.init{.layout}{.shared{::cta}}.b64  [addr], count", [MbarrierLayouts],
           [LayoutGate]>
    ];
    let Operands = [SharedCta, ExpectedArrivals];
  }
  def mbarrier_inval : Instruction<"mbarrier.inval", "9.7.13.15.10", "invalidate an mbarrier object"> {
    let Async = [AsyncAs<MbarrierInval>];
    let Forms = [Form<"mbarrier.inval{.shared{::cta}}.b64  [addr]">];
    let Operands = [SharedCta];
  }
}

let Sets = [
      Set<"sem", "relaxed">, Set<"scope", "cta cluster">,
      Set<"space", "shared shared::cta shared::cluster">
    ],
    Operands = [SharedOfCluster, TransactionCount], PtxasChecks = WideMaskChecks<"ctaMask">.are,
    Gates = [Since<"8.0", sm_90_up>] in {
  def mbarrier_expect_tx
      : Instruction<"mbarrier.expect_tx", "9.7.13.15.11", "increase the expected transaction count"> {
    let Async = [AsyncAs<MbarrierExpect>];
    let Forms = [
      Form<"mbarrier.expect_tx{.sem.scope}{.space}.b64  [addr], txCount">,
      Form<"mbarrier.expect_tx{.sem.scope}{.shared::cluster}.multicast::cluster::32b.b64 "
           "[addr], txCount, ctaMask", [], [Since<"9.4", FamilyOf107>], [], [WideCtaMask]>
    ];
  }
  def mbarrier_complete_tx
      : Instruction<"mbarrier.complete_tx", "9.7.13.15.12", "complete bytes of the transaction count"> {
    let Async = [AsyncAs<MbarrierComplete>];
    let Forms = [
      Form<"mbarrier.complete_tx{.sem.scope}{.space}.b64  [addr], txCount">,
      Form<"mbarrier.complete_tx{.sem.scope}{.shared::cluster}.multicast::cluster::32b.b64 "
           "[addr], txCount, ctaMask", [], [Since<"9.4", FamilyOf107>], [], [WideCtaMask]>
    ];
  }
}

// The requirements of `.sem`, `.scope` and the space.
defvar MbarrierGates = [
  When<Has<"shared::cta">, "7.8">,
  When<Given<"sem">, "8.0">,
  When<Has<"relaxed">, "8.6", sm_90_up>,
  When<Has<"cluster">, "8.0", sm_90_up>
];

let Sets = [Set<"sem", "release relaxed">, Set<"scope", "cta cluster">],
    Operands = [
      Operand<"_", "sink", "">, SharedCta, StateDst<"state">, ArrivalCount<"count">,
      TransactionCount
    ],
    PtxasChecks = WideMaskChecks<"ctaMask">.are,
    Gates = MbarrierGates in {
  def mbarrier_arrive
      : Instruction<"mbarrier.arrive", "9.7.13.15.13", "arrive at an mbarrier object"> {
    let Async = [AsyncAs<MbarrierArrive>];
    let Effects = [OrdersMemory<>];
    let Forms = [
      Form<"mbarrier.arrive{.sem.scope}{.shared{::cta}}.b64  state, [addr]{, count}", [],
           [Since<"7.0", sm_80_up>, When<Given<"count">, "7.8", sm_90_up>, SinkGate]>,
      Form<"mbarrier.arrive{.sem.scope}{.shared::cluster}.b64  _, [addr]{, count}", [],
           [Since<"8.0", sm_90_up>], [], [SharedOfCluster]>,
      Form<"mbarrier.arrive{.sem.scope}{.shared::cluster}.multicast::cluster::32b.b64 "
           "_, [addr]{, count}, ctaMask", [], [Since<"9.4", FamilyOf107>], [],
           [SharedOfCluster, WideCtaMask]>,
      Form<"mbarrier.arrive.tx{.sem.scope}{.shared::cluster}.multicast::cluster::32b.b64 "
           "_, [addr], txCount, ctaMask", [MnemonicSuffix<"tx", "expect_tx">],
           [Since<"9.4", FamilyOf107>], [], [SharedOfCluster, WideCtaMask]>,
      // `ptxas` accepts a state for generic objects.
      UndocumentedForm<"mbarrier.arrive{.sem.scope}.multicast::cluster::32b.b64 "
                       "state, [addr]{, count}, ctaMask", [], [Since<"9.4", FamilyOf107>], [],
                       [SharedOfCluster, WideCtaMask]>,
      UndocumentedForm<"mbarrier.arrive.tx{.sem.scope}.multicast::cluster::32b.b64 "
                       "state, [addr], txCount, ctaMask", [MnemonicSuffix<"tx", "expect_tx">],
                       [Since<"9.4", FamilyOf107>], [], [SharedOfCluster, WideCtaMask]>,
      Form<"mbarrier.arrive.tx{.sem.scope}{.shared{::cta}}.b64  state, [addr], txCount",
           [MnemonicSuffix<"tx", "expect_tx">], [Since<"8.0", sm_90_up>]>,
      Form<"mbarrier.arrive.tx{.sem.scope}{.shared::cluster}.b64  _, [addr], txCount",
           [MnemonicSuffix<"tx", "expect_tx">], [Since<"8.0", sm_90_up>], [],
           [SharedOfCluster]>,
      Form<"mbarrier.arrive.noComplete{.release.cta}{.shared{::cta}}.b64  "
           "state, [addr], count", [],
           [Since<"7.0", sm_80_up>, When<Has<"release">, "8.0">, SinkGate]>
    ];
  }
  def mbarrier_arrive_drop
      : Instruction<"mbarrier.arrive_drop", "9.7.13.15.14", "arrive at an mbarrier object and decrement its expected arrivals"> {
    let Async = [AsyncAs<MbarrierDrop>];
    let Effects = [OrdersMemory<>];
    let Forms = [
      Form<"mbarrier.arrive_drop{.sem.scope}{.shared{::cta}}.b64  state, [addr]{, count}", [],
           [Since<"7.0", sm_80_up>, When<Given<"count">, "7.8", sm_90_up>]>,
      Form<"mbarrier.arrive_drop{.sem.scope}{.shared::cluster}.b64  _, [addr]{, count}", [],
           [Since<"8.0", sm_90_up>], [], [SharedOfCluster]>,
      Form<"mbarrier.arrive_drop{.sem.scope}{.shared::cluster}.multicast::cluster::32b.b64 "
           "_, [addr]{, count}, ctaMask", [], [Since<"9.4", FamilyOf107>], [],
           [SharedOfCluster, WideCtaMask]>,
      Form<"mbarrier.arrive_drop.tx{.sem.scope}{.shared::cluster}.multicast::cluster::32b.b64 "
           "_, [addr], txCount, ctaMask", [MnemonicSuffix<"tx", "expect_tx">],
           [Since<"9.4", FamilyOf107>], [], [SharedOfCluster, WideCtaMask]>,
      UndocumentedForm<"mbarrier.arrive_drop{.sem.scope}.multicast::cluster::32b.b64 "
                       "state, [addr]{, count}, ctaMask", [], [Since<"9.4", FamilyOf107>], [],
                       [SharedOfCluster, WideCtaMask]>,
      UndocumentedForm<"mbarrier.arrive_drop.tx{.sem.scope}.multicast::cluster::32b.b64 "
                       "state, [addr], txCount, ctaMask", [MnemonicSuffix<"tx", "expect_tx">],
                       [Since<"9.4", FamilyOf107>], [], [SharedOfCluster, WideCtaMask]>,
      Form<"mbarrier.arrive_drop.tx{.sem.scope}{.shared{::cta}}.b64  state, [addr], txCount",
           [MnemonicSuffix<"tx", "expect_tx">], [Since<"8.0", sm_90_up>]>,
      Form<"mbarrier.arrive_drop.tx{.sem.scope}{.shared::cluster}.b64  _, [addr], txCount",
           [MnemonicSuffix<"tx", "expect_tx">], [Since<"8.0", sm_90_up>], [],
           [SharedOfCluster]>,
      Form<"mbarrier.arrive_drop.noComplete{.release.cta}{.shared{::cta}}.b64  "
           "state, [addr], count", [],
           [Since<"7.0", sm_80_up>, When<Has<"release">, "8.0">]>
    ];
  }
}

// The phase of the test, and the report of the operations of a primary one. (Manual of PTX 9.3,
// 9.7.14.16.19)
defvar PhaseGate = When<Given<"phase_type">, "9.3", sm_90_up>;
defvar PrimaryPhase = Set<"phase_type", "phase_type::primary">;
defvar EitherPhase = Set<"phase_type", "phase_type::primary phase_type::conditional">;
// `ptxas` accepts a literal.
def AnyReportValue : Operand<"reportValue", "register immediate", "b8"> { let Written = 1; }
defvar ByParity = MnemonicSuffix<"by", "parity">;
class WaitForms<string mnemonic, string hint, list<When> gates, list<When> parityGates,
                list<Operand> operands> {
  list<Form> are = [
    Form<mnemonic#"{.phase_type}{.sem.scope}{.shared{::cta}}.b64  waitComplete, [addr], state"#hint,
         [PrimaryPhase], gates # [PhaseGate], [], operands>,
    Form<mnemonic#".by{.phase_type}{.sem.scope}{.shared{::cta}}.b64  "
         "waitComplete, [addr], phaseParity"#hint, [ByParity, EitherPhase],
         parityGates # [PhaseGate], [], operands>,
    Form<mnemonic#".phase_type::primary{.sem.scope}{.shared{::cta}}.b64  "
         "waitComplete|reportPredicate{, reportValue}, [addr], state"#hint, [],
         [Since<"9.3", sm_90_up>], [], operands>,
    Form<mnemonic#".by.phase_type::primary{.sem.scope}{.shared{::cta}}.b64  "
         "waitComplete|reportPredicate{, reportValue}, [addr], phaseParity"#hint, [ByParity],
         [Since<"9.3", sm_90_up>], [], operands>,
    // `ptxas` accepts a value of the report without its predicate, and with it any parity.
    UndocumentedForm<mnemonic#".phase_type::primary{.sem.scope}{.shared{::cta}}.b64  "
                     "waitComplete[|reportPredicate], reportValue, [addr], state"#hint, [],
                     [Since<"9.3", sm_90_up>], [], operands # [AnyReportValue]>,
    UndocumentedForm<mnemonic#".by.phase_type::primary{.sem.scope}{.shared{::cta}}.b64  "
                     "waitComplete[|reportPredicate], reportValue, [addr], phaseParity"#hint,
                     [ByParity], [Since<"9.3", sm_90_up>], [],
                     operands # [AnyReportValue, Src<"phaseParity", "u32">]>
  ];
}

let Sets = [Set<"sem", "acquire relaxed">, Set<"scope", "cta cluster">],
    Operands = [
      PredDst<"waitComplete">, Dst<"reportValue", "b8">, SharedCta, Src<"state", "u64">,
      SrcIn<"phaseParity", "u32", 0, 1>
    ],
    Gates = MbarrierGates in {
  def mbarrier_test_wait
      : Instruction<"mbarrier.test_wait", "9.7.13.15.16", "test whether a phase is complete"> {
    let Async = [AsyncAs<MbarrierWait>];
    let Effects = [OrdersMemory<>];
    let Forms = WaitForms<"mbarrier.test_wait", "", [Since<"7.0", sm_80_up>],
                          [Since<"7.1", sm_80_up>], []>.are;
  }
  def mbarrier_try_wait
      : Instruction<"mbarrier.try_wait", "9.7.13.15.16", "wait for a phase, suspending up to a time limit"> {
    let Async = [AsyncAs<MbarrierWait>];
    let Effects = [OrdersMemory<>];
    let Forms = WaitForms<"mbarrier.try_wait", "{, suspendTimeHint}", [Since<"7.8", sm_90_up>],
                          [Since<"7.8", sm_90_up>], [Src<"suspendTimeHint", "u32">]>.are;
  }
}

// A generic address, for which `ptxas` accepts variables of other spaces that have one.
class MovedObject<string name> : MovedAddr<name, "shared"> { let AlsoTaken = "special symbol"; }

def cp_async_mbarrier
    : Instruction<"cp.async.mbarrier.arrive", "9.7.13.15.15", "make an mbarrier track the preceding cp.async operations"> {
  let Async = [AsyncAs<CopyArrive>];
  let Forms = [
    Form<"cp.async.mbarrier.arrive{.noinc}.shared{::cta}.b64  [addr]", [], [], [],
         [Addr<"addr", "shared">]>,
    Form<"cp.async.mbarrier.arrive{.noinc}.b64                [addr]", [], [], [],
         [MovedObject<"addr">]>
  ];
  let Gates = [Since<"7.0", sm_80_up>, When<Has<"shared::cta">, "7.8">];
}

def mbarrier_pending_count
    : Instruction<"mbarrier.pending_count", "9.7.13.15.17", "pending arrivals of an mbarrier state"> {
  let Async = [AsyncAs<MbarrierOther>];
  let Forms = [
    Form<"mbarrier.pending_count{.layout}.b64  count, state", [Set<"layout", "layout::v0">],
         [Since<"7.0", sm_80_up>, LayoutGate]>
  ];
  let Operands = [Dst<"count", "u32">, Src<"state", "u64">];
}

// Unlike other instructions, this one accepts a special register as the address and, in the generic
// form, an address in global memory.
def TestedObject : ObjectAddr<"shared shared::cta"> { let AlsoTaken = "special symbol object"; }
def TestedSharedObject : ObjectAddr<"shared shared::cta"> { let AlsoTaken = "special object"; }
def mbarrier_check_layout
    : Instruction<"mbarrier.check_layout", "9.7.14.16.21@9.3", "test the layout of an mbarrier object"> {
  let Async = [AsyncAs<MbarrierOther>];
  let Forms = [
    Form<"mbarrier.check_layout.layout{.shared::cta}.b64  p, [addr]", [MbarrierLayouts],
         [Since<"9.3", sm_90_up>]>,
    // `ptxas` accepts the short name of the space, and ignores a scope.
    UndocumentedForm<"mbarrier.check_layout.layout{.scope}.b64  p, [addr]",
                     [MbarrierLayouts, Set<"scope", "cta cluster gpu sys">],
                     [Since<"9.3", sm_90_up>], [], [TestedObject]>,
    UndocumentedForm<"mbarrier.check_layout.layout{.scope}.shared{::cta}.b64  p, [addr]",
                     [MbarrierLayouts, Set<"scope", "cta cluster gpu sys">],
                     [Since<"9.3", sm_90_up>], [], [TestedSharedObject]>
  ];
  let Operands = [PredDst<"p">, SharedCta];
}
