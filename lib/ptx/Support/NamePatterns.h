// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_NAMEPATTERNS_H
#define PTX_SUPPORT_NAMEPATTERNS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"

#include <deque>
#include <string>
#include <vector>

namespace ptx {

/// A set of shell patterns with `*`, `?`, `[a-z]` and `{a,b}`. A text matches the set if it matches
/// one of them. `*` also matches `/`.
class NamePatterns {
public:
  NamePatterns() = default;
  NamePatterns(NamePatterns &&) noexcept = default;
  NamePatterns &operator=(NamePatterns &&) noexcept = default;

  /// Adds a pattern. Fails with a message for the user if the pattern is invalid.
  llvm::Error add(llvm::StringRef pattern);

  bool empty() const { return patterns.empty(); }
  std::vector<llvm::StringRef> texts() const;

  /// Whether `text` matches one of them.
  bool match(llvm::StringRef text) const;

  /// Whether the relative `path` of a file matches: a pattern without `/` is compared with the
  /// file's name, a pattern with `/` with the path.
  bool matchFile(llvm::StringRef path) const;

  /// Whether `path` or a folder that contains it matches in this way.
  bool matchFileOrFolder(llvm::StringRef path) const;

private:
  struct Pattern {
    std::string text; // which the glob refers to
    llvm::GlobPattern glob;
  };

  std::deque<Pattern> patterns;
};

} // namespace ptx

#endif // PTX_SUPPORT_NAMEPATTERNS_H
