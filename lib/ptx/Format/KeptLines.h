// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_FORMAT_KEPTLINES_H
#define PTX_FORMAT_KEPTLINES_H

#include "ptx/Support/LineSet.h"
#include "ptx/Support/SourceBuffer.h"

#include <string>

namespace ptx {

/// The lines of a source that printers leave as they are, byte for byte: those from a comment
/// `// ptx-fmt: off` to one `// ptx-fmt: on`, both included, or to the end; and others that a
/// caller names.
class KeptLines {
public:
  /// None.
  KeptLines() = default;
  /// Looks for comments in `source`, which has to stay; this costs one search for a word.
  explicit KeptLines(const SourceBuffer &source, const LineSet &others = {});

  bool empty() const { return kept.empty(); }
  const LineSet &lines() const { return kept; }

  /// Whether the line of a byte of `range` is kept.
  bool touch(SourceRange range) const;

  /// `printed` with the lines that are kept as they are in `source`. The two differ in white space
  /// alone: in its first line if they are the same up to there, and so on. White space between two
  /// lines changes as far as no kept line does; so two lines are joined only if neither is kept.
  std::string restore(llvm::StringRef printed) const;

private:
  const SourceBuffer *source = nullptr;
  LineSet kept;
};

} // namespace ptx

#endif // PTX_FORMAT_KEPTLINES_H
