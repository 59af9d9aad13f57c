// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_FORMAT_KEPTLINES_H
#define PTX_FORMAT_KEPTLINES_H

#include "ptx/Support/LineSet.h"
#include "ptx/Support/SourceBuffer.h"

#include <string>

namespace ptx {

/// The lines of a source that printers do not change, byte for byte: from a comment `// ptx-fmt:
/// off` to `// ptx-fmt: on` (inclusive), or to the end; and lines that the caller names.
class KeptLines {
public:
  /// None.
  KeptLines() = default;
  /// Searches `source`, which must outlive this object, for the comments. The cost is one search
  /// for a word.
  explicit KeptLines(const SourceBuffer &source, const LineSet &others = {});

  bool empty() const { return kept.empty(); }
  const LineSet &lines() const { return kept; }

  /// Whether the line of a byte of `range` is kept.
  bool touch(SourceRange range) const;

  /// Returns `printed` with the kept lines restored from `source`. The two texts may differ only in
  /// white space. White space between two lines is changed only if no kept line changes; so two
  /// lines are joined only if neither is kept.
  std::string restore(llvm::StringRef printed) const;

private:
  const SourceBuffer *source = nullptr;
  LineSet kept;
};

} // namespace ptx

#endif // PTX_FORMAT_KEPTLINES_H
