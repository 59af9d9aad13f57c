// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `--fix` and `--diff` of ptx-check. Private to lib/ptx/Driver.

#ifndef PTX_DRIVER_FILES_FIXFILES_H
#define PTX_DRIVER_FILES_FIXFILES_H

#include "ptx/Check/FixEngine.h"
#include "ptx/Driver/Options/CommandLine.h"

namespace ptx {

/// The treatment of fixes.
struct FixOptions {
  enum class Action : uint8_t { Show, Apply, Diff };

  Action action = Action::Show;
  FixSelection selection;

  bool changesText() const { return action != Action::Show; }

  /// Reads the options from `line`. Fails with a message for the user if they are invalid.
  static llvm::Expected<FixOptions> read(const CommandLine &line);
};

/// Writes fixed texts to their destination, and counts them.
class FixWriter {
public:
  FixWriter(FixOptions::Action action, ColorMode color, ToolStreams &streams)
      : action(action), color(color), streams(streams) {}

  /// Writes the fixed text of `source` to `path`, its file, or shows the difference.
  ExitCode write(llvm::StringRef path, const SourceBuffer &source, const FixedText &fixed);

  /// Reports the numbers of applied fixes and of changed files on standard error.
  void printSummary() const;

private:
  FixOptions::Action action;
  ColorMode color;
  ToolStreams &streams;
  uint64_t fixes = 0, files = 0;
};

} // namespace ptx

#endif // PTX_DRIVER_FILES_FIXFILES_H
