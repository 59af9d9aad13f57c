// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Statements in strings of another language. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_READ_EMBEDDEDSOURCE_H
#define PTX_INLINE_READ_EMBEDDEDSOURCE_H

#include "ptx/Inline/Read/AsmStatements.h"

#include <vector>

namespace ptx {

/// The known contents of a string.
struct PartlyKnownText {
  MappedText text;
  /// The positions in `text` before an unknown part, in ascending order.
  std::vector<uint32_t> holes;
  /// The positions among them where the unknown part is an integer.
  std::vector<uint32_t> integers;

  void addHole();
  void addInteger();
  void append(const PartlyKnownText &other);
};

/// Whether `name` is the name of a function that compares texts, or of a text that a test expects.
/// Such a text is not compiled.
bool comparesText(llvm::StringRef name);

/// Collects the statements in the strings of a source. Each string has a distinct function number.
class EmbeddedSources {
public:
  /// The first unused number.
  explicit EmbeddedSources(uint32_t functions = 0) : functions(functions) {}

  /// Adds the statements of `string`, as read by `find`, to `statements`, with their ranges in the
  /// source. `isFinal`: whether the string is compiled without changes. `name` is the file name for
  /// the text.
  void add(const PartlyKnownText &string, bool isFinal,
           std::vector<AsmStatement> (*find)(const SourceBuffer &), llvm::StringRef name,
           std::vector<AsmStatement> &statements);

private:
  uint32_t functions;
  uint32_t regions = 0;
};

} // namespace ptx

#endif // PTX_INLINE_READ_EMBEDDEDSOURCE_H
