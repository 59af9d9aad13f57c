// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The macros of the headers that a source includes. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_READ_HEADERMACROS_H
#define PTX_INLINE_READ_HEADERMACROS_H

#include "ptx/Inline/Read/AsmReader.h"

#include "llvm/ADT/StringSet.h"

#include <memory>

namespace ptx {

/// Reads headers for their macro definitions, and keeps their text. The branches that are compiled
/// in headers are unknown, so a macro with several definitions is ignored.
class HeaderMacros {
public:
  explicit HeaderMacros(llvm::ArrayRef<std::string> folders);
  ~HeaderMacros();

  /// Reads the headers included by `source`, whose tokens are `tokens`, and the headers included by
  /// these, if they are in the folders or beside the including file.
  void read(llvm::StringRef source, llvm::ArrayRef<CppToken> tokens, llvm::StringRef path);

  /// The definition of the macro; null if there is none, or several.
  const Directives::Macro *find(llvm::StringRef name) const;
  /// The macros that are found.
  const llvm::StringMap<std::optional<Directives::Macro>> &all() const { return macros; }

private:
  struct Header;
  // Bounds the time to read a source.
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

/// Parses and removes the parameters at the start of `body`, whose parenthesis directly follows the
/// macro's name. Returns false if they are invalid.
bool takeParameters(llvm::StringRef source, llvm::ArrayRef<CppToken> &body,
                    Directives::Macro &macro);

} // namespace ptx

#endif // PTX_INLINE_READ_HEADERMACROS_H
