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

/// The input files of a command line, in its order.
struct InputFiles {
  struct Unusable {
    std::string folder;
    std::string reason;
  };

  std::vector<std::string> paths;
  /// The folders that cannot be read or contain no matching file, each with a message that names
  /// it.
  std::vector<Unusable> unusable;
  /// Messages about matching files and folders that are skipped, one each.
  std::vector<std::string> notes;
};

/// The kinds of files that are inputs in a folder.
enum class FolderFiles : uint8_t {
  Modules,       ///< `*.ptx`
  ModulesAndCpp, ///< sources of C++ as well
  All,           ///< sources of each language that can hold PTX
};

/// Selects the files of a folder.
class FileSelection {
public:
  FileSelection(FolderFiles files = FolderFiles::Modules) : files(files) {}

  /// Selects the files that match one of `patterns`, or `files` if there are no patterns. Fails if
  /// a pattern is invalid.
  static llvm::Expected<FileSelection> make(FolderFiles files,
                                            llvm::ArrayRef<std::string> patterns);

  /// Whether to skip a file or folder below a searched folder.
  std::function<bool(llvm::StringRef path, bool isFolder)> excludes;

  /// Whether to include links that lead out of the folder.
  bool followsLinks = false;

  /// Whether the selection includes the file `path`, relative to the folder.
  bool takes(llvm::StringRef path) const;

  /// The selected files in words: "*.ptx file".
  std::string words() const;

private:
  FolderFiles files;
  NamePatterns patterns;
};

/// Replaces each folder among `inputs` by the files in and below it that `selection` includes,
/// sorted by path. Links to files in the folder count as files. Links to folders are not followed,
/// so loops of links are harmless. Other inputs are kept even if they do not exist.
InputFiles collectInputs(llvm::ArrayRef<llvm::StringRef> inputs,
                         const FileSelection &selection = {});

} // namespace ptx

#endif // PTX_DRIVER_FILES_INPUTFILES_H
