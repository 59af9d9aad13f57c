// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Swizzle.h"

#include "Vectors.h"

#include "llvm/ADT/STLExtras.h"

#include "gmock/gmock.h"

#include <set>

using namespace ptx;
using namespace ptx::test;
using testing::ElementsAre;
using testing::HasSubstr;
using Table = std::vector<std::vector<unsigned>>;
using enum Swizzle;

/// The table in the manual: for each 128-byte line, the number of the source cell at each position.
/// `cellBytes` is 16 in the manual; 8 shows the flip. The first line is on the boundary where the
/// base offset is 0.
static Table swizzlePattern(Swizzle swizzle, unsigned lines, unsigned cellBytes = 16) {
  Table table(lines);
  for (unsigned line = 0; line != lines; ++line)
    for (unsigned place = 0; place != sharedLineBytes; place += cellBytes) {
      uint64_t source = unswizzleAddress(swizzle, uint64_t(line) * sharedLineBytes + place);
      table[line].push_back(source % sharedLineBytes / cellBytes);
    }
  return table;
}

// The tables of manual 5.5.7; each number is a chunk of 16 bytes, each line 128 bytes.

TEST(Swizzle, TableOf32And96Bytes) {
  Table expected = {{0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6}};
  EXPECT_EQ(swizzlePattern(B32, 2), expected);
  EXPECT_EQ(swizzlePattern(B96, 2), expected);
}

TEST(Swizzle, TableOf64Bytes) {
  EXPECT_EQ(swizzlePattern(B64, 4), (Table{{0, 1, 2, 3, 4, 5, 6, 7},
                                           {1, 0, 3, 2, 5, 4, 7, 6},
                                           {2, 3, 0, 1, 6, 7, 4, 5},
                                           {3, 2, 1, 0, 7, 6, 5, 4}}));
}

TEST(Swizzle, TableOf128Bytes) {
  EXPECT_EQ(swizzlePattern(B128, 8), (Table{{0, 1, 2, 3, 4, 5, 6, 7},
                                            {1, 0, 3, 2, 5, 4, 7, 6},
                                            {2, 3, 0, 1, 6, 7, 4, 5},
                                            {3, 2, 1, 0, 7, 6, 5, 4},
                                            {4, 5, 6, 7, 0, 1, 2, 3},
                                            {5, 4, 7, 6, 1, 0, 3, 2},
                                            {6, 7, 4, 5, 2, 3, 0, 1},
                                            {7, 6, 5, 4, 3, 2, 1, 0}}));
}

TEST(Swizzle, TablesOfTheSubModes) {
  EXPECT_EQ(swizzlePattern(B128Atom32, 4), (Table{{0, 1, 2, 3, 4, 5, 6, 7},
                                                  {2, 3, 0, 1, 6, 7, 4, 5},
                                                  {4, 5, 6, 7, 0, 1, 2, 3},
                                                  {6, 7, 4, 5, 2, 3, 0, 1}}));
  EXPECT_EQ(swizzlePattern(B128Atom64, 2),
            (Table{{0, 1, 2, 3, 4, 5, 6, 7}, {4, 5, 6, 7, 0, 1, 2, 3}}));
}

TEST(Swizzle, TableWithoutSwizzling) {
  EXPECT_EQ(swizzlePattern(None, 2), (Table{{0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}}));
}

// "base offset = (dstMem / 128) % 8" and so on, and the boundaries on which it is 0.
TEST(Swizzle, BaseOffsetIsZeroOnTheManualsBoundaries) {
  struct Row {
    Swizzle swizzle;
    unsigned boundary, modulus;
  };
  for (Row row : {Row{B128, 1024, 8}, {B96, 256, 2}, {B64, 512, 4}, {B32, 256, 2}}) {
    EXPECT_EQ(swizzleInfo(row.swizzle).patternBytes(), row.boundary);
    for (uint64_t address = 0; address < 8192; address += 128) {
      EXPECT_EQ(swizzleBaseOffset(row.swizzle, address), address / 128 % row.modulus);
      EXPECT_EQ(swizzleBaseOffset(row.swizzle, address) == 0, address % row.boundary == 0);
    }
  }
  EXPECT_EQ(swizzleBaseOffset(None, 0x480), 0u);
}

