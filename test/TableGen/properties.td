// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The properties of instructions and operands: each form keeps those that can count in it, up to the
// first that always does, and has the traits that they give.
//
// RUN: ptx-tblgen -gen-isa-decls -I %{source}/lib %s | FileCheck --check-prefix=DECLS %s
// RUN: ptx-tblgen -gen-isa-defs -I %{source}/lib %s | FileCheck --check-prefix=DEFS %s
// RUN: ptx-tblgen -gen-isa-views -I %{source}/lib %s | FileCheck --check-prefix=VIEWS %s

include "ptx/Isa/InstructionBase.td"

class CopiedAddr<string name> : StoreAddr<name, "global"> {
  let Holds = "size";
  let Map = "Replaced";
  let Object = [PointedObject<"a row", 16, "T001", 32>];
}
class CopiedSize<string name> : Src<name, "b32"> {
  let Limits = [
    Within<LimitsCopySize, "the size", "T002", 1, Infinite, Has<"bulk_group">>,
    NotNegative<LimitsEmptyCopy, "the size", "T003">
  ];
}
def copy : Instruction<"cp", "9.9.1", "a test"> {
  let Does = Load;
  let Async = [AsyncAs<BulkStore, Has<"bulk_group">, "Release">, AsyncAs<BulkLoad>];
  let Effects = [ResultVaries<Has<"volatile">>];
  let Deprecated = [DeprecatedSince<"6.0", "`cp2`">];
  let Forms = [
    Form<"cp{.volatile}.b32  [a], size">,
    Form<"cp.bulk_group.b32  [a], size">
  ];
  let Operands = [CopiedAddr<"a">, CopiedSize<"size">];
}

// DECLS:      enum class Trait : uint8_t {
// DECLS-NEXT:   /// The instruction goes on at its label.
// DECLS-NEXT:   Branches,
// DECLS:      enum class Action : uint8_t {
// DECLS-NEXT:   /// Something else.
// DECLS-NEXT:   None,
// DECLS-NEXT:   /// The instruction copies its operand, packs or unpacks it.
// DECLS-NEXT:   Move,
// DECLS:      enum class AsyncOp : uint8_t {
// DECLS-NEXT:   None,
// DECLS-NEXT:   WgmmaMma,
// DECLS:      enum class AsyncGroup : uint8_t {
// DECLS-NEXT:   None,
// DECLS-NEXT:   Wgmma,

// DEFS:      instructionTable[] = {
// DEFS-NEXT:   {"cp", "9.9.1", "a test", {6, 0}, "`cp2`"},
// DEFS:      AsyncOpInfo asyncOpTable[] = {
// DEFS-NEXT:   {},
// DEFS-NEXT:   {AsyncGroup::Wgmma, AsyncCompletion::WgmmaGroup, Proxy::Async, MemoryScope::Thread, ObjectEffect::None},
// DEFS:      operandTable[] = {
// DEFS-NEXT:   {OperandId::a, {{.*}}, 1, OperandInfo::noPlace, MapUse::Replaced, 1, {0, 0}, text({{[0-9]+}}, "")},
// DEFS-NEXT:   {OperandId::size, {{.*}}, OperandInfo::noPlace, MapUse::None, 0, {0, 1}, text({{[0-9]+}}, "")},
// DEFS-NEXT:   {OperandId::a, {{.*}}, 1, OperandInfo::noPlace, MapUse::Replaced, 1, {1, 0}, text({{[0-9]+}}, "")},
// DEFS-NEXT:   {OperandId::size, {{.*}}, OperandInfo::noPlace, MapUse::None, 0, {1, 2}, text({{[0-9]+}}, "")},
// DEFS:      asyncCaseTable[] = {
// DEFS-NEXT:   {{[{][0-9]+}}, AsyncOp::BulkLoad, Semantics::Weak, {{[{]}}OperandInfo::noPlace, OperandInfo::noPlace, OperandInfo::noPlace, OperandInfo::noPlace, 1, OperandInfo::noPlace, OperandInfo::noPlace, OperandInfo::noPlace}},
// DEFS-NEXT:   {{[{][0-9]+}}, AsyncOp::BulkStore, Semantics::Release, {{[{]}}OperandInfo::noPlace, OperandInfo::noPlace, OperandInfo::noPlace, OperandInfo::noPlace, 1, OperandInfo::noPlace, OperandInfo::noPlace, OperandInfo::noPlace}},
// DEFS-NEXT: };
// DEFS:      effectCaseTable[] = {
// DEFS-NEXT:   {{[{][0-9]+}}, Effect::Varies},
// DEFS-NEXT: };
// DEFS:      limitTable[] = {
// DEFS-NEXT:   {Trait::LimitsEmptyCopy, {{[0-9]+}}, TargetSetId::AllTargets, -1, 0, INT64_MAX, 1, false, true, text({{[0-9]+}}, "the size"), text({{[0-9]+}}, "T003")},
// DEFS-NEXT:   {Trait::LimitsCopySize, {{[0-9]+}}, TargetSetId::AllTargets, -1, 1, INT64_MAX, 1, false, false, text({{[0-9]+}}, "the size"), text({{[0-9]+}}, "T002")},
// DEFS-NEXT:   {Trait::LimitsEmptyCopy, {{[0-9]+}}, TargetSetId::AllTargets, -1, 0, INT64_MAX, 1, false, true, text({{[0-9]+}}, "the size"), text({{[0-9]+}}, "T003")},
// DEFS-NEXT: };
// DEFS:      objectTable[] = {
// DEFS-NEXT:   {"", 1, 1, "", 0},
// DEFS-NEXT:   {"a row", 16, 16, "T001", 32},
// DEFS:      formTable[] = {
// DEFS-NEXT:   {text({{[0-9]+}}, "cp{.volatile}.b32 [a], size"),
// DEFS-NEXT:    Opcode::cp, Action::Load, InstructionId::copy, FormId::copy_1, 0, false, {{[0-9]+, [0-9]+}}, 0x{{[0-9A-F]+}}, 0x[[#%X,BITS:]],
// DEFS-SAME:    {0, 0}, {0, 1}, {0, 1}},
// DEFS:      opcodeTable[] = {
// DEFS-NEXT:   {"cp", {0, 2}, 0x{{[0-9A-F]+}}},

// VIEWS:      struct Load : OperandView<Load, Action::Load> {
// VIEWS-NEXT:   ExprId a() const { return find(OperandId::a); }
// VIEWS-NEXT:   ExprId size() const { return find(OperandId::size); }
// VIEWS-NEXT: };
// VIEWS-NEXT: struct BulkLoad : OperandView<BulkLoad, AsyncOp::BulkLoad> {
// VIEWS-NEXT:   ExprId a() const { return find(OperandId::a); }
// VIEWS-NEXT:   ExprId size() const { return find(OperandId::size); }
// VIEWS-NEXT: };
// VIEWS-NEXT: struct BulkStore : OperandView<BulkStore, AsyncOp::BulkStore> {
