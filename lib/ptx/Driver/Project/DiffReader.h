// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_PROJECT_DIFFREADER_H
#define PTX_DRIVER_PROJECT_DIFFREADER_H

#include "ptx/Support/LineDiff.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ptx {

/// What a unified diff says of one file that is there afterwards.
struct FileDiff {
  /// Without the prefix that Git puts before it, such as `b/`.
  std::string path;
  std::vector<DiffChange> changes;
};

/// Reads a unified diff, as `diff -u`, `git diff` and `svn diff` write it, of any number of context
/// lines. What is between the differences of two files, such as a message, is passed over. Fails if
/// the text is not such a diff; the error names the line.
llvm::Expected<std::vector<FileDiff>> readUnifiedDiff(llvm::StringRef text);

} // namespace ptx

#endif // PTX_DRIVER_PROJECT_DIFFREADER_H