// CUDA programming guide: smem[y][x] <-> smem[y][((y + base_offset) % n) ^ x].
TEST(Swizzle, AbsoluteAddressesIncludeTheBaseOffset) {
  for (uint64_t start : {0x400, 0x480, 0x700, 0x780})
    for (unsigned y = 0; y != 8; ++y)
      for (unsigned x = 0; x != 8; ++x) {
        uint64_t line = start + y * 128;
        unsigned chunk = (y + swizzleBaseOffset(B128, start)) % 8 ^ x;
        EXPECT_EQ(swizzleAddress(B128, line + x * 16), line + chunk * 16);
      }
}

TEST(Swizzle, IsItsOwnInverseAndKeepsLinesAndAtoms) {
  for (const SwizzleInfo &info : allSwizzles()) {
    uint64_t period = 128 * info.lines;
    std::set<uint64_t> places;
    for (uint64_t address = 0; address != 1 << 12; ++address) {
      uint64_t place = swizzleAddress(info.swizzle, address);
      EXPECT_EQ(unswizzleAddress(info.swizzle, place), address);
      EXPECT_EQ(place / 128, address / 128);
      EXPECT_EQ(swizzleAddress(info.swizzle, address + period), place + period);
      places.insert(place);
      if (info.isNone() || info.flips8Bytes)
        continue;
      uint64_t atom = address / info.atomBytes * info.atomBytes;
      EXPECT_EQ(place, swizzleAddress(info.swizzle, atom) + address - atom);
    }
    EXPECT_EQ(places.size(), 1u << 12);
  }
}

TEST(Swizzle, Vectors) {
  Vector group = Vector::group("swizzle");
  EXPECT_EQ(group["modes"].members().size(), allSwizzles().size());
  for (const auto &[name, mode] : group["modes"].members()) {
    const SwizzleInfo &info = swizzleInfo(swizzleNamed(name));
    EXPECT_EQ(info.bits, mode["B"].number());
    EXPECT_EQ(info.base, mode["M"].number());
    EXPECT_EQ(info.shift, mode["S"].number());
    EXPECT_EQ(info.flips8Bytes, mode["flip8"].number());
    EXPECT_EQ(info.atomBytes, mode["atom"].isNull() ? 0 : mode["atom"].number());
    // Without swizzling the file has the period of the layout function, 16.
    if (!info.isNone()) {
      EXPECT_EQ(info.lines * 128, mode["period_bytes"].number());
      EXPECT_EQ(info.patternBytes(), mode["pattern_align"].number());
      EXPECT_EQ(info.baseOffsetModulus, mode["base_mod"].number());
    }
    std::vector<std::vector<int64_t>> bits;
    for (auto [to, from] : swizzleXorBits(info.swizzle))
      bits.push_back({to, from});
    std::vector<std::vector<int64_t>> expected;
    for (size_t i = 0; i != bits.size(); ++i)
      expected.push_back(mode["xor_bits"][i].numbers());
    EXPECT_EQ(bits, expected) << name;
  }
  for (const auto &[name, rows] : group["patterns"].members()) {
    Table pattern = swizzlePattern(swizzleNamed(name), rows.items().size());
    for (size_t i = 0; i != pattern.size(); ++i)
      EXPECT_EQ(pattern[i], rows[i].numbersAs<unsigned>()) << name;
  }
  for (Vector row : group["byte_vectors"].items())
    EXPECT_EQ(swizzleAddress(swizzleNamed(row[0].text()), row[1].number()),
              uint64_t(row[2].number()));
  for (Vector row : group["base_offset"].items())
    EXPECT_EQ(swizzleBaseOffset(swizzleNamed(row[0].text()), row[1].number()), row[2].number());
  Table flip = swizzlePattern(B128Atom32Flip8, 4, 8);
  for (size_t i = 0; i != flip.size(); ++i)
    EXPECT_EQ(flip[i], group["pattern8_flip"][i].numbersAs<unsigned>());
}

TEST(Swizzle, Table14) {
  constexpr const char *atomicities[] = {"16B", "32B", "32B+8B-flip", "64B"};
  for (const auto &[mode, legal] : Vector::group("table14").members()) {
    std::vector<std::string> found;
    for (const char *atomicity : atomicities) {
      llvm::Expected<Swizzle> swizzle = parseSwizzle(mode, atomicity);
      if (swizzle)
        found.push_back(atomicity);
      else
        llvm::consumeError(swizzle.takeError());
    }
    std::vector<std::string> expected;
    if (mode != "none")
      for (Vector name : legal.items())
        expected.push_back(name.text());
    EXPECT_EQ(found, expected) << mode;
  }
}

