// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_REDUCE_PASS_H
#define PTX_REDUCE_PASS_H

#include "ptx/Reduce/Subject.h"

#include "llvm/ADT/StringRef.h"

namespace ptx {

/// Collects the changes that a pass proposes.
class ChangeList {
public:
  void add(Change change) { changes.push_back(std::move(change)); }
  void remove(SourceRange range) { add({TextEdit{range}}); }
  void replace(SourceRange range, llvm::StringRef replacement) {
    add({TextEdit{range, replacement.str()}});
  }

  std::vector<Change> take() { return std::move(changes); }

private:
  std::vector<Change> changes;
};

/// A way to make a module smaller or simpler. It only proposes changes; whether a change is legal
/// and preserves the property is decided afterwards.
struct ReductionPass {
  llvm::StringLiteral name;
  llvm::StringLiteral summary;
  /// Finds independent changes of a text. No pass proposes the reverse of another one.
  void (*find)(const Subject &subject, ChangeList &changes);
  enum Kind : uint8_t {
    Chunks,     ///< tries many changes together
    Choices,    ///< tries one change after the other, since they exclude each other, the best first
    ForAnyText, ///< like `Chunks`, but only for texts that may have errors
  };
  Kind kind = Chunks;
};

/// All passes, in the order in which they run.
llvm::ArrayRef<ReductionPass> reductionPasses();

} // namespace ptx

#endif // PTX_REDUCE_PASS_H
