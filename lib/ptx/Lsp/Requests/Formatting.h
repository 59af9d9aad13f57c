// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_FORMATTING_H
#define PTX_LSP_REQUESTS_FORMATTING_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

/// The edits that format the document, or only the lines of `range`, in canonical layout, with the
/// spelling that the settings select. Empty if the syntax has an error: an editor that formats on
/// save must not report a failure for each save. Precondition: the document was analysed.
std::vector<TextEdit> format(const Document &document, const std::optional<Range> &range,
                             Workers &workers);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_FORMATTING_H
