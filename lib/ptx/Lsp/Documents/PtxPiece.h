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

/// PTX in a document: a module, which is the whole document, or the PTX of `asm` statements. Only
/// this class converts between offsets in the PTX and in the document.
class PtxPiece {
public:
  /// The PTX of `fragment`, or the module of `session`. The arguments must outlive the piece.
  PtxPiece(const CheckedSource &checked, const Fragment &fragment)
      : parts(checked), names(parts), asmFragment(&fragment) {}
  PtxPiece(Session &session, Workers &workers) : parts(session, workers), names(parts) {}
  PtxPiece(const PtxPiece &) = delete;
  PtxPiece &operator=(const PtxPiece &) = delete;

  /// The module. A body of it exists after a call of `units` returned it.
  const CheckedSource &module() const { return parts.module(); }
  const Units &units() const { return parts; }
  const Index &index() const { return names; }
  /// The PTX.
  llvm::StringRef text() const { return module().module->source().text(); }
  /// The source of the PTX; null for a module.
  const Fragment *fragment() const { return asmFragment; }

  /// The numbers of the units with text in `range` of the document.
  std::vector<uint32_t> unitsIn(SourceRange range) const;

  /// The offset in the PTX of `offset` in the document; none if it is outside of the PTX.
  std::optional<uint32_t> placeOf(uint32_t offset) const {
    return asmFragment ? asmFragment->placeOf(offset) : offset;
  }
  /// The range in the document of `range` in the PTX. For the declaration of an operand, the
  /// operand.
  SourceRange sourceOf(SourceRange range) const {
    return asmFragment ? asmFragment->sourceOf(range) : range;
  }
  /// Whether `range` can be replaced in the document.
  bool isEditable(SourceRange range) const {
    return !asmFragment || asmFragment->isEditable(range);
  }
  /// Whether `range` can be replaced by another name in the document.
  bool isReplaceable(SourceRange range) const {
    return !asmFragment || asmFragment->isReplaceable(range);
  }
  /// Whether the declaration `range` belongs to an earlier statement.
  bool isFromBefore(const SourceRange &range) const {
    return asmFragment && asmFragment->isDeclaration(range) &&
           !asmFragment->declarationAt(range.begin);
  }
  /// Whether `range` is one word in the document: neither the declaration of an operand nor in the
  /// text of a macro.
  bool isWord(SourceRange range) const {
    return isEditable(range) || operandAt(range) ||
           (!asmFragment->isDeclaration(range) && asmFragment->isNumbered(range));
  }

  /// The spelling in the document, at `place` of the PTX, of a name that the user typed.
  std::string retyped(llvm::StringRef name, uint32_t place) const {
    return asmFragment ? asmFragment->retyped(name, place) : name.str();
  }
  /// The spelling in the document of `name` at `place` of the PTX; none if it is not possible.
  std::optional<std::string> written(llvm::StringRef name, uint32_t place) const;
  /// The operand of an `asm` statement that `range` of the PTX names; none if there is none.
  std::optional<Fragment::OperandPlace> operandAt(SourceRange range) const {
    return asmFragment ? asmFragment->operandAt(range) : std::nullopt;
  }

private:
  Units parts;
  Index names;
  const Fragment *asmFragment = nullptr;
};

} // namespace ptx::lsp

#endif // PTX_LSP_DOCUMENTS_PTXPIECE_H
