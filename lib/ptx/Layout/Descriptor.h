// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LAYOUT_DESCRIPTOR_H
#define PTX_LAYOUT_DESCRIPTOR_H

#include "ptx/Layout/Figures.h"
#include "ptx/Tensor/Descriptors/MatrixDescriptor.h"

#include <optional>
#include <vector>

namespace ptx {

/// Describes each field of `value`, a matrix descriptor for `unit`. `major` is that of the matrix
/// if it is known; otherwise fields that depend on it are described for both.
std::vector<ExplainedField> explainMatrixDescriptor(MatrixUnit unit, uint64_t value,
                                                    std::optional<Major> major);

} // namespace ptx

#endif // PTX_LAYOUT_DESCRIPTOR_H
