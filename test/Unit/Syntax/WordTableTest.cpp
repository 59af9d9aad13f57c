// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Lex/WordTable.h"

#include "gtest/gtest.h"

#include <deque>
#include <string>

using namespace ptx;

namespace {

TEST(WordTable, SameTextSameWord) {
  WordTable table;
  std::string one = "add", two = "add";
  WordId add = table.intern(one);
  EXPECT_EQ(table.intern(two), add);
  EXPECT_NE(table.intern("addx"), add);
  EXPECT_EQ(table.text(add), "add");
  EXPECT_EQ(table.size(), 2u);
}

/// Neighbours in length and in their first, middle and last characters, around the sizes at which
/// the hash function changes its method.
TEST(WordTable, SimilarWordsDiffer) {
  WordTable table;
  std::deque<std::string> words;
  for (size_t length : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 40})
    for (size_t at : {size_t(0), length / 2, length - 1})
      for (char c : {'b', 'c'}) {
        std::string word(length, 'a');
        word[at] = c;
        if (llvm::find(words, word) == words.end())
          words.push_back(word);
      }
  for (const std::string &word : words)
    table.intern(word);
  ASSERT_EQ(table.size(), words.size());
  for (size_t i = 0; i != words.size(); ++i) {
    EXPECT_EQ(table.intern(words[i]), static_cast<WordId>(i));
    EXPECT_EQ(table.text(static_cast<WordId>(i)), words[i]);
  }
}

/// Ids are 16 bits; the unknown words that no longer fit share one id, and those before it stay.
TEST(WordTable, Overflow) {
  constexpr uint32_t most = 57'343;
  WordTable table;
  std::deque<std::string> words;
  for (uint32_t i = 0; i != most; ++i) {
    words.push_back(std::to_string(i));
    ASSERT_EQ(table.intern(words.back()), static_cast<WordId>(i));
  }
  EXPECT_EQ(table.intern("one more"), WordId::Overflow);
  EXPECT_EQ(table.intern(".another"), WordId::Overflow);
  EXPECT_EQ(table.size(), most);
  EXPECT_EQ(table.intern("0"), WordId());
  EXPECT_EQ(table.intern(words.back()), static_cast<WordId>(most - 1));
}

/// Words of PTX fit after any number of others.
TEST(WordTable, WordsOfPtxAlwaysFit) {
  WordTable table;
  std::deque<std::string> words;
  for (uint32_t i = 0; i != 70'000; ++i)
    table.intern(words.emplace_back(std::to_string(i)));
  for (llvm::StringRef word : {"add", ".s32", ".const[3]"})
    EXPECT_EQ(table.text(table.intern(word)), word);
}

} // namespace
