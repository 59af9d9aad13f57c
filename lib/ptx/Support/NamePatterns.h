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

/// Patterns with `*`, `?`, `[a-z]` and `{a,b}`, as shells have them, of which a text has to match
/// one. `*` matches `/` as well.
class NamePatterns {
public:
  NamePatterns() = default;
  NamePatterns(NamePatterns &&) = default;
  NamePatterns &operator=(NamePatterns &&) = default;

  /// Adds a pattern. Fails with a text for the user if it makes no sense.
  llvm::Error add(llvm::StringRef pattern);

  bool empty() const { return patterns.empty(); }
  std::vector<llvm::StringRef> texts() const;

  /// Whether `text` matches one of them.
  bool match(llvm::StringRef text) const;

  /// Whether the file `path`, seen from some folder, matches: a pattern without `/` is matched with
  /// its name, one with `/` with the path.
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
