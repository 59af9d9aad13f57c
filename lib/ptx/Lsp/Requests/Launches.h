// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_LAUNCHES_H
#define PTX_LSP_REQUESTS_LAUNCHES_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

/// The command that executes launches of a document, as `ptx-sanitize` does: the one of the
/// `//@launch` comment with a number from 0, or those of all.
inline constexpr llvm::StringLiteral launchCommand = "ptx-lsp.checkLaunch";

/// The result of the launches.
struct LaunchCheck {
  std::string text; ///< as `ptx-sanitize` prints it
  std::vector<ptx::Diagnostic> findings;
};

/// Executes a launch; an error if the document is not PTX, has errors, or has no such launch.
/// Precondition: the document was analysed.
llvm::Expected<LaunchCheck> checkLaunches(const Document &document, std::optional<int64_t> number);

/// A lens above each `//@launch` comment, which executes it.
void addLaunchLenses(const Document &document, std::vector<CodeLens> &lenses);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_LAUNCHES_H
