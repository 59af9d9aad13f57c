// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_INLINE_LANGUAGES_LANGUAGES_H
#define PTX_INLINE_LANGUAGES_LANGUAGES_H

#include "ptx/Inline/Read/AsmStatements.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace ptx {

/// A language whose sources contain PTX, in statements or in strings.
struct HostLanguage {
  /// Names in options and editors: "python". The first is the one for `--language`.
  llvm::ArrayRef<llvm::StringRef> names;
  /// Name in messages: "Python".
  llvm::StringRef title;
  /// File extensions: ".py".
  llvm::ArrayRef<llvm::StringRef> suffixes;
  /// The start of a line comment.
  llvm::StringRef comment;
  /// The statements of a source.
  std::vector<AsmStatement> (*find)(const SourceBuffer &source);
  /// A description of the position `offset`, if users do not count by lines of the file; null if
  /// they do.
  std::string (*placeInWords)(const SourceBuffer &source, uint32_t offset) = nullptr;

  llvm::StringRef name() const { return names.front(); }
};

extern const HostLanguage cppLanguage;

/// All of them.
llvm::ArrayRef<const HostLanguage *> hostLanguages();

/// The language of a file with this name; null if there is none.
const HostLanguage *hostLanguageOf(llvm::StringRef path);

/// The language with this name; null if there is none.
const HostLanguage *hostLanguageNamed(llvm::StringRef name);

/// The statements of a source of the language, and the C++ strings in it. The input may be
/// arbitrary bytes.
std::vector<AsmStatement> findPythonAsm(const SourceBuffer &source);
std::vector<AsmStatement> findRustAsm(const SourceBuffer &source);
std::vector<AsmStatement> findJuliaAsm(const SourceBuffer &source);
std::vector<AsmStatement> findNotebookAsm(const SourceBuffer &source);

/// The cell of a notebook and the line in it: "cell 3, line 5". Empty outside of cells.
std::string placeInNotebook(const SourceBuffer &source, uint32_t offset);

} // namespace ptx

#endif // PTX_INLINE_LANGUAGES_LANGUAGES_H
