// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Video instructions: arithmetic on the bytes and halves of registers. (Manual 9.7.18)

include "ptx/Isa/InstructionBase.td"

//===-- Scalar (9.7.18.1) -------------------------------------------------------------------===//

// Operands with a selected byte or half.
class PartDst<string name, string type> : Dst<name, type> { let Selectors = "b[0-3] h[0-1]"; }
class PartSrc<string name, string type> : Src<name, type> { let Selectors = "b[0-3] h[0-1]"; }

// An instruction whose lines begin only with `mnemonic`:, with a second operation, or with the
// result merged into the third source. `type` is that of `d` and `c`.
class ScalarVideo<string opcode, string section, string summary, string mnemonic,
                  string type = "dtype"> : Instruction<opcode, section, summary> {
  let Does = OtherFunction;
  let Forms = [
    Form<mnemonic#"      d, a{.asel}, b{.bsel}">,
    Form<mnemonic#".op2  d, a{.asel}, b{.bsel}, c">,
    Form<mnemonic#"      d.dsel, a{.asel}, b{.bsel}, c", [], [], [], [PartDst<"d", type>]>,
    UndocumentedForm<mnemonic#"  d, a{.asel}, b{.bsel}, c">
  ];
  let Operands = [
    Dst<"d", type>, PartSrc<"a", "atype">, PartSrc<"b", "btype">, Src<"c", type>
  ];
  let PtxasChecks = [
    PtxasCheck<Always, "a b", "sum">, PtxasCheck<Always, "d a b c", "component">
  ];
  let Gates = [Since<"2.0", sm_20_up>];
}

class ScalarArithmetic<string opcode, string summary>
    : ScalarVideo<opcode, "9.7.18.1.1", summary, opcode#".dtype.atype.btype{.sat}">;
class ScalarShift<string opcode, string summary>
    : ScalarVideo<opcode, "9.7.18.1.2", summary, opcode#".dtype.atype.btype{.sat}.mode">;

let Sets = [Set<"dtype", "u32 s32">, Set<"atype", "u32 s32">, Set<"btype", "u32 s32">,
            Set<"op2", "add min max">] in {
  def vadd : ScalarArithmetic<"vadd", "add two bytes, halves or words">;
  def vsub : ScalarArithmetic<"vsub", "subtract one byte, half or word from another">;
  def vabsdiff : ScalarArithmetic<"vabsdiff", "absolute difference of two bytes, halves or words">;
  def vmin : ScalarArithmetic<"vmin", "the smaller of two bytes, halves or words">;
  def vmax : ScalarArithmetic<"vmax", "the larger of two bytes, halves or words">;
}

let Sets = [Set<"dtype", "u32 s32">, Set<"atype", "u32 s32">, Set<"btype", "u32">,
            Set<"mode", "clamp wrap">, Set<"op2", "add min max">] in {
  def vshl : ScalarShift<"vshl", "shift a byte, half or word left">;
  def vshr : ScalarShift<"vshr", "shift a byte, half or word right">;
}

def NegatesProductOrAddend
    : Predicate<"either the product of the first two sources or the third is negated, not both">;

def vmad : Instruction<"vmad", "9.7.18.1.3", "multiply two bytes, halves or words and add"> {
  let Does = OtherFunction;
  let Sets = [Set<"dtype", "u32 s32">, Set<"atype", "u32 s32">, Set<"btype", "u32 s32">,
              Set<"scale", "shr7 shr15">];
  let Forms = [
    Form<"vmad.dtype.atype.btype{.sat}{.scale}  d, {-}a{.asel}, {-}b{.bsel}, {-}c", [], [], [], [],
         [NegatesProductOrAddend]>,
    Form<"vmad.dtype.atype.btype.po{.sat}{.scale}  d, a{.asel}, b{.bsel}, c">
  ];
  let Operands = [
    Dst<"d", "dtype">, PartSrc<"a", "atype">, PartSrc<"b", "btype">, Src<"c", "dtype">
  ];
  let PtxasChecks = [
    PtxasCheck<Always, "a b", "sum">, PtxasCheck<Always, "d a b c", "component">
  ];
  let Gates = [Since<"2.0", sm_20_up>];
}

