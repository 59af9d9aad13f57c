// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_CODEACTIONS_H
#define PTX_LSP_REQUESTS_CODEACTIONS_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

/// What can be done about the findings that touch the range, in a document that was analysed: each
/// fix, a safe one as the preferred one; a comment that suppresses the finding; and all safe fixes
/// of the document at once, if that is asked for or nothing special is.
std::vector<CodeAction> codeActions(const Document &document, const CodeActionParams &params,
                                    llvm::StringRef rulePages, Workers &workers);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_CODEACTIONS_H
