// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_REDUCE_TESTS_PROCESS_H
#define PTX_REDUCE_TESTS_PROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace ptx {

/// Bounds of a program that is run.
struct ProcessLimits {
  unsigned seconds = 60;
  /// The latest time at which it is ended.
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  /// Bytes of its address space; 0 means no limit.
  uint64_t memory = 0;
  /// Ends it when it becomes true; may be null.
  const std::atomic<bool> *stop = nullptr;
};

/// How a program ended.
struct ProcessResult {
  enum Kind : uint8_t {
    Exited,    ///< `code` is its exit status
    Signalled, ///< `code` is the signal
    TimedOut,
    Stopped,
    NotStarted, ///< `output` is the reason
  };
  Kind kind = NotStarted;
  int code = 0;
  /// What it wrote to both of its outputs, up to some length, if that was wanted.
  std::string output = {};

  bool succeeded() const { return kind == Exited && code == 0; }
};

/// Runs `program`, a path, with `arguments`, and waits for its end. It reads nothing from standard
/// input. At its end, and after the time limit, all programs that it started are ended, too. May be
/// called from several threads.
ProcessResult runProcess(llvm::StringRef program, llvm::ArrayRef<std::string> arguments,
                         const ProcessLimits &limits, bool keepsOutput);

} // namespace ptx

#endif // PTX_REDUCE_TESTS_PROCESS_H
