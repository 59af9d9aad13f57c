// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ARITHMETIC_FLOATOPERATIONS_H
#define PTX_ARITHMETIC_FLOATOPERATIONS_H

#include "ptx/Arithmetic/FloatFormat.h"

#include "llvm/ADT/ArrayRef.h"

namespace ptx {

/// The operation of IEEE 754 on numbers of one of the formats f16, bf16, f32 and f64. A NaN is
/// canonical.
uint64_t addFloats(const FloatFormat &format, uint64_t a, uint64_t b, Rounding rounding);
uint64_t multiplyFloats(const FloatFormat &format, uint64_t a, uint64_t b, Rounding rounding);
uint64_t fuseFloats(const FloatFormat &format, uint64_t a, uint64_t b, uint64_t c,
                    Rounding rounding);
uint64_t divideFloats(const FloatFormat &format, uint64_t a, uint64_t b, Rounding rounding);
uint64_t squareRoot(const FloatFormat &format, uint64_t a, Rounding rounding);

} // namespace ptx

#endif // PTX_ARITHMETIC_FLOATOPERATIONS_H
