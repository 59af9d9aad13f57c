// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_INORDER_H
#define PTX_SUPPORT_INORDER_H

#include "ptx/Support/Workers.h"

#include <mutex>
#include <optional>
#include <vector>

namespace ptx {

/// Makes a result for each index below `size`, shared among `workers`, and uses the results in the
/// order of the indices, each as soon as those before it are used. `make(index)` runs on any
/// thread; of `use(result)` one call runs at a time. Once `use` returns false, nothing more is
/// used, and what has not been begun is not made.
template <class Result, class Make, class Use>
void makeInOrder(Workers &workers, size_t size, Make make, Use use) {
  std::mutex mutex;
  std::vector<std::optional<Result>> results(size);
  size_t next = 0;
  bool wanted = true;
  workers.forEach(size, [&](size_t index, unsigned) {
    {
      std::lock_guard lock(mutex);
      if (!wanted)
        return;
    }
    Result made = make(index);
    std::lock_guard lock(mutex);
    results[index] = std::move(made);
    for (; wanted && next != size && results[next]; ++next) {
      wanted = use(std::move(*results[next]));
      results[next].reset();
    }
  });
}

} // namespace ptx

#endif // PTX_SUPPORT_INORDER_H
