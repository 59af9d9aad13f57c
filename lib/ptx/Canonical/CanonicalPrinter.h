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

/// The changes of canonical spelling in a source. Units are added one by one, so only one tree is
/// required at a time.
class CanonicalSpelling {
public:
  /// `platform` is that of the module, and must outlive this. `workers` is the number of threads
  /// that call `add`. Words in the lines `kept` do not change. The order of words does not change
  /// if one of them is in such a line.
  CanonicalSpelling(const Platform &platform, unsigned workers, KeptLines kept);
  ~CanonicalSpelling();

  /// Adds a unit of a module without syntax errors. `checked` is null for a unit without checked
  /// instructions. Each thread has its own number `worker`.
  void add(const SyntaxUnit &unit, const CheckedUnit *checked, unsigned worker);

  /// Whether there are no changes.
  bool isEmpty() const;

  /// Appends `source` with the changes to `out`, in canonical layout except for the kept lines. The
  /// source must have no syntax error, and all its units must have been added. Call it once.
  void print(const SourceBuffer &source, SourceKind kind, std::string &out, Workers &workers);

private:
  struct WorkerState;
  KeptLines kept;
  std::vector<std::unique_ptr<WorkerState>> shares;
};

/// Appends `module` to `out` in canonical spelling and layout, as docs/guide/canonical-form.md
/// describes them.
///
/// The printed text has the meaning of the source: `ptxas` generates the same machine code from
/// both. Comments are kept, and printing the text again changes nothing. Instructions with an
/// error, or with a form that the manual does not have, keep their tokens. `checked` is the result
/// of the checks of the module, which must be complete (`Module::isComplete`). Time and memory are
/// linear in the size of the source. `workers` share the function bodies, if there are any; the
/// text does not depend on their number.
void printCanonical(const Module &module, const SemaResult &checked, std::string &out,
                    Workers *workers = nullptr);

} // namespace ptx

#endif // PTX_CANONICAL_CANONICALPRINTER_H
