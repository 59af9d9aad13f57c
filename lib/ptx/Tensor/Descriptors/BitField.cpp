// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Descriptors/BitField.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

using namespace ptx;

static std::string range(unsigned low, unsigned high) {
  if (low == high)
    return llvm::utostr(low);
  return (llvm::Twine(low) + "-" + llvm::Twine(high)).str();
}

std::string BitField::bits() const {
  return (llvm::Twine(width == 1 ? "bit " : "bits ") + range(low, high())).str();
}

std::string BitField::binary(uint64_t word) const {
  std::string text = "0b";
  for (unsigned bit = low + width; bit-- != low;)
    text += word >> bit & 1 ? '1' : '0';
  return text;
}

uint64_t ptx::bitsOutside(llvm::ArrayRef<BitField> fields, unsigned wordBits) {
  uint64_t rest = wordBits == 64 ? ~uint64_t(0) : (uint64_t(1) << wordBits) - 1;
  for (const BitField &field : fields)
    rest &= ~field.mask();
  return rest;
}

std::string ptx::bitPositions(uint64_t word) {
  bool several = llvm::popcount(word) > 1;
  llvm::SmallVector<std::string> ranges;
  while (word) {
    unsigned low = llvm::countr_zero(word);
    unsigned length = llvm::countr_one(word >> low);
    ranges.push_back(range(low, low + length - 1));
    word = low + length == 64 ? 0 : word >> (low + length) << (low + length);
  }
  if (ranges.empty())
    return "no bit";
  std::string text = several ? "bits " : "bit ";
  if (ranges.size() > 1)
    text += llvm::join(llvm::ArrayRef(ranges).drop_back(), ", ") + " and ";
  return text + ranges.back();
}
