// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_OUTPUT_PROGRESS_H
#define PTX_DRIVER_OUTPUT_PROGRESS_H

#include "ptx/Driver/Tools/ToolRunner.h"

#include <chrono>
#include <cstddef>

namespace ptx {

/// A line on the terminal that says how many of many files are done: "ptx-check: 120 of 1808
/// files". There is none if standard error is not a terminal, or before half a second. It is the
/// last line of the terminal, to be erased before anything else is written.
class Progress {
public:
  /// `sharesTerminal`: whether results are written to standard output: if that is a terminal too,
  /// no progress is shown.
  Progress(ToolStreams &streams, size_t files, bool sharesTerminal);
  ~Progress() { erase(); }
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// Removes the line, if it is there.
  void erase();

  /// Notes that one more file is done. The line changes a few times a second at most.
  void advance();

private:
  using Clock = std::chrono::steady_clock;

  ToolStreams &streams;
  size_t files, done = 0;
  bool isOn;
  bool isShown = false;
  /// When the line may be written next.
  Clock::time_point due;
};

} // namespace ptx

#endif // PTX_DRIVER_OUTPUT_PROGRESS_H
