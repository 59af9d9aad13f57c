// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Files/AtomicFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

using namespace ptx;
namespace fs = llvm::sys::fs;

namespace {

/// A folder of its own for each test.
class AtomicFile : public testing::Test {
protected:
  void SetUp() override { ASSERT_FALSE(fs::createUniqueDirectory("ptxkit", folder)); }
  void TearDown() override { fs::remove_directories(folder); }

  std::string path(llvm::StringRef name) { return (folder + "/" + name).str(); }

  std::string create(llvm::StringRef name, llvm::StringRef text) {
    std::error_code error;
    llvm::raw_fd_ostream(path(name), error) << text;
    EXPECT_FALSE(error);
    return path(name);
  }

  static std::string read(llvm::StringRef path) {
    return llvm::MemoryBuffer::getFile(path).get()->getBuffer().str();
  }

  size_t fileCount() {
    size_t count = 0;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; entry != end; entry.increment(error))
      ++count;
    return count;
  }

  llvm::SmallString<128> folder;
};

TEST_F(AtomicFile, ReplacesTextAndKeepsMode) {
  std::string file = create("k.ptx", "old");
  ASSERT_FALSE(fs::setPermissions(file, static_cast<fs::perms>(0640)));
  EXPECT_FALSE(bool(replaceFile(file, "old", "new text")));
  EXPECT_EQ(read(file), "new text");
  EXPECT_EQ(*fs::getPermissions(file), static_cast<fs::perms>(0640));
  EXPECT_EQ(fileCount(), 1u);
}

TEST_F(AtomicFile, TheNewTextDoesNotRunAsSomebodyElse) {
  std::string file = create("k.ptx", "old");
  ASSERT_FALSE(fs::setPermissions(file, static_cast<fs::perms>(06755)));
  EXPECT_FALSE(bool(replaceFile(file, "old", "new text")));
  EXPECT_EQ(*fs::getPermissions(file), static_cast<fs::perms>(0755));
}

TEST_F(AtomicFile, ReplacesWhatALinkLeadsTo) {
  std::string file = create("k.ptx", "old");
  ASSERT_FALSE(fs::create_link("k.ptx", path("link.ptx")));
  EXPECT_FALSE(bool(replaceFile(path("link.ptx"), "old", "new")));
  EXPECT_EQ(read(file), "new");
  EXPECT_TRUE(fs::is_symlink_file(path("link.ptx")));
}

TEST_F(AtomicFile, WritesAnewInsteadOfOver) {
  std::string file = create("k.ptx", "old");
  ASSERT_FALSE(fs::create_hard_link(file, path("other.ptx")));
  EXPECT_FALSE(bool(replaceFile(file, "old", "new")));
  EXPECT_EQ(read(path("other.ptx")), "old");
}

TEST_F(AtomicFile, LeavesAFileThatHasChangedSince) {
  std::string file = create("k.ptx", "newer");
  EXPECT_EQ(llvm::toString(replaceFile(file, "old", "new")), "it has changed since it was read");
  EXPECT_EQ(read(file), "newer");
  EXPECT_EQ(fileCount(), 1u);
}

TEST_F(AtomicFile, KeepsTheGroup) {
  std::string file = create("k.ptx", "old");
  gid_t groups[64];
  int count = getgroups(64, groups);
  gid_t group = getuid() == 0 ? 12345 : count > 0 ? groups[count - 1] : getgid();
  ASSERT_EQ(chown(file.c_str(), -1, group), 0);
  EXPECT_FALSE(bool(replaceFile(file, "old", "new")));
  struct stat status;
  ASSERT_EQ(stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_gid, group);
}

TEST_F(AtomicFile, KeepsExtendedAttributes) {
  std::string file = create("k.ptx", "old");
  // Some, such as old temporary file systems, take none from users.
  if (setxattr(file.c_str(), "user.origin", "here", 4, 0) != 0)
    GTEST_SKIP() << "the file system has no extended attributes";
  EXPECT_FALSE(bool(replaceFile(file, "old", "new")));
  char value[8];
  ASSERT_EQ(getxattr(file.c_str(), "user.origin", value, sizeof value), 4);
  EXPECT_EQ(llvm::StringRef(value, 4), "here");
}

TEST_F(AtomicFile, FailsForWhatIsNotThere) {
  EXPECT_EQ(llvm::toString(replaceFile(path("none.ptx"), "", "new")), "No such file or directory");
  EXPECT_EQ(fileCount(), 0u);
}

TEST_F(AtomicFile, ReplacesNothingButRegularFiles) {
  ASSERT_FALSE(fs::create_directory(path("folder.ptx")));
  ASSERT_FALSE(fs::create_link("/dev/null", path("device.ptx")));
  EXPECT_EQ(llvm::toString(replaceFile(path("folder.ptx"), "", "new")), "not a regular file");
  EXPECT_EQ(llvm::toString(replaceFile(path("device.ptx"), "", "new")), "not a regular file");
  EXPECT_EQ(fileCount(), 2u);
}

TEST_F(AtomicFile, WritesNewFilesAndOldOnes) {
  mode_t mask = umask(0027);
  std::string file = path("report");
  EXPECT_FALSE(bool(writeFile(file, "one")));
  umask(mask);
  EXPECT_EQ(read(file), "one");
  EXPECT_EQ(*fs::getPermissions(file), static_cast<fs::perms>(0640));
  ASSERT_FALSE(fs::setPermissions(file, static_cast<fs::perms>(0600)));
  EXPECT_FALSE(bool(writeFile(file, "")));
  EXPECT_EQ(read(file), "");
  EXPECT_EQ(*fs::getPermissions(file), static_cast<fs::perms>(0600));
  EXPECT_EQ(fileCount(), 1u);
}

TEST_F(AtomicFile, WritesThroughLinksAndToDevices) {
  ASSERT_EQ(symlink(path("report").c_str(), path("link").c_str()), 0);
  EXPECT_FALSE(bool(writeFile(path("link"), "one")));
  EXPECT_FALSE(bool(writeFile(path("link"), "two")));
  EXPECT_EQ(read(path("report")), "two");
  EXPECT_TRUE(fs::is_symlink_file(path("link")));
  EXPECT_FALSE(bool(writeFile("/dev/null", "three")));
  EXPECT_EQ(llvm::toString(writeFile("/dev/full", "four")), "No space left on device");
  EXPECT_EQ(llvm::toString(writeFile(path("none/report"), "")), "No such file or directory");
  EXPECT_EQ(llvm::toString(writeFile(folder, "")), "Is a directory");
}

} // namespace
