// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of results agrees with the functions of integers, for random constants.

#include "CheckedModule.h"

#include "ptx/Analysis/Values/ValueAnalysis.h"
#include "ptx/Isa/Forms/IntegerFunctions.h"

#include "gtest/gtest.h"

#include <random>

using namespace ptx;
using namespace ptx::test;

namespace {

struct IntegerInstruction {
  const char *mnemonic;
  unsigned sources;
  bool isSigned = false;
  ResultPart part = ResultPart::Low;
};

constexpr ResultPart high = ResultPart::High, wide = ResultPart::Wide;
constexpr IntegerInstruction instructions[] = {
    {"add.u32", 2},
    {"sub.s32", 2, true},
    {"mul.lo.u32", 2},
    {"mul.hi.u32", 2, false, high},
    {"mul.hi.s32", 2, true, high},
    {"mul.wide.u32", 2, false, wide},
    {"mul.wide.s32", 2, true, wide},
    {"mad.lo.s32", 3, true},
    {"div.u32", 2},
    {"div.s32", 2, true},
    {"rem.u32", 2},
    {"rem.s32", 2, true},
    {"min.s32", 2, true},
    {"max.u32", 2},
    {"abs.s32", 1, true},
    {"neg.s32", 1, true},
    {"and.b32", 2},
    {"or.b32", 2},
    {"xor.b32", 2},
    {"not.b32", 1},
    {"shl.b32", 2},
    {"shr.u32", 2},
    {"shr.s32", 2, true},
    {"shf.l.wrap.b32", 3, false, high},
    {"shf.r.clamp.b32", 3},
    {"bfe.u32", 3},
    {"bfe.s32", 3, true},
    {"bfi.b32", 4},
    {"bmsk.clamp.b32", 2},
    {"brev.b32", 1},
    {"clz.b32", 1},
    {"popc.b32", 1},
    {"prmt.b32", 3},
};

/// Large and small numbers: lengths, counts and their limits among them.
uint64_t randomNumber(std::mt19937 &random) {
  uint64_t bits = random();
  switch (random() % 3) {
  case 0:
    return bits % 40;
  case 1:
    return bits | 0xFFFFFFC0;
  default:
    return bits;
  }
}

TEST(IntegerValuesTest, KnownBitsAgreeWithTheFunctions) {
  std::mt19937 random(1);
  for (const IntegerInstruction &instruction : instructions) {
    unsigned constants = 0;
    constexpr unsigned rounds = 40;
    for (unsigned round = 0; round != rounds; ++round) {
      std::array<uint64_t, 4> numbers{};
      std::string result = instruction.part == wide ? "%rd1" : "%r1";
      std::string text = instruction.mnemonic + (" " + result);
      for (unsigned i = 0; i != instruction.sources; ++i) {
        numbers[i] = randomNumber(random);
        text += ", " + std::to_string(numbers[i]);
      }
      text += instruction.part == wide ? ";\nmov.b64 %rd8, %rd1;" : ";\nmov.b32 %r19, %r1;";

      CheckedModule module(text);
      const Signature *signature = module.body().signatures[0];
      if (!signature) // a number that the operand cannot have
        continue;
      Registers registers(module.body().scope);
      RegisterAccesses accesses(module.body(), registers);
      ControlFlow flow(module.body());
      ValueAnalysis values(module.body(), registers, accesses, flow);
      KnownValue known =
          values.address({1}, module.unit().list(module.unit()[InstId{1}].operands()).back());
      std::optional<uint64_t> expected =
          IntegerFunction{signature->view, 32, instruction.isSigned, instruction.part}(numbers);
      if (!expected)
        continue;
      uint64_t bits = truncateInteger(*expected, known.width());
      EXPECT_EQ(known.bits.One.getZExtValue() & ~bits, 0u) << text;
      EXPECT_EQ(known.bits.Zero.getZExtValue() & bits, 0u) << text;
      constants += known.isConstant();
    }
    EXPECT_NE(constants, 0u) << instruction.mnemonic << " is not followed";
  }
}

} // namespace
