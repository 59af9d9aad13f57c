// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_SWIZZLE_H
#define PTX_TENSOR_SWIZZLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ptx {

/// A swizzling mode together with its atomicity. (Manual 5.5.7, table 14)
enum class Swizzle : uint8_t {
  None,
  B32,
  B64,
  B96,
  B128,
  B128Atom32,
  B128Atom32Flip8,
  B128Atom64,
};

/// The constants of a swizzle. Sizes and boundaries are in bytes of shared memory.
struct SwizzleInfo {
  Swizzle swizzle;
  /// The driver's name without `CU_TENSOR_MAP_SWIZZLE_`, the manual's for 96B: `128B_ATOM_32B`.
  llvm::StringLiteral name;
  /// Only the mode, as in table 14: `128B`; `none`.
  llvm::StringLiteral modeName;
  /// The atomicity alone: `16B`, `32B+8B-flip`; empty without swizzling.
  llvm::StringLiteral atomicityName;
  /// The values of `tensormap.replace` for `.swizzle_mode` and `.swizzle_atomicity`. (Table 33)
  unsigned mode;
  unsigned atomicity;
  /// `CUtensorMapSwizzle`, or -1 if the driver does not have it (CUDA 13.0).
  int driver;
  /// CuTe's `Swizzle<bits, base, shift>` of byte addresses.
  unsigned bits;
  unsigned base;
  unsigned shift;
  /// Whether the halves of each 16 bytes are swapped in odd 128-byte lines (assumption A3).
  bool flips8Bytes;
  /// The maximum inner box size of the mode; 0 without swizzling.
  unsigned spanBytes;
  /// The unit that is moved as a whole; 0 without swizzling.
  unsigned atomBytes;
  /// The number of 128-byte lines after which the pattern repeats.
  unsigned lines;
  /// Modulus of the base offset: the pattern starts at multiples of 128 times this. 1 without
  /// swizzling. For the sub-modes of 128B it is that of 128B (assumption A6).
  unsigned baseOffsetModulus;

  bool isNone() const { return swizzle == Swizzle::None; }
  /// The boundary on which the base offset is 0.
  unsigned patternBytes() const { return 128u * baseOffsetModulus; }
};

/// All swizzles, in the order of the enumeration.
llvm::ArrayRef<SwizzleInfo> allSwizzles();

const SwizzleInfo &swizzleInfo(Swizzle swizzle);

/// The swizzle of table 14 for a `.swizzle_mode` and a `.swizzle_atomicity`, both numbered as for
/// `tensormap.replace`. Fails with the reason: an unknown mode, an unknown atomicity, or a pair
/// that is not in the table.
llvm::Expected<Swizzle> swizzleOf(unsigned mode, unsigned atomicity);

/// The swizzle named `mode` (`none`, `32B`, ... or a driver's name such as `128B_ATOM_32B`, with
/// its prefix or without) and `atomicity` (`16B`, `32B`, `32B+8B-flip`, `64B`; empty for that of
/// the name). Case does not matter. Fails as `swizzleOf` does.
llvm::Expected<Swizzle> parseSwizzle(llvm::StringRef mode, llvm::StringRef atomicity = "");

/// The line of swizzle patterns: 32 banks of 4 bytes.
constexpr uint64_t sharedLineBytes = 128;

/// The swizzled address of the byte that is at `address` in an unswizzled tile. Addresses are
/// absolute, so the base offset is included. No bit above bit 6 changes.
uint64_t swizzleAddress(Swizzle swizzle, uint64_t address);

/// The inverse of `swizzleAddress`. The map is its own inverse, since it changes none of the bits
/// that it reads.
uint64_t unswizzleAddress(Swizzle swizzle, uint64_t address);

/// The map as pairs of bit numbers: bit `first` of the address is xor-ed with bit `second`.
std::vector<std::pair<unsigned, unsigned>> swizzleXorBits(Swizzle swizzle);

/// The base offset of a tile at shared address `address`: 0 exactly on the boundary of the pattern,
/// and without swizzling. (Manual 5.5.7)
unsigned swizzleBaseOffset(Swizzle swizzle, uint64_t address);

} // namespace ptx

#endif // PTX_TENSOR_SWIZZLE_H
