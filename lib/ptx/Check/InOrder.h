// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CHECK_INORDER_H
#define PTX_CHECK_INORDER_H

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

} // namespace ptx

#endif // PTX_CHECK_INORDER_H
