// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Votes, matches and reductions in a warp. (Manual 9.7.13.8 to 9.7.13.12, 9.7.13.14)

include "ptx/Isa/InstructionBase.td"

let Sets = [Set<"mode", "all any uni">] in {
  def vote : Instruction<"vote", "9.7.13.8", "vote in a warp, without a member mask"> {
    let Does = VoteInWarp;
    let Deprecated = [DeprecatedSince<"6.0", "`vote.sync`">];
    let Effects = [ResultVaries<>];
    let Forms = [
      Form<"vote.mode.pred   d, {!}a", [], [Since<"1.2", sm_12_up>, Until<"6.4", sm_70_up>], [],
           [PredDst<"d">]>,
      Form<"vote.ballot.b32  d, {!}a", [], [Since<"2.0", sm_20_up>, Until<"6.4", sm_70_up>]>
    ];
    let Operands = [PredSrc<"a">];
  }
  def vote_sync : Instruction<"vote", "9.7.13.9", "vote in a warp"> {
    let Does = VoteInWarp;
    let Forms = [
      Form<"vote.sync.mode.pred   d, {!}a, membermask", [], [Since<"6.0", sm_30_up>], [],
           [PredDst<"d">]>,
      Form<"vote.sync.ballot.b32  d, {!}a, membermask", [], [Since<"6.0", sm_30_up>]>
    ];
    let Operands = [PredSrc<"a">, MemberMask<"membermask">];
    let PtxasChecks = [
      CalledCheck<Always, "membermask", "sum component">, CalledCheck<Always, "a", "function">,
      PtxasCheck<Has<"ballot">, "d", "component", UpToSm75>
    ];
  }
}

def match : Instruction<"match", "9.7.13.10", "find the threads of a warp with the same value"> {
  let Does = MatchInWarp;
  let Sets = [Set<"type", "b32 b64">];
  let Forms = [
    Form<"match.any.sync.type  d, a, membermask", [], [], [], [Dst<"d", "b32">]>,
    Form<"match.all.sync.type  d[|p], a, membermask">
  ];
  let Operands = [SinkDst<"d", "b32">, MemberMask<"membermask">];
  let PtxasChecks = [CalledCheck<Always, "a membermask", "sum component function">];
  let Gates = [Since<"6.0", sm_70_up>];
}

def activemask : Instruction<"activemask", "9.7.13.11", "mask of the active threads of the warp"> {
  let Does = ActiveMask;
  let Effects = [ResultVaries<>];
  let Forms = [Form<"activemask.b32  d", [], [Since<"6.2", sm_30_up>]>];
}

def redux : Instruction<"redux", "9.7.13.12", "reduce a value over the threads of a warp"> {
  let Does = ReduceInWarp;
  let Forms = [
    Form<"redux.sync.op.type            dst, src, membermask",
         [Set<"op", "add min max">, Set<"type", "u32 s32">], [Since<"7.0", sm_80_up>], [],
         [IntDst<"dst", "type">, IntSrc<"src", "type">]>,
    Form<"redux.sync.op.b32             dst, src, membermask", [Set<"op", "and or xor">],
         [Since<"7.0", sm_80_up>], [], [IntDst<"dst", "b32">, Src<"src", "u32">]>,
    Form<"redux.sync.op{.abs}{.NaN}.f32  dst, src, membermask", [Set<"op", "min max">],
         [Since<"8.6", ReduxFloat>], [], [Dst<"dst", "f32">, Src<"src", "f32">]>
  ];
  let Operands = [MemberMask<"membermask">];
  let PtxasChecks = [CalledCheck<Always, "dst src membermask", "sum component">];
}

def elect : Instruction<"elect", "9.7.13.14", "elect one thread of the warp"> {
  let Does = ElectInWarp;
  let Forms = [Form<"elect.sync  d|p, membermask", [], [Since<"8.0", sm_90_up>]>];
  let Operands = [SinkDst<"d", "b32">, MemberMask<"membermask">];
}
