// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_OUTLINE_H
#define PTX_LSP_REQUESTS_OUTLINE_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

using llvm::lsp::DocumentSymbol;

/// The declarations of a module: variables, and functions with the declarations of their bodies.
std::vector<DocumentSymbol> documentSymbols(const Document &document);

/// The same as a flat list; with `query`, only names that contain its letters in order, ignoring
/// case.
std::vector<SymbolInformation> symbolList(const Document &document, llvm::StringRef query = "");

/// The ranges that an editor can fold: bodies, blocks, sections, and multi-line comments.
std::vector<FoldingRange> foldingRanges(const Document &document);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_OUTLINE_H
