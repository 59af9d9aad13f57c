// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ParsedModule.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// The first instruction of `statements`: guard, mnemonic, modifiers, then `:` and the operands.
std::string instruction(const std::string &statements) {
  ParsedModule module = ParsedModule::statements(statements);
  EXPECT_TRUE(module->isComplete()) << statements;
  const SyntaxUnit &body = module.body();
  const Instruction &inst = body.instructions()[0];
  std::string text;
  if (inst.guard != GuardKind::None)
    text +=
        (inst.guard == GuardKind::Negated ? "@!" : "@") + show(body, inst.guardRegister()) + " ";
  text += body.wordTable().text(inst.opcodeWord);
  for (WordId word : body.modifiers(inst))
    text += body.wordTable().text(word);
  return text + " : " + show(body, inst.operands());
}

TEST(Instruction, ModifiersAndOperands) {
  EXPECT_EQ(instruction("add.sat.s32 %r1, %r2, -5;"), "add.sat.s32 : %r1 %r2 (- 5)");
  EXPECT_EQ(instruction("ret;"), "ret : ");
  EXPECT_EQ(instruction("bra .uni L;"), "bra.uni : L");
  // State spaces and other words that are directives elsewhere are modifiers here.
  EXPECT_EQ(instruction("ld.weak.global.v4.f32 {a, b, c, d}, [p];"),
            "ld.weak.global.v4.f32 : (Vector a b c d) (Address p)");
  EXPECT_EQ(instruction("x.const[2].tex.alias.common.noreturn.param;"),
            "x.const[2].tex.alias.common.noreturn.param : ");
}

TEST(Instruction, Guards) {
  EXPECT_EQ(instruction("@%p1 bra L;"), "@%p1 bra : L");
  EXPECT_EQ(instruction("@!p mov.u32 a, 1;"), "@!p mov.u32 : a 1");
  EXPECT_EQ(instruction("@ ! p call f;"), "@!p call : f");
}

/// (Manual 6: operands; 9.7.3.5: video instructions)
TEST(Instruction, Operands) {
  EXPECT_EQ(instruction("mov.u32 a, %tid.x;"), "mov.u32 : a (Member %tid .x)");
  EXPECT_EQ(instruction("setp.lt.s32 p|q, a, !r;"), "setp.lt.s32 : (Pair p q) a (! r)");
  EXPECT_EQ(instruction("setp.lt.s32 _|q, a, b;"), "setp.lt.s32 : (Pair _ q) a b");
  EXPECT_EQ(instruction("vadd.s32 d.b0, -a.h1, b;"),
            "vadd.s32 : (Member d .b0) (- (Member a .h1)) b");
  EXPECT_EQ(instruction("ld.b32 a, [b+4].unified, c;"),
            "ld.b32 : a (Qualified .unified (Address (Offset b 4))) c");
  EXPECT_EQ(instruction("mov.b64 {a, _}, b;"), "mov.b64 : (Vector a _) b");
  EXPECT_EQ(instruction("x {a.x, 1 + 2, WARP_SZ};"), "x : (Vector (Member a .x) (+ 1 2) WARP_SZ)");
  EXPECT_EQ(instruction("x a, 1 + 2 * 3, ~0, (1 ? 2 : 3);"),
            "x : a (+ 1 (* 2 3)) (~ 0) (Paren (Conditional 1 2 3))");
  EXPECT_EQ(instruction("x 0f3F800000, 0d3FF0000000000000, 1.5, -1.5;"),
            "x : 0f3F800000 0d3FF0000000000000 1.5 (- 1.5)");
  EXPECT_EQ(instruction("tex.2d.v4.f32.f32 {a,b,c,d}|p, [t, {x, y}];"),
            "tex.2d.v4.f32.f32 : (Pair (Vector a b c d) p) (Address t (Vector x y))");
}

