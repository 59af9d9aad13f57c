// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compilation databases. Private to lib/ptx/Driver.

#ifndef PTX_DRIVER_FILES_COMPILECOMMANDS_H
#define PTX_DRIVER_FILES_COMPILECOMMANDS_H

#include "ptx/Inline/Read/HeaderFiles.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace ptx {

/// A compilation database. See https://clang.llvm.org/docs/JSONCompilationDatabase.html.
class CompileCommands {
public:
  static constexpr llvm::StringLiteral fileName = "compile_commands.json";

  /// Reads the database of `folder`.
  static llvm::Expected<CompileCommands> read(llvm::StringRef folder);

  /// The sources of C++, in the order of the database, without duplicates.
  const std::vector<std::string> &sources() const { return names; }

  /// Whether the source with the absolute path `path` has a command.
  bool hasSource(llvm::StringRef path) const { return searches.find(path) != searches.end(); }

  /// Where the headers of the source with the absolute path `path` are: by its own command, or, for
  /// a file without one, by that of the file whose path is most similar. Null without commands.
  const HeaderSearch *searchFor(llvm::StringRef path) const;

private:
  friend class CommandReader;

  std::vector<std::string> names;
  std::map<std::string, std::shared_ptr<const HeaderSearch>, std::less<>> searches; ///< by path
};

} // namespace ptx

#endif // PTX_DRIVER_FILES_COMPILECOMMANDS_H
