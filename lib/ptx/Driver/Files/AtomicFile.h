// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_FILES_ATOMICFILE_H
#define PTX_DRIVER_FILES_ATOMICFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace ptx {

/// Atomically replaces the contents of the file at `path`: readers see either the complete old text
/// or the complete new text, even after a crash. The file keeps its mode except for set-user-ID and
/// set-group-ID bits, its extended attributes except for capabilities, its access control list and,
/// where permitted, its owner and group. If `path` is a symbolic link, its target is replaced.
/// Other hard links to the file keep the old text.
///
/// `expected` is the text that was read. Fails, without changes, if the file now has different
/// contents, is not a regular file, or is not writable. The error is one line of text without the
/// path.
llvm::Error replaceFile(llvm::StringRef path, llvm::StringRef expected, llvm::StringRef text);

/// Writes `text` to the file at `path`, regardless of its contents, or creates it. Readers see the
/// old text or the new text, as for `replaceFile`. Files that are not regular, such as devices and
/// pipes, are written to directly. The error is one line of text without the path.
llvm::Error writeFile(llvm::StringRef path, llvm::StringRef text);
/// The same for a text in parts.
llvm::Error writeFile(llvm::StringRef path, llvm::ArrayRef<llvm::StringRef> parts);

} // namespace ptx

#endif // PTX_DRIVER_FILES_ATOMICFILE_H
