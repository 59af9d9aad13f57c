// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_TENSOR_TENSORCOPIES_H
#define PTX_ANALYSIS_TENSOR_TENSORCOPIES_H

#include "ptx/Analysis/Values/ValueAnalysis.h"
#include "ptx/Tensor/Maps/TensorAccess.h"

namespace ptx {

/// An instruction that uses a tensor map: `cp.async.bulk.tensor`, `cp.reduce.async.bulk.tensor`,
/// `cp.async.bulk.prefetch.tensor`. (Manual 9.7.9.27.1)
struct TensorCopy {
  InstId inst;
  /// The copy, including its constants. The shared address is known only if the address of the
  /// variable is irrelevant.
  TensorAccess access;
  /// The operands, if they are there, without brackets: the tensor map and its coordinates, the
  /// tile in shared memory, the mbarrier object, the mask of CTAs.
  ExprId map;
  ExprId coordinates;
  ExprId shared;
  ExprId barrier;
  ExprId mask;
};

/// The tensor copies of a body, in source order. Instructions with an error are omitted.
/// `platform`: the version and targets for which the module is checked.
std::vector<TensorCopy> findTensorCopies(const CheckedUnit &checked, const Platform &platform,
                                         ValueAnalysis &values);

/// Whether all targets satisfy `property` (true) or no target does (false); none if only some do.
std::optional<bool> forAllTargets(const Platform &platform, bool (*property)(const TargetInfo &));

} // namespace ptx

#endif // PTX_ANALYSIS_TENSOR_TENSORCOPIES_H
