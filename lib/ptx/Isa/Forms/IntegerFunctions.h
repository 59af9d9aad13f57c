// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What instructions compute of integers, by the actions of their records: the executor of launches
// and the analyses of values ask this file, and tests compare the rest with it.

#ifndef PTX_ISA_FORMS_INTEGERFUNCTIONS_H
#define PTX_ISA_FORMS_INTEGERFUNCTIONS_H

#include "ptx/Isa/Instructions.h"

#include <array>

namespace ptx {

/// The low `width` bits.
inline uint64_t truncateInteger(uint64_t bits, unsigned width) {
  return width >= 64 ? bits : bits & ((uint64_t(1) << width) - 1);
}

/// What is the result of a product, or of a shift of two registers: one half of it, or all.
enum class ResultPart : uint8_t { Low, High, Wide };

/// How `setp` and `set` compare; `Other` for comparisons that integers do not have.
enum class CompareOp : uint8_t { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, Other };

/// Of the modifiers of a comparison.
CompareOp comparisonOf(const InstrView &view);

/// Whether `comparison`, which is not `Other`, holds for integers of `width` bits.
bool compareIntegers(CompareOp comparison, uint64_t a, uint64_t b, unsigned width, bool isSigned);

/// What an atomic operation or a reduction over a warp, by its modifiers, makes of two integers of
/// `width` bits: the value that is there, and the operand. None if it is not a function of
/// integers.
std::optional<uint64_t> combineIntegers(const InstrView &view, uint64_t old, uint64_t operand,
                                        unsigned width, bool isSigned);

/// A function of integers: an instruction with its type.
struct IntegerFunction {
  const InstrView &view;
  unsigned width; ///< of the type, or of a lane of a packed one, at most 64
  bool isSigned;
  ResultPart part = ResultPart::Low;
  unsigned lanes = 1;

  /// The result, in whose low bits the register that is written is; none if it is not defined, or
  /// if the action is not a function of integers. Bits of the operands above the width of the type
  /// have no influence.
  std::optional<uint64_t> operator()(std::array<uint64_t, 4> operands) const;
};

} // namespace ptx

#endif // PTX_ISA_FORMS_INTEGERFUNCTIONS_H
