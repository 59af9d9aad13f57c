// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_LIMITS_H
#define PTX_MEMORY_LIMITS_H

#include <cstddef>

// The maximum sizes of a litmus test. The size of relations is quadratic in the number of events,
// compositions are cubic, and barriers cost more. Tests written by hand have a tenth of this size.
// Larger tests are rejected before they take minutes and gigabytes.

namespace ptx::litmus {

inline constexpr size_t mostBytes = 1 << 20; ///< of the file
inline constexpr size_t mostThreads = 64;
inline constexpr size_t mostVariables = 1024;
inline constexpr size_t mostSteps = 4096; ///< of a thread, with its loops unrolled
inline constexpr size_t mostEvents = 256;
inline constexpr size_t mostComparisons = 256; ///< in a condition
inline constexpr size_t deepestCondition = 128;
inline constexpr size_t mostLiterals = 4 << 20; ///< in all clauses of the formula

} // namespace ptx::litmus

#endif // PTX_MEMORY_LIMITS_H
