// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logic and shifts. (Manual 9.7.8)

include "ptx/Isa/InstructionBase.td"

// With `.pred` the operands are predicates.
class LogicDst<string name> : Operand<name, "register predicate", "type"> { let Written = 1; }
class LogicSrc<string name> : Operand<name, "register immediate predicate", "type">;

let Sets = [Set<"type", "pred b16 b32 b64">],
    Operands = [LogicDst<"d">, LogicSrc<"a">, LogicSrc<"b">] in {
  def and : Instruction<"and", "9.7.8.1", "bitwise and"> {
    let Does = BitAnd;
    let Forms = [Form<"and.type  d, a, b">];
  }
  def or : Instruction<"or", "9.7.8.2", "bitwise or"> {
    let Does = BitOr;
    let Forms = [Form<"or.type  d, a, b">];
  }
  def xor : Instruction<"xor", "9.7.8.3", "bitwise exclusive or"> {
    let Does = BitXor;
    let Forms = [Form<"xor.type  d, a, b">];
  }
}

def not : Instruction<"not", "9.7.8.4", "bitwise complement"> {
  let Does = BitNot;
  let Forms = [Form<"not.type  d, a", [Set<"type", "pred b16 b32 b64">]>];
  let Operands = [LogicDst<"d">, LogicSrc<"a">];
}

def cnot : Instruction<"cnot", "9.7.8.5", "1 if the operand is 0, else 0"> {
  let Does = LogicalNot;
  let Forms = [Form<"cnot.type  d, a", [Set<"type", "b16 b32 b64">]>];
}

// `ptxas` accepts the lowest byte of any number.
class TruthTable<string name> : Imm<name, "u32", 0, 255> { let AlsoTaken = "range"; }

def lop3 : Instruction<"lop3", "9.7.8.6", "any bitwise function of three operands"> {
  let Does = BitTable;
  let Forms = [
    Form<"lop3.b32         d, a, b, c, immLut", [], [Since<"4.3", sm_50_up>]>,
    Form<"lop3.BoolOp.b32  d|p, a, b, c, immLut, q", [Set<"BoolOp", "or and">],
         [Since<"8.2", sm_70_up>]>
  ];
  // The manual has `_` only in the second form; `ptxas` accepts it in both.
  let Operands = [SinkDst<"d", "b32">, TruthTable<"immLut">, PredSrc<"q">];
}

def shf : Instruction<"shf", "9.7.8.7", "shift the 64 bits of two registers"> {
  let Does = FunnelShift;
  let Forms = [
    Form<"shf.dir.mode.b32  d, a, b, c", [MnemonicSuffix<"dir", "l r">, Set<"mode", "clamp wrap">],
         [Since<"3.1", sm_32_up>]>
  ];
  let Operands = [Src<"c", "u32">];
}

class ShiftCount<string name> : Src<name, "u32"> { let ShiftCount = 1; }

let Operands = [ShiftCount<"b">] in {
  def shl : Instruction<"shl", "9.7.8.8", "shift left"> {
    let Does = ShiftLeft;
    let Traits = [KeepsDifferences];
    let Forms = [Form<"shl.type  d, a, b", [Set<"type", "b16 b32 b64">]>];
  }
  def shr : Instruction<"shr", "9.7.8.9", "shift right"> {
    let Does = ShiftRight;
    let Forms = [
      Form<"shr.type  d, a, b", [Set<"type", "b16 b32 b64 u16 u32 u64 s16 s32 s64">]>
    ];
  }
}
