// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/SourceBuffer.h"

#include "ptx/Support/Pages.h"
#include "ptx/Support/Workers.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <atomic>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace ptx;

namespace {

std::unique_ptr<SourceBuffer> buffer(std::string text) {
  return SourceBuffer::fromString(std::move(text), "k.ptx");
}

/// A file that lives as long as the object.
class TemporaryFile {
public:
  explicit TemporaryFile(llvm::StringRef text) {
    int file;
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("ptxkit", "ptx", file, name));
    llvm::raw_fd_ostream(file, /*shouldClose=*/true) << text;
  }
  ~TemporaryFile() { llvm::sys::fs::remove(name); }

  llvm::StringRef path() const { return name; }

private:
  llvm::SmallString<128> name;
};

std::string errorOf(llvm::StringRef path) {
  auto opened = SourceBuffer::open(path);
  return opened ? "" : llvm::toString(opened.takeError());
}

TEST(SourceRange, HoldsItsBeginAndNotItsEnd) {
  SourceRange range{3, 5};
  EXPECT_FALSE(range.contains(2));
  EXPECT_TRUE(range.contains(3));
  EXPECT_TRUE(range.contains(4));
  EXPECT_FALSE(range.contains(5));
  EXPECT_EQ(range.size(), 2u);
  EXPECT_FALSE(range.empty());
}

TEST(SourceRange, IsEmptyWhenItEndsWhereOrBeforeItBegins) {
  EXPECT_TRUE(SourceRange{}.empty());
  EXPECT_TRUE((SourceRange{7, 7}.empty()));
  EXPECT_TRUE((SourceRange{7, 6}.empty()));
  EXPECT_EQ((SourceRange{7, 6}.size()), 0u);
}

TEST(SourceBuffer, KeepsTextAndName) {
  auto b = buffer(std::string("a\0b", 3));
  EXPECT_EQ(b->text(), llvm::StringRef("a\0b", 3));
  EXPECT_EQ(b->name(), "k.ptx");
}

TEST(SourceBuffer, EndsWithNul) {
  EXPECT_EQ(*buffer("abc")->text().end(), '\0');
  EXPECT_EQ(*buffer("")->text().end(), '\0');
}

TEST(SourceBuffer, TextOfRangeIsClamped) {
  auto b = buffer("abcdef");
  EXPECT_EQ(b->text(SourceRange{1, 3}), "bc");
  EXPECT_EQ(b->text(SourceRange{4, 99}), "ef");
  EXPECT_EQ(b->text(SourceRange{99, 100}), "");
  EXPECT_EQ(b->text(SourceRange{3, 1}), "");
}

TEST(SourceBuffer, LineColumnCountsBytesFromOne) {
  //              offsets: 0 'a', 1 tab, 2-3 é, 4 'b', 5 LF, 6 LF, 7 'c', 8 the end
  auto b = buffer("a\t\xC3\xA9"
                  "b\n\nc");
  EXPECT_EQ(b->lineColumn(0), (LineColumn{1, 1}));
  EXPECT_EQ(b->lineColumn(2), (LineColumn{1, 3})) << "a tab counts one";
  EXPECT_EQ(b->lineColumn(4), (LineColumn{1, 5})) << "bytes, not characters";
  EXPECT_EQ(b->lineColumn(5), (LineColumn{1, 6})) << "a line feed belongs to the line it ends";
  EXPECT_EQ(b->lineColumn(6), (LineColumn{2, 1}));
  EXPECT_EQ(b->lineColumn(7), (LineColumn{3, 1}));
  EXPECT_EQ(b->lineColumn(8), (LineColumn{3, 2}));
  EXPECT_EQ(b->lineColumn(UINT32_MAX), (LineColumn{3, 2})) << "clamped";
}

TEST(SourceBuffer, LineColumnOfEmptyText) {
  EXPECT_EQ(buffer("")->lineColumn(0), (LineColumn{1, 1}));
  EXPECT_EQ(buffer("")->lineColumn(5), (LineColumn{1, 1}));
}

TEST(SourceBuffer, EndAfterFinalLineFeedIsANewLine) {
  EXPECT_EQ(buffer("a\n")->lineColumn(2), (LineColumn{2, 1}));
  EXPECT_EQ(buffer("a\n")->lineCount(), 2u);
}

TEST(SourceBuffer, LineIsWithoutItsEnd) {
  auto b = buffer("one\ntwo\r\n\r\n\nfive");
  EXPECT_EQ(b->lineCount(), 5u);
  EXPECT_EQ(b->line(1), "one");
  EXPECT_EQ(b->line(2), "two");
  EXPECT_EQ(b->line(3), "");
  EXPECT_EQ(b->line(4), "");
  EXPECT_EQ(b->line(5), "five");
}

TEST(SourceBuffer, LineOutsideOfTheTextIsEmpty) {
  auto b = buffer("one");
  EXPECT_EQ(b->line(0), "");
  EXPECT_EQ(b->line(2), "");
  EXPECT_EQ(b->line(UINT32_MAX), "");
}

TEST(SourceBuffer, CarriageReturnAloneEndsNoLine) {
  auto b = buffer("a\rb\r");
  EXPECT_EQ(b->lineCount(), 1u);
  EXPECT_EQ(b->line(1), "a\rb\r");
  EXPECT_EQ(b->lineColumn(2), (LineColumn{1, 3}));
}

