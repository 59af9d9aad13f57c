// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_CHECKFILE_H
#define PTX_LSP_CHECKFILE_H

#include "ptx/Driver/Tools/ToolRunner.h"
#include "ptx/Lsp/Settings.h"

namespace ptx {

/// Checks a file and sends the server the requests of an editor about it. Prints the findings, and
/// the times of the check, of the requests about the file, and of the requests about the start of
/// each word.
ExitCode checkFile(llvm::StringRef path, lsp::ProjectSettings &settings, ToolStreams &streams,
                   unsigned threads);

} // namespace ptx

#endif // PTX_LSP_CHECKFILE_H
