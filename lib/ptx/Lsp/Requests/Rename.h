// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_RENAME_H
#define PTX_LSP_REQUESTS_RENAME_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

/// The name at `position`, if it can have another one; an error for the user if not.
llvm::Expected<PrepareRenameResult> prepareRename(const Document &document, Position position);

/// The edits that give what the name at `position` refers to the name `to`. A register of
/// `.reg .b32 %r<40>;` gets a declaration after that of the others; at the declaration itself, all
/// of them get the new name before their numbers. Refused, with an error for the user, unless every
/// name of the module then refers to what it did and there are no new errors.
llvm::Expected<WorkspaceEdit> rename(const Document &document, Position position,
                                     llvm::StringRef to, Workers &workers);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_RENAME_H
