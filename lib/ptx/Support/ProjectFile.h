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

// Files that a run reads although nobody has named them, or that others have made: the
// configuration of a repository, its ignore files, a compilation database. What is in a repository
// can be of anybody, so that what its files can do has bounds.

/// The largest configuration or ignore file, and the longest line of one, in bytes: readers take
/// more than linear time for a line.
inline constexpr uint64_t maxProjectFileSize = 256 << 10;
inline constexpr uint64_t maxProjectLineSize = 4096;

/// Reads a regular file of at most `limit` bytes, through links. A pipe and a device, which may
/// have no end, are not opened for reading. Fails with a one-line text without the path.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readRegularFile(llvm::StringRef path,
                                                                    uint64_t limit);

/// The same with the bounds of a configuration.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readProjectFile(llvm::StringRef path);

/// Whether the file or link `path` belongs neither to the user, nor to root, nor to the owner of
/// its folder. In a folder that all can write to, such as that for temporary files, somebody else
/// has put it there.
bool isOfStranger(llvm::StringRef path);

/// Whether `[` and `{` are open more than `limit` deep somewhere in `text`: more than a reader that
/// calls itself can bear. With `Quotes::Json`, those in strings of JSON do not count.
enum class Quotes : uint8_t { None, Json };
bool nestsDeeper(llvm::StringRef text, unsigned limit, Quotes quotes);

} // namespace ptx

#endif // PTX_SUPPORT_PROJECTFILE_H
