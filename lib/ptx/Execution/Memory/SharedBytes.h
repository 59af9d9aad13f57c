// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_MEMORY_SHAREDBYTES_H
#define PTX_EXECUTION_MEMORY_SHAREDBYTES_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdlib>
#include <memory>

namespace ptx::execution {

/// The bytes of an array, which its copies share until one of them is changed: arrays can take most
/// of the memory of the machine.
class SharedBytes {
public:
  SharedBytes() = default;
  explicit SharedBytes(llvm::ArrayRef<uint8_t> bytes) : SharedBytes(zeros(bytes.size())) {
    llvm::copy(bytes, data.get());
  }
  /// So many zeros. They require no memory before they are changed.
  static SharedBytes zeros(uint64_t size);

  uint64_t size() const { return count; }
  bool empty() const { return count == 0; }
  const uint8_t *begin() const { return data.get(); }
  const uint8_t *end() const { return data.get() + count; }
  uint8_t operator[](uint64_t at) const { return data.get()[at]; }
  operator llvm::ArrayRef<uint8_t>() const { return {begin(), end()}; }

  /// The bytes, to be changed; copied before if others share them.
  uint8_t *own() {
    if (data.use_count() > 1)
      *this = SharedBytes(llvm::ArrayRef<uint8_t>(*this));
    return data.get();
  }

private:
  std::shared_ptr<uint8_t> data;
  uint64_t count = 0;
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_MEMORY_SHAREDBYTES_H
