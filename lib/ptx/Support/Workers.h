// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_WORKERS_H
#define PTX_SUPPORT_WORKERS_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>
#include <memory>

namespace ptx {

/// The threads that process a module. The assignment of parts to threads is not deterministic, so
/// the results of a part must be stored by its index and combined afterwards.
class Workers {
public:
  /// For fewer bytes of source, starting threads costs more time than it saves.
  static constexpr size_t leastBytes = 512 << 10;

  /// `count` threads, at least one; 0 means one for each core of the machine. One worker is the
  /// calling thread. Threads start when they are first needed, and fewer where the system refuses
  /// them. Each calls `atStart` first.
  explicit Workers(unsigned count = 1, void (*atStart)() = nullptr);
  ~Workers();
  Workers(const Workers &) = delete;
  Workers &operator=(const Workers &) = delete;

  unsigned count() const { return number; }

  /// These workers if `bytes` of source justify several threads, otherwise only the calling thread.
  Workers &forBytes(size_t bytes);

  /// Calls `work(index, worker)` for each index below `size` and returns when all calls have. At
  /// most one call at a time has the same `worker`, a number below `count()`. Indices are handed
  /// out in ascending order. Each worker that took part calls `finish(worker)` when no index is
  /// left. If a call throws an exception, the work ends and the exception is rethrown. Not for use
  /// from within a call.
  void forEach(
      size_t size, llvm::function_ref<void(size_t index, unsigned worker)> work,
      llvm::function_ref<void(unsigned worker)> finish = [](unsigned) {});

private:
  class Crew;

  unsigned number;
  void (*atStart)();
  std::unique_ptr<Crew> crew;
};

} // namespace ptx

#endif // PTX_SUPPORT_WORKERS_H
