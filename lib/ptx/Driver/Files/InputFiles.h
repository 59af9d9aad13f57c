// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_FILES_INPUTFILES_H
#define PTX_DRIVER_FILES_INPUTFILES_H

#include "ptx/Support/NamePatterns.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <string>
#include <vector>

namespace ptx {

/// The files that a command line names, in its order.
struct InputFiles {
  struct Unusable {
    std::string folder;
    std::string reason;
  };

  std::vector<std::string> paths;
  /// The folders that cannot be read or hold no file to look at, each with a text that names it.
  std::vector<Unusable> unusable;
  /// What is not looked at though its name fits, one text each.
  std::vector<std::string> notes;
};

/// What counts in a folder.
enum class FolderFiles : uint8_t {
  Modules,       ///< `*.ptx`
  ModulesAndCpp, ///< sources of C++ as well
  All,           ///< sources of each language that can hold PTX
};

/// Which files of a folder to take.
class FileSelection {
public:
  FileSelection(FolderFiles files = FolderFiles::Modules) : files(files) {}

  /// `files`, or what one of `patterns` fits, if there are any. Fails if a pattern makes no sense.
  static llvm::Expected<FileSelection> make(FolderFiles files,
                                            llvm::ArrayRef<std::string> patterns);

  /// Asked for each file and folder below a folder that is searched, with its path and whether it
  /// is a folder: whether to leave it out.
  std::function<bool(llvm::StringRef path, bool isFolder)> excludes;

  /// Whether links count that lead out of the folder.
  bool followsLinks = false;

  /// Whether the file `path`, seen from the folder, is one.
  bool takes(llvm::StringRef path) const;

  /// What it takes, in words: "*.ptx file".
  std::string words() const;

private:
  FolderFiles files;
  NamePatterns patterns;
};

/// Replaces each folder among `inputs` by the files in it and below that `selection` takes, sorted
/// by path. Links to files in the folder count as files; links to folders are not followed, so that
/// a loop of links does no harm. Everything else is kept, whether it exists or not.
InputFiles collectInputs(llvm::ArrayRef<llvm::StringRef> inputs,
                         const FileSelection &selection = {});

/// The sources that the compilation database `compile_commands.json` of `folder` names, each once,
/// in its order. See https://clang.llvm.org/docs/JSONCompilationDatabase.html.
llvm::Expected<std::vector<std::string>> compiledSources(llvm::StringRef folder);

} // namespace ptx

#endif // PTX_DRIVER_FILES_INPUTFILES_H
