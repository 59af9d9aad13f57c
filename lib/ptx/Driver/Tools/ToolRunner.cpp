// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Tools/ToolRunner.h"

#include "ptx/Diagnostics/Writers/Printable.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <initializer_list>
#include <new>
#include <unistd.h>

using namespace ptx;

/// `text` on one line with limited length. It can quote user input of any length.
static std::string shortened(llvm::StringRef text) {
  constexpr size_t longest = 2000;
  if (text.size() <= longest)
    return printable(text);
  return printable(text.take_front(longest / 2)) + " ... " + printable(text.take_back(longest / 2));
}

void ToolStreams::error(const llvm::Twine &text) {
  err << tool << ": error: " << shortened(text.str()) << '\n';
}

void ToolStreams::note(llvm::ArrayRef<std::string> texts) {
  for (const std::string &text : texts)
    err << tool << ": note: " << shortened(text) << '\n';
}

ExitCode ToolStreams::unusable(const llvm::Twine &text) {
  error(text);
  return ExitCode::Unusable;
}

bool ToolStreams::outputLost() const { return out.has_error(); }

/// Flushes `stream`. Returns any error since it was opened, and clears it.
static std::error_code finish(llvm::raw_fd_ostream &stream) {
  stream.flush();
  std::error_code error = stream.error();
  stream.clear_error();
  return error;
}

//===-- Lack of memory ------------------------------------------------------------------------===//

// When memory is exhausted, a run cannot return anything, so its current file is recorded here: for
// each thread, and for threads that help with another thread's file, the file that was started
// last.
static thread_local const std::string *fileOfThread = nullptr;
static std::atomic<const std::string *> fileBegunLast = nullptr;

FileInProgress::FileInProgress(llvm::StringRef path) : name(printable(path)), outer(fileOfThread) {
  fileOfThread = &name;
  fileBegunLast = &name;
}

FileInProgress::~FileInProgress() {
  fileOfThread = outer;
  const std::string *own = &name;
  fileBegunLast.compare_exchange_strong(own, nullptr);
}

static void writeParts(std::initializer_list<const char *> parts) {
  for (const char *part : parts)
    if (write(STDERR_FILENO, part, strlen(part)) < 0)
      return;
}

/// Ends the tool without allocating memory. This is not an internal error, so it counts as an
/// unusable file.
[[noreturn]] static void onOutOfMemory(void *tool, const char *, bool) {
  const std::string *file = fileOfThread ? fileOfThread : fileBegunLast.load();
  if (file)
    writeParts({static_cast<const char *>(tool), ": error: out of memory while working on `",
                file->c_str(), "`\n"});
  else
    writeParts({static_cast<const char *>(tool), ": error: out of memory\n"});
  _exit(static_cast<int>(ExitCode::Unusable));
}

ExitCode ptx::runBody(ToolBody body, llvm::ArrayRef<const char *> arguments, ToolStreams &streams) {
  ExitCode code = ExitCode::Internal;
  try {
    code = body(arguments, streams);
  } catch (const std::bad_alloc &) {
    code = streams.unusable("out of memory");
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

/// Opens a descriptor that cannot be used for each closed standard stream. Otherwise the next
/// opened file would get its number, and messages would be written to that file.
static void occupyStandardDescriptors() {
  for (int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF)
      open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/// LLVM calls this where it cannot throw. Ends the tool at once, without allocating memory.
static void onFatalError(void *tool, const char *reason, bool) {
  writeParts({static_cast<const char *>(tool), ": internal error: ", reason, "\n"});
  _exit(static_cast<int>(ExitCode::Internal));
}

int ptx::runTool(const char *name, ToolBody body, int argc, char **argv) {
  occupyStandardDescriptors();
  signal(SIGPIPE, SIG_IGN);
  void *tool = const_cast<char *>(name); // onFatalError only reads it
  llvm::install_fatal_error_handler(onFatalError, tool);
  llvm::install_bad_alloc_error_handler(onOutOfMemory, tool);

  llvm::raw_fd_ostream out(STDOUT_FILENO, /*shouldClose=*/false);
  llvm::raw_fd_ostream err(STDERR_FILENO, /*shouldClose=*/false);
  ToolStreams streams{name, out, err};
  llvm::ArrayRef<const char *> arguments(argv, argc);
  return static_cast<int>(runBody(body, arguments.drop_front(argc > 0), streams));
}
