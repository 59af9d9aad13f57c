// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer arithmetic. (Manual 9.7.1)

include "ptx/Isa/InstructionBase.td"

def add_int : Instruction<"add", "9.7.1.1", "add two integers"> {
  let Does = Add;
  let Traits = [KeepsDifferences, IgnoresSign];
  let Forms = [
    Form<"add.type1        d, a, b", [Set<"type1", "u16 u64 s16 s64">]>,
    Form<"add{.sat}.type2  d, a, b", [Set<"type2", "u32 s32 u16x2 s16x2 u8x4 s8x4">], [
      When<Has<"u16x2 s16x2">, "8.0", sm_90_up>,
      When<Has<"u8x4 s8x4">, "9.2", PackedBytes_9_2>,
      When<All<[Has<"sat">, Has<"u32 u16x2 s16x2">]>, "9.2", PackedBytes_9_2>
    ]>
  ];
}

def sub_int : Instruction<"sub", "9.7.1.2", "subtract one integer from another"> {
  let Does = Subtract;
  let Traits = [KeepsDifferences, IgnoresSign];
  let Forms = [
    Form<"sub.type1        d, a, b", [Set<"type1", "u16 u32 u64 s16 s64">]>,
    Form<"sub{.sat}.type2  d, a, b", [Set<"type2", "s32 u8x4 s8x4">], [
      When<Has<"u8x4 s8x4">, "9.2", PackedBytes_9_2>
    ]>,
    ReleasedForm<"13.2", "13.4", "sub.type  d, a, b", [Set<"type", "u16x2 s16x2">]>
  ];
}

def mul_int : Instruction<"mul", "9.7.1.3", "multiply two integers"> {
  let Does = Multiply;
  let Forms = [
    Form<"mul.mode.type  d, a, b", [MnemonicSuffix<"mode", "hi lo">, Set<"type", "u16 u32 u64 s16 s32 s64">]>,
    Form<"mul.mode.type  d, a, b", [MnemonicSuffix<"mode", "wide">, Set<"type", "u16 u32 s16 s32">], [], [],
         [Dst<"d", "2*type">]>
  ];
}

def mad_int : Instruction<"mad", "9.7.1.4", "multiply two integers and add a third"> {
  let Does = MultiplyAdd;
  let Forms = [
    Form<"mad.mode.type  d, a, b, c",
         [MnemonicSuffix<"mode", "hi lo">, Set<"type", "u16 u32 u64 s16 s32 s64">]>,
    Form<"mad.mode.type  d, a, b, c", [MnemonicSuffix<"mode", "wide">, Set<"type", "u16 u32 s16 s32">], [],
         [], [Dst<"d", "2*type">, Src<"c", "2*type">]>,
    Form<"mad.mode.sat.s32  d, a, b, c", [MnemonicSuffix<"mode", "hi">]>
  ];
}

def clmad : Instruction<"clmad", "9.7.1.5@9.4", "carry-less multiply-add"> {
  let Does = CarrylessMultiplyAdd;
  let Sets = [MnemonicSuffix<"mode", "hi lo">];
  let Forms = [
    Form<"clmad.mode.u64  d, a, b, c">, UndocumentedForm<"clmad.mode.s64  d, a, b, c">
  ];
  let Operands = [IntDst<"d", "u64">, IntSrc<"a", "u64">, IntSrc<"b", "u64">, IntSrc<"c", "u64">];
  let Gates = [Since<"9.3", sm_80_up>];
}

def mul24 : Instruction<"mul24", "9.7.1.5", "multiply two 24-bit integers"> {
  let Does = Multiply24;
  let Forms = [Form<"mul24.mode.type  d, a, b", [MnemonicSuffix<"mode", "hi lo">, Set<"type", "u32 s32">]>];
}

def mad24 : Instruction<"mad24", "9.7.1.6", "multiply two 24-bit integers and add a third"> {
  let Does = MultiplyAdd24;
  let Sets = [Set<"type", "u32 s32">];
  let Forms = [
    Form<"mad24.mode.type     d, a, b, c", [MnemonicSuffix<"mode", "hi lo">]>,
    Form<"mad24.mode.sat.s32  d, a, b, c", [MnemonicSuffix<"mode", "hi">]>
  ];
}

let Sets = [Set<"type", "u16 u32 u64 s16 s32 s64">] in {
  def sad : Instruction<"sad", "9.7.1.7", "add the absolute difference of two integers"> {
    let Does = SumOfDifferences;
    let Forms = [Form<"sad.type  d, a, b, c">];
  }
  def div_int : Instruction<"div", "9.7.1.8", "divide one integer by another"> {
    let Does = Divide;
    let Forms = [Form<"div.type  d, a, b">];
    let PtxasChecks = [PtxasCheck<Has<"u64 s64">, "d a b", "sum function component">];
  }
  def rem : Instruction<"rem", "9.7.1.9", "remainder of an integer division"> {
    let Does = Remainder;
    let Forms = [Form<"rem.type  d, a, b">];
    let PtxasChecks = [PtxasCheck<Has<"u64 s64">, "d a b", "sum function component">];
  }
}

def abs_int : Instruction<"abs", "9.7.1.10", "absolute value of an integer"> {
  let Does = Absolute;
  let Forms = [Form<"abs.type  d, a", [Set<"type", "s16 s32 s64">]>];
}

