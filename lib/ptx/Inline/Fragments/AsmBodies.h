// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which statements are PTX, and which of them are read together. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_FRAGMENTS_ASMBODIES_H
#define PTX_INLINE_FRAGMENTS_ASMBODIES_H

#include "ptx/Inline/InlineCheck.h"
#include "ptx/Inline/Read/Dialect.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

#include <vector>

namespace ptx {

/// Statements that make one fragment: a single one, or those between a brace that opens in the
/// first and closes in the last.
struct AsmBody {
  llvm::SmallVector<const AsmStatement *, 1> parts;
  /// Statements of the same function further up that declare registers for those after them.
  std::vector<const AsmStatement *> before;
  /// Whether all parts are certainly PTX, so that they can be changed.
  bool isCertain;
};

/// `options`, those of a source, for its fragments. What precedes and follows a statement is not
/// known, so that other lints would be wrong.
CheckOptions optionsOfFragments(const CheckOptions &options);

/// The statements of a source that are PTX for one of some targets, in their order.
class AsmBodies {
public:
  /// Without `targets`, those for any target of PTX count.
  AsmBodies(std::vector<AsmStatement> statements, llvm::ArrayRef<TargetId> targets,
            Unclear unclear = Unclear::Code);

  llvm::ArrayRef<AsmBody> all() const { return bodies; }
  /// What was found, and why statements are in no body.
  const InlineCounts &counts() const { return found; }
  /// The stems of what statements declare outside of braces, or hand on, so that others can use it.
  const llvm::StringSet<> &leaked() const { return stems; }
  /// Those that would be in a body if they had an end, or no fault.
  llvm::ArrayRef<const AsmStatement *> faulty() const { return withFault; }

private:
  // So that the time is linear: how many statements of how many bytes declare for those after them.
  static constexpr size_t mostDeclaring = 16, mostDeclaringBytes = 1024;

  void classify(Unclear unclear);
  uint64_t *reasonToSkip(const AsmStatement &statement, Dialect dialect);
  void addFunction(llvm::ArrayRef<const AsmStatement *> statements);
  void addBody(llvm::ArrayRef<const AsmStatement *> parts);

  std::vector<AsmStatement> statements;
  llvm::ArrayRef<TargetId> targets;
  std::vector<const AsmStatement *> ptx;
  llvm::DenseSet<const AsmStatement *> likely; ///< those of them that are not certain
  /// Those of the present function so far that declare registers for the ones after them.
  std::vector<const AsmStatement *> declaring;
  std::vector<AsmBody> bodies;
  InlineCounts found;
  llvm::StringSet<> stems;
  std::vector<const AsmStatement *> withFault;
};

} // namespace ptx

#endif // PTX_INLINE_FRAGMENTS_ASMBODIES_H
