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

/// What a tool tells its caller when it ends, in rising order of gravity.
enum class ExitCode : uint8_t {
  /// No error; warnings do not count.
  Success = 0,
  /// At least one error in the input, or a difference that `--check` found.
  Findings = 1,
  /// A command line that makes no sense, or an input or output that cannot be used.
  Unusable = 2,
  /// A fault of the tool.
  Internal = 3,
  /// Nothing was found, and something was not looked at; of ptx-sanitize alone.
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

  /// Writes `<tool>: error: <text>` to `err`, on one line whatever `text` holds.
  void error(const llvm::Twine &text);

  /// Writes `<tool>: note: <text>` for each of `texts` in this way.
  void note(llvm::ArrayRef<std::string> texts);

  /// Writes an error; returns `Unusable`.
  ExitCode unusable(const llvm::Twine &text);

  /// Whether a write to `out` failed, so that there is no point in going on.
  bool outputLost() const;
};

/// What a tool does, given its arguments without the program name.
using ToolBody = ExitCode (*)(llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// While it lives, the calling thread works on the file `path`: a run that ends for lack of memory
/// names it.
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

/// Runs `body` and turns everything that may go wrong around it into an exit code: an exception is
/// `Internal` with one line on `err`; exhausted memory, and output that cannot be written, are
/// `Unusable`.
/// A pipe that nobody reads any more ends the tool silently. Flushes both streams.
ExitCode runBody(ToolBody body, llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// The body of `main`: opens the standard streams, calls `runBody`, and returns the exit status of
/// the process. Changes the process: SIGPIPE is ignored, and closed standard streams are opened.
int runTool(const char *name, ToolBody body, int argc, char **argv);

} // namespace ptx

#endif // PTX_DRIVER_TOOLS_TOOLRUNNER_H
