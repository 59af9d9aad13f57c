// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_DOCUMENTS_TOKENCACHE_H
#define PTX_LSP_DOCUMENTS_TOKENCACHE_H

#include "ptx/Lsp/Documents/Positions.h"

#include "llvm/Support/xxhash.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ptx::lsp {

/// The semantic tokens of a stretch of a module: a body, or the text between two bodies.
struct TokenStretch {
  SourceRange range;
  llvm::XXH128_hash_t text = {};
  /// The numbers of the protocol. The first token is relative to the start of the stretch.
  std::vector<uint32_t> data = {};
  /// The last token, counted from the start of the stretch.
  Position last = {};
};

/// The semantic tokens of the previous text of a document, so that after an edit those of one body
/// are computed. The tokens of a body depend only on its text and on the text outside of bodies.
struct TokenCache {
  /// The text outside of bodies and the bodies, in turn.
  std::vector<TokenStretch> stretches;
  /// The tokens that the client has, and their id.
  std::vector<uint32_t> sent;
  std::string sentId;
  uint64_t count = 0; ///< the number of such ids
};

} // namespace ptx::lsp

#endif // PTX_LSP_DOCUMENTS_TOKENCACHE_H
