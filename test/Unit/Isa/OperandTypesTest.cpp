// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The recorded verdicts of `ptxas` 13.0 on the declared types of registers: type_matrix.tsv has
// instructions whose operand `x` was declared with each type in turn.

#include "InstructionText.h"

#include "ptx/Isa/Forms/OperandTypes.h"
#include "ptx/Isa/Vocabulary/Types.h"

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

/// Where `ptxas` accepts more than the manual allows, by an oversight.
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

// Each row of type_matrix.tsv but that of a guard, which is not an operand.
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
  EXPECT_NE(rows, 0u);
}

/// Whether `operand` of `view`, a vector of `elements` registers or none, can be a register of this
/// type, or this literal.
static bool canBe(const InstrView &view, const OperandInfo &operand, unsigned elements,
                  StringRef what) {
  constexpr unsigned registers = OperandKind::register_ | OperandKind::predicate;
  if (std::optional<TypeId> type = findType(what))
    return (operand.kinds & registers) && (registerTypes(view, operand, elements) & typeBit(*type));
  int64_t value = 0;
  bool isInteger = !what.getAsInteger(0, value);
  OperandShape shape = shapeOf(view, operand);
  bool isOutside = shape.min <= shape.max &&
                   (value < shape.min || value > shape.max || (value - shape.min) % shape.step);
  if (!(operand.kinds & OperandKind::immediate) || (isInteger && isOutside))
    return false;
  ImmediateKinds kinds = immediateKinds(view, operand, elements);
  return isInteger ? kinds.integer : what.starts_with("0f") ? kinds.single : kinds.wide;
}

/// Whether an operand `x` of the instruction can be `what`.
static bool canXBe(const InstructionText &text, StringRef what) {
  return llvm::any_of(candidates(text), [&](const InstrView &view) {
    llvm::ArrayRef<OperandInfo> operands = view.form->operands();
    size_t next = 0;
    for (size_t place = 0; place < operands.size(); ++place) {
      bool isGroupMember = place && operands[place].bracket &&
                           operands[place].bracket == operands[place - 1].bracket;
      if (!(view.operands >> place & 1) || isGroupMember)
        continue;
      StringRef operand = text.operands[next++];
      unsigned elements = operand.starts_with("{") ? operand.count(',') + 1 : 0;
      if (operand.split('|').first.trim("{}").split(',').first == "x")
        return canBe(view, operands[place], elements, what);
    }
    return false;
  });
}

/// What `x` of an instruction can be only for `ptxas`, or only for the table.
struct Difference {
  StringRef instruction;
  StringRef what;
};
static constexpr Difference differences[] = {
    // `ptxas` accepts `.f16x2` registers for predicates, and predicates for `.bf16x2`; the manual
    // wants registers of the operand's type. (Manual 9.4)
    {"set.lt.bf16x2.bf16x2 x,r,r", "pred"},
    {"set.lt.bf16x2.bf16x2 r,r,x", "pred"},
    {"setp.lt.bf16x2 p|q,r,x", "pred"},
    {"and.pred x,p,p", "f16x2"},
    {"and.pred p,x,p", "f16x2"},
    {"and.pred p,p,x", "f16x2"},
    {"xor.pred x,p,p", "f16x2"},
    {"xor.pred p,x,p", "f16x2"},
    {"xor.pred p,p,x", "f16x2"},
    {"not.pred x,p", "f16x2"},
    {"not.pred p,x", "f16x2"},
    {"mov.pred x,q", "f16x2"},
    {"mov.pred p,x", "f16x2"},
    {"bar.red.and.pred x,u,p", "f16x2"},
    {"vote.sync.all.pred x,q,r", "f16x2"},
    {"vote.sync.all.pred p,x,r", "f16x2"},
    // Here `ptxas` accepts a literal for a destination.
    {"createpolicy.cvt.L2.b64 x,rd", "5"},
    // Here it takes `0f` literals alone.
    {"cvt.rna.tf32.f32 r,x", "1.0 0d3FF0000000000000"},
    // Whether an alignment is a power of two is no matter of the table.
    {"alloca.u64 ud,ud,x", "5"},
    // An instruction that this becomes does not take it.
    {"vadd4.u32.u32.u32.add u,u,u,x", "f16x2"},
    // Again `.f16x2` for predicates, and predicates for packed types.
    {"barrier.red.or.pred x,0,%p2", "f16x2"},
    {"barrier.red.or.pred x,1,64,!%p1", "f16x2"},
    {"multimem.ld_reduce.add.bf16x2 x,[%rd1]", "pred"},
    {"multimem.ld_reduce.add.e4m3x4 x,[%rd1]", "pred"},
    // Integers for a response of 128 bits, which the manual has in a register. (Manual 9.7.13.18)
    {"clusterlaunchcontrol.query_cancel.b32.get_first_ctaid::z.b128 %r1,x", "5"},
    {"clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r1,_,_,_},x", "5"},
    {"clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %r1,x", "5"},
    {"clusterlaunchcontrol.query_cancel.get_first_ctaid::y.b32.b128 %u1,x", "5"},
    {"clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p1,x", "5"},
    {"clusterlaunchcontrol.query_cancel.pred.is_canceled.b128 %p1,x", "5"},
    // Whether no more is read than written is no matter of the table.
    {"cp.async.ca.shared.global [smem],[%rd1],4,x", "5"},
    {"cp.async.ca.shared.global.L2::cache_hint [smem],[%rd1],4,x,5", "5"},
    // Instructions that these become do not take it; the manual has 32 bits. (Manual 9.7.9.13,
    // 9.7.9.26)
    {"st.bulk [%rd1],x,0", "b32"},
    {"st.bulk.weak.shared::cta [%rd1],x,0", "b32"},
    {"tensormap.replace.tile.box_dim.global.b1024.b32 [%rd1],1,x", "f32 0f3F800000"},
    {"tensormap.replace.tile.element_stride.global.b1024.b32 [%rd1],1,x", "f32 0f3F800000"},
    {"tensormap.replace.tile.global_dim.global.b1024.b32 [%rd1],1,x", "f32 0f3F800000"},
};

// Each row of operands.tsv: an instruction whose operand `x` was a register of each type and a
// literal of each kind in turn, in a vector all its elements, and what of these `ptxas` accepted.
TEST(OperandTypesTest, EachPositionTakesWhatPtxasTakes) {
  static constexpr StringRef all[] = {
      "pred", "b16", "u16", "s16", "f16",  "b32", "u32", "s32", "f32",        "f16x2",
      "b64",  "u64", "s64", "f64", "b128", "b8",  "5",   "1.0", "0f3F800000", "0d3FF0000000000000"};
  unsigned rows = 0, different = 0;
  for (const auto &row : readTable("operands.tsv")) {
    std::vector<InstructionText> texts = splitInstructions(row[0]);
    ASSERT_EQ(texts.size(), 1u) << row[0];
    ++rows;
    llvm::SmallVector<StringRef> accepted;
    StringRef(row[2]).split(accepted, ' ', -1, false);
    for (StringRef what : all) {
      bool differs = llvm::any_of(differences, [&](const Difference &d) {
        return d.instruction == row[0] && llvm::is_contained(llvm::split(d.what, ' '), what);
      });
      different += differs;
      EXPECT_EQ(canXBe(texts.front(), what), llvm::is_contained(accepted, what) != differs)
          << row[0] << ": " << what.str();
    }
  }
  EXPECT_NE(rows, 0u);
  size_t listed = 0;
  for (const Difference &d : differences)
    listed += StringRef(d.what).count(' ') + 1;
  EXPECT_EQ(different, listed);
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
