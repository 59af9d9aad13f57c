// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/AtomicFile.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

using namespace ptx;
namespace fs = llvm::sys::fs;

static std::error_code lastError() { return {errno, std::generic_category()}; }

/// Writes all of `text` to `file`, and on to the disk.
static std::error_code writeAll(int file, llvm::StringRef text) {
  while (!text.empty()) {
    ssize_t count = write(file, text.data(), text.size());
    if (count < 0 && errno != EINTR)
      return lastError();
    if (count > 0)
      text = text.drop_front(count);
  }
  return fsync(file) == 0 ? std::error_code() : lastError();
}

/// Gives `file` the mode and the owner of `original`. Only root may give files away; for others
/// the file then is theirs, as with any tool that replaces files.
static std::error_code copyOwnership(int file, const struct stat &original) {
  if (fchown(file, original.st_uid, original.st_gid) != 0 && errno != EPERM)
    return lastError();
  return fchmod(file, original.st_mode & 07777) == 0 ? std::error_code() : lastError();
}

llvm::Error ptx::replaceFile(llvm::StringRef path, llvm::StringRef text) {
  llvm::SmallString<256> target;
  if (std::error_code error = fs::real_path(path, target))
    return llvm::errorCodeToError(error);
  struct stat original;
  if (access(target.c_str(), W_OK) != 0 || stat(target.c_str(), &original) != 0)
    return llvm::errorCodeToError(lastError());
  if (!S_ISREG(original.st_mode)) // a device must not become a file
    return llvm::createStringError("not a regular file");

  // In the same folder, since a file cannot be renamed across file systems.
  llvm::SmallString<256> model(llvm::sys::path::parent_path(target));
  llvm::sys::path::append(model, ".ptxkit-%%%%%%%%%%%%");
  llvm::SmallString<256> temporary;
  int file;
  if (std::error_code error = fs::createUniqueFile(model, file, temporary, fs::OF_None, 0600))
    return llvm::errorCodeToError(error);
  llvm::sys::RemoveFileOnSignal(temporary);
  auto cleanUp = llvm::make_scope_exit([&] {
    unlink(temporary.c_str());
    llvm::sys::DontRemoveFileOnSignal(temporary);
  });

  std::error_code error = writeAll(file, text);
  if (!error)
    error = copyOwnership(file, original);
  if (close(file) != 0 && !error)
    error = lastError();
  if (!error && rename(temporary.c_str(), target.c_str()) != 0)
    error = lastError();
  if (error)
    return llvm::errorCodeToError(error);
  llvm::sys::DontRemoveFileOnSignal(temporary);
  cleanUp.release();
  return llvm::Error::success();
}
