// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices between shared memory and registers, and transposed. (Manual 9.7.14.5.15 to 9.7.14.5.17)

include "ptx/Isa/InstructionBase.td"

// One or two registers for each matrix.
defvar OneEach = [Case<Has<"x1">, 1>, Case<Has<"x2">, 2>, Case<Has<"x4">, 4>];
defvar TwoEach = [Case<Has<"x1">, 2>, Case<Has<"x2">, 4>];

// `ptxas` accepts predicates for the registers.
class Fragment<string name, list<Case> cases> : Dst<name, Any32, cases> {
  let AlsoTaken = "predicate";
}
class StoredFragment<string name, list<Case> cases> : TypedSrc<name, Any32, cases> {
  let AlsoTaken = "predicate";
}

// For more matrices than the manual has, `ptxas` does not check the number of registers.
defvar ManyMatrices = Set<"num", "x8 x16 x32 x64 x128">;
class ManyForms<string opcode, list<string> kinds, string operands, list<When> gates, list<Operand> fragment> {
  list<Form> are = !foreach(kind, kinds,
                            UndocumentedForm<opcode#kind#"  "#operands, [ManyMatrices], gates, [], fragment>);
}
defvar AnyLength = [Lengths<Always, [0, 1, 2, 4]>];
class ManyLoads<list<string> kinds, list<When> gates>
    : ManyForms<"ldmatrix.sync.aligned", kinds, "r, [p]", gates, [Fragment<"r", AnyLength>]>;
class ManyStores<list<string> kinds, list<When> gates>
    : ManyForms<"stmatrix.sync.aligned", kinds, "[p], r", gates, [StoredFragment<"r", AnyLength>]>;

// `ptxas` moves a generic address into a register of at least 32 bits.
defvar MovedGeneric = [Range<Not<Given<"ss">>, 32, 64>, Case<Always>];
let Object = [PointedObject<"a row of a matrix", 16, "T296">], Cases = MovedGeneric in {
  class RowAddr<string name, string spaces> : ExtendedAddr<name, spaces>;
  class StoreRowAddr<string name, string spaces> : StoreExtendedAddr<name, spaces>;
}

def ldmatrix : Instruction<"ldmatrix", "9.7.14.5.15", "load matrices from shared memory"> {
  let Does = LoadMatrix;
  let Sets = [
    Set<"num", "x1 x2 x4">, Set<"ss", "shared shared::cta">, Set<"dst_fmt", "b8x16">,
    Set<"src_fmt", "b6x16_p32 b4x16_p64">
  ];
  let Forms = [
    Form<"ldmatrix.sync.aligned.m8n8.num{.trans}{.ss}.b16  r, [p]">,
    Form<"ldmatrix.sync.aligned.m16n16.num.trans{.ss}.b8  r, [p]", [Set<"num", "x1 x2">],
         [Since<"8.6", NarrowFloat>], [], [Fragment<"r", TwoEach>]>,
    Form<"ldmatrix.sync.aligned.m8n16.num{.ss}.dst_fmt.src_fmt  r, [p]", [],
         [Since<"8.6", NarrowFloat>]>,
    Form<"ldmatrix.sync.aligned.m8n16.num{.ss}.s8.s4  r, [p]", [],
         [Since<"9.4", NarrowMatrix_9_4>]>,
    Form<"ldmatrix.sync.aligned.m16n16.num.trans{.ss}.dst_fmt.src_fmt  r, [p]",
         [Set<"num", "x1 x2">], [Since<"8.6", NarrowFloat>], [], [Fragment<"r", TwoEach>]>
  ] # ManyLoads<[".m8n8.num{.trans}{.ss}.b16"], []>.are
    # ManyLoads<[".m16n16.num.trans{.ss}.b8", ".m8n16.num{.ss}.dst_fmt.src_fmt",
                 ".m16n16.num.trans{.ss}.dst_fmt.src_fmt"], [Since<"8.6", NarrowFloat>]>.are
    # ManyLoads<[".m8n16.num{.ss}.s8.s4"], [Since<"9.4", NarrowMatrix_9_4>]>.are;
  let Operands = [Fragment<"r", OneEach>, RowAddr<"p", "ss">];
  let PtxasChecks = [PtxasCheck<Not<Given<"ss">>, "p", "object">];
  let Gates = [Since<"6.5", sm_75_up>, When<Has<"shared::cta">, "7.8">];
}

def stmatrix : Instruction<"stmatrix", "9.7.14.5.16", "store matrices to shared memory"> {
  let Does = StoreMatrix;
  let Sets = [Set<"num", "x1 x2 x4">, Set<"ss", "shared shared::cta">];
  let Forms = [
    Form<"stmatrix.sync.aligned.m8n8.num{.trans}{.ss}.b16  [p], r">,
    Form<"stmatrix.sync.aligned.m16n8.num.trans{.ss}.b8  [p], r", [], [Since<"8.6", NarrowFloat>]>
  ] # ManyStores<[".m8n8.num{.trans}{.ss}.b16"], []>.are
    # ManyStores<[".m16n8.num.trans{.ss}.b8"], [Since<"8.6", NarrowFloat>]>.are;
  let Operands = [StoreRowAddr<"p", "ss">, StoredFragment<"r", OneEach>];
  let PtxasChecks = [PtxasCheck<Not<Given<"ss">>, "p", "object">];
  let Gates = [Since<"7.8", sm_90_up>];
}

def TransposedFragmentDst : Dst<"d", Any32> { let AlsoTaken = "predicate"; }
def TransposedFragment : Reg<"a", Any32> { let AlsoTaken = "predicate moved"; }

def movmatrix : Instruction<"movmatrix", "9.7.14.5.17", "transpose a matrix in registers"> {
  let Does = WarpMatrix;
  let Forms = [Form<"movmatrix.sync.aligned.m8n8.trans.b16  d, a">];
  let Operands = [TransposedFragmentDst, TransposedFragment];
  let Gates = [Since<"7.8", sm_75_up>];
}
