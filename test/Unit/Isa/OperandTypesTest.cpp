// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The recorded verdicts of `ptxas` 13.0 on the declared types of registers: type_matrix.tsv has
// instructions whose operand `x` was declared with each type in turn.

#include "InstructionText.h"

#include "ptx/Isa/OperandTypes.h"
#include "ptx/Isa/Types.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;

static std::string namesOf(TypeSet types) {
  std::string result;
  for (const TypeInfo &type : allTypes())
    if (types & typeBit(type.id))
      (result += result.empty() ? "" : " ") += type.name;
  return result;
}

static TypeSet typesNamed(StringRef names) {
  TypeSet result = 0;
  for (StringRef name : llvm::split(names, ' '))
    if (std::optional<TypeId> type = findType(name.ltrim('.')))
      result |= typeBit(*type);
  return result;
}

/// The types that all operands of `view` called `x` can have.
static TypeSet typesOfX(const InstrView &view, llvm::ArrayRef<std::string> texts) {
  TypeSet result = ~TypeSet(0);
  llvm::ArrayRef<OperandInfo> operands = view.form->operands();
  for (size_t place = 0; place < operands.size(); ++place) {
    if (!(view.operands >> place & 1))
      continue;
    StringRef text = texts.front();
    texts = texts.drop_front();
    bool isList = text.starts_with("{");
    if (text.trim("{}[]").split(',').first == "x")
      result &= registerTypes(view, operands[place], isList ? text.count(',') + 1 : 0);
  }
  return result;
}

/// Where `ptxas` takes more than the manual allows, by an oversight.
struct Oversight {
  StringRef probe;
  StringRef types;
  const char *manual;
};
static constexpr Oversight oversights[] = {
    {"and.pred x,x,x;", "f16x2", "9.7.8.1: the operands have the type of the instruction"},
    {"mov.pred x,x;", "f16x2", "9.7.9.3: the operands have the type of the instruction"},
    {"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {x},[z];", "pred",
     "9.7.14.5.15: each destination register is 32 bits wide"},
};

// Each row of type_matrix.tsv but that of a guard, which is no operand.
TEST(OperandTypesTest, RegistersAreOfTheTypesThatPtxasTakes) {
  unsigned rows = 0, found = 0;
  for (const auto &row : readTable("type_matrix.tsv")) {
    if (row[0] == "guard")
      continue;
    TypeSet expected = typesNamed(row[3]);
    for (const Oversight &o : oversights)
      if (o.probe == row[2]) {
        EXPECT_EQ(expected & typesNamed(o.types), typesNamed(o.types)) << row[2];
        expected &= ~typesNamed(o.types);
        ++found;
      }
    TypeSet taken = 0;
    bool isKnown = false;
    for (const InstructionText &text : splitInstructions(row[2])) {
      if (!isFinished(text.mnemonic))
        continue;
      isKnown = true;
      for (const InstrView &view : candidates(text))
        taken |= typesOfX(view, text.operands);
    }
    if (!isKnown)
      continue;
    ++rows;
    EXPECT_EQ(namesOf(taken), namesOf(expected)) << row[0] << ": " << row[2];
  }
  EXPECT_EQ(found, std::size(oversights));
  EXPECT_EQ(rows, 210u);
}

TEST(OperandTypesTest, TheTypeIsThatOfTheMnemonicOrFixed) {
  InstrView wide = candidates({"mul.wide.u16", {"d", "a", "b"}}).front();
  EXPECT_EQ(operandType(wide, wide.form->operands()[0]), TypeId::u32);
  EXPECT_EQ(operandType(wide, wide.form->operands()[1]), TypeId::u16);
  InstrView pack = candidates({"mov.b64", {"d", "{a,b,e,f}"}}).front();
  EXPECT_EQ(operandType(pack, pack.form->operands()[1], 4), TypeId::b16);
  EXPECT_EQ(operandType(pack, pack.form->operands()[1], 2), TypeId::b32);
  InstrView bra = candidates({"bra", {"L"}}).front();
  EXPECT_FALSE(operandType(bra, bra.form->operands()[0]));
}

// A call's function is in a register of either size of an address. (Manual 9.7.12.5)
TEST(OperandTypesTest, AnOperandCanHaveOneOfSeveralTypes) {
  InstrView call = candidates({"call", {"fptr", "(x)", "proto"}}).back();
  EXPECT_EQ(namesOf(registerTypes(call, call.form->operands()[0])), "b32 b64 u64 u32 s64 s32");
}

// Manual 9.7.18.2.1.
TEST(OperandTypesTest, SelectorsArePatterns) {
  InstrView vadd2 = candidates({"vadd2.s32.s32.s32", {"d", "a.h33", "b", "c"}}).front();
  const OperandInfo &d = vadd2.form->operands()[0], &a = vadd2.form->operands()[1];
  for (StringRef word : {"h0", "h1", "h10"})
    EXPECT_TRUE(d.selects(word)) << word.str();
  for (StringRef word : {"h01", "h2", "b0", "h", "h100", ""})
    EXPECT_FALSE(d.selects(word)) << word.str();
  EXPECT_TRUE(a.selects("h00"));
  EXPECT_TRUE(a.selects("h32"));
  EXPECT_FALSE(a.selects("h34"));
  EXPECT_FALSE(a.selects("h0"));
  EXPECT_FALSE(vadd2.form->operands()[3].selects("h10"));
}
