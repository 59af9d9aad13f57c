// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/AtomicFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"

#include <algorithm>
#include <cerrno>
#include <string>
#include <sys/stat.h>
#include <sys/xattr.h>
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

/// Gives `file` the mode, the group and the owner of `original`. Only root may give files away, and
/// others may only give them to groups of theirs; where neither is permitted the file then is the
/// user's, as with any tool that replaces files.
static std::error_code copyOwnership(int file, const struct stat &original) {
  constexpr uid_t same = -1;
  if (fchown(file, same, original.st_gid) != 0 && errno != EPERM)
    return lastError();
  if (fchown(file, original.st_uid, same) != 0 && errno != EPERM)
    return lastError();
  return fchmod(file, original.st_mode & 07777) == 0 ? std::error_code() : lastError();
}

/// Gives `file` the extended attributes of the file at `path`, as far as the file system has them
/// and the user may set them. Access control lists are among them.
static void copyAttributes(int file, const char *path) {
  ssize_t size = listxattr(path, nullptr, 0);
  if (size <= 0)
    return;
  std::string names(size, '\0');
  size = listxattr(path, names.data(), names.size());
  names.resize(std::max<ssize_t>(size, 0));
  llvm::SmallVector<llvm::StringRef> list;
  llvm::StringRef(names).split(list, '\0', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef name : list) {
    // Each name ends in a zero within `names`.
    ssize_t length = getxattr(path, name.data(), nullptr, 0);
    if (length < 0)
      continue;
    std::string value(length, '\0');
    length = getxattr(path, name.data(), value.data(), value.size());
    if (length >= 0)
      (void)fsetxattr(file, name.data(), value.data(), length, 0);
  }
}

llvm::Error ptx::replaceFile(llvm::StringRef path, llvm::StringRef expected, llvm::StringRef text) {
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
  llvm::FileRemover remover(temporary);

  std::error_code error = writeAll(file, text);
  if (!error)
    error = copyOwnership(file, original);
  if (!error)
    copyAttributes(file, target.c_str());
  if (close(file) != 0 && !error)
    error = lastError();
  if (error)
    return llvm::errorCodeToError(error);
  auto current = llvm::MemoryBuffer::getFile(target, /*IsText=*/false,
                                             /*RequiresNullTerminator=*/false);
  if (!current)
    return llvm::errorCodeToError(current.getError());
  if ((*current)->getBuffer() != expected)
    return llvm::createStringError("it has changed since it was read");
  if (rename(temporary.c_str(), target.c_str()) != 0)
    error = lastError();
  if (error)
    return llvm::errorCodeToError(error);
  llvm::sys::DontRemoveFileOnSignal(temporary);
  remover.releaseFile();
  return llvm::Error::success();
}
