// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_OUTPUT_RULELINKS_H
#define PTX_DRIVER_OUTPUT_RULELINKS_H

#include <string>

namespace ptx {

/// The folder of the rules' pages that are installed with the running program, as a URI that ends
/// in a slash; empty if there is none.
std::string installedRulePages();

/// Whether the terminal follows links of texts (OSC 8): the environment names one that does, or
/// `FORCE_HYPERLINK` says so.
bool terminalHasLinks();

} // namespace ptx

#endif // PTX_DRIVER_OUTPUT_RULELINKS_H
