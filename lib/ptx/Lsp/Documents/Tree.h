// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_DOCUMENTS_TREE_H
#define PTX_LSP_DOCUMENTS_TREE_H

#include "ptx/Check/Session.h"

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

/// The units of a module: the text outside of bodies has number 0, and the bodies follow in source
/// order. A body is read and checked when it is first used, so that a request about one body takes
/// the time of one body.
class Units {
public:
  /// Of a fragment, which is one unit.
  explicit Units(const CheckedSource &fragment);
  /// Of the module of `session`, which was checked. Both must outlive the units.
  Units(Session &session, Workers &workers);

  const CheckedSource &module() const { return checked; }
  uint32_t count() const { return static_cast<uint32_t>(functions.size()); }
  UnitView operator[](uint32_t number) const;
  std::vector<UnitView> all() const;

  /// The number of the unit that contains `offset`.
  uint32_t at(uint32_t offset) const;
  /// The number of the body whose function, header or body, contains `offset`; 0 if there is none.
  uint32_t around(uint32_t offset) const;
  /// The bytes of a unit; all bytes of the module for the text outside of bodies.
  SourceRange range(uint32_t number) const;
  /// The bytes of a body and of the header of its function, which declares parameters.
  SourceRange withHeader(uint32_t number) const {
    return {checked.module->top().range(functions[number]->first).begin, range(number).end};
  }

private:
  const CheckedSource &checked;
  Session *session = nullptr;
  Workers *workers = nullptr;
  /// Of each unit; null for the text outside of bodies.
  std::vector<const Function *> functions;
};

/// The location of an offset in the tree.
struct TreePlace : UnitView {
  /// The token that contains the offset; otherwise the token that ends there.
  std::optional<TokenId> token = std::nullopt;
  /// The instruction that contains the token.
  std::optional<InstId> instruction = std::nullopt;
};

TreePlace placeAt(const Units &units, uint32_t offset);

/// The operand of an instruction at an offset, as defined by the form.
struct OperandPlace {
  /// The number of the operand in the source.
  uint32_t number = 0;
  ExprId expression = {};
};
std::optional<OperandPlace> operandAt(const SyntaxUnit &unit, InstId inst, uint32_t offset);

} // namespace ptx::lsp

#endif // PTX_LSP_DOCUMENTS_TREE_H
