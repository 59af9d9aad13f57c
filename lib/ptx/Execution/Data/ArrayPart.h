// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Elements of arrays that a user names, as `C[0:8]`.

#ifndef PTX_EXECUTION_DATA_ARRAYPART_H
#define PTX_EXECUTION_DATA_ARRAYPART_H

#include "ptx/Execution/Data/Run.h"

namespace ptx::execution {

/// Elements of an array.
struct ArrayPart {
  std::string name;
  uint64_t begin = 0;
  uint64_t end = ~uint64_t(0); ///< ~0: the size of the array

  /// `C`, `C[3]` or `C[0:8]`; one of the ends may be left out.
  static llvm::Expected<ArrayPart> parse(llvm::StringRef text);

  /// `C[0:2] = 1 2`; after `most` elements, ` ...` replaces the others. Fails if the result has no
  /// such array or elements.
  llvm::Expected<std::string> text(const RunResult &result, uint64_t most = ~uint64_t(0)) const;
};

/// An error that the launch has no array with this name.
llvm::Error noArray(llvm::StringRef name);

} // namespace ptx::execution

#endif // PTX_EXECUTION_DATA_ARRAYPART_H
