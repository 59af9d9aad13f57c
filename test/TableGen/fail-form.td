// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a syntax line names exists, is described and can be selected.
//
// RUN: not ptx-tblgen -gen-isa-defs -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Isa/InstructionBase.td"

// CHECK: `a`: the summary is empty
// CHECK: `a`: no manual section
// CHECK: `a`: an instruction has at least one form
def a : Instruction<"aaa", "", "">;

// CHECK: `b`: `bbb.modus.mode.u32 d, a, b`: `.modus` is not a set, and there is no type or modifier of this name
// CHECK-NOT: `b`
def b : Instruction<"bbb", "9", "b"> {
  let Forms = [Form<"bbb.modus.mode.u32 d, a, b", [Set<"mode", "hi lo">], [], [Implies<Has<"hi">, Has<"lo">>]>];
}

// CHECK: `c`: `ccc.mode.u32 d, a`: `.loo` is not a set, and there is no type or modifier of this name
def c : Instruction<"ccc", "9", "c"> {
  let Forms = [Form<"ccc.mode.u32 d, a", [Set<"mode", "hi loo">]>];
}

// CHECK: `d`: `ddd.u32 d, a` does not use its set `mode`
def d : Instruction<"ddd", "9", "d"> {
  let Forms = [Form<"ddd.u32 d, a", [Set<"mode", "hi lo">]>];
}

// CHECK: `e`: operand `size` requires a description
def e : Instruction<"eee", "9", "e"> { let Forms = [Form<"eee.u32 d, size">]; }

// CHECK: `f`: operand `d` of `fff.u32.s32 d` requires a description, since the line does not have one type
def f : Instruction<"fff", "9", "f"> { let Forms = [Form<"fff.u32.s32 d">]; }

// CHECK: `g`: `ggg.ftz.ftz.u32 d`: `.ftz` is there twice
def g : Instruction<"ggg", "9", "g"> { let Forms = [Form<"ggg.ftz.ftz.u32 d">]; }

// CHECK: `h`: `hhh.u32.mode d`: `.mode` does not follow the mnemonic
def h : Instruction<"hhh", "9", "h"> {
  let Forms = [Form<"hhh.u32.mode d", [MnemonicSuffix<"mode", "hi lo">]>];
}

// CHECK: `i`: `iii.u32 d, [a`: `]` is missing
def i : Instruction<"iii", "9", "i"> {
  let Forms = [Form<"iii.u32 d, [a", [], [], [], [Addr<"a", "generic">]>];
}

// CHECK: `j`: `add.u32 d, a`: the line begins with `jjj`
def j : Instruction<"jjj", "9", "j"> { let Forms = [Form<"add.u32 d, a">]; }

// CHECK: `k`: `kkk.u32 d, a` has no operand `b`
def k : Instruction<"kkk", "9", "k"> {
  let Forms = [Form<"kkk.u32 d, a", [], [], [], [Src<"b", "u32">]>];
}

// CHECK: `l`: `lll.mix d`: set `mix` has both types and modifiers
def l : Instruction<"lll", "9", "l"> { let Forms = [Form<"lll.mix d", [Set<"mix", "u32 ftz">]>]; }

// CHECK: `r`: `a` is an address in the syntax line or only in its description
// CHECK: `r`: `b` is an address in the syntax line or only in its description
// CHECK-NOT: `c` is an address
def r : Instruction<"rrr", "9", "r"> {
  let Forms = [Form<"rrr.u32 [a], b, [c, d]">];
  let Operands = [Reg<"a", "u32">, Addr<"b", "generic">, Addr<"c", "generic">, Reg<"d", "u32">];
}

// CHECK: `s`: `a` has selectors in the syntax line or only in its description
// CHECK: `s`: `b` is a list of arguments in the syntax line or only in its description
def s : Instruction<"sss", "9", "s"> {
  let Forms = [Form<"sss.u32 a{.sel}, (b)">];
  let Operands = [Src<"a", "u32">, Src<"b", "u32">];
}

// CHECK: `u`: `uuu.type d`: `.u32` is in set `type` twice
def u : Instruction<"uuu", "9", "u"> {
  let Forms = [Form<"uuu.type d", [Set<"type", "u32 s32 u32">]>];
}

// CHECK: `v`: the summary ends with a period
// CHECK: `v`: `9.7.` is not a section such as `9.7.1`
def v : Instruction<"vvv", "9.7.", "v."> { let Forms = [Form<"vvv.u32 d">]; }

// CHECK: `w`: no form uses the set `mode`
// CHECK: `w`: one of its operands is of use to no form
def w : Instruction<"www", "9", "w"> {
  let Forms = [Form<"www.u32 d">];
  let Sets = [Set<"mode", "hi lo">];
  let Operands = [Src<"a", "u32">];
}

// CHECK: `Unused`: no form has this check
def Unused : Predicate<"something holds">;

// Forms are compared when all are read.
// CHECK: `m`: `mmm{.ftz}.f32 d, a` is unreachable after `mmm{.ftz}.type d, a` of `m`
def m : Instruction<"mmm", "9", "m"> {
  let Forms = [
    Form<"mmm{.ftz}.type d, a", [Set<"type", "f32 f64">]>, Form<"mmm{.ftz}.f32 d, a">
  ];
}

// CHECK: `o`: `nnn.u32 d, a` is unreachable after `nnn.u32 d, a` of `n`
def n : Instruction<"nnn", "9", "n"> { let Forms = [Form<"nnn.u32 d, a">]; }
def o : Instruction<"nnn", "9", "o"> { let Forms = [Form<"nnn.u32 d, a">]; }

// With another number of operands it is another form.
// CHECK-NOT: `p`
def p : Instruction<"nnn", "9", "p"> { let Forms = [Form<"nnn.u32 d, a, b">]; }

// CHECK: `q`: operand `a` of `qqq.u32 d, a`: no type or type modifier is called `type`
def q : Instruction<"qqq", "9", "q"> {
  let Forms = [Form<"qqq.u32 d, a">];
  let Operands = [Src<"a", "type">];
}

// CHECK: `t`: no type is called `u33`
def t : Instruction<"ttt", "9", "t"> {
  let Forms = [Form<"ttt.u32 a">];
  let Operands = [Src<"a", "u32|u33">];
}
