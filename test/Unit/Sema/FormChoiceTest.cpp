// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Check/CheckedText.h"

#include "ptx/Sema/Instructions/FormChoice.h"
#include "ptx/Sema/Instructions/InstructionText.h"
#include "ptx/Sema/Sema.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using Change = FormChoice::Change;

namespace {

/// What is chosen for one instruction, in words: "operands 2 3", "add 1 of add.u32 d, a, b".
std::string choiceFor(const std::string &statement) {
  CheckedText module(".version 9.0\n.target sm_90a\n.address_size 64\n.entry k()\n{\n"
                     ".reg .pred %p<4>;\n.reg .b32 %r<9>;\n.reg .f32 %f<9>;\n.reg .b64 %rd<9>;\n" +
                     statement + "\n}\n");
  const BodyScope &scope = module.sema().bodies.front()->scope;
  const Instruction &inst = module.body().instructions().front();
  Mnemonic mnemonic(*findOpcode(module.body().text(inst.opcode)), writtenWords(module.body(), inst),
                    module.sema().tables->platform);
  FormChoice choice = chooseForm(scope, inst, mnemonic);
  auto number = [](unsigned n) { return " " + std::to_string(n + 1); };
  switch (choice.change) {
  case Change::None:
    return "none";
  case Change::Operands: {
    std::string text = choice.signature->brokenRule ? "rule" : "operands";
    for (const FormChoice::Problem &problem : choice.problems)
      text += number(problem.operand);
    return text;
  }
  case Change::Type:
    return "type " + choice.mnemonic;
  case Change::Add:
    return "add" + number(choice.operand) + " of " + syntaxLine(choice.signature->view);
  case Change::Remove:
    return "remove" + number(choice.operand) + " of " + syntaxLine(choice.signature->view);
  case Change::Move:
    return (choice.ambiguous ? "move perhaps" : "move") + number(choice.operand) +
           number(choice.place);
  case Change::Count:
    return "count";
  case Change::Brace:
    return "brace" + number(choice.operand);
  case Change::Bracket:
    return "bracket" + number(choice.operand);
  }
  return "";
}

/// A list of operands of any length is tried in parts, whose lengths are thousands of counts.
TEST(FormChoiceTest, CountsThatNoFormHasShareOneSet) {
  CheckedText module(".version 9.0\n.target sm_90\n.address_size 64\n.entry k() { ret; }\n");
  Mnemonic mnemonic(*findOpcode("add"), {Modifier::u32}, module.sema().tables->platform);
  EXPECT_EQ(mnemonic.signatures(3, false).all.size(), 1u);
  EXPECT_TRUE(mnemonic.signatures(100, false).all.empty());
  EXPECT_EQ(&mnemonic.signatures(100, false), &mnemonic.signatures(60000, false));
}

TEST(FormChoiceTest, NothingIsWrong) { EXPECT_EQ(choiceFor("add.u32 %r1, %r2, 1;"), "none"); }

/// One operand that is not as expected is nearer than any other change.
TEST(FormChoiceTest, OneOperand) {
  EXPECT_EQ(choiceFor("add.u32 %r1, %rd2, %r3;"), "operands 2");
  EXPECT_EQ(choiceFor("ld.global.u32 %r1, %rd1;"), "operands 2");
  EXPECT_EQ(choiceFor("setp.lt.s32 %r1, %r2, %r3;"), "operands 1");
}

/// Of several signatures that one operand does not fit, the one that it nearly fits.
TEST(FormChoiceTest, TheNarrowestProblem) {
  EXPECT_EQ(choiceFor("mov.b64 %rd1, {%r1, %p1};"), "operands 2");
}

TEST(FormChoiceTest, OneTypeForAll) {
  EXPECT_EQ(choiceFor("and.b32 %p1, %p2, %p3;"), "type and.pred");
  EXPECT_EQ(choiceFor("setp.lt.s32 %p1, %f1, %f2;"), "type setp.lt.f32");
  EXPECT_EQ(choiceFor("add.u32 %rd1, %rd2, %rd3;"), "type add.u64")
      << "the kind that is written in the width of the registers";
  EXPECT_EQ(choiceFor("add.u32 %f1, %rd2, %r3;"), "operands 1 2") << "of several types";
}

TEST(FormChoiceTest, MissingOperand) {
  EXPECT_EQ(choiceFor("add.u32 %r1, %r2;"), "add 3 of add.u32 d, a, b");
  EXPECT_EQ(choiceFor("mbarrier.arrive.shared.b64 [%r1];"),
            "add 1 of mbarrier.arrive.shared.b64 state, [addr]");
  EXPECT_EQ(choiceFor("atom.global.add.u32 [%rd1], %r2;"),
            "add 1 of atom.global.add.u32 d, [a], b");
}

TEST(FormChoiceTest, ExtraOperand) {
  EXPECT_EQ(choiceFor("add.u32 %r1, %r2, %r3, %r4;"), "remove 4 of add.u32 d, a, b");
  EXPECT_EQ(choiceFor("red.global.add.u32 %r1, [%rd1], %r2;"),
            "remove 1 of red.global.add.u32 [a], b")
      << "rather than a cache policy without `.L2::cache_hint`";
}

TEST(FormChoiceTest, AnotherOrder) {
  EXPECT_EQ(choiceFor("st.global.u32 %r1, [%rd1];"), "move 1 2");
  EXPECT_EQ(choiceFor("selp.b32 %r1, %p1, %r2, %r3;"), "move perhaps 2 4")
      << "`%r3` and `%p1` could be exchanged as well";
}

TEST(FormChoiceTest, SeveralAreMissingAtTheEnd) {
  EXPECT_EQ(choiceFor("fma.rn.f32 %f1, %f2;"), "add 3 of fma.rn.f32 d, a, b, c");
}

TEST(FormChoiceTest, OnlyTheNumber) {
  EXPECT_EQ(choiceFor("add.u32 %r1;"), "add 2 of add.u32 d, a, b");
  EXPECT_EQ(choiceFor("add.u32 %r1, %r2, %r3, %r4, %r5;"), "count");
}

} // namespace