TEST(SourceBuffer, LineTableIsBuiltOnceByManyThreads) {
  auto b = buffer(std::string(100'000, '\n'));
  std::vector<std::thread> threads;
  std::atomic<unsigned> right = 0;
  for (uint32_t t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      right +=
          b->lineColumn(10'000 * t) == LineColumn{10'000 * t + 1, 1} && b->lineCount() == 100'001;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, 8u);
}

TEST(SourceBuffer, OpensFile) {
  TemporaryFile file("line\n");
  auto b = llvm::cantFail(SourceBuffer::open(file.path()));
  EXPECT_EQ(b->text(), "line\n");
  EXPECT_EQ(b->name(), file.path());
  EXPECT_EQ(*b->text().end(), '\0');
}

TEST(SourceBuffer, OpensEmptyFile) {
  TemporaryFile file("");
  EXPECT_EQ(llvm::cantFail(SourceBuffer::open(file.path()))->text(), "");
}

TEST(SourceBuffer, OpensFileOfSeveralReads) {
  std::string text(300'000, 'x');
  text.back() = 'y';
  TemporaryFile file(text);
  EXPECT_EQ(llvm::cantFail(SourceBuffer::open(file.path()))->text(), text);
}

/// Around the sizes at which the pages of the memory are others.
TEST(SourceBuffer, OpensLargeFiles) {
  for (size_t size : {largePage / 2 - 1, largePage / 2, largePage - 1, largePage, largePage + 1,
                      largePage * 3 / 2 - 2, largePage * 3 / 2 - 1, 3 * largePage + 12345}) {
    std::string text;
    while (text.size() < size)
      text += std::to_string(text.size()) + '\n';
    text.resize(size);
    TemporaryFile file(text);
    for (unsigned count : {1, 2, 3, 7}) {
      Workers workers(count);
      auto b = llvm::cantFail(SourceBuffer::open(file.path(), &workers));
      EXPECT_TRUE(b->text() == text) << size << " bytes, " << count << " workers";
      EXPECT_EQ(*b->text().end(), '\0');
    }
    EXPECT_TRUE(llvm::cantFail(SourceBuffer::open(file.path()))->text() == text);
  }
}

/// By the thread that opens, which is the only one that may know what is done then.
TEST(SourceBuffer, TellsTheSizeOnce) {
  for (size_t size : {size_t(0), size_t(5), 3 * largePage + 12345}) {
    TemporaryFile file(std::string(size, 'x'));
    for (unsigned count : {1, 2, 3}) {
      Workers workers(count);
      std::vector<size_t> told;
      auto prepare = [&, thread = std::this_thread::get_id()](size_t bytes) {
        EXPECT_EQ(std::this_thread::get_id(), thread);
        told.push_back(bytes);
      };
      llvm::cantFail(SourceBuffer::open(file.path(), &workers, "<stdin>", prepare));
      EXPECT_THAT(told, testing::ElementsAre(size)) << count << " workers";
    }
  }
}

/// Whoever reads which part.
TEST(SourceBuffer, SurveysAllParts) {
  std::string text(5'000'000, 'x');
  text.replace(4'200'000, suppressionMark.size(), suppressionMark.str());
  text[3'000'000] = text[4'500'000] = '\x80';
  TemporaryFile file(text);
  Workers workers(2);
  for (Workers *readers : {&workers, static_cast<Workers *>(nullptr)}) {
    auto b = llvm::cantFail(SourceBuffer::open(file.path(), readers));
    EXPECT_EQ(b->survey().firstUnusual, 3'000'000u);
    EXPECT_TRUE(b->survey().mayHaveSuppressions);
    EXPECT_FALSE(b->survey().mayHaveDescriptions);
  }
}

TEST(SourceBuffer, LaterChangeOfTheFileIsNotSeen) {
  TemporaryFile file(std::string(100'000, 'x'));
  auto b = llvm::cantFail(SourceBuffer::open(file.path()));
  ASSERT_EQ(truncate(file.path().str().c_str(), 0), 0);
  EXPECT_EQ(b->text(), std::string(100'000, 'x'));
}

TEST(SourceBuffer, ReadsStandardInputForDash) {
  std::string text(200'000, 'x'); // more than a pipe holds
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  int saved = dup(STDIN_FILENO);
  ASSERT_EQ(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
  close(ends[0]);
  std::thread writer([&] { llvm::raw_fd_ostream(ends[1], /*shouldClose=*/true) << text; });
  auto b = SourceBuffer::open("-");
  writer.join();
  dup2(saved, STDIN_FILENO);
  close(saved);
  ASSERT_TRUE(static_cast<bool>(b));
  EXPECT_EQ((*b)->text(), text);
  EXPECT_EQ((*b)->name(), "<stdin>");
}

TEST(SourceBuffer, MissingFileIsAnError) {
  EXPECT_EQ(errorOf("/nonexistent/k.ptx"), "No such file or directory");
}

TEST(SourceBuffer, DirectoryIsAnError) { EXPECT_EQ(errorOf("/"), "Is a directory"); }

TEST(SourceBuffer, FourGibibytesAreTooMany) {
  TemporaryFile file("");
  // Sparse: no byte of it is written.
  ASSERT_EQ(truncate(file.path().str().c_str(), off_t(4) << 30), 0);
  EXPECT_EQ(errorOf(file.path()), "the input is 4 GiB or larger");
}

} // namespace
