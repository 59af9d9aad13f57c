// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_DESCRIPTORS_ZEROCOLUMNMASK_H
#define PTX_TENSOR_DESCRIPTORS_ZEROCOLUMNMASK_H

#include "ptx/Tensor/Violation.h"

#include "llvm/Support/KnownBits.h"

#include <vector>

namespace ptx {

/// The faults of the 64-bit descriptor that makes `tcgen05.mma.ws` read columns of B as zero. If
/// only some of its bits are known, the faults for all values of the others: T288. `m` is the
/// number of rows, or 0 if it is not known. (Manual 9.7.16.4.3, table 45)
Violations checkZeroColumnMask(const llvm::KnownBits &value, unsigned m = 0);

/// The columns that are read as zero, of `n`: 1 for each. Without errors in `value`, and for 32, 64
/// or 128 rows. As in the examples of the manual, the skip span is the number of zero columns less
/// one, and the use span that of the others; the text of table 45 has them exchanged.
std::vector<uint8_t> zeroColumns(uint64_t value, unsigned m, unsigned n);

/// The column of B that is used as column 0.
unsigned shiftOfColumns(uint64_t value);

} // namespace ptx

#endif // PTX_TENSOR_DESCRIPTORS_ZEROCOLUMNMASK_H
