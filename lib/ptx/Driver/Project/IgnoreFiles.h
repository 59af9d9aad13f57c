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

/// A line of a `.gitignore`: what it is about, and whether it takes back what lines before it say.
class IgnorePattern {
public:
  /// Reads a line; `isEmpty()` for one that says nothing.
  explicit IgnorePattern(llvm::StringRef line);

  bool isEmpty() const { return parts.empty(); }
  bool isNegated() const { return negated; }

  /// Whether it is about `path`, seen from the folder of the `.gitignore`.
  bool matches(llvm::StringRef path, bool isFolder) const;

private:
  bool negated = false;
  bool folderOnly = false;
  /// Whether it is about the name alone, in any folder.
  bool nameOnly = false;
  /// Between slashes.
  std::vector<std::string> parts;
};

/// What the `.gitignore` files of a repository leave out, as git does it: see
/// https://git-scm.com/docs/gitignore. Outside of repositories nothing is left out.
class IgnoreFiles {
public:
  /// Whether `path`, an absolute path whose folders are not left out themselves, is.
  bool excludes(llvm::StringRef path, bool isFolder);

  /// What is wrong with the files that were read so far, one text each.
  std::vector<std::string> takeProblems() { return std::exchange(problems, {}); }

private:
  struct Folder {
    std::vector<IgnorePattern> patterns;
    /// Whether a repository begins here.
    bool isRoot = false;
    bool isInRepository = false;
  };

  const Folder &read(llvm::StringRef folder);

  llvm::StringMap<Folder> folders;
  std::vector<std::string> problems;
};

} // namespace ptx

#endif // PTX_DRIVER_PROJECT_IGNOREFILES_H
