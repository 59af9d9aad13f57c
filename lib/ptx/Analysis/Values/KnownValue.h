// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_VALUES_KNOWNVALUE_H
#define PTX_ANALYSIS_VALUES_KNOWNVALUE_H

#include "ptx/Analysis/Values/AddressWindow.h"

#include "llvm/Support/KnownBits.h"

#include <optional>
#include <string>

namespace ptx {

/// The known part of a number that an instruction reads or writes: single bits, and the target if
/// it is an address.
struct KnownValue {
  /// As wide as the operand. No bit is known to be both 0 and 1, see `isNever`.
  llvm::KnownBits bits;

  /// The variable or parameter that the address points into. With `loaded`, the parameter that
  /// contained the address at the start of the function. Null if unknown.
  const Symbol *symbol = nullptr;
  SymbolRef ref;
  /// The offset of the address from the start of the symbol, or from the loaded value, in bytes;
  /// none if unknown.
  std::optional<int64_t> offset;
  AddressWindow window = AddressWindow::Unknown;
  /// For a generic or encoded address, the window of its target; else `window`.
  AddressWindow object = AddressWindow::Unknown;
  /// Whether the address was loaded from the parameter `symbol`, at `loadOffset`.
  bool loaded = false;
  uint32_t loadOffset = 0;
  /// For an encoded address: the number of dropped low bits. `offset` is still in bytes.
  uint8_t shift = 0;

  KnownValue() = default;
  explicit KnownValue(llvm::KnownBits bits) : bits(std::move(bits)) {}
  static KnownValue unknown(unsigned width) { return KnownValue(llvm::KnownBits(width)); }
  static KnownValue constant(const llvm::APInt &value);
  /// A number that is not an address, of which `bits` are known.
  static KnownValue number(llvm::KnownBits bits);
  /// The address of the start of `symbol`, a variable in memory, in the window of its space.
  static KnownValue addressOf(const Symbol &symbol, SymbolRef ref, unsigned width);
  /// A value that no path computes. It is the neutral element where paths meet.
  static KnownValue never(unsigned width);

  unsigned width() const { return bits.getBitWidth(); }
  /// Whether all bits are known.
  bool isConstant() const { return bits.isConstant(); }
  /// The number, if all bits are known and there are at most 64.
  uint64_t constant() const { return bits.getConstant().getZExtValue(); }
  bool isNever() const { return bits.hasConflict(); }

  /// Whether it is the address of a variable or parameter of the program, in any window.
  bool pointsTo() const { return symbol && !loaded && window != AddressWindow::Encoded; }
  /// Whether the number is an address in a known window.
  bool isAddress() const { return ptx::isAddress(window); }
  /// The kind of address.
  AddressKind kind() const { return {window, object}; }

  /// The maximum offset between addresses. The limit prevents overflow in sums of a few offsets.
  static constexpr int64_t mostDistance = int64_t(1) << 40;
  static constexpr bool isDistance(int64_t by) { return by >= -mostDistance && by <= mostDistance; }
  /// Adds `by` to the offset, which becomes unknown if it exceeds the limit.
  void moveBy(int64_t by) {
    if (offset && isDistance(by) && isDistance(*offset + by))
      *offset += by;
    else
      offset.reset();
  }

  /// Whether `size` bytes at the offset, which is known, are among the first `extent` of the
  /// object.
  bool isWithin(uint64_t size, uint64_t extent) const {
    return *offset >= 0 && size <= extent && static_cast<uint64_t>(*offset) <= extent - size;
  }

  /// Discards everything known except for `bits`.
  KnownValue &forgetAddress(AddressWindow now = AddressWindow::Unknown);

  friend bool operator==(const KnownValue &, const KnownValue &) = default;
};

/// The known part of a number that is `a` or `b`, which have the same width.
KnownValue meet(const KnownValue &a, const KnownValue &b);

/// As shown in messages: `0x40`, `0x4?` with an unknown digit, "the address of `a` + 16", "not
/// known".
std::string describe(const KnownValue &value);

} // namespace ptx

#endif // PTX_ANALYSIS_VALUES_KNOWNVALUE_H
