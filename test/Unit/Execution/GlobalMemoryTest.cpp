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

TEST(SharedBytes, CopiesAreApartFromTheFirstChangeOn) {
  SharedBytes bytes(llvm::ArrayRef<uint8_t>{1, 2}), copy = bytes;
  EXPECT_EQ(copy.begin(), bytes.begin());
  copy.own()[0] = 9;
  EXPECT_EQ(bytes[0], 1);
  EXPECT_EQ(copy[0], 9);
  EXPECT_EQ(copy[1], 2);
  const uint8_t *place = copy.begin();
  EXPECT_EQ(copy.own(), place); // no other has it
}

// Of two writes to a granule, each byte has the last one.
TEST(GlobalShadow, ALaterWriteReplacesItsBytesOnly) {
  GlobalShadow shadow;
  shadow.write(0x1000, 4, {1, 0});
  shadow.write(0x1001, 1, {2, 0});
  shadow.write(0x1002, 2, {3, 0});
  auto at = [&](uint64_t address, uint64_t bytes) {
    std::vector<uint32_t> found;
    shadow.look(address, bytes, [&](const ShadowEntry &entry) { found.push_back(entry.access); });
    return found;
  };
  EXPECT_EQ(at(0x1000, 1), (std::vector<uint32_t>{1}));
  EXPECT_EQ(at(0x1001, 1), (std::vector<uint32_t>{2}));
  EXPECT_EQ(at(0x1003, 1), (std::vector<uint32_t>{3}));
  EXPECT_EQ(at(0x1000, 4), (std::vector<uint32_t>{1, 2, 3}));
  EXPECT_TRUE(at(0x1004, 4).empty());
  shadow.write(0x1000, 4, {4, 0});
  EXPECT_EQ(at(0x1000, 4), (std::vector<uint32_t>{4}));
}

static llvm::Expected<Contents> readNumpy(llvm::StringRef file) {
  return contentsOfNumpy(file.size(), [&](uint64_t offset, llvm::MutableArrayRef<char> bytes) {
    llvm::copy(file.substr(offset, bytes.size()), bytes.begin());
    return llvm::Error::success();
  });
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
    llvm::Expected<Contents> contents = readNumpy(text);
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
    llvm::Expected<Contents> contents = readNumpy(text);
    EXPECT_FALSE(bool(contents));
    llvm::consumeError(contents.takeError());
  }
}

TEST(GlobalMemory, AFileOfNumpyIsWhatItsHeaderSays) {
  auto isRead = [](std::string header) {
    header += '\n';
    llvm::Expected<Contents> contents =
        readNumpy("\x93NUMPY" + std::string({'\1', '\0', static_cast<char>(header.size()), '\0'}) +
                  header + std::string(8, '\1'));
    if (contents)
      return true;
    llvm::consumeError(contents.takeError());
    return false;
  };
  EXPECT_TRUE(isRead("{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }"));
  EXPECT_TRUE(isRead("{'shape':(2,1),'descr':'<i4','fortran_order':False}"));
  EXPECT_TRUE(isRead("{'descr': '<f8', 'fortran_order': False, 'shape': (), }"));
  for (const char *other :
       {"{'descr':'>i4','fortran_order':False,'shape':(2,)}",
        "{'descr':'<i4','fortran_order':True,'shape':(2,)}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (1,), }",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (4611686018427387904, 4), }",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (-2,), }",
        "{'descr': '<i4', 'fortran_order': False}",
        "{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (2,), }",
        "{'descr': \">i4\", 'fortran_order': False, 'shape': (2,), }", ""})
    EXPECT_FALSE(isRead(other)) << other;
}

TEST(GlobalMemory, OtherTextsAreNoContents) {
  for (const char *text : {"", "fill", "fill:x", "random:1", "random:1:0", "random:x:3", "4"})
    EXPECT_FALSE(contentsOf(text).has_value()) << text;
}

TEST(Arrays, ElementsHaveTheFormOfTheirType) {
  Contents halves = llvm::cantFail(arrayOf("fill:-1.5:3xf16", 1));
  EXPECT_EQ(llvm::ArrayRef<uint8_t>(halves.bytes),
            (llvm::ArrayRef<uint8_t>{0, 0xBE, 0, 0xBE, 0, 0xBE}));
  EXPECT_EQ(elementText(ptx::TypeId::f16, 0xBE00), "-1.5");
  EXPECT_EQ(elementText(ptx::TypeId::f32, 0x3DCCCCCD), "0.1");
  EXPECT_EQ(elementText(ptx::TypeId::s8, 0xFD), "-3");
  // As NumPy writes them, without the point of whole numbers.
  auto text = [](float value) {
    return elementText(ptx::TypeId::f32, llvm::bit_cast<uint32_t>(value));
  };
  EXPECT_EQ(text(30), "30");
  EXPECT_EQ(text(-1200.5F), "-1200.5");
  EXPECT_EQ(text(123456792.0F), "123456790");
  EXPECT_EQ(text(1e15F), "1000000000000000");
  EXPECT_EQ(text(1e16F), "1e+16");
  EXPECT_EQ(text(0.0001F), "0.0001");
  EXPECT_EQ(text(0.00001F), "1e-05");
  EXPECT_EQ(text(0), "0");
  for (const char *text : {"zeros:f32", "zeros:4xf8", "zeros:-1xf32", "fill:x:4xf32",
                           "fill:1.5:4xs32", "random:4xs32:0", "zeros:99999999999xf64", "zeros:"})
    EXPECT_TRUE(llvm::errorToBool(arrayOf(text, 1).takeError())) << text;
}

TEST(Arrays, AnAccessOutsideNamesTheNearestArray) {
  GlobalMemory memory;
  for (auto [base, name] : {std::pair(0x10000, "A"), std::pair(0x20000, "B")})
    memory.add(static_cast<uint64_t>(base), 0x10000,
               std::make_shared<Contents>(llvm::cantFail(arrayOf("zeros:4xf32", 1))), name);
  EXPECT_EQ(memory.outside(0x1000C, 4), "");
  EXPECT_EQ(memory.outside(0x1000C, 8), "`A[3]`, and `A` has 4 elements");
  EXPECT_EQ(memory.outside(0x10010, 4), "`A[4]`, and `A` has 4 elements");
  EXPECT_EQ(memory.outside(0x1FFFC, 4), "`B[-1]`, and `B` has 4 elements");
  EXPECT_EQ(memory.outside(0x30000, 4), "");
  memory.setComplete();
  EXPECT_EQ(memory.outside(uint64_t(1) << 50, 4), "an address that is in no array");
}

TEST(Arrays, AStoreOfAnUnknownValueIsFoundAgain) {
  GlobalMemory memory;
  memory.add(0x1000, 16, std::make_shared<Contents>(llvm::cantFail(arrayOf("zeros:4xu32", 1))),
             "A");
  EXPECT_FALSE(memory.all()[0].firstUnknown().has_value());
  memory.store(0x1008, 4, Value::unknown(2));
  EXPECT_EQ(memory.all()[0].firstUnknown(), 8u);
  EXPECT_FALSE(memory.load(0x1008, 4, Value::unknown(2)).known);
  memory.store(0x1008, 4, Value::number(7));
  EXPECT_EQ(memory.load(0x1008, 4, Value::unknown(2)).bits, 7u);
  EXPECT_FALSE(memory.all()[0].firstUnknown().has_value());
}
