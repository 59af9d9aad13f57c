// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_CODEACTIONS_H
#define PTX_LSP_REQUESTS_CODEACTIONS_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

/// The code actions for findings that overlap the range: each fix, preferred if it is safe and the
/// only one; a comment that suppresses the finding; and all safe fixes of the document at once,
/// unless the request is automatic and names no kind. Precondition: the document was analysed.
std::vector<CodeAction> codeActions(const Document &document, const CodeActionParams &params,
                                    llvm::StringRef rulePages, Workers &workers);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_CODEACTIONS_H
