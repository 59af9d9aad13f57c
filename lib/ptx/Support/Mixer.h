// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_MIXER_H
#define PTX_SUPPORT_MIXER_H

#include <cstdint>

namespace ptx {

/// Folds a sequence of 64-bit values into one. Each step is a bijection of the state for a fixed
/// value and of the value for a fixed state, so sequences that differ in one value never meet.
class Mixer {
public:
  explicit Mixer(uint64_t seed = 0) { add(seed); }

  void add(uint64_t value) {
    uint64_t h = state * 0x9E37'79B9'7F4A'7C15 ^ value;
    h = (h ^ h >> 33) * 0xFF51'AFD7'ED55'8CCD;
    h = (h ^ h >> 33) * 0xC4CE'B9FE'1A85'EC53;
    state = h ^ h >> 33;
  }
  uint64_t result() const { return state; }

private:
  uint64_t state = 0;
};

} // namespace ptx

#endif // PTX_SUPPORT_MIXER_H
