// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/ProjectFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

static llvm::Error lastFailure() {
  return llvm::errorCodeToError({errno, std::generic_category()});
}

/// Reads the open file as `readRegularFile` does.
static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readRegular(int file, StringRef path,
                                                                       uint64_t limit) {
  struct stat status;
  if (fstat(file, &status) != 0)
    return lastFailure();
  if (!S_ISREG(status.st_mode))
    return llvm::createStringError("not a regular file");
  auto size = static_cast<uint64_t>(status.st_size);
  if (size > limit)
    return llvm::createStringError("it has " + Twine(size) + " bytes; the limit is " +
                                   Twine(limit));
  auto text = llvm::MemoryBuffer::getOpenFile(file, path, size, /*RequiresNullTerminator=*/true,
                                              /*IsVolatile=*/true);
  if (!text)
    return llvm::errorCodeToError(text.getError());
  return std::move(*text);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> ptx::readRegularFile(StringRef path,
                                                                         uint64_t limit) {
  // Does not wait for the other end of a pipe.
  int file = open(path.str().c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0)
    return lastFailure();
  auto text = readRegular(file, path, limit);
  close(file);
  return text;
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> ptx::readProjectFile(StringRef path) {
  auto file = readRegularFile(path, maxProjectFileSize);
  if (!file)
    return file;
  size_t number = 0;
  for (StringRef line : llvm::split((*file)->getBuffer(), '\n')) {
    ++number;
    if (line.size() > maxProjectLineSize)
      return llvm::createStringError("line " + Twine(number) + " has " + Twine(line.size()) +
                                     " bytes; the limit is " + Twine(maxProjectLineSize));
  }
  return file;
}

bool ptx::isOfStranger(StringRef path) {
  struct stat file, folder;
  StringRef parent = llvm::sys::path::parent_path(path);
  if (lstat(path.str().c_str(), &file) != 0)
    return false;
  if (file.st_uid == geteuid() || file.st_uid == 0)
    return false;
  return stat(parent.empty() ? "." : parent.str().c_str(), &folder) != 0 ||
         folder.st_uid != file.st_uid;
}

bool ptx::nestsDeeper(StringRef text, unsigned limit, Quotes quotes) {
  unsigned depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"' && quotes == Quotes::Json) {
      while (++i < text.size() && text[i] != '"')
        i += text[i] == '\\';
    } else if (c == '[' || c == '{') {
      if (++depth > limit)
        return true;
    } else if ((c == ']' || c == '}') && depth != 0) {
      --depth;
    }
  }
  return false;
}
