// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_HINTS_H
#define PTX_LSP_REQUESTS_HINTS_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

/// The inlay hints in `range`: the declared types of the registers that instructions write, and the
/// versions and targets that instructions require, unless every version and target supports them;
/// each if the client enables it.
std::vector<llvm::lsp::InlayHint> inlayHints(const Document &document, const Range &range,
                                             const ClientSettings &wishes);

/// Lenses above `//@launch` comments, which execute them, and a lens above each entry with the
/// lowest version and target that support it; none for an entry with errors other than a version or
/// target that is too low.
std::vector<CodeLens> codeLenses(const Document &document);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_HINTS_H
