// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/CppTokens.h"

#include "gtest/gtest.h"

#include <iterator>
#include <random>
#include <string>
#include <tuple>

using namespace ptx;

namespace {

/// What makes tokens of several lines, joins them, or needs a look at what follows.
const std::string start = "#define A(x) \\\n  asm(\"a\" \\\n \"b\")\n"
                          "int f() { /* \n */ return a ? b : c::d; } // x\n"
                          "auto s = R\"x(\n\"y )x\" u8\"z\" '\\'';\n"
                          "<:1:> %:if 0x1p+3 ... a<<=b->*c;\n"
                          "asm volatile(\"{\\n\" : \"=r\"(x) : \"r\"(y));\n"
                          "#if 1\nasm(\"\");\n#endif\n";
const std::string pieces[] = {"\"",   "R\"(",  ")\"", "/*",  "*/", "//", "\n",
                              "\\\n", "\\ \n", ".",   ":",   "::", "#",  "a",
                              " ",    "'",     "<",   "%:",  "",   "0x", "{",
                              "}",    "(",     ")",   "asm", "u8", "=",  "\xC3\xA9"};

auto fieldsOf(const std::vector<CppToken> &tokens) {
  std::vector<std::tuple<uint32_t, uint32_t, CppKind, bool>> fields;
  for (const CppToken &token : tokens)
    fields.push_back({token.range.begin, token.range.end, token.kind, token.startsLine});
  return fields;
}

} // namespace

TEST(CppTokens, RandomEditsGiveTheTokensOfAFreshText) {
  for (unsigned seed = 0; seed != 20; ++seed) {
    std::mt19937 random(seed);
    CppTokenCache cache;
    std::string text = start;
    for (unsigned edit = 0; edit != 500; ++edit) {
      size_t at = random() % (text.size() + 1);
      text.replace(at, random() % 4, pieces[random() % std::size(pieces)]);
      if (edit % 10 == 9) // few edits leave much of the text in tokens
        text = start;
      ASSERT_EQ(fieldsOf(cache.tokenize(text)), fieldsOf(tokenizeCpp(text)))
          << "edit " << edit << " of seed " << seed << ":\n"
          << text;
    }
  }
}

TEST(CppTokens, ATextCanBecomeEmpty) {
  CppTokenCache cache;
  EXPECT_EQ(cache.tokenize("a b").size(), 2u);
  EXPECT_TRUE(cache.tokenize("").empty());
  EXPECT_EQ(cache.tokenize("c").size(), 1u);
}
