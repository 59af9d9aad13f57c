// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The macros of the headers that a source includes. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_READ_HEADERMACROS_H
#define PTX_INLINE_READ_HEADERMACROS_H

#include "ptx/Inline/Read/AsmReader.h"
#include "ptx/Inline/Read/HeaderFiles.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <memory>

namespace ptx {

/// The definitions and includes of a header, which do not change.
struct Header {
  struct Include {
    std::string name;
    bool isQuoted;
  };
  struct Definition {
    llvm::StringRef name;
    /// None if its parameters are invalid.
    std::optional<Directives::Macro> macro;
  };

  explicit Header(std::unique_ptr<SourceBuffer> text);

  std::unique_ptr<SourceBuffer> text;
  std::vector<CppToken> tokens; ///< of the definitions
  std::vector<Definition> definitions;
  std::vector<Include> includes;
};

/// The macros of the headers that one source includes. The branches that are compiled in headers
/// are unknown, so a macro with several definitions is ignored.
class HeaderMacros {
public:
  HeaderMacros(HeaderFiles &files, const HeaderSearch &search) : files(files), search(search) {}

  /// Reads the headers included by the source `path`, whose tokens are `tokens`, and the headers
  /// included by these.
  void read(llvm::StringRef source, llvm::ArrayRef<CppToken> tokens, llvm::StringRef path);

  /// Reads the files beside the source `path` that include it, whose macros it can use. Returns
  /// whether there are any.
  bool readIncluders(llvm::StringRef path);

  /// The path of the header with the text of a macro; empty if it is in none.
  llvm::StringRef pathOf(const Directives::Macro &macro) const;

  /// The definition of the macro; null if there is none, or several.
  const Directives::Macro *find(llvm::StringRef name) const;
  /// The macros that are found.
  const llvm::StringMap<std::optional<Directives::Macro>> &all() const { return macros; }

private:
  // Bounds the time to read a source.
  static constexpr size_t mostHeaders = 64, mostBytes = 8 << 20;
  static constexpr unsigned deepest = 16;

  void include(const Header::Include &included, llvm::StringRef folder, unsigned depth);
  void add(const Header &header, unsigned depth);
  void define(const Header &header);

  HeaderFiles &files;
  const HeaderSearch &search;
  llvm::SmallPtrSet<const Header *, 16> known;
  llvm::StringMap<std::optional<Directives::Macro>> macros;
  size_t bytes = 0;
};

/// Parses and removes the parameters at the start of `body`, whose parenthesis directly follows the
/// macro's name. Returns false if they are invalid.
bool takeParameters(llvm::StringRef source, llvm::ArrayRef<CppToken> &body,
                    Directives::Macro &macro);

} // namespace ptx

#endif // PTX_INLINE_READ_HEADERMACROS_H
