// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_INLINE_READ_PLATFORMS_H
#define PTX_INLINE_READ_PLATFORMS_H

#include "ptx/Isa/Platform/Targets.h"

#include <cstdint>
#include <string>

namespace ptx {

/// The platforms of a source: each target, and one more for everything else, such as the host and
/// the processors of other vendors.
class Platforms {
public:
  static constexpr Platforms none() { return Platforms(0); }
  static Platforms all();
  static constexpr Platforms others() { return Platforms(uint64_t(1) << 63); }
  static constexpr Platforms of(TargetId target) {
    return Platforms(uint64_t(1) << static_cast<unsigned>(target));
  }

  bool contains(TargetId target) const { return !(*this & of(target)).isEmpty(); }
  bool containsAllTargets() const { return *this == all() || *this == ~others(); }
  bool isEmpty() const { return bits == 0; }
  /// Equal for equal sets; the bits are opaque.
  uint64_t asBits() const { return bits; }

  friend constexpr Platforms operator&(Platforms a, Platforms b) {
    return Platforms(a.bits & b.bits);
  }
  friend constexpr Platforms operator|(Platforms a, Platforms b) {
    return Platforms(a.bits | b.bits);
  }
  friend constexpr Platforms operator~(Platforms a) { return Platforms(~a.bits); }
  Platforms &operator&=(Platforms other) { return *this = *this & other; }
  Platforms &operator|=(Platforms other) { return *this = *this | other; }
  friend bool operator==(Platforms, Platforms) = default;

  /// The targets in words: "`sm_90` and newer", "`sm_80` to `sm_89`", "`sm_90a` and `sm_100a`".
  std::string targetsInWords() const;

private:
  constexpr explicit Platforms(uint64_t bits) : bits(bits) {}

  uint64_t bits;
};

} // namespace ptx

#endif // PTX_INLINE_READ_PLATFORMS_H
