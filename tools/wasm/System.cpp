// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/Support/Chrono.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <sys/mman.h>
#include <unistd.h>

// The functions of the system that LLVM's library calls. The module has no files, so that none is
// found.

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

fs::mapped_file_region::mapped_file_region(file_t, mapmode, size_t, uint64_t,
                                           std::error_code &error) {
  error = missing();
}
int fs::mapped_file_region::alignment() { return 1; }
void fs::mapped_file_region::unmapImpl() {}
void fs::mapped_file_region::dontNeedImpl() {}
void fs::mapped_file_region::willNeedImpl() {}

Expected<unsigned> Process::getPageSize() { return 65536; }
bool Process::ColorNeedsFlush() { return false; }
bool Process::FileDescriptorHasColors(int) { return false; }
bool Process::FileDescriptorIsDisplayed(int) { return false; }
const char *Process::OutputBold(bool) { return nullptr; }
const char *Process::OutputColor(char, bool, bool) { return nullptr; }
const char *Process::OutputReverse() { return nullptr; }
const char *Process::ResetColor() { return nullptr; }
std::error_code Process::SafelyCloseFileDescriptor(int) { return {}; }
bool path::home_directory(SmallVectorImpl<char> &) { return false; }
void sys::RunInterruptHandlers() {}

raw_ostream &llvm::dbgs() { return errs(); }

// The time in the log of the language server.
void format_provider<TimePoint<>>::format(const TimePoint<> &time, raw_ostream &os, StringRef) {
  os << time.time_since_epoch().count();
}

uid_t geteuid() { return 0; }
extern "C" int madvise(void *, size_t, int) { return 0; }