def vset : ScalarVideo<"vset", "9.7.18.1.4", "compare two bytes, halves or words",
                       "vset.atype.btype.cmp", "u32"> {
  let Sets = [Set<"atype", "u32 s32">, Set<"btype", "u32 s32">, Set<"cmp", "eq ne lt le gt ge">,
              Set<"op2", "add min max">];
}

//===-- SIMD (9.7.18.2) ---------------------------------------------------------------------===//

// Operands whose parts are selected by a mask or a permutation.
class MaskDst<string name, string type, string masks> : Dst<name, type> { let Selectors = masks; }
class ChosenSrc<string name, string type, string choices> : Reg<name, type> {
  let Selectors = choices;
}

// An instruction whose lines begin with `mnemonic`: with the result merged into the third source,
// or added to it.
class SimdVideo<string opcode, string section, string summary, string mnemonic, string sat,
                string type, string masks, string choices>
    : Instruction<opcode, section, summary> {
  let Does = OtherFunction;
  let Forms = [
    Form<mnemonic#sat#"   d{.mask}, a{.asel}, b{.bsel}, c">,
    Form<mnemonic#".add  d{.mask}, a{.asel}, b{.bsel}, c">
  ];
  let Operands = [
    MaskDst<"d", type, masks>, ChosenSrc<"a", "atype", choices>, ChosenSrc<"b", "btype", choices>,
    Reg<"c", type>
  ];
  let PtxasChecks = [
    PtxasCheck<Always, "a b c", "sum function">, PtxasCheck<Always, "d a b c", "component">
  ];
  let Gates = [Since<"3.0", sm_30_up>];
}

defvar HalfMasks = "h0 h1 h10";
defvar ByteMasks = "b0 b1 b10 b2 b20 b21 b210 b3 b30 b31 b310 b32 b320 b321 b3210";
defvar HalfChoices = "h[0-3][0-3]";
defvar ByteChoices = "b[0-7][0-7][0-7][0-7]";

class Halves<string opcode, string summary>
    : SimdVideo<opcode, "9.7.18.2.1", summary, opcode#".dtype.atype.btype", "{.sat}", "dtype",
                HalfMasks, HalfChoices>;
class Bytes<string opcode, string summary>
    : SimdVideo<opcode, "9.7.18.2.3", summary, opcode#".dtype.atype.btype", "{.sat}", "dtype",
                ByteMasks, ByteChoices>;

let Sets = [Set<"dtype", "u32 s32">, Set<"atype", "u32 s32">, Set<"btype", "u32 s32">] in {
  def vadd2 : Halves<"vadd2", "add two pairs of halves">;
  def vsub2 : Halves<"vsub2", "subtract one pair of halves from another">;
  def vavrg2 : Halves<"vavrg2", "average two pairs of halves">;
  def vabsdiff2 : Halves<"vabsdiff2", "absolute differences of two pairs of halves">;
  def vmin2 : Halves<"vmin2", "the smaller of two pairs of halves">;
  def vmax2 : Halves<"vmax2", "the larger of two pairs of halves">;
  def vadd4 : Bytes<"vadd4", "add four bytes to four others">;
  def vsub4 : Bytes<"vsub4", "subtract four bytes from four others">;
  def vavrg4 : Bytes<"vavrg4", "average four bytes with four others">;
  def vabsdiff4 : Bytes<"vabsdiff4", "absolute differences of four bytes and four others">;
  def vmin4 : Bytes<"vmin4", "the smaller of four bytes and four others">;
  def vmax4 : Bytes<"vmax4", "the larger of four bytes and four others">;
}

let Sets = [Set<"atype", "u32 s32">, Set<"btype", "u32 s32">, Set<"cmp", "eq ne lt le gt ge">] in {
  def vset2 : SimdVideo<"vset2", "9.7.18.2.2", "compare two pairs of halves",
                        "vset2.atype.btype.cmp", "", "u32", HalfMasks, HalfChoices>;
  def vset4 : SimdVideo<"vset4", "9.7.18.2.4", "compare four bytes with four others",
                        "vset4.atype.btype.cmp", "", "u32", ByteMasks, ByteChoices>;
}
