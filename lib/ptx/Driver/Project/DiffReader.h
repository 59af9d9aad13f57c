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

/// The changes in a unified diff of one file that exists after the change.
struct FileDiff {
  /// The path without Git's prefix, such as `b/`.
  std::string path;
  std::vector<DiffChange> changes;
};

/// Reads a unified diff of `diff -u`, `git diff` or `svn diff`, with any number of context lines.
/// Text between the diffs of two files, such as a message, is skipped. Fails if the text is not
/// such a diff; the error names the line.
llvm::Expected<std::vector<FileDiff>> readUnifiedDiff(llvm::StringRef text);

} // namespace ptx

#endif // PTX_DRIVER_PROJECT_DIFFREADER_H
