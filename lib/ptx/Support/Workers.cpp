// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/Workers.h"

#include "llvm/Support/ThreadPool.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

using namespace ptx;

/// The threads that the machine, or the set of cores that the process may use, can run at once.
static unsigned coresOf() {
  return std::max(1u, llvm::hardware_concurrency().compute_thread_count());
}

Workers::Workers(unsigned count) : number(count ? count : coresOf()) {}

Workers::~Workers() = default;

void Workers::start() {
  if (pool || number == 1)
    return;
  pool = std::make_unique<llvm::StdThreadPool>(llvm::hardware_concurrency(number - 1));
  for (unsigned worker = 1; worker != number; ++worker)
    pool->async([] {});
}

void Workers::forEach(size_t size, llvm::function_ref<void(size_t index, unsigned worker)> work) {
  auto threads = static_cast<unsigned>(std::min<size_t>(number, size));
  if (threads <= 1) {
    for (size_t index = 0; index != size; ++index)
      work(index, 0);
    return;
  }
  std::atomic<size_t> next = 0;
  std::exception_ptr failure;
  std::once_flag failed;
  // What a thread throws would end the process; the caller gets the first of it.
  auto run = [&](unsigned worker) {
    try {
      for (size_t index; (index = next.fetch_add(1, std::memory_order_relaxed)) < size;)
        work(index, worker);
    } catch (...) {
      std::call_once(failed, [&] { failure = std::current_exception(); });
      next = size;
    }
  };
  start();
  llvm::ThreadPoolTaskGroup group(*pool);
  for (unsigned worker = 1; worker != threads; ++worker)
    group.async([&run, worker] { run(worker); });
  run(0);
  group.wait();
  if (failure)
    std::rethrow_exception(failure);
}
