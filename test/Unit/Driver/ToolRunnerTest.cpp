// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Tools/ToolRunner.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <new>
#include <stdexcept>

using namespace ptx;
using testing::StartsWith;

namespace {

/// Runs bodies with streams that are files.
class ToolRunner : public testing::Test {
protected:
  ExitCode run(ToolBody body, llvm::StringRef outputPath = "/dev/null") {
    llvm::SmallString<128> path;
    int descriptor;
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("ptxkit", "txt", descriptor, path));
    llvm::raw_fd_ostream err(descriptor, /*shouldClose=*/true);
    std::error_code error;
    llvm::raw_fd_ostream out(outputPath, error, llvm::sys::fs::OF_None);
    EXPECT_FALSE(error);
    ToolStreams streams{"tool", out, err};
    const char *arguments[] = {"x", "y"};
    ExitCode code = runBody(body, arguments, streams);
    written = llvm::MemoryBuffer::getFile(path).get()->getBuffer().str();
    llvm::sys::fs::remove(path);
    return code;
  }

  std::string written;
};

TEST_F(ToolRunner, HandsArgumentsOver) {
  EXPECT_EQ(run([](llvm::ArrayRef<const char *> arguments, ToolStreams &) {
              bool right = arguments.size() == 2 && arguments[1] == llvm::StringRef("y");
              return right ? ExitCode::Findings : ExitCode::Internal;
            }),
            ExitCode::Findings);
  EXPECT_EQ(written, "");
}

TEST_F(ToolRunner, NamesTheTool) {
  EXPECT_EQ(run([](llvm::ArrayRef<const char *>, ToolStreams &streams) {
              return streams.unusable("no such thing");
            }),
            ExitCode::Unusable);
  EXPECT_EQ(written, "tool: error: no such thing\n");
}

TEST_F(ToolRunner, ReportsAnExceptionInOneLine) {
  EXPECT_EQ(run([](llvm::ArrayRef<const char *>, ToolStreams &) -> ExitCode {
              throw std::logic_error("this cannot be");
            }),
            ExitCode::Internal);
  EXPECT_EQ(written, "tool: internal error: this cannot be\n");
}

TEST_F(ToolRunner, ReportsExhaustedMemoryInOneLine) {
  EXPECT_EQ(
      run([](llvm::ArrayRef<const char *>, ToolStreams &) -> ExitCode { throw std::bad_alloc(); }),
      ExitCode::Unusable);
  EXPECT_EQ(written, "tool: error: out of memory\n");
}

TEST_F(ToolRunner, ReportsAnythingElseThatIsThrown) {
  EXPECT_EQ(run([](llvm::ArrayRef<const char *>, ToolStreams &) -> ExitCode { throw 1; }),
            ExitCode::Internal);
  EXPECT_EQ(written, "tool: internal error: unknown exception\n");
}

TEST_F(ToolRunner, ReportsLostOutput) {
  auto body = [](llvm::ArrayRef<const char *>, ToolStreams &streams) {
    streams.out << "text";
    return ExitCode::Success;
  };
  EXPECT_EQ(run(body), ExitCode::Success);
  EXPECT_EQ(run(body, "/dev/full"), ExitCode::Unusable);
  EXPECT_THAT(written, StartsWith("tool: error: cannot write to standard output: "));
}

TEST_F(ToolRunner, LostOutputDoesNotHideAGraverCode) {
  EXPECT_EQ(run(
                [](llvm::ArrayRef<const char *>, ToolStreams &streams) {
                  streams.out << "text";
                  return ExitCode::Internal;
                },
                "/dev/full"),
            ExitCode::Internal);
}

} // namespace
