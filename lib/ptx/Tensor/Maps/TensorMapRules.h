// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_MAPS_TENSORMAPRULES_H
#define PTX_TENSOR_MAPS_TENSORMAPRULES_H

#include "ptx/Tensor/Maps/TensorMap.h"
#include "ptx/Tensor/Violation.h"

namespace ptx {

/// The ranges of im2col values for a rank of 3 to 5. (Manual 5.5.4.1)
struct Im2colLimits {
  int64_t leastCorner;
  int64_t mostCorner;
  uint64_t mostOffset;
};

/// None for other ranks. The wide modes have the corners of rank 3.
std::optional<Im2colLimits> im2colLimits(uint64_t rank);

/// All violations of `map` itself, regardless of instructions: the checks of `cuTensorMapEncode*`
/// and the rules of the manual, T053 to T082.
Violations checkTensorMap(const TensorMap &map);

} // namespace ptx

#endif // PTX_TENSOR_MAPS_TENSORMAPRULES_H
