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

/// Whose rules give a constant expression its value. They differ in the type of `%` and of `?:`:
/// `.s64` and that of both alternatives for the manual; `.u64` and that of the chosen alternative
/// for `ptxas`.
enum class ConstantRules : uint8_t { Manual, Ptxas };

/// Why an expression has no value.
enum class ConstantFault : uint8_t {
  NotConstant,     ///< it has a name in it
  IntegerExpected, ///< the operator takes integers, and the blamed operand is none
  MixedTypes,      ///< the blamed operation has an integer and a floating-point operand
  CastType,        ///< the blamed cast is to another type than `.s64` and `.u64`
  DivisionByZero,  ///< by the blamed operand
  SingleOperand,   ///< the blamed operand is `0f...`
};

/// What `ptxas` rejects although the manual gives it a value.
enum class RejectedConstant : uint8_t {
  None,
  FloatingAlternative, ///< the blamed alternative of `?:` is floating-point
  QuotientOverflow,    ///< the blamed division is of the least integer by -1
};

/// What an expression amounts to.
struct ConstantResult {
  std::optional<Constant> value;
  /// If there is no value: why, and the sub-expression to blame.
  ConstantFault fault = ConstantFault::NotConstant;
  ExprId blamed;
  /// Of `SingleOperand`: the operation that has it.
  ExprId operation;
  /// The first sub-expression that `ptxas` alone rejects.
  RejectedConstant rejected = RejectedConstant::None;
  ExprId rejectedPart;
};

/// Evaluates the constant expression `id`: 64-bit integers, unsigned where one operand is, and
/// binary64. All parts count, also those that `?:`, `&&` and `||` do not need. Takes time linear in
/// the size of the expression and no stack. (Manual 4.5.4, 4.5.5, 4.5.6)
ConstantResult evaluateConstant(const SyntaxUnit &unit, ExprId id, ConstantRules rules);

/// The value of `id` itself; none if it has none, whatever the reason.
std::optional<Constant> evaluate(const SyntaxUnit &unit, ExprId id, ConstantRules rules);

/// Whether the integer `value` fits in `width` bits, with a sign or without. A negative number can
/// also be written in 32 bits, as in 0xffff8000 of 16 bits.
bool fitsWidth(const Constant &value, unsigned width);

/// The same for the width of `type`; true if it is not an integer.
bool fitsWidth(const Constant &value, const TypeInfo &type);

/// Whether `kind` is part of a constant expression and not a literal. A unary operator can also be
/// before a register.
bool isConstantOperation(ExprKind kind);

} // namespace ptx

#endif // PTX_SEMA_DECLARATIONS_CONSTANT_H
