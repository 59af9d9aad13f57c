// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The headers of the C++ sources of a run. Private to lib/ptx/Driver.

#ifndef PTX_DRIVER_FILES_SOURCEHEADERS_H
#define PTX_DRIVER_FILES_SOURCEHEADERS_H

#include "ptx/Driver/Files/CompileCommands.h"
#include "ptx/Driver/Options/CommandLine.h"

#include <mutex>

namespace ptx {

/// Decides where the headers of each C++ source are. Thread-safe.
class SourceHeaders {
public:
  /// Reads the databases of `-p`. Fails with a message for the user.
  static llvm::Expected<std::unique_ptr<SourceHeaders>> make(const CommandLine &line);

  /// The databases of `-p`.
  llvm::ArrayRef<CompileCommands> named() const { return databases; }
  /// Adds the files of the run, among which headers can be found.
  void addFiles(llvm::ArrayRef<std::string> paths) { headers.addProjectFiles(paths); }

  /// Where the headers of a source are.
  HeaderSearch searchFor(llvm::StringRef source);
  HeaderFiles &files() { return headers; }

  /// The `asm` statements of a source.
  std::vector<AsmStatement> statementsOf(const SourceBuffer &source);

private:
  /// What is known of the sources in a folder.
  struct Project {
    std::shared_ptr<const CompileCommands> commands; ///< null if there are none
    std::string root; ///< real path of the folder whose headers are read
  };

  Project findProject(llvm::StringRef folder);
  const Project &projectOf(llvm::StringRef folder);

  std::vector<std::string> folders; ///< of `-I`
  std::vector<CompileCommands> databases;
  std::vector<std::pair<std::string, std::string>> inputFolders; ///< absolute, and the real paths
  bool isSearching = true;                                       ///< for databases
  HeaderFiles headers;
  std::mutex mutex;
  llvm::StringMap<Project> projects; ///< by folder
};

} // namespace ptx

#endif // PTX_DRIVER_FILES_SOURCEHEADERS_H
