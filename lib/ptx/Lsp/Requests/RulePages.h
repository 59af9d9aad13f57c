// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_RULEPAGES_H
#define PTX_LSP_REQUESTS_RULEPAGES_H

#include <string>

namespace ptx::lsp {

/// The folder of the rules' pages that are installed with the running program, as a URI that ends
/// in a slash; empty if there is none.
std::string installedRulePages();

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_RULEPAGES_H
