// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_VIOLATION_H
#define PTX_TENSOR_VIOLATION_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ptx {

/// A violation of a rule by a descriptor or a tensor map.
struct Violation {
  enum class Kind : uint8_t {
    Manual,     ///< the PTX manual forbids it
    Driver,     ///< the manual allows it, `cuTensorMapEncode*` refuses it
    Suspicious, ///< legal, but probably unintended
  };
  Kind kind;
  /// The number of the rule, such as `T278`, as used in diagnostics and documentation.
  llvm::StringLiteral rule;
  /// The actual value, then the expected one; lower case, no final period.
  std::string text;
  /// The wrong bits of the descriptor, if the violation concerns bits.
  uint64_t bits = 0;
};

using Violations = std::vector<Violation>;

/// Whether `violations` is empty or contains only `Suspicious` ones.
bool isLegal(const Violations &violations);

} // namespace ptx

#endif // PTX_TENSOR_VIOLATION_H
