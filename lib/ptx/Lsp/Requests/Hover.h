// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_HOVER_H
#define PTX_LSP_REQUESTS_HOVER_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

using llvm::lsp::Hover;

/// Information about the word at `position`: an instruction with its operands, a name with its
/// declaration and value, a directive, or a state space. None if there is no information.
std::optional<Hover> hover(const Document &document, Position position);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_HOVER_H
