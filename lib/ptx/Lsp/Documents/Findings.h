// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_DOCUMENTS_FINDINGS_H
#define PTX_LSP_DOCUMENTS_FINDINGS_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

/// `d`, a finding in `document`, as the protocol has it. `rulePages`: a URI that ends in a slash,
/// below which the pages of the rules are; empty if they are nowhere.
Diagnostic describe(const ptx::Diagnostic &d, const Document &document, llvm::StringRef rulePages);

/// All findings of the document, which was analysed.
std::vector<Diagnostic> findingsOf(const Document &document, llvm::StringRef rulePages);

} // namespace ptx::lsp

#endif // PTX_LSP_DOCUMENTS_FINDINGS_H
