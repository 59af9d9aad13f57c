// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_SIGNATURES_H
#define PTX_LSP_REQUESTS_SIGNATURES_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

using llvm::lsp::SignatureHelp;

/// The forms that match the modifiers of the instruction at `position`, with the operand at the
/// cursor; empty outside of operands.
SignatureHelp signatureHelp(const Document &document, Position position);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_SIGNATURES_H