def neg_int : Instruction<"neg", "9.7.1.11", "negate an integer"> {
  let Does = Negate;
  let Forms = [
    Form<"neg.type  d, a", [Set<"type", "s8x4 s16 s32 s64">],
         [When<Has<"s8x4">, "9.2", PackedBytes_9_2>]>,
    ReleasedForm<"13.2", "13.4", "neg.type  d, a", [Set<"type", "u16x2 s16x2">]>
  ];
}

let Sets = [Set<"type1", "u16 u32 u64 u16x2 u8x4 s16 s64">, Set<"type2", "s16x2 s32 s8x4">],
    Gates = [
      When<Has<"u16x2 s16x2">, "8.0", sm_90_up>,
      When<All<[Has<"relu">, Has<"s32">]>, "8.0", sm_90_up>,
      When<Has<"u8x4 s8x4">, "9.2", PackedBytes_9_2>
    ] in {
  def min_int : Instruction<"min", "9.7.1.12", "the smaller of two integers"> {
    let Does = Minimum;
    let Forms = [Form<"min.type1         d, a, b">, Form<"min{.relu}.type2  d, a, b">];
  }
  def max_int : Instruction<"max", "9.7.1.13", "the larger of two integers"> {
    let Does = Maximum;
    let Forms = [Form<"max.type1         d, a, b">, Form<"max{.relu}.type2  d, a, b">];
  }
}

let Sets = [Set<"type", "b32 b64">], Gates = [Since<"2.0", sm_20_up>] in {
  let Operands = [Dst<"d", "u32">] in {
    def popc : Instruction<"popc", "9.7.1.14", "count the one bits"> {
      let Does = CountOnes;
      let Forms = [Form<"popc.type  d, a">];
    }
    def clz : Instruction<"clz", "9.7.1.15", "count the leading zeros"> {
      let Does = LeadingZeros;
      let Forms = [Form<"clz.type  d, a">];
    }
  }
  def brev : Instruction<"brev", "9.7.1.18", "reverse the bits"> {
    let Does = ReverseBits;
    let Forms = [Form<"brev.type  d, a">];
  }
  def bfi : Instruction<"bfi", "9.7.1.20", "insert a bit field"> {
    let Does = InsertBits;
    let Forms = [Form<"bfi.type  f, a, b, c, d">];
    let Operands = [Dst<"f", "type">, SrcIn<"c", "u32", 0, 255>, SrcIn<"d", "u32", 0, 255>];
  }
}

let Sets = [Set<"type", "u32 u64 s32 s64">], Gates = [Since<"2.0", sm_20_up>] in {
  def bfind : Instruction<"bfind", "9.7.1.16", "find the most significant non-sign bit"> {
    let Does = FindLeadingOne;
    let Forms = [Form<"bfind{.shiftamt}.type  d, a">];
    let Operands = [Dst<"d", "u32">];
  }
  def bfe : Instruction<"bfe", "9.7.1.19", "extract a bit field"> {
    let Does = ExtractBits;
    let Forms = [Form<"bfe.type  d, a, b, c">];
    let Operands = [SrcIn<"b", "u32", 0, 255>, SrcIn<"c", "u32", 0, 255>];
  }
}

class BitPosition<string name> : Src<name, "b32"> {
  let Limits = [Within<LimitsValue, "the bit position", "", 0, 31>];
}

def fns : Instruction<"fns", "9.7.1.17", "find the n-th set bit"> {
  let Does = FindNthOne;
  let Forms = [Form<"fns.b32  d, mask, base, offset">];
  let Operands = [Src<"mask", "b32">, BitPosition<"base">, Src<"offset", "b32">];
  let Gates = [Since<"6.0", sm_30_up>];
}

def szext : Instruction<"szext", "9.7.1.21", "sign- or zero-extend from a bit position"> {
  let Does = ExtendSign;
  let Forms = [
    Form<"szext.mode.type  d, a, b", [Set<"mode", "clamp wrap">, Set<"type", "u32 s32">]>
  ];
  let Operands = [Src<"b", "u32">];
  let Gates = [Since<"7.6", sm_70_up>];
}

def bmsk : Instruction<"bmsk", "9.7.1.22", "create a bit-field mask"> {
  let Does = MakeMask;
  let Forms = [Form<"bmsk.mode.b32  d, a, b", [Set<"mode", "clamp wrap">]>];
  let Operands = [IntDst<"d", "b32">, Src<"a", "u32">, Src<"b", "u32">];
  let Gates = [Since<"7.6", sm_70_up>];
}

let Sets = [MnemonicSuffix<"mode", "lo hi">, Set<"atype", "u32 s32">, Set<"btype", "u32 s32">],
    Operands = [Dst<"d", "u32">, Src<"a", "atype">, Src<"b", "btype">, Src<"c", "u32">],
    Gates = [Since<"5.0", sm_61_up>] in {
  def dp4a : Instruction<"dp4a", "9.7.1.23", "add the dot product of four bytes"> {
    let Does = DotProduct;
    let Sets = [Set<"atype", "u32 s32">, Set<"btype", "u32 s32">];
    let Forms = [Form<"dp4a.atype.btype  d, a, b, c">];
  }
  def dp2a : Instruction<"dp2a", "9.7.1.24", "add the dot product of two halves and two bytes"> {
    let Does = DotProduct;
    let Forms = [Form<"dp2a.mode.atype.btype  d, a, b, c">];
  }
}
