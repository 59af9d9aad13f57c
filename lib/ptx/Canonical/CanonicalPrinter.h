// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CANONICAL_CANONICALPRINTER_H
#define PTX_CANONICAL_CANONICALPRINTER_H

#include "ptx/Format/KeptLines.h"
#include "ptx/Sema/SemaResult.h"
#include "ptx/Support/Workers.h"
#include "ptx/Syntax/Parse/Parser.h"

#include <string>

namespace ptx {

/// What canonical spelling changes in a source, unit by unit, so that no two trees of units have to
/// be there at the same time.
class CanonicalSpelling {
public:
  /// `platform` is that of the module; it has to outlive this. `workers`: how many threads call
  /// `add`. Words in the lines `kept` do not change. The order of words does not change if one of
  /// them is in such a line.
  CanonicalSpelling(const Platform &platform, unsigned workers, KeptLines kept);
  ~CanonicalSpelling();

  /// Takes in a unit of a module that has no error of its syntax. `checked` is null for one that
  /// has no checked instructions. Two threads have different numbers `worker`.
  void add(const SyntaxUnit &unit, const CheckedUnit *checked, unsigned worker);

  /// Whether there is nothing to change.
  bool isEmpty() const;

  /// Appends `source` with the changes to `out`, in canonical layout but for the kept lines. It
  /// must have no error of its syntax, and all its units must have been added. To be called once.
  void print(const SourceBuffer &source, SourceKind kind, std::string &out, Workers &workers);

private:
  struct WorkerState;
  KeptLines kept;
  std::vector<std::unique_ptr<WorkerState>> shares;
};

/// Appends `module` to `out` in canonical spelling and layout, as docs/guide/canonical-form.md
/// describes them.
///
/// What is printed means the same as the source: `ptxas` makes the same machine code of both.
/// Comments stay, and printing the text again changes nothing. Instructions that have an error, or
/// a form that the manual does not have, keep their tokens. `checked` is what the checks found
/// out about the module, which must be complete (`Module::isComplete`). Time and memory are linear
/// in the size of the source.
/// `workers` share the function bodies, if there are any; the text does not depend on their number.
void printCanonical(const Module &module, const SemaResult &checked, std::string &out,
                    Workers *workers = nullptr);

} // namespace ptx

#endif // PTX_CANONICAL_CANONICALPRINTER_H
