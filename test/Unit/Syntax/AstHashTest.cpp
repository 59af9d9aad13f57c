// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Tree/AstHash.h"

#include "ParsedModule.h"

#include "gtest/gtest.h"

#include <set>

using namespace ptx;
using namespace ptx::test;

namespace {

uint64_t hashOfItems(const std::string &items) {
  ParsedModule module = ParsedModule::items(items);
  EXPECT_TRUE(module->isComplete()) << items;
  return hashSyntax(*module);
}

uint64_t hashOfStatements(const std::string &statements) {
  return hashOfItems(".entry k() {" + statements + "}");
}

TEST(AstHash, LayoutAndCommentsDoNotMatter) {
  EXPECT_EQ(hashOfStatements("a:b.c %r1,[%r2+4];{d;}"),
            hashOfStatements("\n// x\n a :\n b .c\t%r1 , [ %r2 + 4 ] ; /* y */\n{ d; }\n"));
}

/// Each differs from all others of its group in one token, or in the structure.
TEST(AstHash, StatementsDiffer) {
  std::set<uint64_t> hashes;
  const char *const statements[] = {"",
                                    "a;",
                                    "b;",
                                    "a.b;",
                                    "a.c;",
                                    "a.b.c;",
                                    "a b;",
                                    "a b, c;",
                                    "a {b, c};",
                                    "a [b];",
                                    "a [c];",
                                    "a [b+4];",
                                    "a [b+5];",
                                    "a [4];",
                                    "a b[4];",
                                    "a b.x;",
                                    "a b.y;",
                                    "a b|c;",
                                    "a _|c;",
                                    "a _;",
                                    "a -b;",
                                    "a !b;",
                                    "a -1;",
                                    "a +1;",
                                    "a ~1;",
                                    "a !1;",
                                    "@p a;",
                                    "@!p a;",
                                    "@q a;",
                                    "p: a;",
                                    "{a;}",
                                    "{}a;",
                                    "{a;}{}",
                                    "{{}a;}",
                                    "a (1);",
                                    "a 1;",
                                    "a 01;",
                                    "a 0x1;",
                                    "a 1U;",
                                    "a 1.0;",
                                    "a 1.00;",
                                    "a 0f3F800000;",
                                    "a 0f3f800000;",
                                    "a 1+2;",
                                    "a 1-2;",
                                    "a (1+2);",
                                    "a 1?2:3;",
                                    "a 1+2*3;",
                                    "a (1+2)*3;",
                                    "a WARP_SZ;",
                                    "call a;",
                                    "call a, (b);",
                                    "call (a), b;",
                                    "call a, b;",
                                    "call a, ();",
                                    ".loc 1 2 3",
                                    ".loc 1 2 4",
                                    ".loc 1 02 3",
                                    ".loc 1 2 3, function_name f, inlined_at 1 2 3",
                                    ".loc 1 2 3, function_name f+0, inlined_at 1 2 3",
                                    "p: .callprototype _ ();",
                                    "q: .callprototype _ ();",
                                    "p: .callprototype _;",
                                    "p: .branchtargets a;",
                                    "p: .calltargets a;",
                                    "p: .calltargets a, b;",
                                    "p: .calltargets a<2>;",
                                    ".pragma \"a\";",
                                    ".pragma \"a\", \"b\";"};
  for (const char *text : statements)
    EXPECT_TRUE(hashes.insert(hashOfStatements(text)).second) << text;
}

TEST(AstHash, ItemsDiffer) {
  std::set<uint64_t> hashes;
  const char *const items[] = {"",
                               ".entry k;",
                               ".entry k();",
                               ".entry k{}",
                               ".entry k(){}",
                               ".entry l();",
                               ".func k;",
                               ".func k",
                               ".func k();",
                               ".func () k;",
                               ".weak .func k;",
                               ".extern .func k;",
                               ".func k .noreturn;",
                               ".func (.reg .b32 a) k;",
                               ".func k (.reg .b32 a);",
                               ".func k (.param .b32 a);",
                               ".func k (.param .b32 b);",
                               ".func k (.param .b32 _);",
                               ".func k (.param .b32 a[]);",
                               ".func k (.param .b32 a[4]);",
                               ".func k (.param .b32 .ptr a);",
                               ".func k (.param .b32 .ptr .global a);",
                               ".func k (.param .align 4 .b32 a);",
                               ".func k (.param .b32 .ptr .align 4 a);",
                               ".entry k .maxntid 1;",
                               ".entry k .maxntid 2;",
                               ".entry k .maxntid 1, 1;",
                               ".entry k .reqntid 1;",
                               ".global .b32 a;",
                               ".global .b32 a, b;",
                               ".const .b32 a;",
                               ".global .u32 a;",
                               ".global .v2 .b32 a;",
                               ".global .v4 .b32 a;",
                               ".global .b32 a<2>;",
                               ".global .b32 a[2];",
                               ".global .b32 a[2][2];",
                               ".global .b32 a = 1;",
                               ".global .b32 a = {1};",
                               ".global .b32 a = {{1}};",
                               ".global .b32 a = {1, 1};",
                               ".global .b32 a = b;",
                               ".global .b32 a = b + 1;",
                               ".global .b32 a = generic(b);",
                               ".global .b32 a = 0xFF(b);",
                               ".global .b32 a = (.s64) 1;",
                               ".global .b32 a = (.u64) 1;",
                               ".global .b32 a = {x = 1};",
                               ".global .align 4 .b32 a;",
                               ".align 4 .global .b32 a;",
                               ".global .align 8 .b32 a;",
                               ".global .attribute(.managed) .b32 a;",
                               ".global .attribute(.unified(1, 2)) .b32 a;",
                               ".file 1 \"a\"",
                               ".file 1 \"b\"",
                               ".file 1 \"a\", 1",
                               ".section .a {}",
                               ".section .b {}",
                               ".section .a {.b8 1}",
                               ".section .a {.b8 -1}",
                               ".section .a {.b8 1, 1}",
                               ".section .a {b:}",
                               ".section .a {.b8 b+1}",
                               ".section .a {.b8 b-c}",
                               "@@DWARF .b8 1",
                               "@@DWARF .section .a, \"\", @b",
                               ".alias a, b;",
                               ".alias b, a;"};
  for (const char *text : items)
    EXPECT_TRUE(hashes.insert(hashOfItems(text)).second) << text;
}

/// A statement moves from one body to the next.
TEST(AstHash, BodiesDiffer) {
  EXPECT_NE(hashOfItems(".func f {a;} .func g {}"), hashOfItems(".func f {} .func g {a;}"));
  EXPECT_NE(hashOfItems(".func f {a;} .func g {b;}"), hashOfItems(".func f {b;} .func g {a;}"));
}

/// A list nested as deeply as the parser allows does not overflow the stack.
TEST(AstHash, DeepTree) {
  std::string many(1'000'000, '-');
  EXPECT_NE(hashOfStatements("a " + many + "1;"), hashOfStatements("a " + many + "2;"));
}

} // namespace
