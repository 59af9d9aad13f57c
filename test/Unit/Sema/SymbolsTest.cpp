// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Names/Symbols.h"

#include "gmock/gmock.h"

using namespace ptx;

namespace {

/// Declares names one after the other, each further on in an imaginary source.
class SymbolTableTest : public testing::Test {
protected:
  uint32_t declare(llvm::StringRef name) { return table.declare({.name = name, .range = next()}); }
  uint32_t declareNumbered(llvm::StringRef name, uint32_t count) {
    return table.declare({.name = name, .range = next(), .count = count, .numbered = true});
  }
  SourceRange next() {
    position += 10;
    return {position, position + 1};
  }

  SymbolTable table;
  uint32_t position = 0;
};

TEST_F(SymbolTableTest, FindsWhatIsDeclared) {
  uint32_t a = declare("a"), b = declare("b");
  EXPECT_EQ(table.find("a"), a);
  EXPECT_EQ(table.find("b"), b);
  EXPECT_FALSE(table.find("c"));
  EXPECT_FALSE(table.find(""));
  EXPECT_FALSE(table.find("A")); // names are case-sensitive
}

TEST_F(SymbolTableTest, InnerScopesHideOuterOnes) {
  uint32_t outer = declare("x"), y = declare("y");
  table.openScope();
  EXPECT_EQ(table.find("x"), outer);
  uint32_t inner = declare("x");
  EXPECT_EQ(table.find("x"), inner);
  table.openScope();
  uint32_t innermost = declare("x");
  EXPECT_EQ(table.find("x"), innermost);
  EXPECT_EQ(table.find("y"), y);
  table.closeScope();
  EXPECT_EQ(table.find("x"), inner);
  table.closeScope();
  EXPECT_EQ(table.find("x"), outer);
  // What they stood for stays.
  EXPECT_EQ(table[innermost].name, "x");
  EXPECT_EQ(table.all().size(), 4u);
}

TEST_F(SymbolTableTest, ManyNamesInNestedScopes) {
  // More than the first size of the table, so that it grows while scopes are open.
  std::vector<std::string> names;
  for (int i = 0; i != 1000; ++i)
    names.push_back("n" + std::to_string(i) + "x");
  for (const std::string &name : names) {
    table.openScope();
    declare(name);
  }
  for (uint32_t i = 0; i != 1000; ++i)
    ASSERT_EQ(table.find(names[i]), i);
  for (uint32_t i = 1000; i-- != 0; table.closeScope()) {
    ASSERT_EQ(table.find(names[i]), i);
    if (i + 1 < 1000) {
      ASSERT_FALSE(table.find(names[i + 1]));
    }
  }
}

/// `.reg .b32 %r<4>` declares %r0 to %r3. (Manual 5.4.6)
TEST_F(SymbolTableTest, NumberedNames) {
  uint32_t r = declareNumbered("%r", 4);
  EXPECT_EQ(table.find("%r0"), r);
  EXPECT_EQ(table.find("%r3"), r);
  EXPECT_FALSE(table.find("%r4"));
  EXPECT_FALSE(table.find("%r"));
  EXPECT_FALSE(table.find("%r1x"));
  EXPECT_FALSE(table.find("%r99999999999999999999"));
  EXPECT_FALSE(table.find("%rr1"));
  EXPECT_FALSE(table.find("%s1"));
}

/// `ptxas` reads the number after the name as one: `%r01` is `%r1`.
TEST_F(SymbolTableTest, LeadingZeros) {
  uint32_t r = declareNumbered("%r", 4);
  EXPECT_EQ(table.find("%r01"), r);
  EXPECT_EQ(table.find("%r003"), r);
  EXPECT_FALSE(table.find("%r004"));
}

TEST_F(SymbolTableTest, NamesThatEndInDigits) {
  // r10 to r12 come from the first, r0 to r19 from the second; the later one hides the other. Only
  // a number that is all the digits of a name can begin with zeros.
  uint32_t r1 = declareNumbered("r1", 3), r = declareNumbered("r", 20);
  EXPECT_EQ(table.find("r5"), r);
  EXPECT_EQ(table.find("r11"), r);
  EXPECT_EQ(table.find("r19"), r);
  EXPECT_EQ(table.find("r100"), std::nullopt);
  table.openScope();
  uint32_t again = declareNumbered("r1", 3);
  EXPECT_EQ(table.find("r12"), again);
  EXPECT_EQ(table.find("r13"), r);
  EXPECT_EQ(table.find("r1"), r);
  table.closeScope();
  EXPECT_EQ(table.find("r12"), r);
  (void)r1;
}

TEST_F(SymbolTableTest, ANameHidesANumberedOneAndTheReverse) {
  uint32_t r = declareNumbered("%r", 4);
  uint32_t r2 = declare("%r2");
  EXPECT_EQ(table.find("%r1"), r);
  EXPECT_EQ(table.find("%r2"), r2);
  table.openScope();
  uint32_t again = declareNumbered("%r", 8);
  EXPECT_EQ(table.find("%r2"), again);
  EXPECT_EQ(table.find("%r7"), again);
}

/// Two such declarations in one scope are an error; the later one counts.
TEST_F(SymbolTableTest, ANumberedNameReplacesTheSameInItsScope) {
  uint32_t outer = declareNumbered("%r", 9);
  table.openScope();
  declareNumbered("%r", 5);
  std::vector<std::string> names; // so many that the table grows
  for (int i = 0; i != 200; ++i)
    names.push_back("%s" + std::string(i, 'x'));
  for (const std::string &name : names)
    declareNumbered(name, 1);
  uint32_t inner = declareNumbered("%r", 3);
  EXPECT_EQ(table.find("%r2"), inner);
  EXPECT_EQ(table.find("%r4"), outer);
  EXPECT_TRUE(table.find("%sx0"));
  table.closeScope();
  EXPECT_EQ(table.find("%r2"), outer);
  EXPECT_FALSE(table.find("%sx0"));
}

/// What is further down is not known yet.
TEST_F(SymbolTableTest, OnlyWhatStandsBefore) {
  uint32_t first = declare("f"), second = declare("f");
  uint32_t numbered = declareNumbered("%r", 2);
  EXPECT_EQ(table.find("f", table[second].range.begin), first);
  EXPECT_EQ(table.find("f", table[second].range.begin + 1), second);
  EXPECT_FALSE(table.find("f", table[first].range.begin));
  EXPECT_FALSE(table.find("%r1", table[numbered].range.begin));
  EXPECT_EQ(table.find("%r1", table[numbered].range.begin + 1), numbered);
}

TEST(SymbolRefTest, TellsItsTables) {
  SymbolRef none, body = SymbolRef::ofBody(7), module = SymbolRef::ofModule(7),
                  special = SymbolRef::special(SpecialRegister::tid);
  EXPECT_FALSE(none);
  EXPECT_FALSE(none.isSpecial() || none.isModule());
  EXPECT_TRUE(body && !body.isModule() && !body.isSpecial());
  EXPECT_EQ(body.index(), 7u);
  EXPECT_TRUE(module && module.isModule() && !module.isSpecial());
  EXPECT_EQ(module.index(), 7u);
  EXPECT_TRUE(special && special.isSpecial() && !special.isModule());
  EXPECT_EQ(special.specialRegister(), SpecialRegister::tid);
}

} // namespace
