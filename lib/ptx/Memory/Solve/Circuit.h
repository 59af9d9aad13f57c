// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_SOLVE_CIRCUIT_H
#define PTX_MEMORY_SOLVE_CIRCUIT_H

#include "ptx/Memory/Limits.h"
#include "ptx/Memory/LitmusTest.h"
#include "ptx/Memory/Solve/SatSolver.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <optional>

namespace ptx {

/// A literal of a circuit: a constant, a variable, or its negation.
struct Lit {
  int code = -1; ///< variable 1 is true

  constexpr bool isTrue() const { return code == 1; }
  constexpr bool isFalse() const { return code == -1; }
  constexpr bool isConstant() const { return isTrue() || isFalse(); }
  constexpr Lit operator!() const { return {-code}; }
  friend constexpr bool operator==(Lit a, Lit b) = default;
};
inline constexpr Lit falseLit{-1};
inline constexpr Lit trueLit{1};
constexpr Lit constant(bool value) { return value ? trueLit : falseLit; }

/// A 64-bit number, lowest bit first.
using Bits = std::array<Lit, 64>;

/// Builds formulas for a solver. Constants are folded, so a circuit of constants simply computes
/// and requires no solver.
class Circuit {
public:
  /// `solver` can be null if the circuit is constant.
  explicit Circuit(SatSolver *solver);

  /// A new variable.
  Lit fresh();
  /// Requires that one of the literals holds.
  void require(llvm::ArrayRef<Lit> clause);
  /// Whether the clauses exceed `litmus::mostLiterals`. Then no more clauses are added, and the
  /// circuit is invalid.
  bool isTooLarge() const { return literals > litmus::mostLiterals; }

  Lit both(Lit a, Lit b);
  Lit either(Lit a, Lit b) { return !both(!a, !b); }
  Lit differ(Lit a, Lit b);
  Lit choose(Lit condition, Lit yes, Lit no);
  Lit all(llvm::ArrayRef<Lit> literals);
  Lit any(llvm::ArrayRef<Lit> literals);
  /// A literal that is implied by each of the pairs. If it is only ever required to be false, it is
  /// equivalent to their disjunction, with fewer clauses.
  Lit atLeast(llvm::ArrayRef<std::pair<Lit, Lit>> pairs);

  static Bits number(uint64_t value);
  /// The lowest `width` bits; the others are 0.
  static Bits truncate(const Bits &bits, unsigned width);
  static Bits signExtend(const Bits &bits, unsigned width);
  Bits choose(Lit condition, const Bits &yes, const Bits &no);
  Lit equal(const Bits &a, const Bits &b);
  Lit less(const Bits &a, const Bits &b);
  Bits add(const Bits &a, const Bits &b, Lit carry = falseLit);
  Bits invert(const Bits &a);
  Bits multiply(const Bits &a, const Bits &b);
  Bits shift(const Bits &a, const Bits &by, bool left);
  /// The result of `operation` on `width`-bit numbers. Comparisons return 0 or 1.
  Bits compute(Operation operation, unsigned width, llvm::ArrayRef<Bits> operands);

  SatSolver *solver() { return sat; }

private:
  Bits minimum(const Bits &a, const Bits &b, unsigned width, bool isSigned, bool maximum);
  std::optional<Lit> compare(Operation operation, unsigned width, Bits a, Bits b);
  Bits mbarrier(Operation operation, llvm::ArrayRef<Bits> operands);

  SatSolver *sat;
  int variables = 1;
  size_t literals = 0; ///< in the clauses that the solver has
  llvm::DenseMap<std::pair<int, int>, int> conjunctions;
};

} // namespace ptx

#endif // PTX_MEMORY_SOLVE_CIRCUIT_H