// The rows of table 14, and all pairs that it leaves out.
TEST(Swizzle, Table14OfTheManual) {
  struct Row {
    const char *mode;
    std::vector<std::string> atomicities;
  };
  for (const Row &row : {Row{"none", {}},
                         {"32B", {"16B"}},
                         {"64B", {"16B"}},
                         {"96B", {"16B"}},
                         {"128B", {"16B", "32B", "32B+8B-flip", "64B"}}})
    for (const char *atomicity : {"16B", "32B", "32B+8B-flip", "64B"})
      EXPECT_EQ(failureOf(parseSwizzle(row.mode, atomicity)).empty(),
                llvm::is_contained(row.atomicities, atomicity))
          << row.mode << ' ' << atomicity;
}

// "In this sub-mode, the 16-byte, 32-byte, 64-byte of data is kept intact while swizzling", and
// what the sub-modes require of shared memory.
TEST(Swizzle, AtomsOfTheSubModes) {
  EXPECT_EQ(swizzleInfo(B128).atomBytes, 16u);
  EXPECT_EQ(swizzleInfo(B128Atom32).atomBytes, 32u);
  EXPECT_EQ(swizzleInfo(B128Atom64).atomBytes, 64u);
}

// "There is a flip of adjacent 8-bytes within the 16-byte data at every alternate shared memory
// line", over the pattern of 32-byte atomicity (assumption A3: the odd lines).
TEST(Swizzle, FlipOfTheManual) {
  Table halves = swizzlePattern(B128Atom32Flip8, 4, 8), chunks = swizzlePattern(B128Atom32, 4);
  for (unsigned line = 0; line != 4; ++line)
    for (unsigned chunk = 0; chunk != 8; ++chunk) {
      unsigned flip = line % 2;
      EXPECT_EQ(halves[line][2 * chunk], chunks[line][chunk] * 2 + flip);
      EXPECT_EQ(halves[line][2 * chunk + 1], chunks[line][chunk] * 2 + 1 - flip);
    }
}

// The numbers of table 33.
TEST(Swizzle, NumbersOfTensormapReplace) {
  EXPECT_EQ(*swizzleOf(0, 0), None);
  EXPECT_EQ(*swizzleOf(1, 0), B32);
  EXPECT_EQ(*swizzleOf(2, 0), B64);
  EXPECT_EQ(*swizzleOf(3, 0), B128);
  EXPECT_EQ(*swizzleOf(3, 1), B128Atom32);
  EXPECT_EQ(*swizzleOf(3, 2), B128Atom32Flip8);
  EXPECT_EQ(*swizzleOf(3, 3), B128Atom64);
  EXPECT_EQ(*swizzleOf(4, 0), B96);
  EXPECT_EQ(failureOf(swizzleOf(2, 1)),
            "swizzle mode 64B with atomicity 32B; expected atomicity 16B");
  EXPECT_EQ(failureOf(swizzleOf(0, 3)),
            "atomicity 64B without swizzling; only swizzled tiles have an atomicity");
  EXPECT_EQ(failureOf(swizzleOf(5, 0)), "no swizzle mode has the number 5; expected 0 to 4");
  EXPECT_EQ(failureOf(swizzleOf(3, 4)), "no swizzle atomicity has the number 4; expected 0 to 3");
}

TEST(Swizzle, Names) {
  EXPECT_EQ(*parseSwizzle("CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B"), B128Atom64);
  EXPECT_EQ(*parseSwizzle("128b", "32b"), B128Atom32);
  EXPECT_EQ(*parseSwizzle("128B_ATOM_32B", "32B"), B128Atom32);
  EXPECT_EQ(failureOf(parseSwizzle("48B")),
            "unknown swizzle mode `48B`; expected none, 32B, 64B, 96B or 128B");
  EXPECT_THAT(failureOf(parseSwizzle("128B", "8B")), HasSubstr("unknown swizzle atomicity"));
  EXPECT_EQ(failureOf(parseSwizzle("128B_ATOM_32B", "64B")),
            "swizzle 128B_ATOM_32B has atomicity 32B, not 64B");
}
