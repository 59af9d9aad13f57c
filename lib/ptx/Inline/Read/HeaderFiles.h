// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_INLINE_READ_HEADERFILES_H
#define PTX_INLINE_READ_HEADERFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ptx {

class AsmCache;
struct AsmStatement;
struct Header;
class SourceBuffer;

/// Where the headers of a source are.
struct HeaderSearch {
  std::vector<std::string> folders;
  /// `#define` lines for the macros that a compiler command defines.
  std::string definitions;
  /// The real path of a folder: headers outside are not read. Empty: there is no limit.
  std::string root;
  /// Whether a source without `asm` can use a macro that has it. Otherwise only a text search is
  /// required for most sources.
  bool searchesAllSources = true;
};

/// The headers that were read, for several sources. Thread-safe.
class HeaderFiles {
public:
  HeaderFiles();
  ~HeaderFiles();

  /// Adds files of the project: an included header that is in none of the folders is the only one
  /// of these whose path ends with the written one.
  void addProjectFiles(llvm::ArrayRef<std::string> paths);

  /// The header that a source in `folder` includes by `name`; null if it is not found or too large.
  /// It lives as long as this object.
  const Header *find(llvm::StringRef name, bool isQuoted, llvm::StringRef folder,
                     const HeaderSearch &search);

  /// The files beside `path` that include it.
  llvm::SmallVector<const Header *> includersOf(llvm::StringRef path, const HeaderSearch &search);

  /// The header with the text `definitions`.
  const Header *ofText(llvm::StringRef definitions);

private:
  /// Bounds the memory for all headers.
  static constexpr size_t mostBytes = 256 << 20;

  const Header *open(llvm::StringRef path, const HeaderSearch &search);
  llvm::ArrayRef<const Header *> filesIn(llvm::StringRef folder, const HeaderSearch &search);

  /// A regular file; the path is empty if there is none.
  struct File {
    std::string realPath;
    uint64_t size = 0;
  };

  const File &fileAt(llvm::StringRef path);

  std::mutex mutex;
  llvm::StringMap<File> files;                      ///< by path as written
  llvm::StringMap<std::unique_ptr<Header>> headers; ///< by path; null if it cannot be read
  llvm::StringMap<std::unique_ptr<Header>> texts;
  llvm::StringMap<llvm::SmallVector<std::string, 1>> project; ///< by the name without folders
  llvm::StringMap<std::vector<const Header *>> folders;       ///< their files
  size_t bytes = 0;
};

/// The `asm` statements of `source` as `findAsmStatements` finds them, with the macros of included
/// headers. `cache`, if any, is that of the source before an edit.
std::vector<AsmStatement> findAsmWithHeaders(const SourceBuffer &source, HeaderFiles &headers,
                                             const HeaderSearch &search, AsmCache *cache = nullptr);

} // namespace ptx

#endif // PTX_INLINE_READ_HEADERFILES_H
