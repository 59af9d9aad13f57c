// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptx-isa-pages FOLDER writes the reference pages of all instructions, directives, special
// registers and targets to a new folder. It runs during the build and is not installed.

#include "ptx/Isa/Describe.h"
#include "ptx/Isa/Directives.h"
#include "ptx/Isa/SpecialRegisters.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

/// Writes one file; reports what goes wrong.
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

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: ptx-isa-pages FOLDER\n";
    return 2;
  }
  std::string folder = argv[1];
  if (std::error_code error = llvm::sys::fs::create_directories(folder)) {
    llvm::errs() << "ptx-isa-pages: error: cannot make " << folder << ": " << error.message()
                 << '\n';
    return 2;
  }
  bool written = writeFile(folder + "/index.md", ptx::printIndex);
  written &= writeFile(folder + "/directives.md", ptx::printDirectives);
  written &= writeFile(folder + "/special-registers.md", ptx::printSpecialRegisters);
  written &= writeFile(folder + "/targets.md", ptx::printTargets);
  for (llvm::StringRef section : ptx::allSections())
    written &= writeFile(folder + "/" + section + ".md",
                         [&](llvm::raw_ostream &os) { ptx::printPage(os, section); });
  return written ? 0 : 2;
}
