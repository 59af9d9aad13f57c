// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_COMPLETION_H
#define PTX_LSP_REQUESTS_COMPLETION_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

using llvm::lsp::CompletionList;

/// What can follow at `position`: instructions and directives; the modifiers of the forms that take
/// those before the cursor, in the order of the manual from the last one on, with what they need;
/// the names in scope that an operand takes, by type and state space; labels; targets and versions.
CompletionList complete(const Document &document, Position position);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_COMPLETION_H
