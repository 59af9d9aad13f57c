// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_WRITERS_SNIPPET_H
#define PTX_DIAGNOSTICS_WRITERS_SNIPPET_H

#include "ptx/Support/SourceRange.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>

namespace ptx {

class SourceBuffer;

/// The source line of a diagnostic for a terminal, and the markers below it.
struct Snippet {
  /// Tabs are expanded to stops of 8 columns; a byte that is not part of a printable character is
  /// `<XX>`; where the line is longer than the width, `...` represents the rest.
  std::string text;
  /// `^~~~` under the range, `~` under the highlights; no blanks at the end.
  std::string marks;
};

/// The snippet of the line on which `range` begins, or nothing if that line is blank. Ranges are
/// clamped to the line. The time depends on `width` (columns, at least 40), not on the length of
/// the line.
std::optional<Snippet> makeSnippet(const SourceBuffer &buffer, SourceRange range,
                                   llvm::ArrayRef<SourceRange> highlights, unsigned width);

} // namespace ptx

#endif // PTX_DIAGNOSTICS_WRITERS_SNIPPET_H
