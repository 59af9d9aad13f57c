// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The growing text that the printer writes. Private to lib/ptx/Format.

#ifndef PTX_FORMAT_OUTPUTBUFFER_H
#define PTX_FORMAT_OUTPUTBUFFER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compiler.h"

#include <cassert>
#include <cstring>
#include <string>

namespace ptx {

/// Appends to a string through a pointer: a token costs one comparison and one copy. The string has
/// its final size only when the buffer is destroyed.
class OutputBuffer {
public:
  /// The maximum number of blanks that `blanks` writes, and so the deepest indentation.
  static constexpr unsigned maxBlanks = 64;

  /// Appends to `text`; `expected` bytes are reserved.
  OutputBuffer(std::string &text, size_t expected);
  ~OutputBuffer();
  OutputBuffer(const OutputBuffer &) = delete;
  OutputBuffer &operator=(const OutputBuffer &) = delete;

  /// Whether nothing has been written.
  bool empty() const { return position() == origin; }
  /// Bytes since the last line break.
  size_t column() const { return static_cast<size_t>(next - lineStart); }

  void put(char c) {
    reserve(1);
    *next++ = c;
  }
  /// Writes `text`, which is assumed to contain no line break.
  void put(llvm::StringRef text) {
    reserve(text.size());
    memcpy(next, text.data(), text.size());
    next += text.size();
  }
  /// Writes the `length` bytes at `from`. At least 16 bytes must be readable there.
  void putShort(const char *from, size_t length) {
    reserve(length);
    memcpy(next, from, 16);
    if (LLVM_UNLIKELY(length > 16))
      memcpy(next + 16, from + 16, length - 16);
    next += length;
  }
  void blanks(unsigned count) {
    assert(count <= maxBlanks);
    reserve(count);
    memset(next, ' ', maxBlanks);
    next += count;
  }
  void lineBreak() {
    put('\n');
    lineStart = next;
  }

  /// A position to return to, discarding everything written since.
  struct Mark {
    size_t position;
    size_t lineStart;
  };
  Mark mark() const { return {position(), static_cast<size_t>(lineStart - text.data())}; }
  void rewind(Mark mark) {
    next = text.data() + mark.position;
    lineStart = text.data() + mark.lineStart;
  }
  /// The last byte written. Precondition: there is one.
  char last() const { return next[-1]; }

private:
  // Every write may exceed its end by this many bytes.
  static constexpr size_t slack = maxBlanks;

  size_t position() const { return static_cast<size_t>(next - text.data()); }
  void reserve(size_t bytes) {
    if (LLVM_UNLIKELY(static_cast<size_t>(limit - next) < bytes))
      grow(bytes);
  }
  void grow(size_t bytes);

  std::string &text;
  size_t origin;
  char *next;
  char *lineStart;
  char *limit;
};

} // namespace ptx

#endif // PTX_FORMAT_OUTPUTBUFFER_H
