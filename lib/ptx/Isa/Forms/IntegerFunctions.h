// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The integer functions of instructions, by the actions of their records. The executor of launches
// and the value analyses use this file; tests compare the other implementations with it.

#ifndef PTX_ISA_FORMS_INTEGERFUNCTIONS_H
#define PTX_ISA_FORMS_INTEGERFUNCTIONS_H

#include "ptx/Isa/Instructions.h"

#include "llvm/Support/MathExtras.h"

#include <array>

namespace ptx {

/// The low `width` bits.
inline uint64_t truncateInteger(uint64_t bits, unsigned width) {
  return width >= 64 ? bits : bits & ((uint64_t(1) << width) - 1);
}

/// The low `width` bits as a signed number.
inline int64_t signExtendInteger(uint64_t bits, unsigned width) {
  return width >= 64 ? static_cast<int64_t>(bits) : llvm::SignExtend64(bits, width);
}

/// The part of a product, or of a shift of two registers, that is the result.
enum class ResultPart : uint8_t { Low, High, Wide };

/// How `setp` and `set` compare; `Other` for comparisons that integers do not have.
enum class CompareOp : uint8_t { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, Other };

/// The comparison that the modifiers select.
CompareOp comparisonOf(const InstrView &view);

/// Whether `comparison`, which is not `Other`, holds for integers of `width` bits.
bool compareIntegers(CompareOp comparison, uint64_t a, uint64_t b, unsigned width, bool isSigned);

/// The integer of the type `to` that an integer of the type `from` is converted to: the closest one
/// if the conversion saturates, otherwise the one with the same low bits. A signed result is
/// extended to 64 bits. (Manual 9.7.9.21)
uint64_t convertInteger(uint64_t bits, const TypeInfo &from, const TypeInfo &to, bool saturates);

/// The result of the atomic operation or warp reduction `view` for two integers of `width` bits:
/// the old value, and the operand. None if the operation is not a function of integers.
std::optional<uint64_t> combineIntegers(const InstrView &view, uint64_t old, uint64_t operand,
                                        unsigned width, bool isSigned);

/// A function of integers: an instruction with its type.
struct IntegerFunction {
  const InstrView &view;
  unsigned width; ///< of the type, or of a lane of a packed one, at most 64
  bool isSigned;
  ResultPart part = ResultPart::Low;
  unsigned lanes = 1;

  /// The result; its low bits are the value of the written register. None if it is undefined, or if
  /// the action is not a function of integers. Operand bits above the width of the type have no
  /// influence.
  std::optional<uint64_t> operator()(std::array<uint64_t, 4> operands) const;
};

} // namespace ptx

#endif // PTX_ISA_FORMS_INTEGERFUNCTIONS_H
