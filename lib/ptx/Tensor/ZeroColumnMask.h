// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_ZEROCOLUMNMASK_H
#define PTX_TENSOR_ZEROCOLUMNMASK_H

#include "ptx/Tensor/BitField.h"
#include "ptx/Tensor/Violation.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/KnownBits.h"

#include <array>
#include <vector>

// The 64-bit descriptor by which `tcgen05.mma.ws` takes columns of B as zero. (Manual 9.7.16.4.3,
// table 45)

namespace ptx {

/// What a descriptor says. The manual's words for the two spans are exchanged against its examples;
/// here the examples count.
struct ZeroColumnMask {
  std::array<unsigned, 4> startCount = {}; ///< how many low bits sub-mask i leaves out
  std::array<bool, 4> firstSpan = {};      ///< the value with which sub-mask i begins
  bool nonZero = false;                    ///< 0: no column is zeroed, whatever the rest says
  unsigned skipSpan = 0;                   ///< length - 1 of a run of ones: columns taken as zero
  unsigned useSpan = 0;                    ///< length - 1 of a run of zeros: columns as they are
  unsigned columnShift = 0;                ///< the first column of B that is used
};

llvm::ArrayRef<BitField> zeroColumnMaskFields();
ZeroColumnMask decodeZeroColumnMask(uint64_t value);
/// Fails for a value that its field cannot hold.
llvm::Expected<uint64_t> encodeZeroColumnMask(const ZeroColumnMask &mask);

/// How many sub-masks there are for `m` rows: 1, 2, 4 for 128, 64, 32; 0 for any other number.
unsigned subMaskCount(unsigned m);

/// `length` bits of a sub-mask, the lowest first; 1 takes the column as zero.
std::vector<bool> subMask(unsigned length, unsigned startCount, bool firstSpan, unsigned skipSpan,
                          unsigned useSpan);

/// The mask of all `n` columns, the lowest first. Fails unless `m` is 32, 64 or 128 and `n` at most
/// 256 and a multiple of the number of sub-masks.
llvm::Expected<std::vector<bool>> zeroColumns(const ZeroColumnMask &mask, unsigned m, unsigned n);

/// What is wrong with `value`, T288; `m` is the number of rows, or 0 if it is not known.
Violations checkZeroColumnMask(uint64_t value, unsigned m = 0);

/// The same of a value of which only some of the 64 bits are known: what is wrong whatever the
/// others are.
Violations checkZeroColumnMask(const llvm::KnownBits &value, unsigned m = 0);

} // namespace ptx

#endif // PTX_TENSOR_ZEROCOLUMNMASK_H
