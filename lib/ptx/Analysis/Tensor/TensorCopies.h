// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_TENSOR_TENSORCOPIES_H
#define PTX_ANALYSIS_TENSOR_TENSORCOPIES_H

#include "ptx/Analysis/Values/ValueAnalysis.h"
#include "ptx/Tensor/Maps/TensorAccess.h"

namespace ptx {

/// An instruction that goes by a tensor map: `cp.async.bulk.tensor`, `cp.reduce.async.bulk.tensor`,
/// `cp.async.bulk.prefetch.tensor`. (Manual 9.7.9.27.1)
struct TensorCopy {
  InstId inst;
  /// What it does, its constants included. The shared address is known only if the address of the
  /// variable is of no account.
  TensorAccess access;
  /// The operands, if they are there, without brackets: the tensor map and its coordinates, the
  /// tile in shared memory, the mbarrier object, the mask of CTAs.
  ExprId map;
  ExprId coordinates;
  ExprId shared;
  ExprId barrier;
  ExprId mask;
};

/// The tensor copies of a body, in the order of the source; those with an error are left out.
/// `platform`: what the module is checked for.
std::vector<TensorCopy> findTensorCopies(const CheckedUnit &checked, const Platform &platform,
                                         ValueAnalysis &values);

/// Whether all or none of the targets satisfy `property`; none if some do.
std::optional<bool> forAllTargets(const Platform &platform, bool (*property)(const TargetInfo &));

} // namespace ptx

#endif // PTX_ANALYSIS_TENSOR_TENSORCOPIES_H
