// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_INLINE_FRAGMENTS_FRAGMENT_H
#define PTX_INLINE_FRAGMENTS_FRAGMENT_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Inline/Read/AsmStatements.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ptx {

/// The PTX of one `asm` statement, or of several that form one body, as a statement list with
/// declarations of the operands, and a mapping back to the source.
class Fragment {
public:
  /// An operand that the fragment declares.
  struct Declaration {
    SourceRange range; ///< in the fragment
    const AsmStatement *statement;
    unsigned index; ///< of the operand
    unsigned part;  ///< the index of its statement
    /// Whether it has no value before the statement: its constraint starts with `=`, and no input
    /// shares its register.
    bool isPlainOutput;

    const AsmOperand &operand() const { return statement->operands[index]; }
  };

  /// One of the operands of a statement.
  struct OperandPlace {
    const AsmStatement *statement;
    unsigned index;
  };

  /// Errors of the operands themselves are added to `diagnostics`, with ranges in `source`.
  /// `before`: statements of the same function whose registers these can use.
  Fragment(const SourceBuffer &source, llvm::ArrayRef<const AsmStatement *> statements,
           llvm::ArrayRef<const AsmStatement *> before, DiagnosticList &diagnostics,
           Unknown unknown = Unknown::Blank);

  const SourceBuffer &buffer() const { return *ptx; }
  llvm::ArrayRef<const AsmStatement *> statements() const { return parts; }
  const AsmSyntax &syntax() const { return *parts.front()->syntax; }
  llvm::ArrayRef<Declaration> declared() const { return declarations; }
  /// The index of the declaration that contains `offset` of the fragment, if any.
  std::optional<size_t> declarationAt(uint32_t offset) const;
  /// Whether no part of the templates was omitted.
  bool isComplete() const { return complete; }

  /// The name of operand `index` in messages: `"r"(x)`.
  std::string spelled(const AsmStatement &statement, unsigned index) const;
  /// The same for a declaration: `"r"(x)`, and "32 bits", "32 bits of floating point" or "a
  /// predicate".
  std::string spelled(const Declaration &declaration) const;
  static std::string widthInWords(const Declaration &declaration);
  /// The operand whose name in the fragment is `name`, if any.
  std::optional<Declaration> operandNamed(llvm::StringRef name) const;

  /// Records that the fragment requires `sm_90` or later.
  void setForNewTargets(bool value) { isForNewTargets = value; }
  /// Maps a finding in the fragment to the source. Returns whether it has a location in the source.
  bool toSource(Diagnostic &d) const;

  /// Whether `range` is before the templates.
  bool isDeclaration(SourceRange range) const { return range.begin < templates; }
  /// Whether the source of `range` contains `%=`.
  bool isNumbered(SourceRange range) const;
  /// Whether `range` comes from a single literal of the source, unchanged or with `%=`, so that it
  /// can be renamed.
  bool isReplaceable(SourceRange range) const;
  /// The statement whose template contains the position.
  const AsmStatement &statementAt(uint32_t place) const;
  SourceRange sourceOf(SourceRange range) const { return text.sourceOf(range); }
  /// The position in a template for `offset` of the source; none if it is outside of all templates.
  std::optional<uint32_t> placeOf(uint32_t offset) const;
  /// Whether `range` can be replaced in the source.
  bool isEditable(SourceRange range) const {
    return !isDeclaration(range) && text.isEditable(range);
  }
  /// The spelling of the PTX `words` in the template at `place`.
  std::string escaped(llvm::StringRef words, uint32_t place) const;
  /// The spelling in the template at `place` of a name that the user typed, as PTX or escaped.
  std::string retyped(llvm::StringRef name, uint32_t place) const;
  /// That name as PTX.
  std::string unescaped(llvm::StringRef name) const;
  /// The operand that the source names at `range`; none if it names none.
  std::optional<OperandPlace> operandAt(SourceRange range) const;

private:
  void declareOperands(const AsmStatement &statement, unsigned part, DiagnosticList &diagnostics);
  void declareRegisters(const AsmStatement &statement);
  std::string asWritten(llvm::StringRef text) const;
  void describeType(Diagnostic &d) const;
  void describeAddress(Diagnostic &d) const;
  void describeNotes(Diagnostic &d) const;
  void translateFixes(Diagnostic &d) const;

  const SourceBuffer &source;
  llvm::SmallVector<const AsmStatement *, 1> parts;
  llvm::SmallVector<uint32_t, 1> starts; // of the parts
  std::vector<Declaration> declarations;
  uint32_t templates = 0; // where the first begins
  MappedText text;
  std::unique_ptr<SourceBuffer> ptx;
  bool complete = true;
  bool isForNewTargets = false;
  bool hasRegistersBefore = false;
};

} // namespace ptx

#endif // PTX_INLINE_FRAGMENTS_FRAGMENT_H
