// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_DOCUMENTS_TREE_H
#define PTX_LSP_DOCUMENTS_TREE_H

#include "ptx/Check/Passes.h"

#include <optional>

namespace ptx::lsp {

/// A unit of a module: its text outside of bodies, or a body.
struct UnitView {
  const SyntaxUnit *unit = nullptr;
  /// What the checks found out; null outside of bodies, and for a body that was not understood.
  const CheckedUnit *checked = nullptr;
  /// The function of the body.
  const Function *function = nullptr;
};

/// All units, that outside of bodies first, then the bodies in the order of the source.
std::vector<UnitView> unitsOf(const CheckedSource &module);

/// Where an offset is in the tree.
struct TreePlace : UnitView {
  /// The token that holds the offset or, if none does, ends there.
  std::optional<TokenId> token = std::nullopt;
  /// The instruction with that token.
  std::optional<InstId> instruction = std::nullopt;
};

TreePlace placeAt(const CheckedSource &module, uint32_t offset);

/// The operand of an instruction that holds a place, as the form has it.
struct OperandPlace {
  /// The number of the operand in the source.
  uint32_t number = 0;
  ExprId expression = {};
};
std::optional<OperandPlace> operandAt(const SyntaxUnit &unit, InstId inst, uint32_t offset);

} // namespace ptx::lsp

#endif // PTX_LSP_DOCUMENTS_TREE_H
