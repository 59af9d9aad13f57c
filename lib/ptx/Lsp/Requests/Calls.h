// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_CALLS_H
#define PTX_LSP_REQUESTS_CALLS_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

/// The function whose name is at `position`, or whose body is.
std::vector<CallHierarchyItem> callHierarchy(const Document &document, Position position);

/// The functions whose bodies name the function that is declared at `position`, with the places:
/// calls of it, and where its address is taken.
std::vector<CallHierarchyCall> incomingCalls(const Document &document, Position position);

/// The functions that the body of the one at `position` names, with the places.
std::vector<CallHierarchyCall> outgoingCalls(const Document &document, Position position);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_CALLS_H
