// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_RENAME_H
#define PTX_LSP_REQUESTS_RENAME_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

/// The name at `position` if it can be renamed; otherwise an error for the user.
llvm::Expected<PrepareRenameResult> prepareRename(const Document &document, Position position);

/// The edits that rename the name at `position` to `to`. A register of `.reg .b32 %r<40>;` gets its
/// own declaration after that of the others; at the declaration itself, all registers get the new
/// name before their numbers. Fails with an error for the user if the result has new errors or if
/// any name would refer to something else.
llvm::Expected<WorkspaceEdit> rename(const Document &document, Position position,
                                     llvm::StringRef to, Workers &workers);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_RENAME_H
