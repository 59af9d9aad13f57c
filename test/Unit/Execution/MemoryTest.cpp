// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Memory/ByteMemory.h"
#include "ptx/Execution/Shadow.h"

#include "gtest/gtest.h"

using namespace ptx::execution;

TEST(ByteMemory, LoadsWhatWasStored) {
  ByteMemory memory(64);
  memory.store(8, 4, Value::number(0x11223344));
  Value byte = memory.load(9, 1);
  EXPECT_TRUE(byte.known);
  EXPECT_EQ(byte.bits, 0x33u);
}

TEST(ByteMemory, IsUnknownBeforeAStoreAndOutside) {
  ByteMemory memory(64);
  EXPECT_FALSE(memory.load(0, 4).known);
  EXPECT_FALSE(memory.load(62, 4).known);
}

TEST(ByteMemory, AnUnknownValueKeepsItsName) {
  ByteMemory memory(64);
  memory.store(16, 4, Value::unknown(42));
  EXPECT_EQ(memory.load(16, 4).bits, 42u);
  EXPECT_EQ(memory.load(18, 2).bits, memory.load(18, 2).bits);
  EXPECT_NE(memory.load(16, 2).bits, memory.load(18, 2).bits);
}

namespace {

/// How many earlier writes and reads an access sees.
struct Seen {
  unsigned writes = 0, reads = 0;
};

Seen write(Shadow &shadow, uint64_t at, uint64_t bytes, uint32_t access) {
  Seen seen;
  shadow.write(
      at, bytes, {access, 0}, [&](const ShadowEntry &) { ++seen.writes; },
      [&](const ShadowEntry &) { ++seen.reads; });
  return seen;
}

Seen read(Shadow &shadow, uint64_t at, uint64_t bytes, uint32_t access) {
  Seen seen;
  shadow.read(
      at, bytes, {access, 0}, [&](const ShadowEntry &) { ++seen.writes; },
      [](const ShadowEntry &) { return false; });
  return seen;
}

} // namespace

TEST(Shadow, BytesOfOneWordAreApart) {
  Shadow shadow;
  shadow.resize(64);
  write(shadow, 0, 1, 1);
  EXPECT_EQ(write(shadow, 1, 1, 2).writes, 0u);
  EXPECT_EQ(read(shadow, 0, 2, 3).writes, 2u);
}

TEST(Shadow, AWriteReplacesWhatItCovers) {
  Shadow shadow;
  shadow.resize(64);
  write(shadow, 8, 4, 1);
  read(shadow, 8, 4, 2);
  read(shadow, 8, 4, 3);
  Seen seen = write(shadow, 8, 4, 4);
  EXPECT_EQ(seen.writes, 1u);
  EXPECT_EQ(seen.reads, 2u);
  EXPECT_EQ(write(shadow, 8, 4, 5).reads, 0u);
}
