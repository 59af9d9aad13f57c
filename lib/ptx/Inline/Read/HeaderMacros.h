// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The macros of the headers that a source includes. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_READ_HEADERMACROS_H
#define PTX_INLINE_READ_HEADERMACROS_H

#include "ptx/Inline/Read/AsmReader.h"

#include "llvm/ADT/StringSet.h"

#include <memory>

namespace ptx {

/// Reads headers for the definitions of macros in them, and keeps their text. Which branches of
/// conditions are taken there is not known: a macro with several definitions is none.
class HeaderMacros {
public:
  explicit HeaderMacros(llvm::ArrayRef<std::string> folders);
  ~HeaderMacros();

  /// Reads the headers that `tokens`, those of `source`, include, and what these include, as far as
  /// they are in the folders or beside what includes them.
  void read(llvm::StringRef source, llvm::ArrayRef<CppToken> tokens, llvm::StringRef path);

  /// The definition of the macro; null if there is none, or several.
  const Directives::Macro *find(llvm::StringRef name) const;
  /// The macros that are found.
  const llvm::StringMap<std::optional<Directives::Macro>> &all() const { return macros; }

private:
  struct Header;
  // So that reading a source takes a bounded time.
  static constexpr size_t mostHeaders = 64, mostBytes = 8 << 20;
  static constexpr unsigned deepest = 16;

  void include(llvm::StringRef name, llvm::StringRef folder);
  void define(llvm::StringRef source, llvm::ArrayRef<CppToken> line);

  llvm::ArrayRef<std::string> folders;
  std::vector<std::unique_ptr<Header>> headers;
  llvm::StringSet<> known; ///< their paths
  llvm::StringMap<std::optional<Directives::Macro>> macros;
  size_t bytes = 0;
  unsigned depth = 0;
};

/// Reads the parameters at the front of `body`, whose parenthesis follows the name of the macro at
/// once, and drops them. Returns false if they are none.
bool takeParameters(llvm::StringRef source, llvm::ArrayRef<CppToken> &body,
                    Directives::Macro &macro);

} // namespace ptx

#endif // PTX_INLINE_READ_HEADERMACROS_H
