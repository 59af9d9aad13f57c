// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Files/AtomicFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

using namespace ptx;
namespace fs = llvm::sys::fs;

static std::error_code lastError() { return {errno, std::generic_category()}; }

/// Writes all of `parts` to `file` and flushes it to disk.
static std::error_code writeAll(int file, llvm::ArrayRef<llvm::StringRef> parts) {
  for (llvm::StringRef text : parts)
    while (!text.empty()) {
      ssize_t count = write(file, text.data(), text.size());
      if (count < 0 && errno != EINTR)
        return lastError();
      if (count > 0)
        text = text.drop_front(count);
    }
  if (fsync(file) == 0 || errno == EINVAL || errno == EROFS) // pipes and devices cannot be synced
    return std::error_code();
  return lastError();
}

/// Copies the mode, group and owner of `original` to `file`. Only root can change the owner, and
/// other users can only set their own groups. Otherwise the file belongs to the user, as with any
/// tool that replaces files.
static std::error_code copyOwnership(int file, const struct stat &original) {
  constexpr uid_t same = -1;
  if (fchown(file, same, original.st_gid) != 0 && errno != EPERM)
    return lastError();
  if (fchown(file, original.st_uid, same) != 0 && errno != EPERM)
    return lastError();
  // The set-user-ID and set-group-ID bits of the old file do not apply to the new text.
  return fchmod(file, original.st_mode & 01777) == 0 ? std::error_code() : lastError();
}

/// Copies the extended attributes, including access control lists, of the file at `path` to `file`,
/// as far as the file system supports them and the user can set them. Only on Linux: the functions
/// of other systems have other parameters.
static void copyAttributes([[maybe_unused]] int file, [[maybe_unused]] const char *path) {
#ifdef __linux__
  ssize_t size = listxattr(path, nullptr, 0);
  if (size <= 0)
    return;
  std::string names(size, '\0');
  size = listxattr(path, names.data(), names.size());
  names.resize(std::max<ssize_t>(size, 0));
  llvm::SmallVector<llvm::StringRef> list;
  llvm::StringRef(names).split(list, '\0', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef name : list) {
    if (name == "security.capability")
      continue;
    // Each name is null-terminated in `names`.
    ssize_t length = getxattr(path, name.data(), nullptr, 0);
    if (length < 0)
      continue;
    std::string value(length, '\0');
    length = getxattr(path, name.data(), value.data(), value.size());
    if (length >= 0)
      (void)fsetxattr(file, name.data(), value.data(), length, 0);
  }
#endif
}

/// Fails if the contents of the file are no longer `expected`.
static llvm::Error checkUnchanged(llvm::StringRef path, llvm::StringRef expected) {
  auto current = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                             /*RequiresNullTerminator=*/false);
  if (!current)
    return llvm::errorCodeToError(current.getError());
  if ((*current)->getBuffer() != expected)
    return llvm::createStringError("it has changed since it was read");
  return llvm::Error::success();
}

/// Creates or replaces the file at `path` with the text in `parts`. An existing file has the status
/// `original` and, if given, must contain `expected`.
static llvm::Error putInPlace(llvm::SmallString<256> path, llvm::ArrayRef<llvm::StringRef> parts,
                              const struct stat *original,
                              std::optional<llvm::StringRef> expected) {
  // In the same folder, since a file cannot be renamed across file systems.
  llvm::SmallString<256> model(llvm::sys::path::parent_path(path));
  llvm::sys::path::append(model, ".ptxkit-%%%%%%%%%%%%");
  llvm::SmallString<256> temporary;
  int file;
  unsigned mode = original ? 0600 : 0666; // minus the umask
  if (std::error_code error = fs::createUniqueFile(model, file, temporary, fs::OF_None, mode))
    return llvm::errorCodeToError(error);
  llvm::sys::RemoveFileOnSignal(temporary);
  llvm::FileRemover remover(temporary);

  std::error_code error = writeAll(file, parts);
  if (!error && original)
    error = copyOwnership(file, *original);
  if (!error && original)
    copyAttributes(file, path.c_str());
  if (close(file) != 0 && !error)
    error = lastError();
  if (error)
    return llvm::errorCodeToError(error);
  if (expected)
    if (llvm::Error changed = checkUnchanged(path, *expected))
      return changed;
  if (rename(temporary.c_str(), path.c_str()) != 0)
    return llvm::errorCodeToError(lastError());
  llvm::sys::DontRemoveFileOnSignal(temporary);
  remover.releaseFile();
  return llvm::Error::success();
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
  return putInPlace(target, text, &original, expected);
}

/// Writes a text directly to the target of `path`, without a temporary file.
static llvm::Error writeThrough(const char *path, llvm::ArrayRef<llvm::StringRef> parts) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0)
    return llvm::errorCodeToError(lastError());
  std::error_code error = writeAll(file, parts);
  if (close(file) != 0 && !error)
    error = lastError();
  return llvm::errorCodeToError(error);
}

llvm::Error ptx::writeFile(llvm::StringRef path, llvm::ArrayRef<llvm::StringRef> parts) {
  llvm::SmallString<256> target;
  struct stat original;
  if (!fs::real_path(path, target)) {
    if (access(target.c_str(), W_OK) != 0 || stat(target.c_str(), &original) != 0)
      return llvm::errorCodeToError(lastError());
    if (S_ISREG(original.st_mode))
      return putInPlace(target, parts, &original, std::nullopt);
    return writeThrough(target.c_str(), parts);
  }
  target = path;
  if (lstat(target.c_str(), &original) == 0) // a link to nothing yet
    return writeThrough(target.c_str(), parts);
  return putInPlace(target, parts, /*original=*/nullptr, std::nullopt);
}

llvm::Error ptx::writeFile(llvm::StringRef path, llvm::StringRef text) {
  return writeFile(path, llvm::ArrayRef(text));
}
