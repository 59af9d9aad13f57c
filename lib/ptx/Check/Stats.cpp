// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/Stats.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;

void Stats::time(Phase phase, llvm::function_ref<void()> work) {
  auto start = std::chrono::steady_clock::now();
  work();
  times[static_cast<size_t>(phase)] += std::chrono::steady_clock::now() - start;
}

void Stats::add(const Stats &other) {
  for (auto [mine, theirs] : llvm::zip(times, other.times))
    mine += theirs;
  files += other.files;
  bytes += other.bytes;
}

void Stats::print(llvm::raw_ostream &os, unsigned threads) const {
  static constexpr llvm::StringLiteral names[] = {"read", "parse", "check", "lint", "report"};
  auto line = [&](llvm::StringRef name, std::chrono::nanoseconds time) {
    auto seconds = std::chrono::duration<double>(time).count();
    double rate = seconds > 0 ? static_cast<double>(bytes) / 1e6 / seconds : 0;
    os << llvm::formatv("  {0,-8}{1,10:F2} ms{2,10:F1} MB/s\n", name, seconds * 1e3, rate);
  };
  os << llvm::formatv("{0} file{1}, {2} bytes, {3} thread{4}\n", files, files == 1 ? "" : "s",
                      bytes, threads, threads == 1 ? "" : "s");
  std::chrono::nanoseconds total{};
  for (auto [name, time] : llvm::zip(names, times)) {
    line(name, time);
    total += time;
  }
  line("total", total);
}
