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

/// The PTX of one `asm` statement, or of several that make one body, as a statement list in which
/// the operands are declared, with the way back to the source.
class Fragment {
public:
  /// An operand that the fragment declares.
  struct Declaration {
    SourceRange range; ///< in the fragment
    const AsmStatement *statement;
    unsigned index; ///< of the operand
    unsigned part;  ///< which of the statements that is
    /// Whether it has no value before the statement: its constraint begins with `=`, and no input
    /// shares its register.
    bool isPlainOutput;

    const AsmOperand &operand() const { return statement->operands[index]; }
  };

  /// One of the operands of a statement.
  struct OperandPlace {
    const AsmStatement *statement;
    unsigned index;
  };

  /// What is wrong with the operands themselves goes to `diagnostics`, with places in `source`.
  /// `before`: statements of the same function whose registers these can use.
  Fragment(const SourceBuffer &source, llvm::ArrayRef<const AsmStatement *> statements,
           llvm::ArrayRef<const AsmStatement *> before, DiagnosticList &diagnostics,
           Unknown unknown = Unknown::Blank);

  const SourceBuffer &buffer() const { return *ptx; }
  llvm::ArrayRef<const AsmStatement *> statements() const { return parts; }
  const AsmSyntax &syntax() const { return *parts.front()->syntax; }
  llvm::ArrayRef<Declaration> declared() const { return declarations; }
  /// The index of the declaration that holds the place `offset` of the fragment; none if none does.
  std::optional<size_t> declarationAt(uint32_t offset) const;
  /// Whether nothing of the templates is left out.
  bool isComplete() const { return complete; }

  /// What messages call operand `index`: `"r"(x)`.
  std::string spelled(const AsmStatement &statement, unsigned index) const;
  /// The same of a declaration: `"r"(x)`, and "32 bits", "32 bits of floating point" or "a
  /// predicate".
  std::string spelled(const Declaration &declaration) const;
  static std::string widthInWords(const Declaration &declaration);
  /// The operand whose name in the fragment is `name`; none if it is another name.
  std::optional<Declaration> operandNamed(llvm::StringRef name) const;

  /// Takes note that no target before `sm_90` has what it needs.
  void setForNewTargets(bool value) { isForNewTargets = value; }
  /// Turns a finding about the fragment into one about the source. Returns whether there is a place
  /// in the source that it is about.
  bool toSource(Diagnostic &d) const;

  /// Whether `range` is before the templates.
  bool isDeclaration(SourceRange range) const { return range.begin < templates; }
  /// Whether the source has `%=` in what became `range`.
  bool isNumbered(SourceRange range) const;
  /// Whether the source has `range` in one literal, as it is or with `%=`, so that another name can
  /// take its place.
  bool isReplaceable(SourceRange range) const;
  /// The statement whose template has the place.
  const AsmStatement &statementAt(uint32_t place) const;
  SourceRange sourceOf(SourceRange range) const { return text.sourceOf(range); }
  /// Where in a template the place `offset` of the source is; none if it is outside of them.
  std::optional<uint32_t> placeOf(uint32_t offset) const;
  /// Whether `range` can be replaced in the source.
  bool isEditable(SourceRange range) const {
    return !isDeclaration(range) && text.isEditable(range);
  }
  /// How the template at `place` writes the PTX `words`.
  std::string escaped(llvm::StringRef words, uint32_t place) const;
  /// How the template at `place` writes a name that somebody has typed, as PTX or escaped.
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
