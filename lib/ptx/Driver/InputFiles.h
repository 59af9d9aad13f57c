// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_INPUTFILES_H
#define PTX_DRIVER_INPUTFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace ptx {

/// The files that a command line names, in its order.
struct InputFiles {
  std::vector<std::string> paths;
  /// One text for each folder that cannot be read or holds no file to look at.
  std::vector<std::string> errors;
};

/// Whether the name of a file says that it is source of C++ or CUDA C++.
bool isCppSource(llvm::StringRef path);

/// Replaces each folder among `inputs` by the `*.ptx` files in it and below, sorted by path, and with
/// `sources` by those of C++ as well. Links to files count as files; links to folders are not
/// followed, so that a loop of links does no harm. Everything else is kept, whether it exists or not.
InputFiles collectInputs(llvm::ArrayRef<llvm::StringRef> inputs, bool sources = false);

} // namespace ptx

#endif // PTX_DRIVER_INPUTFILES_H
