// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/Workers.h"

#include "llvm/Support/Threading.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

using namespace ptx;

/// The number of threads that the machine, or the set of cores of the process, can run at once.
static unsigned coresOf() {
  return std::max(1u, llvm::hardware_concurrency().compute_thread_count());
}

/// The threads besides the calling one, which wait for work. A thread pool is not used for two
/// reasons. One thread allocates its tasks and another frees them, and the second then locks the
/// first one's part of the heap at each later growth. And a pool fails if the system refuses a
/// thread, while this class continues with fewer.
class Workers::Crew {
public:
  using Work = llvm::function_ref<void(unsigned worker)>;

  /// If the system refuses a thread, a quarter of the existing threads do the work: usually the
  /// memory for stacks is exhausted, and the work requires memory as well.
  Crew(unsigned most, void (*atStart)()) : atStart(atStart), kept(most) {
    threads.reserve(most);
    try {
      for (unsigned worker = 1; worker <= most; ++worker)
        threads.emplace_back([this, worker] { serve(worker); });
    } catch (const std::system_error &) {
      keep(static_cast<unsigned>(threads.size() / 4));
    }
  }
  ~Crew() { keep(0); }

  /// Calls `share` as worker 0, and in each thread that wakes up before this call has returned.
  void run(Work share) {
    {
      std::lock_guard lock(mutex);
      work = &share;
      ++round;
    }
    changed.notify_all();
    share(0);
    std::unique_lock lock(mutex);
    work = nullptr;
    idle.wait(lock, [this] { return busy == 0; });
  }

private:
  /// Ends all threads but the first \p count.
  void keep(unsigned count) {
    {
      std::lock_guard lock(mutex);
      kept = count;
    }
    changed.notify_all();
    for (; threads.size() > count; threads.pop_back())
      threads.back().join();
  }

  void serve(unsigned worker) {
    if (atStart)
      atStart();
    std::unique_lock lock(mutex);
    for (uint64_t last = 0;;) {
      changed.wait(lock, [&] { return worker > kept || (work && round != last); });
      if (worker > kept)
        return;
      last = round;
      Work &share = *work;
      ++busy;
      lock.unlock();
      share(worker);
      lock.lock();
      if (--busy == 0)
        idle.notify_one();
    }
  }

  void (*const atStart)();
  std::mutex mutex;
  std::condition_variable changed, idle;
  Work *work = nullptr;
  uint64_t round = 0; ///< counts the calls of `run`
  unsigned busy = 0;  ///< threads that execute `work`
  unsigned kept;      ///< workers above it end
  std::vector<std::thread> threads;
};

Workers::Workers(unsigned count, void (*atStart)())
    : number(count ? count : coresOf()), atStart(atStart) {}

Workers::~Workers() = default;

Workers &Workers::forBytes(size_t bytes) {
  static Workers alone(1);
  return bytes < leastBytes ? alone : *this;
}

void Workers::forEach(size_t size, llvm::function_ref<void(size_t index, unsigned worker)> work,
                      llvm::function_ref<void(unsigned worker)> finish) {
  if (number == 1 || size <= 1) {
    for (size_t index = 0; index != size; ++index)
      work(index, 0);
    return finish(0);
  }
  std::atomic<size_t> next = 0;
  std::exception_ptr failure;
  std::once_flag failed;
  // An exception that leaves a thread would end the process; the caller gets the first exception.
  auto run = [&](unsigned worker) {
    try {
      for (size_t index; (index = next.fetch_add(1, std::memory_order_relaxed)) < size;)
        work(index, worker);
      finish(worker);
    } catch (...) {
      std::call_once(failed, [&] { failure = std::current_exception(); });
      next = size;
    }
  };
  if (!crew)
    crew = std::make_unique<Crew>(number - 1, atStart);
  crew->run(run);
  if (failure)
    std::rethrow_exception(failure);
}
