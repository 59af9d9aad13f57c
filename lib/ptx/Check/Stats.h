// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CHECK_STATS_H
#define PTX_CHECK_STATS_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <array>
#include <chrono>
#include <cstdint>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// The phases of processing a file, in this order.
enum class Phase : uint8_t { Read, Parse, Check, Lint, Report };
inline constexpr unsigned numPhases = 5;

/// The wall-clock times of the phases of a run.
class Stats {
public:
  /// Runs `work` and adds the time that it takes to `phase`.
  void time(Phase phase, llvm::function_ref<void()> work);

  /// Adds the times of another file.
  void add(const Stats &other);

  /// Counts a file of this many bytes.
  void addFile(uint64_t size) {
    ++files;
    bytes += size;
  }

  /// Prints one line for each phase: milliseconds, and MB (10^6 bytes) of source per second. If
  /// `threads` worked on several files or bodies in parallel, the times are sums over the threads.
  void print(llvm::raw_ostream &os, unsigned threads) const;

private:
  std::array<std::chrono::nanoseconds, numPhases> times{};
  uint64_t files = 0;
  uint64_t bytes = 0;
};

} // namespace ptx

#endif // PTX_CHECK_STATS_H
