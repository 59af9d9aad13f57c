// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_PROJECTFILE_H
#define PTX_SUPPORT_PROJECTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdint>
#include <memory>

namespace ptx {

// Files that are read without being named by the user, or that others wrote: the configuration of a
// repository, its ignore files, a compilation database. The contents of a repository are not
// trusted, so the effect of these files is bounded.

/// The maximum size of a configuration or ignore file and of its lines, in bytes. Readers require
/// more than linear time for a line.
inline constexpr uint64_t maxProjectFileSize = 256 << 10;
inline constexpr uint64_t maxProjectLineSize = 4096;

/// Reads a regular file of at most `limit` bytes and follows links. Pipes and devices, which may be
/// endless, are not opened. Fails with a one-line text without the path.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readRegularFile(llvm::StringRef path,
                                                                    uint64_t limit);

/// The same with the bounds of a configuration.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readProjectFile(llvm::StringRef path);

/// Whether the owner of the file or link `path` is neither the user, nor root, nor the owner of its
/// folder. In a world-writable folder, such as the one for temporary files, another user has
/// created it.
bool isOfStranger(llvm::StringRef path);

/// Whether `[` and `{` in `text` are nested more than `limit` deep, which would exhaust the stack
/// of a recursive reader. With `Quotes::Json`, brackets in JSON strings are ignored.
enum class Quotes : uint8_t { None, Json };
bool nestsDeeper(llvm::StringRef text, unsigned limit, Quotes quotes);

} // namespace ptx

#endif // PTX_SUPPORT_PROJECTFILE_H
