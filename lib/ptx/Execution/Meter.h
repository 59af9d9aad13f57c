// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_METER_H
#define PTX_EXECUTION_METER_H

#include <cstddef>
#include <cstdint>
#include <memory>

namespace ptx::execution {

/// The cost of executions on this thread in addition to their instructions. It is counted, not
/// measured, so that the same launches are decided on every machine.
class Meter {
public:
  /// The work that takes as long as an arithmetic instruction of a warp.
  static constexpr uint64_t workOfInstruction = 64;

  static uint64_t work() { return workDone; }
  static void spend(uint64_t work) { workDone += work; }

  /// Bytes of the vectors with `MeteredAllocator`.
  static uint64_t held() { return bytesHeld; }
  static void hold(uint64_t bytes) {
    bytesHeld += bytes;
    workDone += 8 + bytes / 256;
  }
  static void release(uint64_t bytes) { bytesHeld -= bytes; }

private:
  static inline thread_local uint64_t workDone = 0, bytesHeld = 0;
};

/// Reports the memory of a vector to the meter.
template <class T> struct MeteredAllocator {
  using value_type = T;

  MeteredAllocator() = default;
  template <class U> MeteredAllocator(const MeteredAllocator<U> &) {}

  T *allocate(size_t count) {
    Meter::hold(count * sizeof(T));
    return std::allocator<T>().allocate(count);
  }
  void deallocate(T *place, size_t count) {
    Meter::release(count * sizeof(T));
    std::allocator<T>().deallocate(place, count);
  }
  template <class U> bool operator==(const MeteredAllocator<U> &) const { return true; }
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_METER_H
