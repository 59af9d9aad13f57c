// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_NAVIGATION_H
#define PTX_LSP_REQUESTS_NAVIGATION_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

/// The declarations of the name at `position`. For a function, its definition is first; a special
/// register has none. Only modules have names; for other documents all of these functions return
/// nothing.
std::vector<Location> definitions(const Document &document, Position position);

/// All occurrences of the name at `position`. For `%r5` with `.reg .b32 %r<40>;`, these are the
/// occurrences with that number; for the declaration, all of them.
std::vector<Location> references(const Document &document, Position position,
                                 bool withDeclarations);

/// The same occurrences, each with its access: read or written.
std::vector<DocumentHighlight> highlights(const Document &document, Position position);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_NAVIGATION_H
