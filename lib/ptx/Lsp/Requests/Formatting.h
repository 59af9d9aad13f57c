// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_FORMATTING_H
#define PTX_LSP_REQUESTS_FORMATTING_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

/// The edits that bring the document, which was analysed, or the lines of `range` alone, to
/// canonical layout, with the spelling that the settings ask for. None if the syntax has an error:
/// an editor that formats what it saves must not complain about each save.
std::vector<TextEdit> format(const Document &document, const std::optional<Range> &range,
                             Workers &workers);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_FORMATTING_H
