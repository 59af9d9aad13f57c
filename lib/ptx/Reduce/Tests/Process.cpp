// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Tests/Process.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace ptx;
using Clock = std::chrono::steady_clock;

namespace {

/// A running program, with the pipe for its output.
class Child {
public:
  Child(pid_t pid, int pipe) : pid(pid), pipe(pipe) {}
  Child(const Child &) = delete;
  Child &operator=(const Child &) = delete;
  ~Child() { close(pipe); }

  ProcessResult wait(const ProcessLimits &limits, bool keepsOutput);

private:
  bool readSome(std::string *output, int milliseconds);
  bool hasEnded(ProcessResult &result);
  void kill();

  pid_t pid;
  int pipe;
};

} // namespace

/// Waits for output up to a limit, and reads it. Returns false if the pipe is closed, or if the
/// limit is 0 and there is no output.
bool Child::readSome(std::string *output, int milliseconds) {
  constexpr size_t mostBytes = 1 << 20;
  pollfd waiting = {pipe, POLLIN, 0};
  if (poll(&waiting, 1, milliseconds) <= 0)
    return milliseconds > 0;
  std::array<char, 4096> buffer;
  ssize_t size = read(pipe, buffer.data(), buffer.size());
  if (size > 0 && output && output->size() < mostBytes)
    output->append(buffer.data(), static_cast<size_t>(size));
  return size > 0 || (size < 0 && errno == EINTR);
}

bool Child::hasEnded(ProcessResult &result) {
  int status = 0;
  if (waitpid(pid, &status, WNOHANG) != pid)
    return false;
  bool signalled = WIFSIGNALED(status);
  result.kind = signalled ? ProcessResult::Signalled : ProcessResult::Exited;
  result.code = signalled ? WTERMSIG(status) : WEXITSTATUS(status);
  ::kill(-pid, SIGKILL); // its remaining child processes
  return true;
}

void Child::kill() {
  ::kill(-pid, SIGKILL);
  waitpid(pid, nullptr, 0);
}

ProcessResult Child::wait(const ProcessLimits &limits, bool keepsOutput) {
  ProcessResult result;
  Clock::time_point deadline = Clock::now() + std::chrono::seconds(limits.seconds);
  bool isOpen = true;
  constexpr int milliseconds = 20;
  while (!hasEnded(result)) {
    bool stopped =
        (limits.stop && *limits.stop) || (limits.deadline && Clock::now() >= *limits.deadline);
    if (stopped || Clock::now() >= deadline) {
      kill();
      result.kind = stopped ? ProcessResult::Stopped : ProcessResult::TimedOut;
      return result;
    }
    if (isOpen)
      isOpen = readSome(keepsOutput ? &result.output : nullptr, milliseconds);
    else
      usleep(500);
  }
  // Reads the rest of the pipe, which another program can hold open.
  while (isOpen && keepsOutput)
    isOpen = readSome(&result.output, 0);
  return result;
}

/// The work of the new process before it runs the program. All calls are safe after a fork.
[[noreturn]] static void become(char *const *arguments, int output, uint64_t memory, int fault) {
  setpgid(0, 0);
  int null = open("/dev/null", O_RDONLY);
  dup2(null, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  rlimit noCore = {0, 0};
  setrlimit(RLIMIT_CORE, &noCore);
  if (memory != 0) {
    rlimit space = {memory, memory};
    setrlimit(RLIMIT_AS, &space);
  }
  signal(SIGPIPE, SIG_DFL);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  execv(arguments[0], arguments);
  int error = errno;
  [[maybe_unused]] ssize_t written = write(fault, &error, sizeof(error));
  constexpr int notStarted = 127;
  _exit(notStarted);
}

ProcessResult ptx::runProcess(llvm::StringRef program, llvm::ArrayRef<std::string> arguments,
                              const ProcessLimits &limits, bool keepsOutput) {
  std::vector<std::string> texts = {program.str()};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  std::vector<char *> words;
  for (std::string &text : texts)
    words.push_back(text.data());
  words.push_back(nullptr);
  std::array<int, 2> output, fault;
  if (pipe2(output.data(), O_CLOEXEC) != 0)
    return {ProcessResult::NotStarted, 0, std::strerror(errno)};
  if (pipe2(fault.data(), O_CLOEXEC) != 0) {
    int error = errno;
    close(output[0]);
    close(output[1]);
    return {ProcessResult::NotStarted, 0, std::strerror(error)};
  }
  pid_t pid = fork();
  if (pid == 0)
    become(words.data(), output[1], limits.memory, fault[1]);
  int error = errno;
  close(output[1]);
  close(fault[1]);
  if (pid > 0) {
    setpgid(pid, pid); // whichever comes first
    // The pipe closes when the program has been started.
    if (read(fault[0], &error, sizeof(error)) != sizeof(error)) {
      close(fault[0]);
      return Child(pid, output[0]).wait(limits, keepsOutput);
    }
    waitpid(pid, nullptr, 0);
  }
  close(fault[0]);
  close(output[0]);
  return {ProcessResult::NotStarted, 0, std::strerror(error)};
}
