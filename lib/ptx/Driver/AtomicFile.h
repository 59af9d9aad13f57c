// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_ATOMICFILE_H
#define PTX_DRIVER_ATOMICFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace ptx {

/// Replaces the contents of the file at `path` so that whoever reads it sees the old text or the
/// new one, whole, whatever happens in between. The file keeps its mode and, where permitted, its
/// owner; if `path` is a link, the file that it leads to is replaced. What is no regular file or
/// may not be written is left alone. Fails with a one-line text without the path.
llvm::Error replaceFile(llvm::StringRef path, llvm::StringRef text);

} // namespace ptx

#endif // PTX_DRIVER_ATOMICFILE_H
