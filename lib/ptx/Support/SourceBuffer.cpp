// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/SourceBuffer.h"

#include "ptx/Support/Pages.h"
#include "ptx/Support/Workers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

#include <algorithm>
#include <cassert>
#include <mutex>
#include <optional>
#include <utility>

using namespace ptx;
namespace fs = llvm::sys::fs;

SourceBuffer::SourceBuffer(std::unique_ptr<llvm::MemoryBuffer> memory, llvm::StringRef contents,
                           std::string name, const TextSurvey &survey)
    : memory(std::move(memory)), contents(contents), displayName(std::move(name)), found(survey) {}

namespace {

/// The string is moved, not copied, since the text of an editor can be large.
class StringBuffer : public llvm::MemoryBuffer {
public:
  explicit StringBuffer(std::string text) : text(std::move(text)) {
    init(this->text.data(), this->text.data() + this->text.size(), /*RequiresNullTerminator=*/true);
  }

  BufferKind getBufferKind() const override { return MemoryBuffer_Malloc; }

private:
  std::string text;
};

/// The bytes of an input, with a NUL after them. They are surveyed while they are read and still in
/// the cache.
struct Text {
  std::unique_ptr<llvm::MemoryBuffer> memory; ///< starts with the bytes
  size_t size = 0;
  TextSurvey survey;
};

} // namespace

static llvm::Error tooLarge() { return llvm::createStringError("the input is 4 GiB or larger"); }

/// Reads to the end of `file`, which has about `expected` bytes. Bounded, since a device may be
/// endless.
static llvm::Expected<Text> readAll(fs::file_t file, uint64_t expected) {
  constexpr size_t step = 64 << 10, mostAtOnce = 1 << 20;
  Text text;
  llvm::SmallVector<char, 0> bytes;
  // One additional byte for the read that finds the end, later for the final NUL.
  bytes.reserve(std::max<size_t>(expected + 1, step));
  preparePages({bytes.data(), std::min<size_t>(bytes.capacity(), expected + 1)});
  while (true) {
    size_t size = bytes.size();
    size_t room = bytes.capacity() > size ? bytes.capacity() - size : std::max(step, size);
    room = std::min(room, mostAtOnce);
    bytes.resize_for_overwrite(size + room);
    auto count = fs::readNativeFile(file, llvm::MutableArrayRef(bytes).drop_front(size));
    if (!count)
      return count.takeError();
    bytes.truncate(size + *count);
    if (*count == 0)
      break;
    if (bytes.size() > SourceBuffer::maxSize)
      return tooLarge();
    llvm::StringRef read(bytes.data(), bytes.size());
    text.survey.add(TextSurvey(read, read.drop_front(size)));
  }
  text.size = bytes.size();
  text.memory = std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(bytes));
  return text;
}

/// The minimum size of a regular file whose memory consists of large pages.
constexpr size_t leastForLargePages = largePage / 2;

/// Reads a regular file of `size` bytes into large pages. None if not everything could be read, or
/// the size of the file has changed. The calling thread calls `prepare` before each part that it
/// reads.
static std::optional<Text> readParts(fs::file_t file, uint64_t size, Workers &workers,
                                     llvm::function_ref<void(size_t size)> prepare) {
  constexpr size_t part = largePage / 4;
  // One additional byte for the read that finds the end, later for the final NUL.
  const size_t needed = static_cast<size_t>(size) + 1, pages = llvm::divideCeil(needed, largePage);
  auto memory = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(pages * largePage, "",
                                                                  llvm::Align(largePage));
  if (!memory)
    return std::nullopt;
  llvm::MutableArrayRef<char> bytes = memory->getBuffer();
  size_t inLast = needed - (pages - 1) * largePage;
  size_t large = (inLast < leastForLargePages ? pages - 1 : pages) * largePage;
  useLargePages(bytes.take_front(large));
  bytes = bytes.take_front(needed);

  Text text;
  std::mutex mutex; // of the survey and the size
  // The workers read different pages. If two workers first wrote to the same page, the system would
  // clear it twice.
  const size_t width = workers.count(), partsOfPage = largePage / part;
  const size_t group = width * partsOfPage;
  workers.forEach(llvm::divideCeil(pages, width) * group, [&](size_t index, unsigned worker) {
    if (worker == 0)
      prepare(size);
    size_t page = index / group * width + index % width;
    const size_t begin = page * largePage + index % group / width * part;
    if (begin >= needed)
      return;
    auto room = bytes.drop_front(begin).take_front(part);
    if (begin >= large)
      makePages(room);
    size_t at = begin;
    while (!room.empty()) {
      auto count = fs::readNativeFileSlice(file, room, at);
      if (!count)
        return llvm::consumeError(count.takeError());
      if (*count == 0)
        break;
      at += *count;
      room = room.drop_front(*count);
    }
    TextSurvey survey({bytes.data(), needed - 1}, {bytes.data() + begin, at - begin});
    std::lock_guard lock(mutex);
    text.survey.add(survey);
    text.size += at - begin;
  });
  if (text.size != size)
    return std::nullopt;
  bytes.back() = '\0';
  text.memory = std::move(memory);
  return text;
}

