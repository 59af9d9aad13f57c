// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands whose type, length or range depends on the modifiers. Each form keeps the cases that can
// count in it; equal lists are there once.
//
// RUN: ptx-tblgen -gen-isa-defs -I %{source}/lib %s | FileCheck %s

include "ptx/Isa/InstructionBase.td"

def xor_int : Instruction<"xor", "9.9.1", "a test"> {
  let Sets = [Set<"type", "u32 s32">];
  let Forms = [
    Form<"xor.vec.type      d, n, a", [Set<"vec", "v2 v4">]>,
    Form<"xor.hi{.vec}.type d, a", [Set<"vec", "v2 v4 v8">], [], [Implies<Given<"vec">, Has<"v2">>]>,
    Form<"xor.lo{.vec}.type d, a", [Set<"vec", "v2 v4 v8">], [], [Implies<Given<"vec">, Has<"v2">>]>,
    Form<"xor.wide.type b", [], [], [], [Src<"b", "type", [Lengths<Always, [0, 2], "s32">]>]>
  ];
  let Operands = [
    Dst<"d", "type", [Case<Has<"v2">, 2>, Case<Has<"v4">, 4, "2*u32">, Case<Always, 1>]>,
    Imm<"n", "u32", cases = [Range<Has<"v2">, 0, 3>, Range<Has<"v4">, 0, 1>]>
  ];
}

// CHECK:      caseTable[] = {
// The columns: condition, type with its place, other types, twice, wider, elements, lengths, range.
// CHECK-NEXT:   {0, 1, TypeId::b8, 0, false, false, 2, 0, 1, 0},
// CHECK-NEXT:   {1, OperandInfo::noPlace, TypeId::u32, 0, true, false, 4, 0, 1, 0},
// CHECK-NEXT:   {0, OperandInfo::noPlace, TypeId::u32, 0, false, false, 0, 0, 0, 3},
// CHECK-NEXT:   {1, OperandInfo::noPlace, TypeId::u32, 0, false, false, 0, 0, 0, 1},
// CHECK-NEXT:   {2, 2, TypeId::b8, 0, false, false, 2, 0, 1, 0},
// CHECK-NEXT:   {3, 2, TypeId::b8, 0, false, false, 1, 0, 1, 0},
// CHECK-NEXT:   {3, OperandInfo::noPlace, TypeId::s32, 0, false, false, 0, 5, 1, 0},
// CHECK-NEXT: };
// CHECK:      operandTable[] = {
// CHECK:        {OperandId::d, text({{[0-9]+}}, "d"), {{.*}}, {0, 2}, OperandInfo
// CHECK:        {OperandId::n, text({{[0-9]+}}, "n"), {{.*}}, {2, 2}, OperandInfo
// CHECK:        {OperandId::d, text({{[0-9]+}}, "d"), {{.*}}, {4, 2}, OperandInfo
// CHECK:        {OperandId::d, text({{[0-9]+}}, "d"), {{.*}}, {4, 2}, OperandInfo
