// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_CALLS_H
#define PTX_LSP_REQUESTS_CALLS_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

/// The function whose name or body is at `position`.
std::vector<CallHierarchyItem> callHierarchy(const Document &document, Position position);

/// The functions whose bodies refer to the function declared at `position`, with the locations:
/// calls, and uses of its address.
std::vector<CallHierarchyCall> incomingCalls(const Document &document, Position position);

/// The functions to which the body of the function at `position` refers, with the locations.
std::vector<CallHierarchyCall> outgoingCalls(const Document &document, Position position);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_CALLS_H
