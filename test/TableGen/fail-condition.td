// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A condition names modifiers, types and operands of its form, and can be fulfilled.
//
// RUN: not ptx-tblgen -gen-isa-defs -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Isa/InstructionBase.td"

// CHECK: `.ftz` of a condition is not a modifier of this form
// CHECK: a gate of `aaa.u32 d, a` can never apply
def a : Instruction<"aaa", "9", "a"> {
  let Forms = [Form<"aaa.u32 d, a", [], [When<Has<"ftz">, "9.0">]>];
}

// CHECK: no type or modifier is called `tzf`
def b : Instruction<"bbb", "9", "b"> {
  let Forms = [Form<"bbb.u32 d, a", [], [When<Has<"tzf">, "9.0">]>];
}

// CHECK: `.type` cannot be `.f32`
def c : Instruction<"ccc", "9", "c"> {
  let Forms = [Form<"ccc.type d, a", [Set<"type", "u32 s32">], [When<Is<"type", "f32">, "9.0">]>];
}

// CHECK: `.u32` has more than one place; say `Is`
def d : Instruction<"ddd", "9", "d"> {
  let Forms = [
    Form<"ddd.x.y d, a", [Set<"x", "u32 s32">, Set<"y", "u32 f32">], [When<Has<"u32">, "9.0">]>
  ];
  let Operands = [Dst<"d", "x">, Src<"a", "y">];
}

// CHECK: a gate of `eee{.ftz}.u32 d, a` always applies; say `Since`
def e : Instruction<"eee", "9", "e"> {
  let Forms = [Form<"eee{.ftz}.u32 d, a", [], [When<Has<"u32">, "9.0">]>];
}

// CHECK: a gate of `fff.type d, a` can never apply
def f : Instruction<"fff", "9", "f"> {
  let Forms = [
    Form<"fff.type d, a", [Set<"type", "u32 s32">], [When<All<[Has<"u32">, Has<"s32">]>, "9.0">]>
  ];
}

// CHECK: a gate of `ggg{.ftz}.u32 d, a` asks for nothing new
def g : Instruction<"ggg", "9", "g"> {
  let Forms = [Form<"ggg{.ftz}.u32 d, a", [], [Since<"7.0">, When<Has<"ftz">, "6.0">]>];
}

// CHECK: a rule of `hhh{.ftz}.u32 d, a` can never be broken
def h : Instruction<"hhh", "9", "h"> {
  let Forms = [Form<"hhh{.ftz}.u32 d, a", [], [], [Implies<Has<"ftz">, Has<"u32">>]>];
}

// CHECK: `q` of a condition is not a modifier or operand of this form
def i : Instruction<"iii", "9", "i"> {
  let Forms = [Form<"iii.u32 d, a", [], [When<Given<"q">, "9.0">]>];
}

// CHECK: one of its gates is of use to no form
def j : Instruction<"jjj", "9", "j"> {
  let Forms = [Form<"jjj.u32 d, a">];
  let Gates = [When<Has<"ftz">, "9.0">];
}

// CHECK: `9,0` is not a version such as `9.2`
def k : Instruction<"kkk", "9", "k"> {
  let Forms = [Form<"kkk.u32 d, a", [], [Since<"9,0">]>];
}
