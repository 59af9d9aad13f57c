// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_DECLARATIONS_CONSTANT_H
#define PTX_SEMA_DECLARATIONS_CONSTANT_H

#include "ptx/Isa/Vocabulary/Types.h"
#include "ptx/Syntax/Tree/SyntaxUnit.h"

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

/// The rules for evaluating constant expressions. They differ in the types of `%` and `?:`. Manual:
/// `%` is `.s64`, and `?:` has the common type of both alternatives. `ptxas`: `%` is `.u64`, and
/// `?:` has the type of the chosen alternative.
enum class ConstantRules : uint8_t { Manual, Ptxas };

/// The reason why an expression has no value.
enum class ConstantFault : uint8_t {
  NotConstant,     ///< it contains a name
  IntegerExpected, ///< the operator requires integers, and the blamed operand is not one
  MixedTypes,      ///< the blamed operation has an integer and a floating-point operand
  CastType,        ///< the blamed cast is to another type than `.s64` and `.u64`
  DivisionByZero,  ///< by the blamed operand
  SingleOperand,   ///< the blamed operand is `0f...`
};

/// Expressions that `ptxas` rejects although they have a value by the manual.
enum class RejectedConstant : uint8_t {
  None,
  FloatingAlternative, ///< the blamed alternative of `?:` is floating-point
  QuotientOverflow,    ///< the blamed division is of the least integer by -1
};

/// The result of evaluating an expression.
struct ConstantResult {
  std::optional<Constant> value;
  /// If there is no value: the reason, and the subexpression to blame.
  ConstantFault fault = ConstantFault::NotConstant;
  ExprId blamed;
  /// For `SingleOperand`: the operation with this operand.
  ExprId operation;
  /// The first subexpression that only `ptxas` rejects.
  RejectedConstant rejected = RejectedConstant::None;
  ExprId rejectedPart;
};

/// Evaluates the constant expression `id`: 64-bit integers, unsigned if one operand is, and
/// binary64. All parts are evaluated, even if `?:`, `&&` or `||` does not use them. Runs in time
/// linear in the size of the expression, without recursion. (Manual 4.5.4, 4.5.5, 4.5.6)
ConstantResult evaluateConstant(const SyntaxUnit &unit, ExprId id, ConstantRules rules);

/// The value of `id`; none if it cannot be computed.
std::optional<Constant> evaluate(const SyntaxUnit &unit, ExprId id, ConstantRules rules);

/// Whether the integer `value` fits in `width` bits, signed or unsigned. A negative number may also
/// be written with 32 bits: 0xffff8000 fits in 16 bits.
bool fitsWidth(const Constant &value, unsigned width);

/// The same for the width of `type`; true if it is not an integer.
bool fitsWidth(const Constant &value, const TypeInfo &type);

/// Whether `kind` is part of a constant expression and not a literal. A unary operator can also
/// precede a register.
bool isConstantOperation(ExprKind kind);

} // namespace ptx

#endif // PTX_SEMA_DECLARATIONS_CONSTANT_H
