// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_PROJECT_IGNOREFILES_H
#define PTX_DRIVER_PROJECT_IGNOREFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <utility>
#include <vector>

namespace ptx {

/// A line of a `.gitignore`: a pattern, which can negate earlier lines.
class IgnorePattern {
public:
  /// Parses a line; `isEmpty()` if it has no effect.
  explicit IgnorePattern(llvm::StringRef line);

  bool isEmpty() const { return parts.empty(); }
  bool isNegated() const { return negated; }

  /// Whether the pattern matches `path`, relative to the folder of the `.gitignore`.
  bool matches(llvm::StringRef path, bool isFolder) const;

private:
  bool negated = false;
  bool folderOnly = false;
  /// Whether only the name is matched, in any folder.
  bool nameOnly = false;
  /// The parts between slashes.
  std::vector<std::string> parts;
};

/// The files that the `.gitignore` files of a repository exclude, with the semantics of git: see
/// https://git-scm.com/docs/gitignore. Outside of repositories nothing is excluded.
class IgnoreFiles {
public:
  /// Whether `path` is excluded. Precondition: it is absolute, and its parent folders are not
  /// excluded.
  bool excludes(llvm::StringRef path, bool isFolder);

  /// The problems in the files that were read so far, one message each.
  std::vector<std::string> takeProblems() { return std::exchange(problems, {}); }

private:
  struct Folder {
    std::vector<IgnorePattern> patterns;
    /// Whether the folder is the root of a repository.
    bool isRoot = false;
    bool isInRepository = false;
  };

  const Folder &read(llvm::StringRef folder);

  llvm::StringMap<Folder> folders;
  std::vector<std::string> problems;
};

} // namespace ptx

#endif // PTX_DRIVER_PROJECT_IGNOREFILES_H
