// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_DOCUMENTS_PTXPIECE_H
#define PTX_LSP_DOCUMENTS_PTXPIECE_H

#include "ptx/Inline/Fragments/Fragment.h"
#include "ptx/Lsp/Documents/Index.h"

#include <memory>
#include <optional>
#include <string>

namespace ptx::lsp {

/// PTX in a document: a module, which is all of it, or what `asm` statements make. Places in the
/// PTX and places in the document are told apart here alone.
class PtxPiece {
public:
  /// A module. `checked` has to outlive it, as has `fragment`.
  explicit PtxPiece(const CheckedSource &checked, const Fragment *fragment = nullptr)
      : checked(checked), asmFragment(fragment) {}

  const CheckedSource &module() const { return checked; }
  /// The names, found when first asked for.
  const Index &index() const;
  /// The PTX.
  llvm::StringRef text() const { return checked.module->source().text(); }
  /// Where it comes from; null for a module.
  const Fragment *fragment() const { return asmFragment; }

  /// Where the place `offset` of the document is in the PTX; none if it is elsewhere.
  std::optional<uint32_t> placeOf(uint32_t offset) const {
    return asmFragment ? asmFragment->placeOf(offset) : offset;
  }
  /// Where the document has `range` of the PTX: for what declares an operand, the operand.
  SourceRange sourceOf(SourceRange range) const {
    return asmFragment ? asmFragment->sourceOf(range) : range;
  }
  /// Whether `range` can be replaced in the document.
  bool isEditable(SourceRange range) const {
    return !asmFragment || asmFragment->isEditable(range);
  }
  /// Whether another name can take the place of `range` in the document.
  bool isReplaceable(SourceRange range) const {
    return !asmFragment || asmFragment->isReplaceable(range);
  }
  /// Whether another statement, further up, has the declaration `range`.
  bool isFromBefore(const SourceRange &range) const {
    return asmFragment && asmFragment->isDeclaration(range) &&
           !asmFragment->declarationAt(range.begin);
  }
  /// Whether the document has `range` as one word: it does not declare an operand, and is not in
  /// the text of a macro.
  bool isWord(SourceRange range) const {
    return isEditable(range) || operandAt(range) ||
           (!asmFragment->isDeclaration(range) && asmFragment->isNumbered(range));
  }

  /// How the document writes at `place` of the PTX a name that somebody has typed.
  std::string retyped(llvm::StringRef name, uint32_t place) const {
    return asmFragment ? asmFragment->retyped(name, place) : name.str();
  }
  /// How the document writes the name `name` at `place` of the PTX; none if it cannot.
  std::optional<std::string> written(llvm::StringRef name, uint32_t place) const;
  /// The operand of an `asm` statement that is named at `range` of the PTX; none if none is.
  std::optional<Fragment::OperandPlace> operandAt(SourceRange range) const {
    return asmFragment ? asmFragment->operandAt(range) : std::nullopt;
  }

private:
  const CheckedSource &checked;
  const Fragment *asmFragment;
  mutable std::unique_ptr<Index> names;
};

} // namespace ptx::lsp

#endif // PTX_LSP_DOCUMENTS_PTXPIECE_H
