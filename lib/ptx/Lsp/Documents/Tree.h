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
  /// The result of the checks; null outside of bodies, and for a body that could not be parsed.
  const CheckedUnit *checked = nullptr;
  /// The function of the body.
  const Function *function = nullptr;
};

/// All units: the text outside of bodies first, then the bodies in source order.
std::vector<UnitView> unitsOf(const CheckedSource &module);

/// The location of an offset in the tree.
struct TreePlace : UnitView {
  /// The token that contains the offset; otherwise the token that ends there.
  std::optional<TokenId> token = std::nullopt;
  /// The instruction that contains the token.
  std::optional<InstId> instruction = std::nullopt;
};

TreePlace placeAt(const CheckedSource &module, uint32_t offset);

/// The operand of an instruction at an offset, as defined by the form.
struct OperandPlace {
  /// The number of the operand in the source.
  uint32_t number = 0;
  ExprId expression = {};
};
std::optional<OperandPlace> operandAt(const SyntaxUnit &unit, InstId inst, uint32_t offset);

} // namespace ptx::lsp

#endif // PTX_LSP_DOCUMENTS_TREE_H
