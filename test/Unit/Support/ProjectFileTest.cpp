// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/ProjectFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <string>
#include <sys/stat.h>
#include <unistd.h>

using namespace ptx;
namespace fs = llvm::sys::fs;

namespace {

/// A folder that is removed at the end.
class ProjectFile : public testing::Test {
protected:
  ProjectFile() { EXPECT_FALSE(fs::createUniqueDirectory("ptxkit-project", folder)); }
  ~ProjectFile() override { fs::remove_directories(folder); }

  std::string write(llvm::StringRef name, llvm::StringRef text) {
    std::string path = (folder + "/" + name).str();
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << text;
    EXPECT_FALSE(error);
    return path;
  }
  static std::string errorOf(llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> text) {
    return text ? (*text)->getBuffer().str() : llvm::toString(text.takeError());
  }

  llvm::SmallString<128> folder;
};

} // namespace

TEST_F(ProjectFile, IsARegularFileWithinTheLimit) {
  std::string path = write("a", "text");
  EXPECT_EQ(errorOf(readRegularFile(path, 4)), "text");
  EXPECT_EQ(errorOf(readRegularFile(path, 3)), "it has 4 bytes; the limit is 3");
  EXPECT_EQ(errorOf(readRegularFile(path + "b", 3)), "No such file or directory");
  EXPECT_EQ(errorOf(readRegularFile(folder, 3)), "not a regular file");
  std::string pipe = (folder + "/pipe").str();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(errorOf(readRegularFile(pipe, 3)), "not a regular file");
  EXPECT_EQ(errorOf(readProjectFile(write("long", "\n" + std::string(4097, 'x')))),
            "line 2 has 4097 bytes; the limit is 4096");
}

TEST_F(ProjectFile, IsOfAStrangerInAFolderOfOthers) {
  std::string path = write("a", "text");
  EXPECT_FALSE(isOfStranger(path));
  EXPECT_FALSE(isOfStranger(path + "b"));
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can give files away";
  ASSERT_EQ(chown(path.c_str(), 12345, -1), 0);
  EXPECT_TRUE(isOfStranger(path)) << "the folder is root's";
  ASSERT_EQ(chown(folder.c_str(), 12345, -1), 0);
  EXPECT_FALSE(isOfStranger(path)) << "a repository of somebody else, as a whole";
}

TEST(Nesting, CountsOpenBracketsOutsideOfStrings) {
  EXPECT_FALSE(nestsDeeper("[{}][{}]", 2, Quotes::None));
  EXPECT_TRUE(nestsDeeper("[{[", 2, Quotes::None));
  EXPECT_FALSE(nestsDeeper(R"(["[[[\"[[[", [1]])", 2, Quotes::Json));
  EXPECT_TRUE(nestsDeeper(R"(["[[[\"[[[", [[1]]])", 2, Quotes::Json));
}
