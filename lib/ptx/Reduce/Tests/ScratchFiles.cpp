// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Tests/ScratchFiles.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

llvm::Expected<ScratchFiles> ScratchFiles::create(StringRef name) {
  llvm::SmallString<128> folder;
  if (std::error_code error = llvm::sys::fs::createUniqueDirectory("ptx-reduce", folder))
    return llvm::createStringError("cannot create a temporary folder: " + error.message());
  return ScratchFiles(folder.str().str(), name.str());
}

ScratchFiles::ScratchFiles(ScratchFiles &&other) noexcept
    : folder(std::move(other.folder)), name(std::move(other.name)) {
  other.folder.clear();
}

ScratchFiles::~ScratchFiles() {
  if (!folder.empty())
    llvm::sys::fs::remove_directories(folder);
}

std::string ScratchFiles::besides(StringRef other, unsigned worker) const {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, std::to_string(worker), other);
  return path.str().str();
}

llvm::Expected<std::string> ScratchFiles::write(StringRef text, unsigned worker) const {
  std::string path = besides(name, worker);
  std::error_code error = llvm::sys::fs::create_directories(llvm::sys::path::parent_path(path));
  if (!error) {
    llvm::raw_fd_ostream file(path, error);
    file << text;
    file.close();
    if (file.has_error()) {
      error = file.error();
      file.clear_error();
    }
  }
  if (error)
    return llvm::createStringError("cannot write `" + path + "`: " + error.message());
  return path;
}
