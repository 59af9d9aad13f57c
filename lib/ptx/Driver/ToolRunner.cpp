// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/ToolRunner.h"

#include "ptx/Diagnostics/Printable.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <new>
#include <unistd.h>

using namespace ptx;

ExitCode ToolStreams::unusable(const llvm::Twine &text) {
  err << tool << ": error: " << printable(text.str()) << '\n';
  return ExitCode::Unusable;
}

bool ToolStreams::outputLost() const { return out.has_error(); }

/// Flushes `stream`; returns what went wrong in all its life and clears it.
static std::error_code finish(llvm::raw_fd_ostream &stream) {
  stream.flush();
  std::error_code error = stream.error();
  stream.clear_error();
  return error;
}

ExitCode ptx::runBody(ToolBody body, llvm::ArrayRef<const char *> arguments, ToolStreams &streams) {
  ExitCode code = ExitCode::Internal;
  try {
    code = body(arguments, streams);
  } catch (const std::bad_alloc &) {
    streams.err << streams.tool << ": internal error: out of memory\n";
  } catch (const std::exception &e) {
    streams.err << streams.tool << ": internal error: " << e.what() << '\n';
  } catch (...) {
    streams.err << streams.tool << ": internal error: unknown exception\n";
  }
  if (std::error_code error = finish(streams.out)) {
    code = worst(code, ExitCode::Unusable);
    if (error != std::errc::broken_pipe)
      streams.unusable("cannot write to standard output: " + error.message());
  }
  if (finish(streams.err))
    code = worst(code, ExitCode::Unusable);
  return code;
}

/// Gives each closed standard stream a descriptor on which its use fails. Otherwise the next file
/// that is opened would take its number, and messages would go into that file.
static void occupyStandardDescriptors() {
  for (int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF)
      open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/// LLVM calls this where it cannot throw. The tool ends at once, and without memory.
static void onFatalError(void *tool, const char *reason, bool) {
  for (const char *part : {static_cast<const char *>(tool), ": internal error: ", reason, "\n"})
    if (write(STDERR_FILENO, part, strlen(part)) < 0)
      break;
  _exit(static_cast<int>(ExitCode::Internal));
}

int ptx::runTool(const char *name, ToolBody body, int argc, char **argv) {
  occupyStandardDescriptors();
  signal(SIGPIPE, SIG_IGN);
  void *tool = const_cast<char *>(name); // onFatalError only reads it
  llvm::install_fatal_error_handler(onFatalError, tool);
  llvm::install_bad_alloc_error_handler(onFatalError, tool);

  llvm::raw_fd_ostream out(STDOUT_FILENO, /*shouldClose=*/false);
  llvm::raw_fd_ostream err(STDERR_FILENO, /*shouldClose=*/false);
  ToolStreams streams{name, out, err};
  llvm::ArrayRef<const char *> arguments(argv, argc);
  return static_cast<int>(runBody(body, arguments.drop_front(argc > 0), streams));
}
