// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_PROJECT_CHANGEDLINES_H
#define PTX_DRIVER_PROJECT_CHANGEDLINES_H

#include "ptx/Diagnostics/Report.h"
#include "ptx/Support/LineSet.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace ptx {

class CommandLine;
class SourceBuffer;

/// The changed lines of inputs: lines that a change adds or modifies, and the two lines around a
/// pure deletion.
class ChangedLines {
public:
  /// Reads the file of `--diff-base` or `--diff-from`; nothing if neither is given. Fails with a
  /// message for the user.
  static llvm::Expected<std::optional<ChangedLines>> read(const CommandLine &line);

  /// Reads a unified diff of `git diff` or `diff -u`. File names are relative to `folder`, or to
  /// the enclosing folder that contains a `.git`. Git's prefixes (`a/`, `b/`) are removed. Fails
  /// with a message that names the line.
  static llvm::Expected<ChangedLines> fromDiff(llvm::StringRef diff, llvm::StringRef folder);

  /// Compares the only input with its old text.
  static ChangedLines fromBase(std::string base);

  /// The changed lines of `file`, whose contents are `source`.
  LineSet of(llvm::StringRef file, llvm::StringRef source) const;

  /// Removes the findings from `report` that are not at a changed line, nor any of their notes.
  void hideOthers(llvm::StringRef file, const SourceBuffer &source, Report &report) const;

private:
  /// The changed lines of each file in the diff, by absolute path.
  llvm::StringMap<LineSet> files;
  std::optional<std::string> base;
};

} // namespace ptx

#endif // PTX_DRIVER_PROJECT_CHANGEDLINES_H
