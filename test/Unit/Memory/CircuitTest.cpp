// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Circuits of constants agree with the functions of integers, for random constants.

#include "ptx/Memory/Solve/Circuit.h"
#include "ptx/Isa/Forms/IntegerFunctions.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <random>

using namespace ptx;

namespace {

/// A form of the action without modifiers.
InstrView viewOf(Action action) {
  InstrView view;
  view.form = llvm::find_if(allForms(), [&](const FormInfo &f) { return f.action == action; });
  return view;
}

uint64_t compute(Operation operation, unsigned width, uint64_t a, uint64_t b) {
  Circuit circuit(nullptr);
  Bits bits = circuit.compute(operation, width, {Circuit::number(a), Circuit::number(b)});
  uint64_t result = 0;
  for (auto [i, bit] : llvm::enumerate(bits)) {
    EXPECT_TRUE(bit.isConstant());
    result |= uint64_t(bit.isTrue()) << i;
  }
  return truncateInteger(result, width);
}

/// A number of `width` bits, often near a limit or a small count.
uint64_t randomNumber(std::mt19937_64 &random, unsigned width) {
  uint64_t bits = random();
  return truncateInteger(random() % 3 == 0 ? bits % (width + 3) : bits, width);
}

TEST(CircuitTest, FunctionsAgree) {
  struct Row {
    Operation operation;
    Action action;
    bool isSigned = false;
  };
  constexpr Row rows[] = {
      {Operation::Add, Action::Add},
      {Operation::Sub, Action::Subtract},
      {Operation::Mul, Action::Multiply},
      {Operation::And, Action::BitAnd},
      {Operation::Or, Action::BitOr},
      {Operation::Xor, Action::BitXor},
      {Operation::Not, Action::BitNot},
      {Operation::ShiftLeft, Action::ShiftLeft},
      {Operation::ShiftRight, Action::ShiftRight},
      {Operation::Min, Action::Minimum},
      {Operation::Max, Action::Maximum},
      {Operation::MinSigned, Action::Minimum, true},
      {Operation::MaxSigned, Action::Maximum, true},
  };
  std::mt19937_64 random(1);
  for (const Row &row : rows)
    for (unsigned width : {16u, 32u, 64u})
      for (unsigned round = 0; round != 30; ++round) {
        uint64_t a = randomNumber(random, width), b = randomNumber(random, width);
        InstrView view = viewOf(row.action);
        std::optional<uint64_t> expected = IntegerFunction{view, width, row.isSigned}({a, b});
        ASSERT_TRUE(expected);
        EXPECT_EQ(compute(row.operation, width, a, b), truncateInteger(*expected, width))
            << static_cast<unsigned>(row.action) << ' ' << width << ' ' << a << ' ' << b;
      }
}

TEST(CircuitTest, ComparisonsAgree) {
  struct Row {
    Operation operation;
    CompareOp comparison;
    bool isSigned = false;
  };
  constexpr Row rows[] = {
      {Operation::Equal, CompareOp::Equal},
      {Operation::NotEqual, CompareOp::NotEqual},
      {Operation::Less, CompareOp::Less},
      {Operation::LessEqual, CompareOp::LessEqual},
      {Operation::Greater, CompareOp::Greater},
      {Operation::GreaterEqual, CompareOp::GreaterEqual},
      {Operation::LessSigned, CompareOp::Less, true},
      {Operation::LessEqualSigned, CompareOp::LessEqual, true},
      {Operation::GreaterSigned, CompareOp::Greater, true},
      {Operation::GreaterEqualSigned, CompareOp::GreaterEqual, true},
  };
  std::mt19937_64 random(1);
  for (const Row &row : rows)
    for (unsigned width : {16u, 32u, 64u})
      for (unsigned round = 0; round != 30; ++round) {
        uint64_t a = randomNumber(random, width), b = round % 5 ? randomNumber(random, width) : a;
        EXPECT_EQ(compute(row.operation, width, a, b),
                  compareIntegers(row.comparison, a, b, width, row.isSigned))
            << static_cast<unsigned>(row.operation) << ' ' << width << ' ' << a << ' ' << b;
      }
}

} // namespace
