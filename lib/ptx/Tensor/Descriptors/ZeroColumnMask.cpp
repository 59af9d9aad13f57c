// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Descriptors/ZeroColumnMask.h"

#include "ptx/Tensor/Descriptors/BitField.h"

#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"

using namespace ptx;
using llvm::Twine;

namespace {
enum MaskField : unsigned {
  StartCount,
  FirstSpan = 4,
  NonZeroMask = 8,
  SkipSpan,
  UseSpan,
  ColumnShift
};
} // namespace

static constexpr BitField fields[] = {
    {"start count 0", 0, 8},  {"start count 1", 8, 8}, {"start count 2", 16, 8},
    {"start count 3", 24, 8}, {"first span 0", 32, 1}, {"first span 1", 33, 1},
    {"first span 2", 34, 1},  {"first span 3", 35, 1}, {"non-zero mask", 39, 1},
    {"skip span", 40, 8},     {"use span", 48, 8},     {"column shift", 56, 6},
};

/// The number of sub-masks for `m` rows; 0 if `m` is not supported.
static unsigned subMaskCount(unsigned m) { return m == 128 ? 1 : m == 64 ? 2 : m == 32 ? 4 : 0; }

Violations ptx::checkZeroColumnMask(const llvm::KnownBits &bits, unsigned m) {
  uint64_t value = bits.One.getZExtValue(), known = value | bits.Zero.getZExtValue();
  Violations violations;
  auto add = [&](Violation::Kind kind, const Twine &text) {
    violations.push_back({kind, "T288", text.str()});
  };
  if (uint64_t stray = value & bitsOutside(fields, 64))
    add(Violation::Kind::Manual, bitPositions(stray) +
                                     (llvm::popcount(stray) > 1 ? " are" : " is") +
                                     " reserved and set; expected 0");
  uint64_t shift = fields[ColumnShift].of(value), most = m == 32 ? 16 : 32;
  if (!(fields[ColumnShift].mask() & ~known) && shift > most)
    add(Violation::Kind::Manual, "the column shift, bits 56-61, is " + Twine(shift) +
                                     "; expected at most " + Twine(most) +
                                     (m == 32 ? " for M = 32" : ""));
  unsigned count = subMaskCount(m);
  for (unsigned i = count; count && i != 4; ++i)
    if (fields[StartCount + i].of(value) || fields[FirstSpan + i].of(value))
      add(Violation::Kind::Suspicious, "start count or first span " + Twine(i) +
                                           " is set, which is not used for M = " + Twine(m));
  return violations;
}

std::vector<uint8_t> ptx::zeroColumns(uint64_t value, unsigned m, unsigned n) {
  std::vector<uint8_t> columns(n);
  if (!fields[NonZeroMask].of(value))
    return columns;
  unsigned count = subMaskCount(m), part = count ? n / count : 0;
  uint64_t skip = fields[SkipSpan].of(value) + 1, use = fields[UseSpan].of(value) + 1;
  for (unsigned i = 0; i != count; ++i) {
    // Spans of both kinds alternate, and the first columns of them are dropped.
    bool beginsWithZero = fields[FirstSpan + i].of(value);
    uint64_t first = beginsWithZero ? skip : use, start = fields[StartCount + i].of(value);
    for (unsigned column = 0; column != part; ++column)
      columns[i * part + column] = ((start + column) % (skip + use) < first) == beginsWithZero;
  }
  return columns;
}

unsigned ptx::shiftOfColumns(uint64_t value) {
  return static_cast<unsigned>(fields[ColumnShift].of(value));
}