/// (Manual 6.4)
TEST(Instruction, Addresses) {
  EXPECT_EQ(instruction("ld.u32 a, [b];"), "ld.u32 : a (Address b)");
  EXPECT_EQ(instruction("ld.u32 a, [b+-4*2];"), "ld.u32 : a (Address (Offset b (* (- 4) 2)))");
  EXPECT_EQ(instruction("ld.u32 a, [0x100 + 4];"), "ld.u32 : a (Address (+ 0x100 4))");
  EXPECT_EQ(instruction("ld.u32 a, v[4];"), "ld.u32 : a (Index v 4)");
  EXPECT_EQ(instruction("ld.u32 a, v[r+8];"), "ld.u32 : a (Index v (Offset r 8))");
  EXPECT_EQ(instruction("mov.u64 a, v+8;"), "mov.u64 : a (Offset v 8)");
  EXPECT_EQ(instruction("x [a], [m, {b, c}, d, {e}];"),
            "x : (Address a) (Address m (Vector b c) d (Vector e))");
}

/// (Manual 9.7.12.5) Results, function, arguments, prototype.
TEST(Instruction, Calls) {
  EXPECT_EQ(instruction("call.uni (r), f, (a, 5, _);"),
            "call.uni : (Arguments r) f (Arguments a 5 _)");
  EXPECT_EQ(instruction("call f;"), "call : f");
  EXPECT_EQ(instruction("call f, (a);"), "call : f (Arguments a)");
  EXPECT_EQ(instruction("call (r), p, (), proto;"), "call : (Arguments r) p (Arguments) proto");
  EXPECT_EQ(instruction("call p, proto;"), "call : p proto");
}

/// `ptxas` reserves no word but `WARP_SZ` and `_`.
TEST(Instruction, WordsOfTheSyntaxAsNames) {
  EXPECT_EQ(instruction("call call;"), "call : call");
  EXPECT_EQ(instruction("call.uni generic, (inlined_at);"),
            "call.uni : generic (Arguments inlined_at)");
  EXPECT_EQ(instruction("add.u32 call, generic, function_name;"),
            "add.u32 : call generic function_name");
  EXPECT_EQ(instruction("@call bra inlined_at;"), "@call bra : inlined_at");
  EXPECT_EQ(instruction("generic.u32 a;"), "generic.u32 : a");
}

std::vector<std::string> statements(const ParsedModule &module) {
  std::vector<std::string> shown;
  const SyntaxUnit &body = module.body();
  for (uint32_t i = 0; i != body.statements().size(); ++i)
    shown.push_back(module->source().text(body.range(StmtId{i})).str());
  return shown;
}

TEST(Instruction, LabelsAndBlocks) {
  ParsedModule module = ParsedModule::statements("L1: L2: a; { b; { } c; } d; call: e;");
  EXPECT_THAT(module.diagnostics(), IsEmpty());
  EXPECT_THAT(statements(module), ElementsAre("L1:", "L2:", "a;", "{ b; { } c; }", "b;", "{ }",
                                              "c;", "d;", "call:", "e;"));
  const SyntaxUnit &body = module.body();
  EXPECT_EQ(body[StmtId{1}].kind, StmtKind::Label);
  ASSERT_EQ(body[StmtId{3}].kind, StmtKind::Block);
  EXPECT_EQ(body[BlockId{body[StmtId{3}].index}].end, StmtId{7});
  EXPECT_EQ(body[BlockId{body[StmtId{5}].index}].end, StmtId{6});
}

TEST(Instruction, SameWordSameId) {
  ParsedModule module = ParsedModule::items(".func f { add.u32; } .func g { sub.add.u32; }");
  const Instruction &add = module.body(0).instructions()[0];
  const Instruction &sub = module.body(1).instructions()[0];
  EXPECT_NE(add.opcodeWord, sub.opcodeWord);
  EXPECT_EQ(module.body(0).modifiers(add)[0], module.body(1).modifiers(sub)[1]);
}

TEST(Instruction, Fragment) {
  ParsedModule module("{ .reg .pred p; @p add.u32 %0, %1, %2; }", SourceKind::Fragment);
  EXPECT_THAT(module.diagnostics(), IsEmpty());
  EXPECT_TRUE(module->isFragment());
  EXPECT_TRUE(module->isComplete());
  EXPECT_THAT(module->bodies(), IsEmpty());
  ASSERT_EQ(module.top().instructions().size(), 1u);
  EXPECT_EQ(show(module.top(), module.top().instructions()[0].operands()), "%0 %1 %2");
}

} // namespace
