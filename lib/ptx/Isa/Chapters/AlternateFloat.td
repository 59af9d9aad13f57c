// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on four numbers of 8, 6 and 4 bits at once. (Manual of PTX 9.4, 9.7.6)

include "ptx/Isa/InstructionBase.td"

defvar FourNarrow = "e5m2x4 e4m3x4 e3m2x4 e2m3x4 e2m1x4 e2m1p4x4 ue8m0x4";
defvar FourBytes = "e5m2x4 e4m3x4";

// `ptxas` accepts vectors for four numbers, and checks the width of a register with an offset.
class FourDst<string name, string type> : Dst<name, type> {
  let AlsoTaken = "vector";
  let Plain = 1;
}
class FourReg<string name, string type> : Reg<name, type> {
  let AlsoTaken = "vector";
  let Plain = 1;
}

let Gates = [Since<"9.4", AlternateFloat>] in {

let Sets = [Set<"cdtype", FourBytes>, Set<"atype", FourNarrow>],
    Operands = [FourDst<"d", "cdtype">, FourReg<"a", "atype">, FourReg<"c", "cdtype">] in {
  def add_alternate : Instruction<"add", "9.7.6.1@9.4", "addition of four packed 8-bit floating-point numbers"> {
    let Does = Add;
    let Forms = [Form<"add{.rn}{.satfinite}.cdtype.atype  d, a, c">];
  }
  def sub_alternate : Instruction<"sub", "9.7.6.2@9.4", "subtraction of four packed 8-bit floating-point numbers"> {
    let Does = Subtract;
    let Forms = [Form<"sub{.rn}{.satfinite}.cdtype.atype  d, a, c">];
  }
}

def mul_alternate : Instruction<"mul", "9.7.6.3@9.4", "multiplication of four packed 8-bit floating-point numbers"> {
  let Does = Multiply;
  let Sets = [Set<"dtype", FourBytes>, Set<"atype", FourNarrow>, Set<"ctype", FourNarrow>];
  let Operands = [FourDst<"d", "dtype">, FourReg<"a", "atype">, FourReg<"c", "ctype">];
  let Forms = [Form<"mul{.rn}{.satfinite}.dtype.atype.ctype  d, a, c">];
}

def fma_alternate
    : Instruction<"fma", "9.7.6.4@9.4", "fused multiply-add of four packed 8-bit floating-point numbers"> {
  let Does = FusedMultiplyAdd;
  let Sets = [Set<"cdtype", FourBytes>, Set<"atype", FourNarrow>, Set<"btype", FourNarrow>];
  let Operands = [FourDst<"d", "cdtype">, FourReg<"a", "atype">, FourReg<"b", "btype">, FourReg<"c", "cdtype">];
  let Forms = [Form<"fma{.rn}{.satfinite}.cdtype.atype.btype  d, a, b, c">];
}

}
