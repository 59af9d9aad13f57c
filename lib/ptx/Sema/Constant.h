// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_CONSTANT_H
#define PTX_SEMA_CONSTANT_H

#include "ptx/Syntax/SyntaxUnit.h"

#include <optional>

namespace ptx {

/// The value of a constant expression. (Manual 4.5)
struct Constant {
  enum class Kind : uint8_t {
    Signed,   ///< `.s64`
    Unsigned, ///< `.u64`
    Double,   ///< `.f64`: `0d...`, decimal
    Single,   ///< `0f...`, which takes part in no operation
  };
  Kind kind;
  /// The 64 bits of an integer, the binary64 of `Double`, the binary32 of `Single`.
  uint64_t bits;

  bool isInteger() const { return kind == Kind::Signed || kind == Kind::Unsigned; }
  int64_t asSigned() const { return static_cast<int64_t>(bits); }
  double asDouble() const;

  static Constant ofDouble(double value);
  static Constant ofInteger(uint64_t bits, bool isUnsigned) {
    return {isUnsigned ? Kind::Unsigned : Kind::Signed, bits};
  }
};

/// The value of the constant expression `id`: 64-bit integers, unsigned where one operand is, and
/// binary64. None if it is no constant expression, divides by zero, or mixes integers and floating
/// point. Takes time linear in the size of the expression and no stack. (Manual 4.5.4, 4.5.5)
std::optional<Constant> evaluate(const SyntaxUnit &unit, ExprId id);

} // namespace ptx

#endif // PTX_SEMA_CONSTANT_H
