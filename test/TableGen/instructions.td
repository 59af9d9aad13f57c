// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is generated for a sound instruction: names, places, conditions, operands.
//
// RUN: ptx-tblgen -gen-isa-decls -I %{source}/lib %s | FileCheck --check-prefix=DECLS %s
// RUN: ptx-tblgen -gen-isa-defs -I %{source}/lib %s | FileCheck --check-prefix=DEFS %s

include "ptx/Isa/InstructionBase.td"

class Part<string name, string type> : IntReg<name, type> { let Selectors = "b[0-3] h0"; }
def xor_int : Instruction<"xor", "9.9.1", "a \"test\""> {
  let Does = BitXor;
  let Forms = [
    Form<"xor.mode{.sat}.type   d, a, b{, {!}p}", [MnemonicSuffix<"mode", "hi lo">], [
      Since<"2.0", sm_20_up>,
      When<All<[Has<"sat">, Not<Has<"u32">>]>, "9.2">
    ], [Implies<Given<"p">, Has<"sat">>]>,
    Form<"xor.wide.s16 d[|q], [a]", [],
         [Until<"3.0">, When<All<[Given<"q">, Register<"d">]>, "2.1">], [],
         [Dst<"d", "2*s16">, Addr<"a", "global generic">]>,
    Form<"xor.wide.s32 [a, c], [b]", [], [], [],
         [Addr<"a", "generic">, Reg<"c", "s32">, Addr<"b", "shared">]>,
    Form<"xor.s16 d.sel, {-}a{.sel}, (b)", [], [], [],
         [Part<"d", "s16|u32">, Part<"a", "s16">, Operand<"b", "arguments", "">]>
  ];
  let Sets = [Set<"type", "u32 s32">];
  let Operands = [PredSrc<"p">];
}

// DECLS:      enum class InstructionId : uint16_t {
// DECLS-NEXT:   xor_int,
// DECLS-NEXT: };
// DECLS:      enum class FormId : uint16_t {
// DECLS-NEXT:   xor_int_1,
// DECLS-NEXT:   xor_int_2,
// DECLS-NEXT:   xor_int_3,
// DECLS-NEXT:   xor_int_4,
// DECLS-NEXT: };
// DECLS:      enum class OperandId : uint8_t {
// DECLS-NEXT:   a,
// DECLS-NEXT:   b,
// DECLS-NEXT:   c,
// DECLS-NEXT:   d,
// DECLS-NEXT:   p,
// DECLS-NEXT: };
// DECLS:      enum class Opcode : uint8_t {
// DECLS-NEXT:   xor_,
// DECLS-NEXT: };
// DECLS:      enum class Modifier : uint16_t {
// DECLS-NEXT:   none,
// DECLS:        L2_128B,
// DECLS:        NaN,
// DECLS:        and_,

// DEFS:      instructionTable[] = {
// DEFS-NEXT:   {"xor", "9.9.1", "a \"test\"", {1, 0}, ""},
// DEFS:      slotTable[] = {
// DEFS-NEXT:   {text({{[0-9]+}}, "mode"), {0, 2}, false, false, 0, 0},
// DEFS-NEXT:   {text({{[0-9]+}}, "sat"), {2, 1}, true, false, 0, 0},
// DEFS-NEXT:   {text({{[0-9]+}}, "type"), {3, 2}, false, true, 0, 0},
// DEFS:      conditionTable[] = {
// DEFS-NEXT:   {ConditionKind::Always, 0, {{[{][0-9]+}}, 0}, 1},
// DEFS-NEXT:   {ConditionKind::All, 0, {{[{][0-9]+}}, 0}, 4},
// DEFS-NEXT:   {ConditionKind::Word, 1, {{[{][0-9]+}}, 1}, 1},
// DEFS-NEXT:   {ConditionKind::Not, 0, {{[{][0-9]+}}, 0}, 2},
// DEFS-NEXT:   {ConditionKind::Word, 2, {{[{][0-9]+}}, 1}, 1},
// DEFS-NEXT:   {ConditionKind::Operand, 3,
// DEFS:        {ConditionKind::PairedPredicate, 0,
// DEFS-NEXT:   {ConditionKind::Register, 0,
// DEFS:      operandTable[] = {
// DEFS-NEXT:   {OperandId::d, text({{[0-9]+}}, "d"), true, false, false, false, false, 0, OperandKind::register_,
// DEFS-SAME:    0, PairedPredicate::None, 2,
// DEFS:        {OperandId::p, text({{[0-9]+}}, "p"), false, false, false, true, true, 0, OperandKind::predicate |
// DEFS-SAME:    OperandKind::immediate,
// DEFS:        {OperandId::d, text({{[0-9]+}}, "d"), true, false, false, false, false, 0, OperandKind::register_,
// DEFS-SAME:    0, PairedPredicate::Optional, 1,
// DEFS:        {OperandId::a, text({{[0-9]+}}, "a"), false, false, false, false, false, 1, OperandKind::address,
// DEFS:        {OperandId::a, text({{[0-9]+}}, "a"), false, false, false, false, false, 1, OperandKind::address,
// DEFS:        {OperandId::c, text({{[0-9]+}}, "c"), false, false, false, false, false, 1, OperandKind::register_,
// DEFS:        {OperandId::b, text({{[0-9]+}}, "b"), false, false, false, false, false, 2, OperandKind::address,
// DEFS:        {OperandId::d, text({{[0-9]+}}, "d"), false, false, false, false, false, 0, OperandKind::register_,
// DEFS-SAME:    0, PairedPredicate::None, 0,
// DEFS-SAME:    typeBit(TypeId::u32){{.*}}text({{[0-9]+}}, "b[0-3] h0"), true, false, false, OperandInfo::noPlace,
// DEFS-SAME:    OperandInfo::noPlace, MapUse::None, 0, {0, 0}, text({{[0-9]+}}, "")},
// DEFS:        {OperandId::a, text({{[0-9]+}}, "a"), {{.*}}true, text({{[0-9]+}}, "b[0-3] h0"), false, false, false,
// DEFS:        {OperandId::b, text({{[0-9]+}}, "b"), false, false, false, false, false, 0, OperandKind::arguments,
// DEFS:      gateTable[] = {
// DEFS-NEXT:   {0, {2, 0}, TargetSetId::sm_20_up, false, false, false},
// DEFS-NEXT:   {1, {9, 2}, TargetSetId::AllTargets, false, false, false},
// DEFS-NEXT:   {{[{][0-9]+}}, {3, 0}, TargetSetId::AllTargets, true, false, false},
// DEFS:      formTable[] = {
// DEFS-NEXT:   {text({{[0-9]+}}, "xor.mode{.sat}.type d, a, b{, {!}p}"),
// DEFS-NEXT:    Opcode::xor_, Action::BitXor, InstructionId::xor_int, FormId::xor_int_1, 1, false, {{[0-9]+, [0-9]+}}, 0x{{[0-9A-F]+}}, 0x0, {0, 3}, {0, 4}, {0, 2}, {0, 1}, {0, 0}, {0, 0}, {0, 0}},
