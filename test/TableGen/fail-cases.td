// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cases of an operand cover what the form allows, and each counts somewhere.
//
// RUN: not ptx-tblgen -gen-isa-defs -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Isa/InstructionBase.td"

// CHECK: operand `d` of `aaa.mode.type d`: no case holds for `.lo .s32`
def a : Instruction<"aaa", "9", "a"> {
  let Forms = [Form<"aaa.mode.type d", [Set<"mode", "hi lo">, Set<"type", "u32 s32">]>];
  let Operands = [
    Dst<"d", "type", [Case<Has<"hi">, 2>, Case<Has<"u32">, 4>]>
  ];
}

// CHECK: operand `b` of `bbb.u32 a{, b}{, c}`: no case holds for the absence of modifiers
def b : Instruction<"bbb", "9", "b"> {
  let Forms = [Form<"bbb.u32 a{, b}{, c}">];
  let Operands = [
    Src<"a", "u32">, Src<"b", "u32", [Case<Given<"c">, 2>]>, Src<"c", "u32">
  ];
}

// CHECK: operand `d` of `ccc{.mode} d`: no case holds for the absence of modifiers
def c : Instruction<"ccc", "9", "c"> {
  let Forms = [Form<"ccc{.mode} d", [Set<"mode", "hi lo">]>];
  let Operands = [Dst<"d", "u32", [Case<Given<"mode">, 2>]>];
}

// CHECK: `d`: case 3 of operand `d` never counts
def d : Instruction<"ddd", "9", "d"> {
  let Forms = [Form<"ddd.mode d", [Set<"mode", "hi lo">]>];
  let Operands = [
    Dst<"d", "u32", [Case<Has<"hi">, 2>, Case<Always, 4>, Case<Has<"lo">, 8>]>
  ];
}
