// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_TREE_LITERALS_H
#define PTX_SYNTAX_TREE_LITERALS_H

#include "ptx/Syntax/Tree/AST.h"

namespace ptx {

/// Whether the value of a literal is exactly that of its digits.
enum class LiteralRange : uint8_t {
  Exact,
  /// An integer of 2^64 or more that `ptxas` accepts modulo 2^64.
  Wraps,
  /// An integer with more digits although bit 63 is already set, or a decimal float beyond the
  /// largest binary64 value. `ptxas` reports a constant overflow.
  Overflow,
  /// A nonzero decimal float below the smallest normal binary64 value.
  Underflow,
};

/// The value of an integer literal. (Manual 4.5.1)
struct IntegerLiteral {
  uint64_t value; ///< modulo 2^64
  Notation notation;
  bool isUnsigned; ///< has the suffix `U`
  LiteralRange range;
};

/// Whether `ptxas` takes a count for a negative number, which it does not find too large.
inline bool isNegativeCount(uint64_t count) { return count >> 63; }

/// The count that `ptxas` uses: of a negative one the lowest 32 bits.
inline uint64_t usedCount(uint64_t count) {
  return isNegativeCount(count) ? static_cast<uint32_t>(count) : count;
}

/// Reads the text of an `Integer` token.
IntegerLiteral parseInteger(llvm::StringRef text);

/// The value of a floating-point literal. (Manual 4.5.2)
struct FloatLiteral {
  uint64_t bits; ///< binary32 for the notation `FloatBits32`, binary64 for the others
  Notation notation;
  LiteralRange range;
};

/// Reads the text of a `Float`, `Float32` or `Float64` token.
FloatLiteral parseFloat(llvm::StringRef text);

} // namespace ptx

#endif // PTX_SYNTAX_TREE_LITERALS_H
