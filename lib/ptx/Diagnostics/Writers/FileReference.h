// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_WRITERS_FILEREFERENCE_H
#define PTX_DIAGNOSTICS_WRITERS_FILEREFERENCE_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace ptx {

/// `path` from the root of the file system on, without `.` and `..`. A relative one is seen from
/// `folder`, which is absolute.
std::string absolutePath(llvm::StringRef path, llvm::StringRef folder);

/// `path`, which is absolute, as seen from `folder`; empty if it is not below it.
llvm::StringRef pathBelow(llvm::StringRef path, llvm::StringRef folder);

/// `path` as others name the file who know the working folder: relative to `folder`, an absolute
/// path, if the file is in it or below, else absolute; in either case without `.` and `..`.
std::string referencePath(llvm::StringRef path, llvm::StringRef folder);

/// `referencePath` as a URI reference (RFC 3986): `my%20kernel.ptx`, `file:///tmp/k.ptx`.
std::string referenceUri(llvm::StringRef path, llvm::StringRef folder);

/// The working folder, an absolute path; `/` where there is none.
std::string workingFolder();

} // namespace ptx

#endif // PTX_DIAGNOSTICS_WRITERS_FILEREFERENCE_H
