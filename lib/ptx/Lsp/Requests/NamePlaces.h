// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_NAMEPLACES_H
#define PTX_LSP_REQUESTS_NAMEPLACES_H

#include "ptx/Lsp/Documents/Analysis.h"

#include <vector>

namespace ptx::lsp {

/// An occurrence of a name in the document.
struct NamePlace {
  SourceRange range;
  /// The same occurrence in the PTX.
  const PtxPiece *code;
  const Occurrence *occurrence;
};

/// All occurrences in the document of `name` of `code`, its declarations first. A register that an
/// `asm` statement declares can occur in other statements of the function. All variants of a
/// statement are included.
std::vector<NamePlace> placesOf(const Analysis &analysis, const PtxPiece &code, const NameId &name);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_NAMEPLACES_H
