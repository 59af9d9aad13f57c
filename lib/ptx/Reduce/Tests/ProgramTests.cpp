// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Tests/ProgramTests.h"

#include "ptx/Reduce/Tests/CodeSections.h"
#include "ptx/Sema/Module/ModuleHeader.h"
#include "ptx/Syntax/Parse/Parser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <csignal>

using namespace ptx;
using llvm::StringRef;

namespace {

/// A test with the file of a candidate.
class FileTest : public InterestTest {
public:
  explicit FileTest(ScratchFiles files) : files(std::move(files)) {}

  bool isInteresting(StringRef text, unsigned worker) const override {
    llvm::Expected<std::string> path = files.write(text, worker);
    if (path)
      return judge(text, *path, worker);
    llvm::consumeError(path.takeError());
    return false;
  }

protected:
  virtual bool judge(StringRef text, const std::string &path, unsigned worker) const = 0;

  ScratchFiles files;
};

class ExitStatusTest : public FileTest {
public:
  ExitStatusTest(TestProgram program, ScratchFiles files)
      : FileTest(std::move(files)), program(std::move(program)) {}

protected:
  bool judge(StringRef, const std::string &path, unsigned) const override {
    std::vector<std::string> arguments = program.arguments;
    arguments.push_back(path);
    return runProcess(program.path, arguments, program.limits, /*keepsOutput=*/false).succeeded();
  }

private:
  TestProgram program;
};

/// A test that runs `ptxas`.
class PtxasTest : public FileTest {
public:
  PtxasTest(TestProgram ptxas, ScratchFiles files)
      : FileTest(std::move(files)), ptxas(std::move(ptxas)) {}

protected:
  ProcessResult run(const TestProgram &program, StringRef text, const std::string &path,
                    const std::string &output, bool keepsOutput) const;

  TestProgram ptxas;
};

class CrashTest : public PtxasTest {
public:
  using PtxasTest::PtxasTest;

protected:
  bool judge(StringRef text, const std::string &path, unsigned) const override {
    ProcessResult result = run(ptxas, text, path, "/dev/null", /*keepsOutput=*/false);
    static constexpr int faults[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
    return result.kind == ProcessResult::Signalled && llvm::is_contained(faults, result.code);
  }
};

class RejectsTest : public PtxasTest {
public:
  RejectsTest(TestProgram ptxas, ScratchFiles files, std::string text)
      : PtxasTest(std::move(ptxas), std::move(files)), message(std::move(text)) {}

protected:
  bool judge(StringRef text, const std::string &path, unsigned) const override {
    ProcessResult result = run(ptxas, text, path, "/dev/null", /*keepsOutput=*/true);
    return result.kind == ProcessResult::Exited && result.code != 0 &&
           StringRef(result.output).contains(message);
  }

private:
  std::string message;
};

class MachineCodeTest : public PtxasTest {
public:
  MachineCodeTest(TestProgram ptxas, TestProgram other, ScratchFiles files)
      : PtxasTest(std::move(ptxas), std::move(files)), other(std::move(other)) {}

protected:
  bool judge(StringRef text, const std::string &path, unsigned worker) const override {
    std::optional<std::string> first = codeOf(ptxas, text, path, worker);
    std::optional<std::string> second = first ? codeOf(other, text, path, worker) : std::nullopt;
    return second && *first != *second;
  }

private:
  std::optional<std::string> codeOf(const TestProgram &program, StringRef text,
                                    const std::string &path, unsigned worker) const;

  TestProgram other;
};

} // namespace

/// Whether the arguments name an architecture.
static bool namesArchitecture(llvm::ArrayRef<std::string> arguments) {
  return llvm::any_of(arguments, [](StringRef word) {
    word = word.ltrim('-').split('=').first;
    return word == "arch" || word == "gpu-name";
  });
}

/// `sm_90a` for a module with that target; empty for a module without a target.
static std::string architectureOf(StringRef text) {
  auto source = SourceBuffer::fromString(text.str(), "candidate");
  DiagnosticList ignored;
  std::optional<TargetId> target = readHeader(*parseModule(*source, ignored)).target;
  return target ? info(*target).name.str() : "";
}

ProcessResult PtxasTest::run(const TestProgram &program, StringRef text, const std::string &path,
                             const std::string &output, bool keepsOutput) const {
  std::vector<std::string> arguments = program.arguments;
  if (!namesArchitecture(arguments))
    if (std::string architecture = architectureOf(text); !architecture.empty())
      arguments.push_back("-arch=" + architecture);
  arguments.insert(arguments.end(), {"-o", output, path});
  return runProcess(program.path, arguments, program.limits, keepsOutput);
}

std::optional<std::string> MachineCodeTest::codeOf(const TestProgram &program, StringRef text,
                                                   const std::string &path, unsigned worker) const {
  std::string object = files.besides("code.cubin", worker);
  llvm::sys::fs::remove(object);
  if (!run(program, text, path, object, /*keepsOutput=*/false).succeeded())
    return std::nullopt;
  auto file = llvm::MemoryBuffer::getFile(object);
  return file ? codeSections((*file)->getBuffer()) : std::nullopt;
}

std::unique_ptr<InterestTest> ptx::exitStatusTest(TestProgram program, ScratchFiles files) {
  return std::make_unique<ExitStatusTest>(std::move(program), std::move(files));
}

std::unique_ptr<InterestTest> ptx::ptxasCrashTest(TestProgram ptxas, ScratchFiles files) {
  return std::make_unique<CrashTest>(std::move(ptxas), std::move(files));
}

std::unique_ptr<InterestTest> ptx::ptxasRejectsTest(TestProgram ptxas, ScratchFiles files,
                                                    std::string text) {
  return std::make_unique<RejectsTest>(std::move(ptxas), std::move(files), std::move(text));
}

std::unique_ptr<InterestTest> ptx::machineCodeTest(TestProgram ptxas, TestProgram other,
                                                   ScratchFiles files) {
  return std::make_unique<MachineCodeTest>(std::move(ptxas), std::move(other), std::move(files));
}
