// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/ZeroColumnMask.h"

#include "llvm/ADT/bit.h"

using namespace ptx;
using llvm::Twine;

namespace {
enum Field : unsigned { Start, First = 4, NonZero = 8, Skip, Use, Shift };
} // namespace

static constexpr BitField fields[] = {
    {"start count 0", 0, 8},  {"start count 1", 8, 8}, {"start count 2", 16, 8},
    {"start count 3", 24, 8}, {"first span 0", 32, 1}, {"first span 1", 33, 1},
    {"first span 2", 34, 1},  {"first span 3", 35, 1}, {"non-zero mask", 39, 1},
    {"skip span", 40, 8},     {"use span", 48, 8},     {"column shift", 56, 6},
};

llvm::ArrayRef<BitField> ptx::zeroColumnMaskFields() { return fields; }

ZeroColumnMask ptx::decodeZeroColumnMask(uint64_t value) {
  ZeroColumnMask mask;
  for (unsigned i = 0; i != 4; ++i) {
    mask.startCount[i] = fields[Start + i].of(value);
    mask.firstSpan[i] = fields[First + i].of(value);
  }
  mask.nonZero = fields[NonZero].of(value);
  mask.skipSpan = fields[Skip].of(value);
  mask.useSpan = fields[Use].of(value);
  mask.columnShift = fields[Shift].of(value);
  return mask;
}

llvm::Expected<uint64_t> ptx::encodeZeroColumnMask(const ZeroColumnMask &mask) {
  std::pair<unsigned, uint64_t> values[std::size(fields)] = {
      {NonZero, mask.nonZero},
      {Skip, mask.skipSpan},
      {Use, mask.useSpan},
      {Shift, mask.columnShift},
  };
  for (unsigned i = 0; i != 4; ++i) {
    values[4 + i] = {Start + i, mask.startCount[i]};
    values[8 + i] = {First + i, mask.firstSpan[i]};
  }
  uint64_t word = 0;
  for (auto [field, value] : values) {
    if (!fields[field].fits(value))
      return llvm::createStringError(fields[field].name + " " + Twine(value) + " is more than " +
                                     fields[field].bits() + " can hold");
    word |= fields[field].with(value);
  }
  return word;
}

unsigned ptx::subMaskCount(unsigned m) { return m == 128 ? 1 : m == 64 ? 2 : m == 32 ? 4 : 0; }

std::vector<bool> ptx::subMask(unsigned length, unsigned startCount, bool firstSpan,
                               unsigned skipSpan, unsigned useSpan) {
  std::vector<bool> bits;
  bits.reserve(length);
  bool value = firstSpan;
  unsigned left = value ? skipSpan : useSpan;
  for (unsigned position = 0; bits.size() != length; ++position) {
    if (position >= startCount)
      bits.push_back(value);
    if (left-- == 0) {
      value = !value;
      left = value ? skipSpan : useSpan;
    }
  }
  return bits;
}

llvm::Expected<std::vector<bool>> ptx::zeroColumns(const ZeroColumnMask &mask, unsigned m,
                                                   unsigned n) {
  unsigned count = subMaskCount(m);
  if (!count)
    return llvm::createStringError("M is " + Twine(m) + "; expected 32, 64 or 128");
  if (n > 256 || n % count)
    return llvm::createStringError("N is " + Twine(n) +
                                   "; expected at most 256 and a multiple of " + Twine(count));
  if (!mask.nonZero)
    return std::vector<bool>(n);
  std::vector<bool> columns;
  for (unsigned i = 0; i != count; ++i) {
    std::vector<bool> part =
        subMask(n / count, mask.startCount[i], mask.firstSpan[i], mask.skipSpan, mask.useSpan);
    columns.insert(columns.end(), part.begin(), part.end());
  }
  return columns;
}

Violations ptx::checkZeroColumnMask(uint64_t value, unsigned m) {
  return checkZeroColumnMask(llvm::KnownBits::makeConstant(llvm::APInt(64, value)), m);
}

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
  ZeroColumnMask mask = decodeZeroColumnMask(value);
  unsigned most = m == 32 ? 16 : 32;
  if (!(fields[Shift].mask() & ~known) && mask.columnShift > most)
    add(Violation::Kind::Manual, "the column shift, bits 56-61, is " + Twine(mask.columnShift) +
                                     "; expected at most " + Twine(most) +
                                     (m == 32 ? " for M = 32" : ""));
  unsigned count = subMaskCount(m);
  for (unsigned i = count; count && i != 4; ++i)
    if (mask.startCount[i] || mask.firstSpan[i])
      add(Violation::Kind::Suspicious, "start count or first span " + Twine(i) +
                                           " is set, which is not used for M = " + Twine(m));
  return violations;
}
