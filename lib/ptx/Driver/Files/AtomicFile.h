// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_FILES_ATOMICFILE_H
#define PTX_DRIVER_FILES_ATOMICFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace ptx {

/// Replaces the contents of the file at `path` so that whoever reads it sees the old text or the
/// new one, whole, whatever happens in between. The file keeps its mode but for set-user-ID and
/// set-group-ID bits, its extended attributes but for capabilities, with its access control list
/// and, where permitted, its owner and group; if `path` is a symbolic link, the file that it leads
/// to is replaced. Other hard links to the file keep the old text.
///
/// `expected` is the text that was read. A file that has another one by now is left alone, as is
/// what is not a regular file or may not be written. Fails with a one-line text without the path.
llvm::Error replaceFile(llvm::StringRef path, llvm::StringRef expected, llvm::StringRef text);

/// Writes `text` to the file at `path`, whatever it holds, or makes one: readers see the old text
/// or the new one, as with `replaceFile`. What is not a regular file, such as a device or a pipe,
/// is written to. Fails with a one-line text without the path.
llvm::Error writeFile(llvm::StringRef path, llvm::StringRef text);

} // namespace ptx

#endif // PTX_DRIVER_FILES_ATOMICFILE_H
