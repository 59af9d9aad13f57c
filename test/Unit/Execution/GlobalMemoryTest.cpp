// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Data/Arrays.h"
#include "ptx/Execution/Shadow.h"

#include "gtest/gtest.h"

using namespace ptx::execution;

static GlobalMemory memoryOf(Contents contents) {
  GlobalMemory memory;
  memory.add(0x1000, 0x100, std::make_shared<Contents>(std::move(contents)));
  return memory;
}

TEST(GlobalMemory, WordsFillTheObjectAndNothingElse) {
  GlobalMemory memory = memoryOf(*contentsOf("fill:0x01020304"));
  EXPECT_EQ(memory.load(0x1004, 4, Value::unknown(2)).bits, 0x01020304u);
  EXPECT_EQ(memory.load(0x1002, 2, Value::unknown(2)).bits, 0x0102u);
  EXPECT_EQ(memory.load(0x1000, 8, Value::unknown(2)).bits, 0x0102030401020304u);
  EXPECT_FALSE(memory.load(0x1100, 4, Value::unknown(2)).known);
}

TEST(GlobalMemory, RandomWordsAreBelowTheBoundAndTheSameForASeed) {
  GlobalMemory one = memoryOf(*contentsOf("random:7:10"));
  GlobalMemory two = memoryOf(*contentsOf("random:7:10"));
  bool differ = false;
  for (uint64_t at = 0x1000; at != 0x1100; at += 4) {
    uint64_t word = one.load(at, 4, Value::unknown(2)).bits;
    EXPECT_LT(word, 10u);
    EXPECT_EQ(word, two.load(at, 4, Value::unknown(2)).bits);
    differ |= word != one.load(0x1000, 4, Value::unknown(2)).bits;
  }
  EXPECT_TRUE(differ);
}

TEST(GlobalMemory, AStoreIsLoaded) {
  GlobalMemory memory = memoryOf(*contentsOf("fill:-1"));
  memory.store(0x1008, 4, Value::number(5));
  EXPECT_EQ(memory.load(0x1008, 4, Value::unknown(2)).bits, 5u);
  EXPECT_EQ(memory.load(0x1004, 8, Value::unknown(2)).bits, 0x5FFFFFFFFu);
  memory.store(0x1008, 4, Value::unknown(4));
  EXPECT_FALSE(memory.load(0x1004, 8, Value::unknown(2)).known);
  memory.forget();
  EXPECT_FALSE(memory.load(0x1000, 4, Value::unknown(2)).known);
}

// An endless loop of stores must reach the limit of memory.
TEST(GlobalMemory, WhatStoresTakeIsCounted) {
  GlobalMemory memory = memoryOf(*contentsOf("fill:0"));
  uint64_t before = memory.held();
  for (uint64_t at = 0x1000; at != 0x1100; ++at)
    memory.store(at, 1, Value::number(1));
  EXPECT_GE(memory.held(), before + 256);
  GlobalShadow shadow;
  shadow.write(0x1000, 4, {});
  uint64_t one = shadow.held();
  EXPECT_GT(one, 0u);
  shadow.write(0x1004, 4, {});
  EXPECT_EQ(shadow.held(), one); // of the same page
  shadow.write(0x9000, 4, {});
  EXPECT_EQ(shadow.held(), 2 * one);
}

// The header of version 1 has its length in 2 bytes, that of version 2 in 4.
TEST(GlobalMemory, AFileOfNumpyHasItsElementsAfterTheHeader) {
  std::string header = "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }\n";
  std::string elements("\x01\x00\x00\x00\x02\x00\x00\x00", 8);
  auto file = [&](std::string version, std::string length, std::string head) {
    return "\x93NUMPY" + version + length + head + elements;
  };
  char length = static_cast<char>(header.size());
  for (const std::string &text :
       {file(std::string("\x01\x00", 2), std::string({length, '\0'}), header),
        file(std::string("\x02\x00", 2), std::string({length, '\0', '\0', '\0'}), header)}) {
    llvm::Expected<Contents> contents = contentsOfNumpy(text);
    ASSERT_TRUE(bool(contents));
    GlobalMemory memory = memoryOf(std::move(*contents));
    EXPECT_EQ(memory.load(0x1004, 4, Value::unknown(2)).bits, 2u);
    // What follows the array is not known.
    EXPECT_FALSE(memory.load(0x1008, 4, Value::unknown(2)).known);
  }
  std::string big = header;
  big.replace(big.find('<'), 1, ">");
  for (const std::string &text :
       {std::string("NUMPY"), file(std::string("\x01\x00", 2), std::string("\xFF\xFF"), header),
        file(std::string("\x01\x00", 2), std::string({length, '\0'}), big)}) {
    llvm::Expected<Contents> contents = contentsOfNumpy(text);
    EXPECT_FALSE(bool(contents));
    llvm::consumeError(contents.takeError());
  }
}

TEST(GlobalMemory, OtherTextsAreNoContents) {
  for (const char *text : {"", "fill", "fill:x", "random:1", "random:1:0", "random:x:3", "4"})
    EXPECT_FALSE(contentsOf(text).has_value()) << text;
}
