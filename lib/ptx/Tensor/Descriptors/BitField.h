// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_DESCRIPTORS_BITFIELD_H
#define PTX_TENSOR_DESCRIPTORS_BITFIELD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace ptx {

/// A field of a descriptor: bits `low` to `low + width - 1`.
struct BitField {
  llvm::StringLiteral name;
  uint8_t low;
  uint8_t width;

  constexpr unsigned high() const { return low + width - 1; }
  constexpr uint64_t most() const { return (uint64_t(1) << width) - 1; }
  constexpr uint64_t mask() const { return most() << low; }
  constexpr uint64_t of(uint64_t word) const { return word >> low & most(); }
  constexpr bool fits(uint64_t value) const { return value <= most(); }
  /// The field's bits of a word; bits of `value` that do not fit are lost.
  constexpr uint64_t with(uint64_t value) const { return (value & most()) << low; }

  /// "bits 46-48", "bit 52"
  std::string bits() const;
  /// The value in `word` as it is there: "0b001".
  std::string binary(uint64_t word) const;
};

/// The bits of a word that are in none of `fields`.
uint64_t bitsOutside(llvm::ArrayRef<BitField> fields, unsigned wordBits);

/// The positions of the bits of `word`, in words: "bit 46", "bits 14-15 and 46".
std::string bitPositions(uint64_t word);

} // namespace ptx

#endif // PTX_TENSOR_DESCRIPTORS_BITFIELD_H
