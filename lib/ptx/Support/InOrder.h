// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_INORDER_H
#define PTX_SUPPORT_INORDER_H

#include "ptx/Support/Workers.h"

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

namespace ptx {

/// Takes numbered results from several threads as they come and hands them on in the order of their
/// numbers, one at a time. It holds those whose turn has not come, which are few if numbers are
/// given out in rising order.
template <class T> class InOrder {
public:
  /// `use` must not call `put`.
  explicit InOrder(std::function<void(T)> use) : use(std::move(use)) {}

  /// Takes result `index`; the first is 0, and each comes once.
  void put(size_t index, T result) {
    std::lock_guard lock(mutex);
    if (index != next) {
      waiting.emplace(index, std::move(result));
      return;
    }
    use(std::move(result));
    for (++next; !waiting.empty() && waiting.begin()->first == next; ++next)
      use(std::move(waiting.extract(waiting.begin()).mapped()));
  }

private:
  std::function<void(T)> use;
  std::mutex mutex;
  size_t next = 0;
  std::map<size_t, T> waiting;
};

/// Makes a result for each index below `size`, shared among `workers`, and uses the results in the
/// order of the indices, each as soon as those before it are used. `make(index, worker)` runs on
/// any thread, as for `Workers::forEach`; of `use(result)` one call runs at a time. Once `use`
/// returns false, nothing more is used, and what has not been begun is not made.
template <class Result, class Make, class Use>
void makeInOrder(Workers &workers, size_t size, Make make, Use use) {
  std::atomic<bool> wanted = true;
  InOrder<Result> inOrder([&](Result result) {
    if (wanted)
      wanted = use(std::move(result));
  });
  workers.forEach(size, [&](size_t index, unsigned worker) {
    if (wanted)
      inOrder.put(index, make(index, worker));
  });
}

} // namespace ptx

#endif // PTX_SUPPORT_INORDER_H