/// Reads the open `file`: all of it if `isWhole`, else from its position. Calls `prepare` once or
/// more while a large file is read.
static llvm::Expected<Text> readOpen(fs::file_t file, bool isWhole, Workers *workers,
                                     llvm::function_ref<void(size_t size)> prepare) {
  fs::file_status status;
  if (std::error_code error = fs::status(file, status))
    return llvm::errorCodeToError(error);
  // Only regular files have a size that is known in advance.
  uint64_t expected = status.type() == fs::file_type::regular_file ? status.getSize() : 0;
  if (expected > SourceBuffer::maxSize)
    return tooLarge();
  if (isWhole && expected >= leastForLargePages) {
    Workers alone;
    if (std::optional<Text> text = readParts(file, expected, workers ? *workers : alone, prepare))
      return std::move(*text);
  }
  return readAll(file, expected);
}

llvm::Expected<std::unique_ptr<SourceBuffer>>
SourceBuffer::open(llvm::StringRef path, Workers *workers, llvm::StringRef stdinName,
                   llvm::function_ref<void(size_t size)> prepare) {
  bool isPrepared = false;
  auto prepareOnce = [&](size_t size) {
    if (!std::exchange(isPrepared, true))
      prepare(size);
  };
  auto read = [&]() -> llvm::Expected<Text> {
    // Standard input may be in the middle of its file.
    if (path == "-")
      return readOpen(fs::getStdinHandle(), /*isWhole=*/false, nullptr, prepareOnce);
    llvm::Expected<fs::file_t> file = fs::openNativeFileForRead(path);
    if (!file)
      return file.takeError();
    auto text = readOpen(*file, /*isWhole=*/true, workers, prepareOnce);
    (void)fs::closeFile(*file);
    return text;
  };
  llvm::Expected<Text> text = read();
  if (!text)
    return text.takeError();
  prepareOnce(text->size);
  std::string name = (path == "-" ? stdinName : path).str();
  llvm::StringRef contents = text->memory->getBuffer().take_front(text->size);
  return std::unique_ptr<SourceBuffer>(
      new SourceBuffer(std::move(text->memory), contents, std::move(name), text->survey));
}

std::unique_ptr<SourceBuffer> SourceBuffer::fromString(std::string text, std::string name) {
  assert(text.size() <= maxSize && "offsets are 32 bits wide");
  auto memory = std::make_unique<StringBuffer>(std::move(text));
  llvm::StringRef bytes = memory->getBuffer();
  return std::unique_ptr<SourceBuffer>(
      new SourceBuffer(std::move(memory), bytes, std::move(name), TextSurvey(bytes, bytes)));
}

std::unique_ptr<SourceBuffer> SourceBuffer::ofBytes(llvm::StringRef text, std::string name) {
  assert(text.size() <= maxSize && "offsets are 32 bits wide");
  return std::unique_ptr<SourceBuffer>(new SourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(text), text, std::move(name), TextSurvey(text, text)));
}

llvm::StringRef SourceBuffer::text(SourceRange range) const {
  return text().slice(range.begin, range.end);
}

static size_t countLineBreaks(llvm::StringRef text) {
  constexpr size_t most = 240;
  size_t count = 0;
  for (; !text.empty(); text = text.drop_front(std::min(most, text.size()))) {
    // Eight bits suffice for this number of bytes, and a vector contains many such numbers.
    uint8_t some = 0;
    for (char c : text.take_front(most))
      some += c == '\n';
    count += some;
  }
  return count;
}

const std::vector<uint32_t> &SourceBuffer::lineStarts() const {
  std::call_once(lineTableOnce, [this] {
    llvm::StringRef bytes = text();
    lineTable.reserve(countLineBreaks(bytes) + 1);
    lineTable.push_back(0);
    for (size_t at = bytes.find('\n'); at != llvm::StringRef::npos; at = bytes.find('\n', at + 1))
      lineTable.push_back(static_cast<uint32_t>(at + 1));
  });
  return lineTable;
}

LineColumn SourceBuffer::lineColumn(uint32_t offset) const {
  const std::vector<uint32_t> &starts = lineStarts();
  offset = std::min<uint64_t>(offset, text().size());
  auto next = llvm::upper_bound(starts, offset);
  return {static_cast<uint32_t>(next - starts.begin()), offset - *std::prev(next) + 1};
}

llvm::StringRef SourceBuffer::line(uint32_t line) const {
  const std::vector<uint32_t> &starts = lineStarts();
  if (line == 0 || line > starts.size())
    return {};
  size_t end = line < starts.size() ? starts[line] - 1 : text().size();
  llvm::StringRef bytes = text().slice(starts[line - 1], end);
  if (line < starts.size())
    bytes.consume_back("\r");
  return bytes;
}

uint32_t SourceBuffer::lineCount() const { return static_cast<uint32_t>(lineStarts().size()); }
