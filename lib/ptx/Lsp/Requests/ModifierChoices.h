// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_MODIFIERCHOICES_H
#define PTX_LSP_REQUESTS_MODIFIERCHOICES_H

#include "ptx/Lsp/Documents/StatementAtCursor.h"

#include <string>
#include <vector>

namespace ptx::lsp {

/// A modifier that can follow those of a mnemonic.
struct ModifierChoice {
  Modifier word = Modifier::none;
  /// The versions and targets that it needs, in words; empty without any.
  std::string needs = {};
};

/// The modifiers that some form takes besides those of `typed`, whose opcode is known, the most
/// likely first: what the other instructions of `module` have there, then what needs no other
/// version or target, then the places of the forms in the manual's order.
std::vector<ModifierChoice> modifierChoices(const StatementAtCursor &typed,
                                            const CheckedSource &module);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_MODIFIERCHOICES_H
