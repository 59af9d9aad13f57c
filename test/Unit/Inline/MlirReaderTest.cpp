// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/AsmStatements.h"
#include "ptx/Support/SourceBuffer.h"

#include "gtest/gtest.h"

using namespace ptx;

static std::vector<AsmStatement> findInMlir(std::string text) {
  auto source = SourceBuffer::fromString(std::move(text), "f.mlir");
  return findMlirAsm(*source);
}

TEST(MlirReader, UndoesEscapes) {
  auto found = findInMlir(R"(llvm.inline_asm "a\n\22\"\\b\q", "" : () -> ())");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text.text(), "a\n\"\"\\b\\q");
  EXPECT_EQ(found[0].text.sourceOf({1, 2}), (SourceRange{18, 20}));
  EXPECT_EQ(found[0].text.sourceOf({2, 3}), (SourceRange{20, 23}));
}

TEST(MlirReader, GivesOperandsTheirExpressions) {
  std::string source = R"(
    %0 = llvm.inline_asm has_side_effects operand_attrs = [{elementtype = i32}] "",
      "=r,=&l,r,~{memory}" %a#1 : (i32) -> !llvm.struct<(i32, vector<2xi32>)>
    %1 = llvm.inline_asm "", "=l" : () -> !llvm.ptr<1>
    llvm.inline_asm "", "r,r" %a : (i32) -> ())";
  auto found = findInMlir(source);
  ASSERT_EQ(found.size(), 3u);
  const AsmStatement &first = found[0];
  EXPECT_TRUE(first.isVolatile && first.isExtended && first.clobbersMemory && !first.isBroken);
  ASSERT_EQ(first.operands.size(), 3u);
  const char *expressions[] = {"i32", "vector<2xi32>", "%a#1"};
  for (size_t i = 0; i != 3; ++i) {
    SourceRange range = first.operands[i].expression;
    EXPECT_EQ(source.substr(range.begin, range.end - range.begin), expressions[i]);
    EXPECT_EQ(first.operands[i].output, i < 2);
  }
  SourceRange result = found[1].operands[0].expression;
  EXPECT_EQ(source.substr(result.begin, result.end - result.begin), "!llvm.ptr<1>");
  EXPECT_FALSE(found[1].isVolatile);
  EXPECT_TRUE(found[2].isBroken) << "an argument is missing";
}

TEST(MlirReader, NamesTheFunction) {
  auto found = findInMlir(R"(module {
    llvm.func internal @f() attributes {a = {b}} { scf.if %c { llvm.inline_asm "1", "" : () -> () } }
    // llvm.func @no() { llvm.inline_asm "2", "" : () -> () }
    llvm.inline_asm "3", "" : () -> ()
    gpu.func @"g h"() kernel { llvm.inline_asm "4", "" : () -> () } })");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].function, "f");
  EXPECT_EQ(found[1].function, "");
  EXPECT_EQ(found[1].functionNumber, 0u);
  EXPECT_EQ(found[2].function, "g h");
  EXPECT_NE(found[0].functionNumber, found[2].functionNumber);
}

/// What is damaged has no operands, and nothing is read beyond the end.
TEST(MlirReader, EndsAnywhere) {
  std::string whole = R"(llvm.func @f() { %0 = llvm.inline_asm operand_attrs = [{}] "a", "=r,r" %a :
    (i32) -> !llvm.struct<(i32)> } #nvvm.target<chip = "sm_90a">)";
  for (size_t size = 0; size != whole.size(); ++size)
    for (const AsmStatement &statement : findInMlir(whole.substr(0, size)))
      EXPECT_LE(statement.range.end, size);
}
