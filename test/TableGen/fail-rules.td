// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the rules of a form leave over: something, all that its gates and rules are about, and more
// than earlier forms take.
//
// RUN: not ptx-tblgen -gen-isa-defs -I %{source}/lib %s 2>&1 | FileCheck %s --implicit-check-not=error:

include "ptx/Isa/InstructionBase.td"

// CHECK: error: `a`: `aaa.type d`: its rules allow nothing
def a : Instruction<"aaa", "9", "a"> {
  let Forms = [
    Form<"aaa.type d", [Set<"type", "u32 s32">], [],
         [Implies<Has<"u32">, Has<"s32">>, Implies<Has<"s32">, Has<"u32">>]>
  ];
}

// CHECK: error: `b`: `bbb{.ftz}.type d`: a gate can never apply, as the rules forbid what it is about
def b : Instruction<"bbb", "9", "b"> {
  let Forms = [
    Form<"bbb{.ftz}.type d", [Set<"type", "f32 f64">],
         [When<All<[Has<"ftz">, Has<"f64">]>, "9.0">], [Implies<Has<"ftz">, Has<"f32">>]>
  ];
}

// CHECK: error: `c`: `ccc{.ftz}{.sat}.type d`: a rule can never be broken, as the others forbid
def c : Instruction<"ccc", "9", "c"> {
  let Forms = [
    Form<"ccc{.ftz}{.sat}.type d", [Set<"type", "f32 f64">], [],
         [Implies<Has<"ftz">, Has<"f32">>, Implies<All<[Has<"ftz">, Has<"sat">]>, Not<Has<"f64">>>]>
  ];
}

// The same of a list for several forms is no fault.
def d : Instruction<"ddd", "9", "d"> {
  let Forms = [
    Form<"ddd{.ftz}.type d", [Set<"type", "f32 f64">], [], [Implies<Has<"ftz">, Has<"f32">>]>,
    Form<"ddd{.ftz}.mode.type d", [Set<"type", "f32 f64">, Set<"mode", "hi lo">]>
  ];
  let Gates = [When<All<[Has<"ftz">, Has<"f64">]>, "9.0">];
}

// Each of three takes a part of the last. With a rule on one, the last is of use.
// CHECK: error: `e`: `eee.type d` is unreachable after `eee{{.*}}` of `e`
def e : Instruction<"eee", "9", "e"> {
  let Forms = [
    Form<"eee.u32 d">, Form<"eee{.sat}.s32 d">, Form<"eee.f32 d">,
    Form<"eee.type d", [Set<"type", "u32 s32 f32">]>
  ];
}
def f : Instruction<"fff", "9", "f"> {
  let Forms = [
    Form<"fff.u32 d">, Form<"fff{.sat}.s32 d", [], [], [Implies<Always, Has<"sat">>]>,
    Form<"fff.f32 d">, Form<"fff.type d", [Set<"type", "u32 s32 f32">]>
  ];
}
