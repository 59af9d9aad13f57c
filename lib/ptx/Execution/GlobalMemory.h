// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_GLOBALMEMORY_H
#define PTX_EXECUTION_GLOBALMEMORY_H

#include "ptx/Execution/Values.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ptx::execution {

/// What an object of global memory contains when a kernel is launched.
struct Contents {
  enum class Kind : uint8_t {
    Bytes,  ///< of an array; what follows them is not known
    Words,  ///< words of 32 bits that are all the same
    Random, ///< words of 32 bits below a bound, made from a seed
  };
  Kind kind = Kind::Words;
  std::vector<uint8_t> bytes;
  uint64_t number = 0; ///< the word, or the seed
  uint64_t bound = 0;
  std::string text; ///< as it was given

  /// A byte, at an offset of the object. None if it is not known.
  std::optional<uint8_t> byteAt(uint64_t offset) const;
};

/// `fill:0`, or `random:1:100` with the seed and the bound. None if `text` has another form.
std::optional<Contents> contentsOf(llvm::StringRef text);

/// The array in the text of a file of NumPy (`.npy`): little-endian, in the order of C.
llvm::Expected<Contents> contentsOfNumpy(llvm::StringRef file);

/// The objects of global memory whose contents are known, as stores leave them. Accesses take
/// effect in the order of the execution.
class GlobalMemory {
public:
  /// An object of `size` bytes from `base` on.
  void add(uint64_t base, uint64_t size, std::shared_ptr<const Contents> contents);

  /// A number of `bytes` bytes, at most 8; `otherwise` if they are not all known.
  Value load(uint64_t address, unsigned bytes, Value otherwise) const;

  void store(uint64_t address, unsigned bytes, Value value);

  /// Makes all bytes unknown: something unknown may have been stored anywhere.
  void forget() { objects.clear(); }

  /// The bytes that the stores take.
  uint64_t held() const;

private:
  struct Object {
    uint64_t base, size;
    std::shared_ptr<const Contents> initial;
    llvm::DenseMap<uint64_t, int> stored{}; ///< by offset: the byte, or -1 for an unknown one
  };
  /// The number of the object at an address, or how many there are.
  size_t find(uint64_t address) const;

  std::vector<Object> objects;
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_GLOBALMEMORY_H
