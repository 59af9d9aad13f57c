// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Distribution of files to threads. Private to lib/ptx/Driver.

#ifndef PTX_DRIVER_FILES_FILESHARING_H
#define PTX_DRIVER_FILES_FILESHARING_H

#include "ptx/Support/InOrder.h"

namespace ptx {

/// Computes a result for each of `count` files with `make(index, workers)` and uses the results in
/// the order of the files, like `makeInOrder`. With many files, each thread works on files of its
/// own; with few, all threads share each file.
template <class Result, class Make, class Use>
void shareFiles(Workers &workers, size_t count, Make make, Use use) {
  Workers single(1);
  bool many = count >= 2 * workers.count();
  makeInOrder<Result>(
      many ? workers : single, count,
      [&](size_t index, unsigned) {
        Workers own(1);
        return make(index, many ? own : workers);
      },
      use);
}

} // namespace ptx

#endif // PTX_DRIVER_FILES_FILESHARING_H
