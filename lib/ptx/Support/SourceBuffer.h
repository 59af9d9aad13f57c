// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_SOURCEBUFFER_H
#define PTX_SUPPORT_SOURCEBUFFER_H

#include "ptx/Support/SourceRange.h"
#include "ptx/Support/TextSurvey.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ptx {

class Workers;

/// A location for users: `line` from 1, `column` in bytes from 1 (a tab counts as one).
struct LineColumn {
  uint32_t line = 1;
  uint32_t column = 1;

  friend constexpr bool operator==(const LineColumn &, const LineColumn &) = default;
};

/// The bytes of one input, immutable and followed by a NUL, with its name and line table.
///
/// Offsets are 32 bits wide, so an input is smaller than 4 GiB. Only `\n` ends a line: that is how
/// `ptxas` counts, which treats a carriage return as white space. All members may be called from
/// several threads.
class SourceBuffer {
public:
  /// Largest input in bytes; every offset, the end included, fits 32 bits.
  static constexpr uint64_t maxSize = UINT32_MAX;

  /// Reads a file, or standard input for "-". The file is copied, not mapped, so that a later
  /// change of it cannot be seen. Fails with a one-line text without the path for an I/O error, a
  /// directory, or an input of 4 GiB or more. `workers` share a large file. Standard input is
  /// called `stdinName`. `prepare(size)` is called once, by this thread, with the number of bytes:
  /// before a large file is read, or after a small one is read.
  static llvm::Expected<std::unique_ptr<SourceBuffer>> open(
      llvm::StringRef path, Workers *workers = nullptr, llvm::StringRef stdinName = "<stdin>",
      llvm::function_ref<void(size_t size)> prepare = [](size_t) {});

  /// Wraps `text`, which must be smaller than 4 GiB, under the name `name`.
  static std::unique_ptr<SourceBuffer> fromString(std::string text, std::string name);
  /// The same without a copy. The bytes must outlive the buffer and not change, and a NUL must
  /// follow them.
  static std::unique_ptr<SourceBuffer> ofBytes(llvm::StringRef text, std::string name);

  SourceBuffer(const SourceBuffer &) = delete;
  SourceBuffer &operator=(const SourceBuffer &) = delete;

  /// All bytes; `text().data()[text().size()]` is NUL.
  llvm::StringRef text() const { return contents; }

  /// Rare features of the text.
  const TextSurvey &survey() const { return found; }

  /// The name to print in messages: the path as given, "<stdin>" for standard input unless it has
  /// another one.
  llvm::StringRef name() const { return displayName; }

  /// The bytes of `range`, clamped to the text.
  llvm::StringRef text(SourceRange range) const;

  /// The line and column of `offset`, clamped to the end of the text. Logarithmic in the number of
  /// lines; the first call that needs the line table builds it in one pass.
  LineColumn lineColumn(uint32_t offset) const;

  /// The text of line `line` (from 1) without its `\n` or `\r\n`; empty when there is no such line.
  llvm::StringRef line(uint32_t line) const;

  /// The number of lines: one more than the number of `\n`.
  uint32_t lineCount() const;

private:
  SourceBuffer(std::unique_ptr<llvm::MemoryBuffer> memory, llvm::StringRef contents,
               std::string name, const TextSurvey &survey);

  const std::vector<uint32_t> &lineStarts() const;

  std::unique_ptr<llvm::MemoryBuffer> memory;
  llvm::StringRef contents; ///< in `memory`
  std::string displayName;
  TextSurvey found;
  mutable std::once_flag lineTableOnce;
  mutable std::vector<uint32_t> lineTable;
};

} // namespace ptx

#endif // PTX_SUPPORT_SOURCEBUFFER_H
