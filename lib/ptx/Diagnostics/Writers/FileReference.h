// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_WRITERS_FILEREFERENCE_H
#define PTX_DIAGNOSTICS_WRITERS_FILEREFERENCE_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace ptx {

/// The absolute form of `path`, without `.` and `..`. A relative path is resolved from `folder`,
/// which is absolute.
std::string absolutePath(llvm::StringRef path, llvm::StringRef folder);

/// The absolute `path` relative to `folder`; empty if it is not within it.
llvm::StringRef pathBelow(llvm::StringRef path, llvm::StringRef folder);

/// `path` for consumers that know the working folder: relative to the absolute path `folder` if the
/// file is within it, otherwise absolute; without `.` and `..` in either case.
std::string referencePath(llvm::StringRef path, llvm::StringRef folder);

/// `referencePath` as a URI reference (RFC 3986): `my%20kernel.ptx`, `file:///tmp/k.ptx`.
std::string referenceUri(llvm::StringRef path, llvm::StringRef folder);

/// The working folder as an absolute path; `/` if there is none.
std::string workingFolder();

} // namespace ptx

#endif // PTX_DIAGNOSTICS_WRITERS_FILEREFERENCE_H
