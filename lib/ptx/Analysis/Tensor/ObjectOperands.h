// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_TENSOR_OBJECTOPERANDS_H
#define PTX_ANALYSIS_TENSOR_OBJECTOPERANDS_H

#include "ptx/Analysis/Values/ValueAnalysis.h"

#include <vector>

namespace ptx {

/// The address of an object that an instruction operates on, and its known value: an mbarrier
/// object, a tensor map, the source or destination of an asynchronous copy, a row of a matrix.
struct ObjectOperand {
  InstId inst;
  ExprId address;
  KnownValue value;
  const ObjectInfo &object;

  /// Whether no address that matches the known bits of `value` is a multiple of `unit`, a power of
  /// two.
  bool isNoMultipleOf(uint32_t unit) const;
  bool isMisaligned() const { return isNoMultipleOf(object.alignment); }
};

/// Those of the instructions `insts`.
std::vector<ObjectOperand> findObjectOperands(const CheckedUnit &checked,
                                              llvm::ArrayRef<InstId> insts, ValueAnalysis &values);

} // namespace ptx

#endif // PTX_ANALYSIS_TENSOR_OBJECTOPERANDS_H
