// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_INORDER_H
#define PTX_SUPPORT_INORDER_H

#include "ptx/Support/Workers.h"

#include "llvm/ADT/ArrayRef.h"

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

namespace ptx {

/// Receives numbered results from several threads and passes them on in the order of their numbers,
/// one at a time. Results that arrive early are stored; they are few if numbers are handed out in
/// ascending order.
template <class T> class InOrder {
public:
  /// `use` must not call `put`.
  explicit InOrder(std::function<void(T)> use) : use(std::move(use)) {}

  /// Adds result `index`. Indices start at 0, and each is added once.
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

/// Makes a result for each index from 0 on, and uses the results in the order of the indices, each
/// as soon as all earlier ones are used. `workers` share the indices. `make(index, worker)` runs on
/// any thread, as for `Workers::forEach`. Indices are started in the order of `order`, which
/// contains each of them once. At most one call of `use(result)` runs at a time. After `use`
/// returns false, no other item is used, and no new item is started. `finish` is that of
/// `Workers::forEach`.
template <class Result, class Make, class Use>
void makeInOrder(
    Workers &workers, llvm::ArrayRef<size_t> order, Make make, Use use,
    llvm::function_ref<void(unsigned worker)> finish = [](unsigned) {}) {
  std::atomic<bool> wanted = true;
  InOrder<Result> inOrder([&](Result result) {
    if (wanted)
      wanted = use(std::move(result));
  });
  auto makeNext = [&](size_t i, unsigned worker) {
    if (wanted)
      inOrder.put(order[i], make(order[i], worker));
  };
  workers.forEach(order.size(), makeNext, finish);
}

/// The same for the indices below `size`, started in ascending order.
template <class Result, class Make, class Use>
void makeInOrder(Workers &workers, size_t size, Make make, Use use) {
  std::vector<size_t> order(size);
  std::iota(order.begin(), order.end(), 0);
  makeInOrder<Result>(workers, order, std::move(make), std::move(use));
}

} // namespace ptx

#endif // PTX_SUPPORT_INORDER_H
