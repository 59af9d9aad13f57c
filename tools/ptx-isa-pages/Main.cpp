// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptx-isa-pages FOLDER CHANGES DATABASE writes the reference pages of all instructions, directives,
// special registers and targets to a new folder, the pages of what each version added to another,
// and all that the records say to a file. It runs during the build and is not installed.

#include "ptx/Isa/Reference/Changes.h"
#include "ptx/Isa/Reference/Database.h"
#include "ptx/Isa/Reference/Describe.h"
#include "ptx/Isa/Vocabulary/Directives.h"
#include "ptx/Isa/Vocabulary/SpecialRegisters.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

/// Writes one file, and reports errors.
static bool writeFile(const llvm::Twine &path,
                      llvm::function_ref<void(llvm::raw_ostream &)> print) {
  std::error_code error;
  llvm::raw_fd_ostream os(path.str(), error);
  if (!error) {
    print(os);
    os.close();
    error = os.error();
    os.clear_error();
  }
  if (error)
    llvm::errs() << "ptx-isa-pages: error: cannot write " << path << ": " << error.message()
                 << '\n';
  return !error;
}

/// Creates a folder, and reports errors.
static bool makeFolder(const std::string &folder) {
  std::error_code error = llvm::sys::fs::create_directories(folder);
  if (error)
    llvm::errs() << "ptx-isa-pages: error: cannot make " << folder << ": " << error.message()
                 << '\n';
  return !error;
}

static bool writeReference(const std::string &folder) {
  bool written = writeFile(folder + "/index.md", ptx::printIndex);
  written &= writeFile(folder + "/directives.md", ptx::printDirectives);
  written &= writeFile(folder + "/special-registers.md", ptx::printSpecialRegisters);
  written &= writeFile(folder + "/targets.md", ptx::printTargets);
  for (llvm::StringRef section : ptx::allSections())
    written &= writeFile(folder + "/" + section + ".md",
                         [&](llvm::raw_ostream &os) { ptx::printPage(os, section); });
  return written;
}

static bool writeChanges(const std::string &folder) {
  bool written = writeFile(folder + "/index.md", ptx::printChangesIndex);
  for (unsigned major : ptx::majorVersions())
    written &= writeFile(folder + "/" + llvm::Twine(major) + ".md",
                         [&](llvm::raw_ostream &os) { ptx::printChanges(os, major); });
  return written;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    llvm::errs() << "usage: ptx-isa-pages FOLDER CHANGES DATABASE\n";
    return 2;
  }
  std::string reference = argv[1], changes = argv[2];
  if (!makeFolder(reference) || !makeFolder(changes))
    return 2;
  bool written = writeReference(reference);
  written &= writeChanges(changes);
  written &=
      writeFile(argv[3], [](llvm::raw_ostream &os) { ptx::printDatabase(os, PTXKIT_VERSION); });
  return written ? 0 : 2;
}
