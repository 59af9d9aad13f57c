// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_PROOF_LINEARVALUES_H
#define PTX_PROOF_LINEARVALUES_H

#include "ptx/Execution/Program.h"

#include <set>

namespace ptx::proof {

/// The integer `constant + perRepetition * t + perPassed * s`. `t` is the number of repetitions of
/// a period in the whole execution, at least 1. `s` is the number of those that are over; it is
/// less than `t`.
struct Linear {
  __int128 constant = 0, perRepetition = 0, perPassed = 0;

  bool isConstant() const { return perRepetition == 0 && perPassed == 0; }
  bool operator==(const Linear &) const = default;
};

/// The values of an execution that depend on the number of repetitions. The executor treats them as
/// unknown values, with names that it makes.
class LinearValues {
public:
  /// `mostRepetitions`: the maximum of `t`, at least 1.
  explicit LinearValues(int64_t mostRepetitions) : mostRepetitions(mostRepetitions) {}

  /// A value of `width` bits: known if it is a constant modulo 2^width.
  execution::Value make(const Linear &number, unsigned width);
  /// The linear number that equals a value modulo 2^width; none if there is none.
  std::optional<Linear> modulo(execution::Value value, unsigned width) const;
  /// The linear integer that equals a value for all repetitions; none if there is none.
  std::optional<Linear> exact(execution::Value value, unsigned width, bool isSigned) const;

  /// The result of an operation with such a value as an operand; none if it is not linear.
  std::optional<execution::Value> compute(const execution::Operation &op,
                                          llvm::ArrayRef<execution::Value> operands);
  std::optional<execution::Value> compare(const execution::Operation &op, execution::Value a,
                                          execution::Value b);
  std::optional<execution::Value> pack(llvm::ArrayRef<execution::Value> parts, unsigned width);
  std::optional<execution::Value> unpack(execution::Value whole, unsigned part,
                                         unsigned width) const;
  /// The value after the last repetition: `s` becomes `t`, counted from the end of a period.
  execution::Value afterLast(execution::Value value);

  /// Whether an execution is in the middle of the repetitions, so that `s` has a meaning.
  void setRepeating(bool repeats);
  /// The number of decided comparisons of numbers whose difference depends on `t`, and becomes
  /// smaller: those that end a loop with a number of repetitions that depends on it.
  uint64_t decided() const { return decisions; }
  /// Of a repetition, the changes of the compared numbers by `s` and by `t`. A loop is over after
  /// `t` periods if they are opposite.
  const std::set<std::pair<__int128, __int128>> &slopes() const { return slopesOfLoops; }

private:
  struct Entry {
    Linear number;
    unsigned width;
  };
  struct Range {
    __int128 least, most;
  };
  Range rangeOf(const Linear &number) const;
  bool isLinear(execution::Value value) const { return !value.known && entries.count(value.bits); }
  std::optional<Linear> quotient(const Linear &number, __int128 divisor) const;
  std::optional<execution::Value> evaluate(const execution::Operation &op,
                                           llvm::ArrayRef<execution::Value> operands);
  std::optional<execution::Value> total(const execution::Operation &op, execution::Value a,
                                        execution::Value b, __int128 factor);
  std::optional<execution::Value> shiftLeft(const execution::Operation &op, execution::Value a,
                                            execution::Value count);
  std::optional<execution::Value> divide(const execution::Operation &op, execution::Value a,
                                         execution::Value b);
  std::optional<execution::Value> extreme(const execution::Operation &op, execution::Value a,
                                          execution::Value b) const;
  std::optional<execution::Value> field(const execution::Operation &op,
                                        llvm::ArrayRef<execution::Value> operands);
  std::optional<execution::Value> product(const execution::Operation &op,
                                          llvm::ArrayRef<execution::Value> operands);
  std::optional<execution::Value> masked(execution::Value a, execution::Value b, unsigned width);
  std::optional<execution::Value> lowBits(const execution::Operation &op, execution::Value a,
                                          execution::Value b);
  std::optional<execution::Value> convert(const execution::Operation &op, execution::Value a);

  int64_t mostRepetitions;
  bool isRepeating = false;
  unsigned inductions = 0;
  uint64_t decisions = 0;
  llvm::DenseMap<const execution::Operation *, Linear> lastDifference;
  std::set<std::pair<__int128, __int128>> slopesOfLoops;
  llvm::DenseMap<uint64_t, Entry> entries; ///< by name
  struct Packed {
    unsigned width; ///< of a part
    llvm::SmallVector<execution::Value, 2> parts;
  };
  llvm::DenseMap<uint64_t, Packed> packed; ///< by name
};

} // namespace ptx::proof

#endif // PTX_PROOF_LINEARVALUES_H
