// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_REDUCE_SUBJECT_H
#define PTX_REDUCE_SUBJECT_H

#include "ptx/Reduce/Changes.h"
#include "ptx/Syntax/Parse/Parser.h"

#include "llvm/ADT/DenseMap.h"

#include <functional>
#include <memory>

namespace ptx {

/// A statement of a module.
struct Place {
  const SyntaxUnit *unit;
  StmtId statement;

  SourceRange range() const { return unit->range(statement); }
};

/// A text that is being reduced, with its tree. The text may have errors; the tree then lacks the
/// broken constructs.
class Subject {
public:
  explicit Subject(llvm::StringRef text);

  llvm::StringRef text() const { return source->text(); }
  const Module &module() const { return *tree; }
  /// Outside of bodies, then each body.
  llvm::ArrayRef<const SyntaxUnit *> units() const { return unitList; }
  /// The number of statements, those outside of bodies included.
  size_t statementCount() const;

  /// The statements, other than functions, in which `name` occurs, as a whole name or, with
  /// `numbered`, followed by a number, as `%r5` for `%r`.
  llvm::ArrayRef<Place> uses(llvm::StringRef name, bool numbered = false) const;

private:
  using Index = llvm::DenseMap<llvm::StringRef, std::vector<Place>>;

  void makeIndex() const;

  std::unique_ptr<SourceBuffer> source;
  std::unique_ptr<Module> tree;
  std::vector<const SyntaxUnit *> unitList;
  /// By name, and by name without the number at its end. Made when it is first asked for.
  mutable Index names, stems;
  mutable bool isIndexed = false;
};

/// The bytes of a function, its body included.
SourceRange wholeRange(const SyntaxUnit &unit, const Function &function);

/// Calls `visit` with each statement of `subject`, in the order of the source within each unit.
void forEachStatement(const Subject &subject, llvm::function_ref<void(Place place)> visit);

/// The instruction of a statement; null if it is none.
const Instruction *instructionAt(const Place &place);

/// Calls `visit` with each instruction of `subject`.
void forEachInstruction(
    const Subject &subject,
    llvm::function_ref<void(const SyntaxUnit &unit, const Instruction &instruction)> visit);

} // namespace ptx

#endif // PTX_REDUCE_SUBJECT_H
