// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_MODIFIERCHOICES_H
#define PTX_LSP_REQUESTS_MODIFIERCHOICES_H

#include "ptx/Lsp/Documents/StatementAtCursor.h"

#include <string>
#include <vector>

namespace ptx::lsp {

/// A modifier that can follow the modifiers of a mnemonic.
struct ModifierChoice {
  Modifier word = Modifier::none;
  /// The required versions and targets, in words; empty if there are none.
  std::string needs = {};
};

/// The modifiers that some form accepts in addition to those of `typed`, most likely first:
/// modifiers of other instructions of `module` at this position, then modifiers that require no
/// other version or target, then by position in the manual's order of the forms. Precondition: the
/// opcode of `typed` is known.
std::vector<ModifierChoice> modifierChoices(const StatementAtCursor &typed, const Units &units);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_MODIFIERCHOICES_H
