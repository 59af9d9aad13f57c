// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_COMPLETION_H
#define PTX_LSP_REQUESTS_COMPLETION_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

using llvm::lsp::CompletionList;

/// The completions at `position`: instructions and directives; the modifiers of the forms that
/// match the modifiers before the cursor, in the order of the manual after the last one, with their
/// requirements; the names in scope that the operand accepts, by type and state space; labels;
/// targets and versions.
CompletionList complete(const Document &document, Position position);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_COMPLETION_H
