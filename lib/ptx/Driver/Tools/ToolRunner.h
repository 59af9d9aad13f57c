// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_TOOLS_TOOLRUNNER_H
#define PTX_DRIVER_TOOLS_TOOLRUNNER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <cstdint>
#include <string>

namespace llvm {
class raw_fd_ostream;
} // namespace llvm

namespace ptx {

/// The exit codes of the tools, in increasing severity.
enum class ExitCode : uint8_t {
  /// No error; warnings do not count.
  Success = 0,
  /// At least one error in the input, or a difference that `--check` found.
  Findings = 1,
  /// An invalid command line, or an unusable input or output.
  Unusable = 2,
  /// An internal error of the tool.
  Internal = 3,
  /// No fault was found, but some operations were not modelled; only of ptx-sanitize
  /// and ptx-run.
  NotDecided = 4,
};

/// The more severe of two exit codes.
inline ExitCode worst(ExitCode a, ExitCode b) { return a < b ? b : a; }

/// The streams of a running tool.
struct ToolStreams {
  /// Name of the tool, for messages.
  llvm::StringRef tool;
  llvm::raw_fd_ostream &out;
  llvm::raw_fd_ostream &err;

  /// Writes `<tool>: error: <text>` to `err`, always on one line.
  void error(const llvm::Twine &text);

  /// Writes `<tool>: note: <text>` for each of `texts` in the same way.
  void note(llvm::ArrayRef<std::string> texts);

  /// Writes an error; returns `Unusable`.
  ExitCode unusable(const llvm::Twine &text);

  /// Whether a write to `out` failed, so that the tool can stop.
  bool outputLost() const;
};

/// The implementation of a tool. `arguments` do not include the program name.
using ToolBody = ExitCode (*)(llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// During its lifetime, the calling thread works on the file `path`. The error message for
/// exhausted memory names this file.
class FileInProgress {
public:
  explicit FileInProgress(llvm::StringRef path);
  ~FileInProgress();
  FileInProgress(const FileInProgress &) = delete;
  FileInProgress &operator=(const FileInProgress &) = delete;

private:
  std::string name;
  const std::string *outer;
};

/// Runs `body` and converts all failures to exit codes. An exception is `Internal`, with one line
/// on `err`. Exhausted memory and output that cannot be written are `Unusable`. A closed pipe ends
/// the tool silently. Flushes both streams.
ExitCode runBody(ToolBody body, llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// The body of `main`: opens the standard streams, calls `runBody`, and returns the exit status of
/// the process. Changes the process: SIGPIPE is ignored, and closed standard streams are replaced.
int runTool(const char *name, ToolBody body, int argc, char **argv);

} // namespace ptx

#endif // PTX_DRIVER_TOOLS_TOOLRUNNER_H
