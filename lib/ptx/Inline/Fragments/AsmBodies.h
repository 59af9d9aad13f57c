// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Selects the statements that are PTX, and groups statements that are parsed together. Private to
// lib/ptx/Inline.

#ifndef PTX_INLINE_FRAGMENTS_ASMBODIES_H
#define PTX_INLINE_FRAGMENTS_ASMBODIES_H

#include "ptx/Check/Check.h"
#include "ptx/Inline/InlineCounts.h"
#include "ptx/Inline/Read/Dialect.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

#include <vector>

namespace ptx {

/// The statements of one fragment: a single one, or a sequence in which a brace opens in the first
/// and closes in the last.
struct AsmBody {
  llvm::SmallVector<const AsmStatement *, 1> parts;
  /// Earlier statements of the same function that declare registers for later ones.
  std::vector<const AsmStatement *> before;
  /// Whether all parts are certainly PTX, so that they can be edited.
  bool isCertain;
};

/// Adapts the `options` of a source for its fragments. The code before and after a statement is
/// unknown, so other lints would give false positives.
CheckOptions optionsOfFragments(const CheckOptions &options);

/// The statements of a source that are PTX for at least one of the given targets, in source order.
class AsmBodies {
public:
  /// Without `targets`, statements for any PTX target are included.
  AsmBodies(std::vector<AsmStatement> statements, llvm::ArrayRef<TargetId> targets,
            Unclear unclear = Unclear::Code);

  llvm::ArrayRef<AsmBody> all() const { return bodies; }
  /// The number of statements, and the reasons why some are in no body.
  const InlineCounts &counts() const { return found; }
  /// The stems of names that statements declare outside of braces, or pass on, so that other
  /// statements can use them.
  const llvm::StringSet<> &leaked() const { return stems; }
  /// Statements that are in no body because they have no end, or an error.
  llvm::ArrayRef<const AsmStatement *> faulty() const { return withFault; }

private:
  // Limits that keep the time linear: the number and bytes of statements that declare for later
  // ones.
  static constexpr size_t mostDeclaring = 16, mostDeclaringBytes = 1024;

  void classify(Unclear unclear);
  uint64_t *reasonToSkip(const AsmStatement &statement, Dialect dialect);
  void addFunction(llvm::ArrayRef<const AsmStatement *> statements);
  void addBody(llvm::ArrayRef<const AsmStatement *> parts);

  std::vector<AsmStatement> statements;
  llvm::ArrayRef<TargetId> targets;
  std::vector<const AsmStatement *> ptx;
  llvm::DenseSet<const AsmStatement *> likely; ///< those of them that are not certain
  /// The statements of the current function so far that declare registers for later ones.
  std::vector<const AsmStatement *> declaring;
  std::vector<AsmBody> bodies;
  InlineCounts found;
  llvm::StringSet<> stems;
  std::vector<const AsmStatement *> withFault;
};

} // namespace ptx

#endif // PTX_INLINE_FRAGMENTS_ASMBODIES_H
