// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TEST_AGREEMENT_VERDICTS_H
#define PTX_TEST_AGREEMENT_VERDICTS_H

#include "ptx/Support/SourceBuffer.h"

#include <string>
#include <vector>

namespace ptx::test {

class Ptxas;

/// What `ptxas` said of one source.
struct Verdict {
  std::string name; ///< a path below the corpus folder, or file and line of a .jsonl record
  std::string path; ///< of the source; empty if `text` holds it
  std::string text;
  bool accepted;
  unsigned line = 0;   ///< of the first error; 0 if it has none
  std::string message; ///< the first error

  /// Of a corpus file the folder: who wrote it; of a mutant what was done, such as `mod_drop`.
  std::string kind;
  std::string edit; ///< of a mutant, as `findEdit` takes it

  // Of corpus files and the records of a .jsonl.
  std::string arch;        ///< `75` for `-arch compute_75`
  std::string fullArch;    ///< `sm_75` if a full compile may succeed, else empty
  std::string fullOptions; ///< what that needs, such as `-c`

  llvm::Expected<std::unique_ptr<SourceBuffer>> source() const;
};

/// Reads recorded verdicts from one of
/// - a folder with a `verdicts.tsv`, whose first column names the files,
/// - a `.jsonl` file with the fields `src`, `verdict` (none means accepted), `line` and `msg` or
///   `messages`, and of mutants `kind` and `edit`,
/// - a table `diagnostics.tsv` with a folder `cases` beside it.
llvm::Expected<std::vector<Verdict>> readVerdicts(llvm::StringRef path);

/// Asks `ptxas` for its verdicts on the `*.ptx` files in `folder` and below. The architecture is
/// that of each file's `.target`.
llvm::Expected<std::vector<Verdict>> askForVerdicts(llvm::StringRef folder, const Ptxas &ptxas);

} // namespace ptx::test

#endif // PTX_TEST_AGREEMENT_VERDICTS_H
