// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_DOCUMENTS_FINDINGS_H
#define PTX_LSP_DOCUMENTS_FINDINGS_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

/// Converts `d`, a finding in `document`, to the protocol. `rulePages`: the URI of the folder of
/// the rules' pages, ending in a slash; empty if there are none.
Diagnostic describe(const ptx::Diagnostic &d, const Document &document, llvm::StringRef rulePages);

/// All findings of the document. Precondition: it was analysed.
std::vector<Diagnostic> findingsOf(const Document &document, llvm::StringRef rulePages);

} // namespace ptx::lsp

#endif // PTX_LSP_DOCUMENTS_FINDINGS_H
