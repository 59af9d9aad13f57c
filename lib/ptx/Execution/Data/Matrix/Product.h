// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Products of matrices, as the matrix instructions compute them.

#ifndef PTX_EXECUTION_DATA_MATRIX_PRODUCT_H
#define PTX_EXECUTION_DATA_MATRIX_PRODUCT_H

#include "ptx/Arithmetic/FloatFormat.h"
#include "ptx/Execution/Values.h"

#include <vector>

namespace ptx::execution {

/// A matrix whose elements are exact as `double`.
class NumberMatrix {
public:
  NumberMatrix(unsigned rows, unsigned columns)
      : rows(rows), columns(columns), numbers(size_t(rows) * columns) {}

  double &at(unsigned row, unsigned column) { return numbers[size_t(row) * columns + column]; }
  double at(unsigned row, unsigned column) const { return numbers[size_t(row) * columns + column]; }
  const double *row(unsigned row) const { return &numbers[size_t(row) * columns]; }

  unsigned rows, columns;

private:
  std::vector<double> numbers;
};

/// A factor of a product: A, or B. An unknown element makes the row of A, or the column of B, and
/// the results that depend on it, unknown.
struct MatrixFactor {
  NumberMatrix numbers;
  std::vector<uint8_t> unknownLines; ///< by row of A, or by column of B
  bool isA;

  MatrixFactor(unsigned rows, unsigned columns, bool isA)
      : numbers(rows, columns), unknownLines(isA ? rows : columns), isA(isA) {}
};

/// Rows of A, or columns of B, in shared memory, and the number of their elements.
struct MatrixExtent {
  unsigned first, lines, depth;
};

/// The types of C and D, and the rounding of the sums.
struct SumRule {
  TypeId addend = TypeId::f32, result = TypeId::f32; ///< f16, f32, f64 or s32
  Rounding rounding = Rounding::NearestEven;
  /// Sums of integers are limited, instead of being the lowest 32 bits.
  bool saturates = false;
  /// Bits are combined by exclusive or, instead of being multiplied.
  bool isExclusiveOr = false;
  unsigned addendScale = 0; ///< the addend is divided by 2 to the power of it
};

/// The number of an element of type `type`: a floating-point type, `s32`, `s8`, `u8`, `s4`, `u4` or
/// `b1`. Of `tf32`, the lowest 13 bits do not matter.
double elementNumber(TypeId type, uint64_t bits);

/// Replaces `sums`, the elements of C by rows, with those of D. The number of columns is a multiple
/// of 8. The sum of an element of C and all products is exact and rounded once. For f64 the
/// products are added one after the other, in the order of k, each by a fused multiply-add. A NaN
/// is canonical. (Manual 9.7.14.5.14)
void addProduct(const MatrixFactor &a, const MatrixFactor &b, const SumRule &rule,
                llvm::MutableArrayRef<Value> sums);

} // namespace ptx::execution

#endif // PTX_EXECUTION_DATA_MATRIX_PRODUCT_H
