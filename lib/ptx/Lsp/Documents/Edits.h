// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_DOCUMENTS_EDITS_H
#define PTX_LSP_DOCUMENTS_EDITS_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

/// The edits that turn the document into `text`: one for each run of different lines, without its
/// common prefix and suffix, so that cursors and marks elsewhere do not move.
std::vector<TextEdit> editsTo(const Document &document, llvm::StringRef text);

/// The edit that replaces the bytes of `range`.
TextEdit editOf(const Document &document, SourceRange range, llvm::StringRef replacement);

/// A workspace edit with `edits` of only this document.
WorkspaceEdit workspaceEdit(const Document &document, std::vector<TextEdit> edits);

} // namespace ptx::lsp

#endif // PTX_LSP_DOCUMENTS_EDITS_H
