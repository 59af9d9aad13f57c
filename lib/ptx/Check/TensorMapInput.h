// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CHECK_TENSORMAPINPUT_H
#define PTX_CHECK_TENSORMAPINPUT_H

#include "ptx/Tensor/Maps/TensorMapFile.h"

namespace ptx {

/// Reads the descriptions of tensor maps in the file `path`, or in standard input for "-". Fails
/// with a one-line text that begins with the path and, unless the file cannot be read, with the
/// line and column of the fault.
llvm::Expected<TensorMapFile> readTensorMapFile(llvm::StringRef path);

/// The maps that `//@tensormap` comments of the PTX file `path` describe, in the order of the
/// source. A map with the name of another one is also named by its line. Fails in the same way for
/// a comment that cannot be read, and if there is no comment.
llvm::Expected<std::vector<NamedTensorMap>> readCommentedMaps(llvm::StringRef path);

} // namespace ptx

#endif // PTX_CHECK_TENSORMAPINPUT_H
