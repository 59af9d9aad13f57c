// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `--fix` and `--diff` of ptx-check. Private to lib/ptx/Driver.

#ifndef PTX_DRIVER_FILES_FIXFILES_H
#define PTX_DRIVER_FILES_FIXFILES_H

#include "ptx/Check/FixEngine.h"
#include "ptx/Driver/Options/CommandLine.h"

namespace ptx {

/// What is to become of the fixes of findings.
struct FixOptions {
  enum class Action : uint8_t { Show, Apply, Diff };

  Action action = Action::Show;
  FixSelection selection;

  bool changesText() const { return action != Action::Show; }

  /// What `line` asks for. Fails with a text for the user if it makes no sense.
  static llvm::Expected<FixOptions> read(const CommandLine &line);
};

/// Puts fixed texts to where they are wanted, and counts them.
class FixWriter {
public:
  FixWriter(FixOptions::Action action, ColorMode color, ToolStreams &streams)
      : action(action), color(color), streams(streams) {}

  /// Writes the text that `source` has after `applied` fixes to `path`, the file that it is from,
  /// or shows the difference.
  ExitCode write(llvm::StringRef path, const SourceBuffer &source, const FixedText &fixed);

  /// Tells on standard error how many fixes were made in how many files.
  void printSummary() const;

private:
  FixOptions::Action action;
  ColorMode color;
  ToolStreams &streams;
  uint64_t fixes = 0, files = 0;
};

} // namespace ptx

#endif // PTX_DRIVER_FILES_FIXFILES_H
