// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_VIOLATION_H
#define PTX_TENSOR_VIOLATION_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ptx {

/// One way in which a descriptor or a tensor map departs from its rules.
struct Violation {
  enum class Kind : uint8_t {
    Manual,     ///< the PTX manual forbids it
    Driver,     ///< the manual allows it, `cuTensorMapEncode*` refuses it
    Suspicious, ///< nothing forbids it, but it is hardly what was meant
  };
  Kind kind;
  /// The number of the rule, as `T278`, by which diagnostics and documentation name it.
  llvm::StringLiteral rule;
  /// What was observed, then what would fit; lower case, no final period.
  std::string text;
  /// The bits of the descriptor that are wrong, where the violation is about some.
  uint64_t bits = 0;
};

using Violations = std::vector<Violation>;

/// Whether only `Suspicious` is among `violations`, or nothing.
bool isLegal(const Violations &violations);

} // namespace ptx

#endif // PTX_TENSOR_VIOLATION_H
