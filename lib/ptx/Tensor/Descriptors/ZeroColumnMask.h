// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_DESCRIPTORS_ZEROCOLUMNMASK_H
#define PTX_TENSOR_DESCRIPTORS_ZEROCOLUMNMASK_H

#include "ptx/Tensor/Violation.h"

#include "llvm/Support/KnownBits.h"

namespace ptx {

/// The faults of the 64-bit descriptor that makes `tcgen05.mma.ws` read columns of B as zero. If
/// only some of its bits are known, the faults for all values of the others: T288. `m` is the
/// number of rows, or 0 if it is not known. (Manual 9.7.16.4.3, table 45)
Violations checkZeroColumnMask(const llvm::KnownBits &value, unsigned m = 0);

} // namespace ptx

#endif // PTX_TENSOR_DESCRIPTORS_ZEROCOLUMNMASK_H
