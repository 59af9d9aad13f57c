// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Statements in strings of another language. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_LANGUAGES_EMBEDDEDSOURCE_H
#define PTX_INLINE_LANGUAGES_EMBEDDEDSOURCE_H

#include "ptx/Inline/Read/AsmStatements.h"

#include <vector>

namespace ptx {

/// What a string says, as far as that is known.
struct PartlyKnownText {
  MappedText text;
  /// The places in `text` where something follows that is not known, in their order.
  std::vector<uint32_t> holes;

  void addHole() { holes.push_back(text.size()); }
  void append(const PartlyKnownText &other);
};

/// Collects the statements in the strings of a source, each with a number for its function that no
/// other string has.
class EmbeddedSources {
public:
  /// The first number that is free.
  explicit EmbeddedSources(uint32_t functions = 0) : functions(functions) {}

  /// Adds to `statements` those of `string`, which `find` reads, with their places in the source.
  /// `isFinal`: whether nothing changes the string before it is compiled. `name` is that of a file
  /// with the text.
  void add(const PartlyKnownText &string, bool isFinal,
           std::vector<AsmStatement> (*find)(const SourceBuffer &), llvm::StringRef name,
           std::vector<AsmStatement> &statements);

private:
  uint32_t functions;
  uint32_t regions = 0;
};

} // namespace ptx

#endif // PTX_INLINE_LANGUAGES_EMBEDDEDSOURCE_H
