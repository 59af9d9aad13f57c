// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_INLINE_LANGUAGES_LANGUAGES_H
#define PTX_INLINE_LANGUAGES_LANGUAGES_H

#include "ptx/Inline/Read/AsmStatements.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace ptx {

/// A language whose sources hold PTX, in statements or in strings.
struct HostLanguage {
  /// As options and editors name it: "python". The first is that of `--language`.
  llvm::ArrayRef<llvm::StringRef> names;
  /// As messages name it: "Python".
  llvm::StringRef title;
  /// What the names of its files end with: ".py".
  llvm::ArrayRef<llvm::StringRef> suffixes;
  /// What begins a comment of one line.
  llvm::StringRef comment;
  /// The statements of a source.
  std::vector<AsmStatement> (*find)(const SourceBuffer &source);
  /// How readers of the source count the place `offset`, in words, if not by lines of the file;
  /// null if they do that.
  std::string (*placeInWords)(const SourceBuffer &source, uint32_t offset) = nullptr;

  llvm::StringRef name() const { return names.front(); }
};

extern const HostLanguage cppLanguage;

/// All of them.
llvm::ArrayRef<const HostLanguage *> hostLanguages();

/// The language of a file with this name; null if it is none of them.
const HostLanguage *hostLanguageOf(llvm::StringRef path);

/// The language that is named so; null if none is.
const HostLanguage *hostLanguageNamed(llvm::StringRef name);

/// The statements of a source of the language, and the strings of C++ in it. Any bytes are safe.
std::vector<AsmStatement> findPythonAsm(const SourceBuffer &source);
std::vector<AsmStatement> findRustAsm(const SourceBuffer &source);
std::vector<AsmStatement> findJuliaAsm(const SourceBuffer &source);
std::vector<AsmStatement> findNotebookAsm(const SourceBuffer &source);

/// The cell of a notebook and the line in it: "cell 3, line 5". Empty outside of cells.
std::string placeInNotebook(const SourceBuffer &source, uint32_t offset);

} // namespace ptx

#endif // PTX_INLINE_LANGUAGES_LANGUAGES_H
