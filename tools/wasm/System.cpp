// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"

#include <cerrno>
#include <unistd.h>

// What LLVM's library asks of the system. The module has no files: each is missing.

using namespace llvm;
using namespace llvm::sys;

static std::error_code missing() { return {ENOENT, std::generic_category()}; }

std::error_code fs::closeFile(file_t &) { return {}; }

std::error_code fs::current_path(SmallVectorImpl<char> &result) {
  result.assign({'/'});
  return {};
}

std::error_code fs::detail::directory_iterator_construct(DirIterState &, StringRef, bool) {
  return missing();
}
std::error_code fs::detail::directory_iterator_destruct(DirIterState &) { return {}; }
std::error_code fs::detail::directory_iterator_increment(DirIterState &) { return missing(); }

fs::file_t fs::getStdinHandle() { return 0; }
fs::file_t fs::getStdoutHandle() { return 1; }
fs::file_t fs::getStderrHandle() { return 2; }

Expected<fs::file_t> fs::openNativeFileForRead(const Twine &, OpenFlags, SmallVectorImpl<char> *) {
  return errorCodeToError(missing());
}
Expected<size_t> fs::readNativeFile(file_t, MutableArrayRef<char>) {
  return errorCodeToError(missing());
}
Expected<size_t> fs::readNativeFileSlice(file_t, MutableArrayRef<char>, uint64_t) {
  return errorCodeToError(missing());
}
std::error_code fs::real_path(const Twine &, SmallVectorImpl<char> &, bool) { return missing(); }
std::error_code fs::status(file_t, file_status &) { return missing(); }
std::error_code fs::status(const Twine &, file_status &, bool) { return missing(); }

uid_t geteuid() { return 0; }
