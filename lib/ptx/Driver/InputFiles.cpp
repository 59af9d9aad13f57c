// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/InputFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace ptx;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

/// Whether a checker should open what `path` leads to. What has vanished and links that lead
/// nowhere are opened as well, so that the failure is reported; a pipe could block for ever.
static bool isWorthOpening(const llvm::Twine &path) {
  fs::file_status status;
  return fs::status(path, status) || status.type() == fs::file_type::regular_file;
}

/// Whether `entry` is a folder and no link to one.
static bool isFolder(const fs::directory_entry &entry) {
  if (entry.type() != fs::file_type::type_unknown)
    return entry.type() == fs::file_type::directory_file;
  // Some file systems do not tell the type along with the name.
  llvm::ErrorOr<fs::basic_file_status> status = entry.status();
  return status && status->type() == fs::file_type::directory_file;
}

bool ptx::isCppSource(StringRef path) {
  return llvm::is_contained({".cu", ".cuh", ".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp",
                             ".hxx", ".inl", ".inc", ".ipp", ".tcc"},
                            llvm::sys::path::extension(path));
}

/// Appends the files in `folder` and below that are to be looked at to `found`.
static void walk(StringRef folder, bool sources, InputFiles &found) {
  std::vector<std::string> pending{folder.str()};
  while (!pending.empty()) {
    std::string current = std::move(pending.back());
    pending.pop_back();
    std::error_code error;
    fs::directory_iterator entry(current, error, /*follow_symlinks=*/false), end;
    for (; !error && entry != end; entry.increment(error)) {
      if (isFolder(*entry))
        pending.push_back(entry->path());
      else if ((StringRef(entry->path()).ends_with(".ptx") ||
                (sources && isCppSource(entry->path()))) &&
               isWorthOpening(entry->path()))
        found.paths.push_back(entry->path());
    }
    if (error)
      found.errors.push_back("cannot read folder `" + current + "`: " + error.message());
  }
}

InputFiles ptx::collectInputs(llvm::ArrayRef<StringRef> inputs, bool sources) {
  InputFiles found;
  for (StringRef input : inputs) {
    if (input == "-" || !fs::is_directory(input)) {
      found.paths.push_back(input.str());
      continue;
    }
    size_t first = found.paths.size();
    size_t errors = found.errors.size();
    walk(input, sources, found);
    llvm::sort(found.paths.begin() + first, found.paths.end());
    if (found.paths.size() == first && found.errors.size() == errors)
      found.errors.push_back(
          ((sources ? "no *.ptx file and no source in folder `" : "no *.ptx file in folder `") +
           input + "`")
              .str());
  }
  return found;
}
