// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_OUTPUT_PROGRESS_H
#define PTX_DRIVER_OUTPUT_PROGRESS_H

#include "ptx/Driver/Tools/ToolRunner.h"

#include <chrono>
#include <cstddef>
#include <string>

namespace ptx {

/// A progress line on the terminal: "ptx-check: 120 of 1808 files", or how far a single file is. It
/// is shown only if standard error is a terminal, and after half a second. It is the last line of
/// the terminal and must be erased before other output.
class Progress {
public:
  /// `sharesTerminal`: whether the report, or a list or text for programs, is written to standard
  /// output. If so, and if that is a terminal too, no progress is shown. The text of launches does
  /// not count: it is written when the line has been erased.
  Progress(ToolStreams &streams, size_t files, bool sharesTerminal);
  ~Progress() { erase(); }
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// Removes the line if it is shown.
  void erase();

  /// Whether `tell` may be called: there is one file.
  bool tellsSteps() const { return isOn && files == 1; }
  /// Tells how far the only file is. The line is updated as for files. Any thread may call it,
  /// until the file is done.
  void tell(llvm::function_ref<std::string()> what);

  /// Counts one more finished file. The line is updated at most a few times a second.
  void advance();

private:
  void show(const llvm::Twine &what);

  using Clock = std::chrono::steady_clock;

  ToolStreams &streams;
  size_t files, done = 0;
  bool isOn;
  bool isShown = false;
  /// The earliest time of the next update.
  Clock::time_point due;
};

} // namespace ptx

#endif // PTX_DRIVER_OUTPUT_PROGRESS_H
