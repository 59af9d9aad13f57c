// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_NAMEPLACES_H
#define PTX_LSP_REQUESTS_NAMEPLACES_H

#include "ptx/Lsp/Documents/Analysis.h"

#include <vector>

namespace ptx::lsp {

/// A place of the document that has a name.
struct NamePlace {
  SourceRange range;
  /// The same in the PTX.
  const PtxPiece *code;
  const Occurrence *occurrence;
};

/// The places of the document that refer to what `name` of `code` does, its declarations first. A
/// register that an `asm` statement declares can have places in other statements of the function,
/// and all variants of a statement count.
std::vector<NamePlace> placesOf(const Analysis &analysis, const PtxPiece &code, const NameId &name);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_NAMEPLACES_H
