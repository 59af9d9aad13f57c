// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What instructions compute of floating-point numbers, by the actions of their records.

#ifndef PTX_ARITHMETIC_FLOATFUNCTION_H
#define PTX_ARITHMETIC_FLOATFUNCTION_H

#include "ptx/Arithmetic/FloatFormat.h"
#include "ptx/Isa/Instructions.h"

#include <optional>

namespace ptx {

/// What PTX says of a result.
enum class Certainty : uint8_t {
  Exact,      ///< each bit
  Open,       ///< all but the bits of a NaN, the sign of a zero, or a case that it leaves out
  Approximate ///< a greatest error
};

struct FloatResult {
  uint64_t bits;
  Certainty certainty = Certainty::Exact;
};

/// An instruction that computes floating-point numbers, or that compares or converts them. It is
/// prepared once for its modifiers and types.
class FloatFunction {
public:
  /// None for other instructions, and for those that are not computed: sums and products with a
  /// result of 16 bits that is narrower than an operand, products of two 16-bit formats, `.oob`,
  /// `.2pi`, and `.s2f6x2`.
  static std::optional<FloatFunction> of(const InstrView &view);

  /// The result for the values of the source operands, elements of vectors one after the other. A
  /// comparison has a bit for each lane, before it is combined with a predicate; `set` has numbers.
  /// An approximation is the exact result rounded to the nearest number. (Manual 9.7.3 to 9.7.5,
  /// 9.7.6, 9.7.9.21)
  FloatResult operator()(llvm::ArrayRef<uint64_t> operands) const;

private:
  FloatFunction() = default;

  bool readTypes(const InstrView &view);
  void readModifiers(const InstrView &view);
  bool computes() const;

  bool isOfBytes() const;
  FloatResult laneOfBytes(llvm::ArrayRef<uint64_t> in) const;
  FloatResult lane(llvm::ArrayRef<uint64_t> in) const;
  FloatResult computed(llvm::ArrayRef<uint64_t> in) const;
  FloatResult extremum(llvm::ArrayRef<uint64_t> in) const;
  FloatResult limited(FloatResult result) const;
  FloatResult comparison(llvm::ArrayRef<uint64_t> operands) const;
  bool holds(uint64_t a, uint64_t b) const;
  FloatResult conversion(llvm::ArrayRef<uint64_t> operands) const;
  FloatResult converted(uint64_t bits, unsigned lane, std::optional<uint64_t> other) const;
  FloatNumber sourceNumber(uint64_t bits, unsigned lane, std::optional<uint64_t> scales) const;
  FloatResult toInteger(const FloatNumber &number) const;
  RoundingRule ruleOf(unsigned lane, uint64_t randomBits) const;
  Certainty certaintyOf(const FloatNumber &number, const RoundingRule &rule, uint64_t bits) const;
  uint64_t flushed(const FloatFormat &format, uint64_t bits) const;

  Action action = Action::None;
  unsigned lanes = 1;                  ///< of the result or the first source, whichever has more
  unsigned sourceLanes = 1;            ///< of the first source
  TypeId resultType{};                 ///< of a lane
  unsigned resultWidth = 0;            ///< of a lane in its register
  const FloatFormat *result = nullptr; ///< null for integers and predicates
  struct Source {
    TypeId type; ///< of a lane
    unsigned width;
    const FloatFormat *format; ///< null for integers
  };
  llvm::SmallVector<Source, 3> sources;
  std::optional<Rounding> rounding;
  /// The rounding to an integer of `cvt`.
  bool isIntegral = false;
  bool flushes = false, saturates = false, isFinite = false, clampsNegative = false;
  bool spreadsNaN = false, takesMagnitudes = false, xorsSigns = false, isApproximate = false;
  bool makesPositiveZero = false, isCoarse = false;
  unsigned scaleCount = 0; ///< scales in the operand of `.scaled`
  Modifier word{};         ///< of a comparison, or of `testp`
};

} // namespace ptx

#endif // PTX_ARITHMETIC_FLOATFUNCTION_H
