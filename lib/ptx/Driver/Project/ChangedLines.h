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

/// The lines of inputs that a change is about: those that it adds or rewrites, and the two around a
/// place where it only removes some.
class ChangedLines {
public:
  /// Reads what `--diff-base` or `--diff-from` names; nothing if neither is there. Fails with a
  /// text for the user.
  static llvm::Expected<std::optional<ChangedLines>> read(const CommandLine &line);

  /// From a unified diff, as `git diff` and `diff -u` write it. Files are named as seen from
  /// `folder`, or from the folder around it that has a `.git`; the prefixes of Git (`a/`, `b/`) are
  /// dropped. Fails with a text that names the line.
  static llvm::Expected<ChangedLines> fromDiff(llvm::StringRef diff, llvm::StringRef folder);

  /// From the text that the one input had before.
  static ChangedLines fromBase(std::string base);

  /// The changed lines of `file`, which has the contents `source`.
  LineSet of(llvm::StringRef file, llvm::StringRef source) const;

  /// Removes from `report` what is not about a changed line: neither the finding nor one of its
  /// notes is at one.
  void hideOthers(llvm::StringRef file, const SourceBuffer &source, Report &report) const;

private:
  /// Of each file that a diff names, by its absolute path.
  llvm::StringMap<LineSet> files;
  std::optional<std::string> base;
};

} // namespace ptx

#endif // PTX_DRIVER_PROJECT_CHANGEDLINES_H
