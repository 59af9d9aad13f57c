// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_VALUES_KNOWNVALUE_H
#define PTX_ANALYSIS_VALUES_KNOWNVALUE_H

#include "ptx/Analysis/Values/AddressWindow.h"

#include "llvm/Support/KnownBits.h"

#include <optional>
#include <string>

namespace ptx {

/// What is known of a number that an instruction reads or writes: single bits of it, and what it
/// points to if it is an address.
struct KnownValue {
  /// As wide as the operand. No bit is known to be both 0 and 1, see `isNever`.
  llvm::KnownBits bits;

  /// The variable or parameter that the address points into; with `loaded`, the parameter that
  /// held the address when the function began. Null if that is not known.
  const Symbol *symbol = nullptr;
  SymbolRef ref;
  /// The distance of the address from the begin of the symbol, or from the value that was loaded,
  /// in bytes; none if it is not known.
  std::optional<int64_t> offset;
  AddressWindow window = AddressWindow::Unknown;
  /// Of a generic or encoded address, the window of what it points to; else `window`.
  AddressWindow object = AddressWindow::Unknown;
  /// Whether the address was loaded from the parameter `symbol`, at `loadOffset`.
  bool loaded = false;
  uint32_t loadOffset = 0;
  /// Of an encoded address: how many low bits of the address are gone. `offset` still counts bytes.
  uint8_t shift = 0;

  KnownValue() = default;
  explicit KnownValue(llvm::KnownBits bits) : bits(std::move(bits)) {}
  static KnownValue unknown(unsigned width) { return KnownValue(llvm::KnownBits(width)); }
  static KnownValue constant(const llvm::APInt &value);
  /// A number of which only `bits` are known, and that it is not an address.
  static KnownValue number(llvm::KnownBits bits);
  /// The address of the begin of `symbol`, a variable in memory, in the window of its space.
  static KnownValue addressOf(const Symbol &symbol, SymbolRef ref, unsigned width);
  /// What no path computes: it adds nothing where paths meet.
  static KnownValue never(unsigned width);

  unsigned width() const { return bits.getBitWidth(); }
  /// Whether all bits are known.
  bool isConstant() const { return bits.isConstant(); }
  /// The number, if all bits are known and there are at most 64.
  uint64_t constant() const { return bits.getConstant().getZExtValue(); }
  bool isNever() const { return bits.hasConflict(); }

  /// Whether it is the address of a variable or parameter of the program, in whatever window.
  bool pointsTo() const { return symbol && !loaded && window != AddressWindow::Encoded; }
  /// Whether the number is an address that counts in a known window.
  bool isAddress() const { return ptx::isAddress(window); }
  /// What kind of address it is.
  AddressKind kind() const { return {window, object}; }

  /// Numbers beyond are not distances between addresses, so that sums of a few do not overflow.
  static constexpr int64_t mostDistance = int64_t(1) << 40;
  static constexpr bool isDistance(int64_t by) { return by >= -mostDistance && by <= mostDistance; }
  /// Adds `by` to the offset, which is not known any more if it is not a distance then.
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

  /// Leaves only `bits` of what is known.
  KnownValue &forgetAddress(AddressWindow now = AddressWindow::Unknown);

  friend bool operator==(const KnownValue &, const KnownValue &) = default;
};

/// What is known of a number that is `a` or `b`, which are of one width.
KnownValue meet(const KnownValue &a, const KnownValue &b);

/// As messages say it: `0x40`, `0x4?` where a digit is not known, "the address of `a` + 16", "not
/// known".
std::string describe(const KnownValue &value);

} // namespace ptx

#endif // PTX_ANALYSIS_VALUES_KNOWNVALUE_H
