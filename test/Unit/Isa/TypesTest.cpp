// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InstructionText.h"

#include "ptx/Isa/Vocabulary/Types.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;

TEST(TypesTest, TypesAreFoundByTheirText) {
  EXPECT_EQ(findType("u16x2"), TypeId::u16x2);
  EXPECT_FALSE(findType(".u16x2"));
  EXPECT_FALSE(findType("u128"));
}

// Manual 5.2.1, 5.2.3, 5.2.5.
TEST(TypesTest, WidthsAreThoseOfTheManual) {
  EXPECT_EQ(info(TypeId::b128).width, 128);
  EXPECT_EQ(info(TypeId::bf16).group, TypeGroup::Alternate);
  EXPECT_EQ(info(TypeId::f16x2).width, 32);
  EXPECT_EQ(info(TypeId::f16x2).lanes, 2);
  EXPECT_EQ(info(TypeId::e2m1x4).width, 16);
  EXPECT_TRUE(info(TypeId::pred).inRegister);
  EXPECT_FALSE(info(TypeId::pred).inMemory);
  EXPECT_FALSE(info(TypeId::bf16).inRegister);
  EXPECT_TRUE(info(TypeId::texref).inMemory);
}

// What `ptxas` was recorded to take: registers of these types for `d`, `a` and `b` of `add.type`.
TEST(TypesTest, RegistersThatHoldATypeAreThoseThatPtxasTakes) {
  unsigned rows = 0;
  for (const auto &row : readTable("type_matrix.tsv")) {
    if (row[0] != "add" && row[0] != "mov" && row[0] != "and")
      continue;
    std::optional<TypeId> type = findType(StringRef(row[1]).drop_front());
    ASSERT_TRUE(type) << row[1];
    ++rows;
    TypeSet taken = 0;
    for (StringRef name : llvm::split(StringRef(row[3]), ' '))
      if (std::optional<TypeId> reg = findType(name.drop_front()))
        taken |= typeBit(*reg);
    if (*type == TypeId::pred)
      taken &= ~typeBit(TypeId::f16x2); // `and.pred` takes it by an oversight of `ptxas`
    EXPECT_EQ(info(*type).heldBy, taken) << row[0] << row[1];
  }
  EXPECT_NE(rows, 0u);
}
