// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_NAVIGATION_H
#define PTX_LSP_REQUESTS_NAVIGATION_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

/// Where the name at `position` is declared: for a function, its definition first; none for a
/// special register. Only modules have names; for other documents all of these are empty.
std::vector<Location> definitions(const Document &document, Position position);

/// The names that refer to the same as the one at `position`. Of `%r5` with `.reg .b32 %r<40>;`
/// these are the others of that number; of the declaration, all of them.
std::vector<Location> references(const Document &document, Position position,
                                 bool withDeclarations);

/// The same with what an instruction does: reads or writes.
std::vector<DocumentHighlight> highlights(const Document &document, Position position);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_NAVIGATION_H
