// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_SEMANTICTOKENS_H
#define PTX_LSP_REQUESTS_SEMANTICTOKENS_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

/// The names of the token types and modifiers, in the order of their numbers.
llvm::json::Value semanticTokensLegend();

/// The classification of each token of a module, or of the tokens that overlap `range`. Without a
/// range, the tokens of unchanged bodies are not computed again.
SemanticTokens semanticTokens(const Document &document, const std::optional<Range> &range);

/// The tokens of a document, as a change relative to the tokens that the client calls `previous`,
/// if the client has them.
SemanticTokensDelta semanticTokensDelta(const Document &document, llvm::StringRef previous);

/// Stores the tokens that the client gets, for the next change. Returns their id.
std::string keepSent(const Document &document, std::vector<uint32_t> data);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_SEMANTICTOKENS_H
